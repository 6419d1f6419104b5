"""Settings: what is read, what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from coldread.base import settings as settings_of
from coldread.base.parse_value import can_parse
from coldread.base.settings import SettingsError
from coldread.guard.limits import LIMITS, Limit

LONG = "x" * 32

PRODUCTION = {
    "COLDREAD_ENV": "production",
    "COLDREAD_ADMIN_SECRET": "a" * 32,
    "COLDREAD_PIPELINE_KEY": "b" * 32,
    "COLDREAD_SELLER_NAME": "Seller AB",
    "COLDREAD_PAYMENT_RPC_URL": "https://rpc.example",
    "COLDREAD_PAYMENT_RECIPIENT": "0x" + "1" * 40,
    "COLDREAD_PAYMENT_CURRENCY": "0x" + "2" * 40,
    "COLDREAD_PAYMENT_SECRET": "p" * 32,
}

FAULTY = {
    "a port that is no number": {"COLDREAD_PORT": "http"},
    "an unknown mode": {"COLDREAD_SERVICE_MODE": "ajar"},
    "a date that is none": {"COLDREAD_LEGACY_CARD_UNTIL": "soon"},
    "a moment that is none": {"COLDREAD_V2_CUTOVER_AT": "2026-13-01"},
    "a network that is none": {"COLDREAD_TRUSTED_PROXIES": "10.0.0.0/8, home"},
    "a short admin secret": {"COLDREAD_ADMIN_SECRET": "x" * 31},
    "a short second secret": {"COLDREAD_ADMIN_SECRET": f"{LONG},short"},
    "one key for two doors": {"COLDREAD_ADMIN_SECRET": LONG, "COLDREAD_PIPELINE_KEY": LONG},
    "a base address without a scheme": {"COLDREAD_BASE_URL": "coldread.example"},
    "a database of another kind": {"COLDREAD_DATABASE_URL": "mysql://x"},
    "a negative limit": {"COLDREAD_LIMIT_READS_PER_MIN": "-1"},
    "production without secrets": {"COLDREAD_ENV": "production", "COLDREAD_SELLER_NAME": "x"},
    "production without a seller": {**PRODUCTION, "COLDREAD_SELLER_NAME": ""},
    "production on the test network": {**PRODUCTION, "COLDREAD_PAYMENT_CHAIN_ID": "42431"},
    "a chain that is not served": {"COLDREAD_PAYMENT_CHAIN_ID": "1"},
    "a recipient that is no address": {"COLDREAD_PAYMENT_RECIPIENT": "0x12"},
    "a short payment secret": {"COLDREAD_PAYMENT_SECRET": "short"},
    "three payment secrets": {"COLDREAD_PAYMENT_SECRET": f"{LONG},{LONG},{LONG}"},
    "a budget with seven decimals": {"COLDREAD_PAYMENT_DAILY_BUDGET_USDC": "0.1234567"},
    "a budget that is no amount": {"COLDREAD_PAYMENT_DAILY_BUDGET_USDC": "1e3"},
    "a challenge that never lives": {"COLDREAD_PAYMENT_CHALLENGE_TTL_S": "0"},
    "three admin secrets": {"COLDREAD_ADMIN_SECRET": f"{LONG}1,{LONG}2,{LONG}3"},
    "deliverables that end before they are delivered": {"COLDREAD_RETENTION_DAYS": "-5"},
    "a port below all": {"COLDREAD_PORT": "-1"},
    "a port beyond all": {"COLDREAD_PORT": "65536"},
    "a mail server without its scheme": {"COLDREAD_SMTP_URL": "mail.example:25"},
    "a pipeline without its scheme": {"COLDREAD_PIPELINE_URL": "pipeline.example"},
    "production with local pages": {**PRODUCTION, "COLDREAD_SCAN_ALLOW_HOSTS": "localhost:9000"},
}


@pytest.mark.parametrize("environ", FAULTY.values(), ids=FAULTY.keys())
def test_a_setting_that_cannot_be_used_stops_the_start(environ: dict[str, str]) -> None:
    with pytest.raises(SettingsError) as refused:
        settings_of.read(environ)
    assert all(fault.startswith("COLDREAD_") for fault in refused.value.faults)


@pytest.mark.parametrize("row", LIMITS, ids=lambda row: row.name)
def test_no_limit_can_be_negative_and_each_can_be_switched_off(row: Limit) -> None:
    name = settings_of.env_name(row.setting)
    with pytest.raises(SettingsError, match=f"{name}: must not be negative"):
        settings_of.read({name: "-1"})
    assert row.most(settings_of.read({name: "0"})) == 0


@pytest.mark.parametrize(
    ("kind", "read"),
    [(int, True), (int | None, True), (tuple[str, ...], True), (float, False), (list[str], False)],
)
def test_a_kind_of_value_is_read_or_refused_before_anybody_sets_it(kind: Any, read: bool) -> None:
    assert can_parse(kind) is read


def test_every_fault_is_told_at_once() -> None:
    with pytest.raises(SettingsError) as refused:
        settings_of.read({"COLDREAD_PORT": "x", "COLDREAD_SERVICE_MODE": "y"})
    assert len(refused.value.faults) == 2


def test_addresses_follow_from_the_port_and_from_each_other() -> None:
    settings = settings_of.read({"COLDREAD_PORT": "9001"})
    assert (settings.base_url, settings.error_type_base) == (
        "http://localhost:9001",
        "http://localhost:9001/errors",
    )
    elsewhere = settings_of.read({"COLDREAD_BASE_URL": "https://a.example/"})
    assert elsewhere.error_type_base == "https://a.example/errors"


def test_production_starts_with_its_secrets_and_a_seller() -> None:
    assert settings_of.read(PRODUCTION).is_production


def test_two_secrets_are_taken_while_rotating() -> None:
    settings = settings_of.read({"COLDREAD_ADMIN_SECRET": f"{'a' * 32}, {'b' * 32}"})
    assert settings.admin_secret == ("a" * 32, "b" * 32)


def test_a_misspelt_name_is_noticed() -> None:
    assert settings_of.unknown_names({"COLDREAD_PROT": "1", "COLDREAD_PORT": "1"}) == ["COLDREAD_PROT"]


@pytest.mark.parametrize(
    ("written", "base_units"), [("0", 0), ("100", 100_000_000), ("0.50", 500_000), ("1.000001", 1_000_001)]
)
def test_a_budget_is_read_to_the_last_decimal(written: str, base_units: int) -> None:
    settings = settings_of.read({"COLDREAD_PAYMENT_DAILY_BUDGET_USDC": written})
    assert settings.payment_daily_budget_usdc == base_units


def test_the_chain_follows_from_the_environment() -> None:
    assert settings_of.read({}).payment_chain_id == 42431
    assert settings_of.read(PRODUCTION).payment_chain_id == 4217
