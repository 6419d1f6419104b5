"""A payment method is a file with its row and one line in `accepted.METHODS`: everything that tells prices follows."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from coldread import startup_checks
from coldread.base.clock import DAY
from coldread.base.incoming.auth_challenges import auth_challenges
from coldread.base.settings import Settings, SettingsError, env_name
from coldread.payments import accepted
from coldread.payments.accounting import ledger, refunds
from coldread.payments.accounting.reconcile import queue_nightly, reconcile
from coldread.payments.methods.method import MalformedCredential, PaymentMethod, Transfer
from coldread.payments.prices import CALLS, CallPrice
from coldread.payments.processor import PaymentProcessor
from coldread.payments.tables import payment_reconciliations
from coldread.payments.terms import Terms, Token
from tests.harness.service import Service
from tests.payments.scripted_chain import RAW, ScriptedChain, paying


def read_code(payload: dict[str, Any]) -> tuple[str, str]:
    if payload.get("type") != "code" or not isinstance(payload.get("code"), str):
        raise MalformedCredential("`payload` must be a `code`.")
    return "code", payload["code"]


def asked(terms: Terms, price: CallPrice) -> dict[str, Any]:
    return {"amount": str(price.base_units), "currency": "vouchers", "shop": terms.realm}


#: what `payments/methods/voucher.py` would hold
VOUCHER = PaymentMethod(
    name="voucher",
    intent="charge",
    modes={"code": "pull"},
    needs=("operator_email",),
    network="operator_email",
    request=asked,
    read=read_code,
    token=lambda _: Token(chain_id=0, network="paper", currency="vouchers", symbol="VCH"),
    open=lambda _: ScriptedChain(),
    warm=lambda: None,
)


def challenges_of(service: Service) -> list[dict[str, str]]:
    told = service.post("/v1/quick-fix", content=RAW).headers["www-authenticate"]
    return [one.parameters for one in auth_challenges([told])]


def paid_with(service: Service, code: str) -> dict[str, str]:
    (challenge,) = [one for one in challenges_of(service) if one["method"] == "voucher"]
    return paying(challenge, type="code", code=code)


@pytest.fixture
def service(quick_service: Service, monkeypatch: pytest.MonkeyPatch) -> Service:
    monkeypatch.setitem(accepted.METHOD, "voucher", VOUCHER)
    monkeypatch.setattr(accepted, "METHODS", (*accepted.METHODS, VOUCHER))
    return quick_service


def test_every_place_that_tells_prices_tells_the_new_method(service: Service) -> None:
    manifest = service.get("/v1/manifest").json()["prices"]["pay_per_call"]
    assert [one["method"] for one in manifest["methods"]] == ["tempo", "voucher"]
    info = service.get("/v1/openapi.json").json()["paths"]["/v1/audit"]["post"]["x-payment-info"]
    assert [one["method"] for one in info["offers"]] == ["tempo", "voucher"]
    assert "method `voucher`, intent `charge`" in service.get("/llms.txt").text


def test_it_is_asked_for_paid_with_and_kept_in_the_ledger(service: Service) -> None:
    challenges = challenges_of(service)
    assert [one["method"] for one in challenges] == ["tempo", "voucher"]
    paid = paying(challenges[1], type="code", code="ABC")
    served = service.post("/v1/quick-fix", content=RAW, headers=paid)
    assert served.status_code == 200, served.text
    assert service.read(ledger.find, challenges[1]["id"]).method == "voucher"
    assert service.post("/v1/quick-fix", content=RAW, headers=paid).content == served.content


def test_what_its_payer_sends_is_served_while_the_service_is_closed(
    make_service: Callable[..., Service], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The payload's kind is the method's own word; whether money may have left is what its row says of it."""
    monkeypatch.setitem(accepted.METHOD, "voucher", VOUCHER)
    settings = {"payment_secret": "s" * 32, "payment_recipient": "0x" + "1" * 40}
    pays = paid_with(make_service(**settings), "ABC")
    closed = make_service(**settings, service_mode="closed")
    refused = closed.post("/v1/quick-fix", content=RAW, headers=pays)
    assert (refused.status_code, refused.json()["type"].split("/")[-1]) == (503, "service-closed")
    before = dataclasses.replace(VOUCHER, modes={"code": "push"})
    monkeypatch.setitem(accepted.METHOD, "voucher", before)
    served = closed.post("/v1/quick-fix", content=RAW, headers=pays)
    assert served.status_code == 200, served.text


def test_a_transfer_that_nobody_presented_is_owed_in_its_own_token(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    came = Transfer(tx_hash="0x" + "9" * 64, leg="L1", payer="V-1", amount=CALLS[0].base_units, block=1)

    class Told(ScriptedChain):
        async def head(self) -> int:
            return 1

        async def block_time(self, number: int) -> int:
            return service.clock.now() - 2 * DAY

        async def transfers(self, first: int, last: int) -> list[Transfer]:
            return [came]

    monkeypatch.setitem(accepted.METHOD, "voucher", dataclasses.replace(VOUCHER, open=lambda _: Told()))
    books = service.run(reconcile(service.services, "voucher", 1))
    assert (books.owed, books.filed, books.agrees) == (came.amount, 1, True)
    (owed,) = service.read(refunds.open_refunds)
    assert (owed.method, owed.currency, owed.chain_id) == ("voucher", "vouchers", 0)


def test_a_name_that_means_two_ways_is_refused() -> None:
    with pytest.raises(ValueError, match="two payment methods have one name"):
        accepted.by_name((*accepted.METHODS, dataclasses.replace(VOUCHER, name="tempo")))


def test_what_production_has_not_named_is_told_and_begins_nothing(service: Service) -> None:
    bare = Settings(env="production")
    told = accepted.missing_settings(bare)
    assert {one.split(":")[0] for one in told} == {
        *(env_name(name) for name in accepted.METHOD["tempo"].needs),
        "COLDREAD_OPERATOR_EMAIL",
    }
    with pytest.raises(SettingsError, match="COLDREAD_OPERATOR_EMAIL: needed to take payments by voucher"):
        PaymentProcessor(bare)
    assert accepted.missing_settings(Settings()) == []


def test_what_is_not_installed_needs_no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    uninstalled = dataclasses.replace(accepted.METHOD["tempo"], libraries=("a_module_that_nobody_wrote",))
    monkeypatch.setitem(accepted.METHOD, "tempo", uninstalled)
    assert accepted.missing_settings(Settings(env="production")) == []


def test_a_call_that_we_must_send_is_not_offered_to_those_who_send_themselves(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They would pay, and be told afterwards that this call is paid another way."""
    monkeypatch.setitem(accepted.METHOD, "voucher", dataclasses.replace(VOUCHER, modes={"code": "push"}))
    asked_at = service.post("/v1/scan-paid", json={"url": "https://example.com/"})
    assert [one.parameters["method"] for one in auth_challenges([asked_at.headers["www-authenticate"]])] == [
        "tempo"
    ]
    assert [one["method"] for one in challenges_of(service)] == ["tempo", "voucher"]
    told = service.get("/v1/openapi.json").json()["paths"]
    offers = {
        path: told[path]["post"]["x-payment-info"]["offers"] for path in ("/v1/scan-paid", "/v1/quick-fix")
    }
    assert [[one["method"] for one in of] for of in offers.values()] == [["tempo"], ["tempo", "voucher"]]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"needs": ("no_such_setting",)}, "reads the setting no_such_setting, and there is none"),
        ({"network": "nowhere"}, "reads the setting nowhere, and there is none"),
        ({"modes": {"a_kind_of_payload": "pull"}}, "a_kind_of_payload is longer than 12 characters"),
        ({"name": "v" * 65}, "is longer than 64 characters"),
    ],
)
def test_a_row_that_does_not_fit_is_named_when_a_process_starts(
    monkeypatch: pytest.MonkeyPatch, wrong: dict[str, Any], told: str
) -> None:
    monkeypatch.setattr(accepted, "METHODS", (*accepted.METHODS, dataclasses.replace(VOUCHER, **wrong)))
    assert [one for one in startup_checks.payment_methods_that_do_not_fit() if told in one]


def test_a_file_that_no_table_names_is_named_when_a_process_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(startup_checks.payment_methods_that_do_not_fit()) == []
    monkeypatch.setattr(accepted, "METHODS", ())
    assert list(startup_checks.payment_methods_that_do_not_fit()) == [
        "payments/methods/tempo.py is not in METHODS of payments/accepted.py"
    ]


def test_books_of_a_method_that_is_gone_or_silent_leave_the_others_alone(service: Service) -> None:
    """A night's comparison is put off for what was not compared, and for nothing that is no longer sold by."""
    now = service.clock.now()
    row = {"next_block": 1, "report": "{}"}
    service.write(
        lambda session: session.run(
            sa.insert(payment_reconciliations),
            [
                {"method": "tempo", "at": now, **row},
                {"method": "voucher", "at": now, **row},
                {"method": "gone", "at": 0, **row},
            ],
        )
    )
    settings = dataclasses.replace(service.services.settings, operator_email="op@example.com")
    assert service.write(queue_nightly, settings) == 0
    service.write(
        lambda session: session.run(
            sa.delete(payment_reconciliations).where(payment_reconciliations.c.method == "voucher")
        )
    )
    assert service.write(queue_nightly, settings) == 1
