"""Asking for money: what an answer 402 says, and when nobody is asked."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from coldread.base.clock import DAY
from coldread.base.db import Session
from coldread.payments.accounting import budget
from coldread.payments.prices import CALLS
from tests.harness.refusals import refusal
from tests.harness.service import Service

PATHS = [call.path for call in CALLS]
BODIES: dict[str, dict[str, Any]] = {
    "/v1/quick-fix": {"url": "https://a.example/", "element_selector": "h1", "problem": "Nobody reads it"},
    "/v1/audit": {"url": "https://a.example/", "primary_goal": "demo", "audience": "Bakers"},
    "/v1/scan-paid": {"url": "https://a.example/", "primary_goal": "demo"},
}


@pytest.fixture
def quiet(tmp_path: Path) -> Any:
    """A service whose RPC does not exist: whatever asks it fails."""
    made = Service(
        f"sqlite:///{tmp_path / 'coldread.db'}", tmp_path / "data", payment_rpc_url="http://127.0.0.1:9"
    )
    yield made
    made.close()


def challenge_in(answer: httpx.Response) -> dict[str, Any]:
    scheme, _, rest = answer.headers["www-authenticate"].partition(" ")
    assert scheme == "Payment"
    fields: dict[str, Any] = dict(re.findall(r'(\w+)="([^"]*)"', rest))
    padded = fields["request"] + "=" * (-len(fields["request"]) % 4)
    fields["request"] = json.loads(base64.urlsafe_b64decode(padded))
    return fields


@pytest.mark.parametrize("path", PATHS)
def test_without_a_credential_the_price_is_asked_for(quiet: Service, path: str) -> None:
    answer = quiet.post(path, json=BODIES[path])
    refusal(answer, 402, "payment-required")
    asked = challenge_in(answer)
    price = next(call for call in CALLS if call.path == path)
    assert (asked["method"], asked["intent"], asked["realm"]) == ("tempo", "charge", "coldread.test")
    assert asked["request"]["amount"] == str(price.base_units)
    assert re.fullmatch(r"0x[0-9a-fA-F]{40}", asked["request"]["recipient"])
    assert asked["digest"].startswith("sha-256=")
    assert answer.headers["cache-control"] == "no-store"
    assert "payment-receipt" not in answer.headers
    assert "errors" not in answer.json()


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "sent",
    [
        {"content": b""},
        {"content": b"{"},
        {"json": {}},
        {"json": {"url": "nowhere"}},
        {"content": b"x" * 70_000},
        {"content": b"a=1", "headers": {"Content-Type": "application/x-www-form-urlencoded"}},
    ],
    ids=["empty", "broken", "nothing in it", "a bad address", "too large", "a form"],
)
def test_a_body_that_we_would_refuse_is_told_before_it_is_paid_for(
    quiet: Service, path: str, sent: dict[str, Any]
) -> None:
    answer = quiet.post(path, **sent)
    refusal(answer, 402, "payment-required")
    assert "digest" not in challenge_in(answer)
    faults = answer.json()["errors"]
    assert faults
    assert all({"pointer", "detail", "code"} <= set(fault) for fault in faults)


@pytest.mark.parametrize(
    ("header", "slug"),
    [
        ("Bearer abc", "payment-required"),
        ("Payment", "malformed-credential"),
        ("Payment !!!", "malformed-credential"),
        ("Payment " + base64.urlsafe_b64encode(b"[1]").decode(), "malformed-credential"),
        (
            "Payment " + base64.urlsafe_b64encode(b'{"challenge": {}, "payload": {}}').decode(),
            "malformed-credential",
        ),
        ("Payment " + base64.urlsafe_b64encode(b'{"challenge": {"id": 1}}').decode(), "malformed-credential"),
        ("Payment " + "A" * 40_000, "malformed-credential"),
        ("Payment " + base64.urlsafe_b64encode(b"\xff\xfe").decode(), "malformed-credential"),
    ],
)
def test_what_cannot_be_read_as_a_credential_is_asked_for_money(
    quiet: Service, header: str, slug: str
) -> None:
    answer = quiet.post("/v1/audit", json=BODIES["/v1/audit"], headers={"Authorization": header})
    refusal(answer, 402, slug)
    assert challenge_in(answer)["id"]


def spend(session: Session, amount: int) -> None:
    budget.count_against_budget(session, amount, budget.day_of(session.now))


def test_nobody_is_asked_once_the_day_is_used_up(make_service: Callable[..., Service]) -> None:
    service = make_service(payment_daily_budget_usdc="1")
    service.write(spend, 600_000)
    assert service.post("/v1/quick-fix", json=BODIES["/v1/quick-fix"]).status_code == 402
    answer = service.post("/v1/audit", json=BODIES["/v1/audit"])
    refusal(answer, 503, "budget-exhausted")
    assert "www-authenticate" not in answer.headers
    assert 0 < int(answer.headers["retry-after"]) <= 86_400
    service.clock.move(DAY)
    assert service.post("/v1/audit", json=BODIES["/v1/audit"]).status_code == 402


def test_a_budget_of_nothing_is_spent(make_service: Callable[..., Service]) -> None:
    service = make_service(payment_daily_budget_usdc="0")
    refusal(service.post("/v1/quick-fix", json={}), 503, "budget-exhausted")


def test_a_closed_service_sells_nothing(make_service: Callable[..., Service]) -> None:
    service = make_service(service_mode="closed")
    for path in PATHS:
        refusal(service.post(path, json=BODIES[path]), 503, "service-closed")


def test_a_budget_is_never_overdrawn_by_many_at_once(make_service: Callable[..., Service]) -> None:
    service = make_service()

    def fits(session: Session) -> bool:
        return budget.count_against_budget(session, 330_000, budget.day_of(session.now), 1_000_000)

    assert [service.write(fits) for _ in range(4)] == [True, True, True, False]
    service.write(budget.give_back, 330_000, budget.day_of(service.clock.now()))
    assert [service.write(fits) for _ in range(2)] == [True, False]


def test_prices_are_told_in_every_document(quick_service: Service) -> None:
    description = quick_service.get("/v1/openapi.json").json()
    manifest = quick_service.get("/v1/manifest").json()["prices"]["pay_per_call"]
    llms = quick_service.get("/llms.txt").text
    card = quick_service.get("/.well-known/agent-card.json").text
    for call in CALLS:
        operation = description["paths"][call.path]["post"]
        told = operation["x-payment-info"]
        assert told["offers"][0]["amount"] == str(call.base_units)
        assert told["price"] == {"mode": "fixed", "amount": call.usdc, "currency": "USD"}
        assert {"200", "402", "409", "429", "503"} <= set(operation["responses"])
        assert call.usdc in {row["amount"] for row in manifest["calls"]}
        assert f"{call.path}`: {call.usdc} USDC" in llms
        assert f"{call.usdc} USDC" in card
