"""In production without a model quick-fix and audit are not sold: said wherever calls are listed; what was paid is honoured or owed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from coldread import doctor
from coldread.advice import answers
from coldread.base.clock import MINUTE
from coldread.base.settings import Settings
from coldread.payments.accounting import ledger, refunds
from coldread.payments.methods.method import ChainOutcome
from coldread.payments.on_sale import is_sold
from coldread.payments.prices import CALL, CALLS
from coldread.payments.states import State
from tests.base.test_settings import PRODUCTION
from tests.harness.refusals import refusal
from tests.harness.service import Service
from tests.payments.scripted_chain import PATH, buy, by_hash, challenge_of, paying, scripted
from tests.payments.test_demand import BODIES
from tests.payments.test_fetched_again import over_a2a, over_mcp

MakeService = Callable[..., Service]
SHOP = {
    name.removeprefix("COLDREAD_").lower(): value
    for name, value in PRODUCTION.items()
    if name not in ("COLDREAD_ENV", "COLDREAD_ADMIN_SECRET")
}
LIVE = {**SHOP, "env": "production"}
UNSOLD = ("/v1/quick-fix", "/v1/audit")
NOTE = "Unavailable on this server: no model is configured"


@pytest.mark.parametrize(
    ("settings", "sold"),
    [
        ({"env": "development"}, True),
        ({"env": "production"}, False),
        ({"env": "production", "sell_without_model": True}, True),
        ({"env": "production", "llm_provider": "openai", "llm_model": "m"}, True),
    ],
)
def test_what_a_model_does_is_sold_in_production_with_a_model_alone(
    settings: dict[str, Any], sold: bool
) -> None:
    assert {call.name: is_sold(call, Settings(**settings)) for call in CALLS} == {
        "quick-fix": sold,
        "audit": sold,
        "scan-paid": True,
    }


def test_they_answer_503_and_ask_for_no_money(make_service: MakeService) -> None:
    service = make_service(**LIVE)
    scripted(service)
    for path in UNSOLD:
        for body in (BODIES[path], {}):
            answer = service.post(path, json=body)
            assert NOTE in refusal(answer, 503, "unavailable")["detail"]
            assert "www-authenticate" not in answer.headers
            assert answer.headers["retry-after"] == "86400"
    assert service.post("/v1/scan-paid", json=BODIES["/v1/scan-paid"]).status_code == 402
    told = service.run(over_mcp(service, None)).json()
    assert "challenges" not in str(told)
    assert NOTE in str(told)
    assert "Retry-After: 86400 seconds." in told["result"]["content"][0]["text"]
    over_agents = service.run(over_a2a(service, None))
    assert over_agents.status_code == 503
    assert NOTE in over_agents.text


def test_a_payment_that_was_not_sent_is_let_go(make_service: MakeService) -> None:
    selling = make_service(**SHOP)
    challenge = challenge_of(selling)
    service = make_service(**LIVE)
    chain = scripted(service)
    chain.verifying = RuntimeError("nobody needs to ask the chain")
    answer = buy(service, paying(challenge))
    refusal(answer, 503, "unavailable")
    assert "www-authenticate" not in answer.headers
    assert chain.charged == []
    assert service.read(ledger.find, challenge["id"]) is None


def test_a_payment_that_was_checked_and_not_sent_before_is_let_go(
    make_service: MakeService, monkeypatch: pytest.MonkeyPatch
) -> None:
    selling = make_service(**SHOP)
    challenge = challenge_of(selling)
    scripted(selling)
    with monkeypatch.context() as patched:  # as if the process had died before it sent anything
        patched.setattr(ledger, "mark_settling", lambda *_: False)
        buy(selling, paying(challenge))
    entry = selling.read(ledger.find, challenge["id"])
    assert entry is not None
    assert entry.state == State.RESERVED
    service = make_service(**LIVE)
    service.clock.move(MINUTE)
    chain = scripted(service)
    refusal(buy(service, paying(challenge)), 503, "unavailable")
    assert chain.charged == []
    assert service.read(ledger.find, challenge["id"]) is None


def test_an_answer_that_was_bought_before_is_given_again(make_service: MakeService) -> None:
    selling = make_service(**SHOP)
    scripted(selling)
    headers = paying(challenge_of(selling))
    bought = buy(selling, headers)
    service = make_service(**LIVE)
    scripted(service)
    again = buy(service, headers)
    assert (again.status_code, again.content) == (200, bought.content)
    assert again.headers["idempotency-replayed"] == "true"


def test_what_was_charged_without_an_answer_is_owed_and_not_executed(
    make_service: MakeService, monkeypatch: pytest.MonkeyPatch
) -> None:
    selling = make_service(**SHOP)
    scripted(selling)
    headers = paying(challenge_of(selling))

    async def broken(*_: Any) -> dict[str, Any]:
        raise RuntimeError("the model fell over")

    monkeypatch.setattr(answers, "quick_fix", broken)
    assert buy(selling, headers).status_code == 500
    service = make_service(**LIVE)
    scripted(service)
    for _ in range(2):
        answer = buy(service, headers)
        refusal(answer, 403, "payment-refund-due")
        assert "www-authenticate" not in answer.headers
    (owed,) = service.read(refunds.open_refunds)
    assert (owed.amount, owed.reason) == (
        CALL["quick-fix"].base_units,
        "paid, and the call is not sold any more",
    )


def test_a_transaction_that_was_under_way_is_owed_once_it_came(make_service: MakeService) -> None:
    selling = make_service(**SHOP)
    scripted(selling).settled = ChainOutcome.ABSENT
    challenge = challenge_of(selling)
    refusal(buy(selling, paying(challenge)), 503, "unavailable")
    service = make_service(**LIVE)
    scripted(service)
    refusal(buy(service, paying(challenge)), 403, "payment-refund-due")
    entry = service.read(ledger.find, challenge["id"])
    assert entry is not None
    assert (entry.state, entry.answer) == (State.REFUND_DUE, None)
    assert len(service.read(refunds.open_refunds)) == 1


def test_a_hash_that_was_paid_before_we_see_it_is_owed(make_service: MakeService) -> None:
    challenge = challenge_of(make_service(**SHOP))
    service = make_service(**LIVE)
    scripted(service).mined_at = service.clock.now()
    refusal(buy(service, by_hash(challenge)), 403, "payment-refund-due")
    assert [one.route for one in service.read(refunds.open_refunds)] == [PATH]


def test_every_list_of_calls_says_which_are_unavailable(make_service: MakeService) -> None:
    service = make_service(**LIVE)
    described = service.get("/v1/openapi.json").json()["paths"]
    calls = {
        row["path"]: row for row in service.get("/v1/manifest").json()["prices"]["pay_per_call"]["calls"]
    }
    skills = {row["id"]: row for row in service.get("/.well-known/agent-card.json").json()["skills"]}
    listed = service.run(
        service.request(
            "POST",
            "/mcp",
            json={"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}},
            headers={"Accept": "application/json, text/event-stream"},
        )
    ).json()["result"]["tools"]
    tools = {row["name"]: row["description"] for row in listed}
    pages = {
        path: service.get(path).text.splitlines()
        for path in ("/llms.txt", "/docs.md", "/docs/a2a.md", "/index.md")
    }
    words = {"/index.md": "not sold on this server now"}
    for path, tool in (
        ("/v1/quick-fix", "fix_element"),
        ("/v1/audit", "audit_page"),
        ("/v1/scan-paid", "scan_page_paid"),
    ):
        name, unsold = path.removeprefix("/v1/"), path in UNSOLD
        operation = described[path]["post"]
        assert (NOTE in operation["description"]) is unsold
        assert operation["x-payment-info"].get("available", True) is not unsold
        assert operation["x-payment-info"]["price"]["amount"] == CALL[name].usdc
        assert (calls[path]["available"], "note" in calls[path]) == (not unsold, unsold)
        assert ("unavailable" in skills[name]["tags"], NOTE in skills[name]["description"]) == (
            unsold,
            unsold,
        )
        assert (NOTE in tools[tool]) is unsold
        for page, lines in pages.items():
            mark = f"`{name}`" if page == "/docs/a2a.md" else path
            about = [
                line for line in lines if mark in line and (CALL[name].usdc in line or page == "/docs/a2a.md")
            ]
            assert any(words.get(page, NOTE) in line for line in about) is unsold, (page, name, about)
    assert "inte på den här servern" in service.get("/?lang=sv", headers={"Accept": "text/html"}).text
    assert set(skills) == {"scan", "cold-read-request", "cold-read-status", "cold-read-rescan", *CALL}


def test_where_all_is_sold_nothing_is_marked(quick_service: Service) -> None:
    for path in (
        "/v1/openapi.json",
        "/.well-known/agent-card.json",
        "/llms.txt",
        "/docs.md",
        "/index.md",
        "/v1/manifest",
    ):
        told = quick_service.get(path).text
        assert NOTE not in told
        assert "not sold on this server" not in told


def test_the_doctor_warns_where_gaps_are_sold(tmp_path: Any) -> None:
    def told(**more: str) -> list[tuple[str, str]]:
        environ = {**PRODUCTION, "COLDREAD_DATA_DIR": str(tmp_path), "COLDREAD_SCAN_ENGINE": "lite", **more}
        return [(one.mark, one.says) for one in doctor.examine(environ) if one.what == "quick-fix and audit"]

    ((mark, says),) = told()
    assert (mark, says.split(",")[0]) == ("✓", "not sold")
    ((mark, says),) = told(COLDREAD_SELL_WITHOUT_MODEL="1")
    assert (mark, says.split(" (")[0]) == ("!", "sold without a model")
    assert told(COLDREAD_LLM_PROVIDER="openai", COLDREAD_LLM_MODEL="m") == []
