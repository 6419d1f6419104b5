"""The operator's refund list on the command line."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from coldread.cli.main import app
from coldread.payments.accounting import refunds
from coldread.payments.accounting.ledger_entry import LedgerEntry
from tests.harness.service import ADMIN, Service

OWED = LedgerEntry(
    challenge_id="c",
    credential_hash="h",
    body_digest="d",
    route="/v1/audit",
    method="tempo",
    kind="hash",
    tx_hash="0x" + "e" * 64,
    leg="",
    valid_before=None,
    payer="0x" + "a" * 40,
    payer_proven=True,
    amount=500_000,
    currency="0x" + "2" * 40,
    chain_id=42431,
)


@pytest.fixture
def run(service: Service, monkeypatch: pytest.MonkeyPatch) -> CliRunner:
    monkeypatch.setenv("COLDREAD_DATABASE_URL", service.settings.database_url)
    monkeypatch.setenv("COLDREAD_DATA_DIR", str(service.settings.data_dir))
    monkeypatch.setenv("COLDREAD_ADMIN_SECRET", ADMIN)
    return CliRunner()


def test_what_is_owed_is_listed_once_and_ticked_off(service: Service, run: CliRunner) -> None:
    assert "nothing is owed" in run.invoke(app, ["refund", "list"]).output
    for _ in range(2):
        service.write(refunds.owe, OWED, "paid after the challenge had expired")
    listed = run.invoke(app, ["refund", "list"]).output
    assert listed.count(OWED.tx_hash) == 1
    assert f"0.50 of {OWED.currency} to {OWED.payer}" in listed
    assert run.invoke(app, ["refund", "done", OWED.tx_hash, "--note", "0xback"]).exit_code == 0
    assert "nothing is owed" in run.invoke(app, ["refund", "list"]).output
    assert run.invoke(app, ["refund", "done", OWED.tx_hash]).exit_code == 1
