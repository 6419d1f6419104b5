"""What creation answers, decides by itself, and refuses."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from coldread.base.clock import DAY, rfc3339
from tests.harness.desk import audit, desk, orders_stored
from tests.harness.refusals import pointers, refusal
from tests.harness.service import BASE_URL, START, V1_WISH, WISH, Service

ERICSSON = "5560160680"  # a Swedish organisation number whose checksum holds
FULL: dict[str, Any] = {
    **WISH,
    "constraints": "No new colours",
    "primary_goal": "paid_signup",
    "pain_point": "They leave at the price table",
    "competitors": ["https://rival.example/"],
    "notes": "secret notes",
    "html": "<h1>Bread</h1>",
    "jsx": "<Bread />",
    "repo_url": "https://code.example/bread",
    "repo_format": "next.js",
    "billing_method_preference": "umbrella_invoice",
    "billing": {"company_name": "Bageri AB", "org_number": ERICSSON},
    "source": "agent",
    "agent_name": "Helper",
    "agent_on_behalf_of": "Anna",
    "client": {"type": "agent", "name": "Helper", "on_behalf_of": "Anna"},
}


def test_the_answer_says_what_was_made_and_where_to_look(service: Service) -> None:
    """Lines 59, 61, 80."""
    answer = service.post("/v1/cold-read-requests", json=WISH)
    assert answer.status_code == 201
    body = answer.json()
    message = body.pop("message")
    links = body.pop("_links")
    order_id = body.pop("order_id")
    body.pop("price", None)
    assert body == {
        "service": "cold_read",
        "status": "submitted",
        "next_action": "wait_for_review",
        "question": None,
        "human_action_required": False,
        "waits_for": {
            "on": "operator",
            "why": "first_answer",
            "since": "2026-11-15T09:20:00.000000Z",
        },
        "billing_status": "not_started",
        "delivery_status": "not_started",
        "human_handoff": True,
        "amount": 3900,
        "currency": "SEK",
        "poll_interval_sec": 60,
        "created_at": rfc3339(START),
        "expires_at": rfc3339(START + 7 * DAY),
        "status_url": f"{BASE_URL}/v1/orders/{order_id}",
    }
    assert message
    assert links["self"]["href"] == body["status_url"] == answer.headers["location"]


def test_the_answer_never_offers_to_pay(service: Service) -> None:
    """Lines 60, 140."""
    answer = service.post("/v1/cold-read-requests", json=FULL)
    assert answer.status_code == 201
    assert "pay_url" not in answer.json()
    assert "landing_url" not in answer.json()
    assert "pay" not in answer.json()["_links"]


def test_order_ids_are_eight_unlike_characters(service: Service) -> None:
    """Line 68."""
    made = {service.order()["order_id"] for _ in range(20)}
    assert len(made) == 20
    base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
    assert all(re.fullmatch(rf"INV-[{base58}]{{8}}", order_id) for order_id in made)


def test_without_a_key_every_post_is_a_new_order(service: Service) -> None:
    """Line 66."""
    assert service.order()["order_id"] != service.order()["order_id"]
    assert orders_stored(service) == 2


def test_what_was_sent_is_shown(service: Service) -> None:
    """Lines 69, 70."""
    seen = service.seen(service.order(**FULL)["order_id"])
    hidden = {"notes", "html", "jsx", "repo_url", "repo_format", "client"}
    assert {name: seen[name] for name in FULL if name not in hidden} == {
        name: value for name, value in FULL.items() if name not in hidden
    }


def test_what_is_not_shown_reaches_the_operator(quick_service: Service) -> None:
    """Lines 48, 49, 50, 51, 58."""
    seen = desk(quick_service, quick_service.order(**FULL)["order_id"])
    assert (seen["notes"], seen["repo_url"]) == (FULL["notes"], FULL["repo_url"])
    assert {file["kind"]: file["characters"] for file in seen["source_files"]} == {"html": 14, "jsx": 9}
    assert seen["client"] == FULL["client"]


def test_an_order_by_api_comes_from_an_agent_unless_it_says_otherwise(quick_service: Service) -> None:
    """Lines 7, 55."""
    assert quick_service.seen(quick_service.order()["order_id"])["source"] == "agent"
    assert quick_service.seen(quick_service.order(source="web")["order_id"])["source"] == "web"


@pytest.mark.parametrize("field", sorted(set(FULL) - set(WISH)))
def test_null_for_an_optional_field_is_absence(lasting_service: Service, field: str) -> None:
    """Lines 41, 70."""
    with_null = lasting_service.seen(lasting_service.order(**{field: None})["order_id"])
    absent = lasting_service.seen(lasting_service.order()["order_id"])
    if field in absent:
        assert with_null[field] == absent[field]


def test_unknown_fields_are_ignored(quick_service: Service) -> None:
    """Lines 41, 62."""
    order = quick_service.order(
        favourite_colour="blue",
        order_id="INV-mine0000",
        status="paid",
        billing={"iban": "x"},
        client={"os": "y"},
    )
    assert order["status"] == "submitted"
    assert order["order_id"] != "INV-mine0000"
    assert order["ignored"] == ["favourite_colour", "order_id", "status"]


def test_unknown_fields_are_named_shortened_and_only_where_there_are_some(quick_service: Service) -> None:
    assert "ignored" not in quick_service.order()
    odd = {f"{number:02d}" * 100: None for number in range(30)}
    assert quick_service.order(**odd)["ignored"] == [name[:100] for name in odd][:20]
    told = quick_service.post("/v1/cold-read-requests", json={**WISH, "dry_run": True, "gaol": "x"}).json()
    assert (told["dry_run"], told["ignored"]) == (True, ["gaol"])


def test_a_receiver_that_gets_nothing_is_named(make_quick_service: Callable[..., Service]) -> None:
    receiver = {"webhook_url": "https://a.example/", "webhook_secret": "s" * 16}
    assert make_quick_service(webhooks="0").order(**receiver)["ignored"] == ["webhook_url", "webhook_secret"]
    assert "ignored" not in make_quick_service(webhooks="1").order(**receiver)


def test_creation_leaves_its_row_in_the_audit_trail(service: Service) -> None:
    """Lines 59, 88."""
    (row,) = audit(service, service.order()["order_id"])
    assert (row["from"], row["to"], row["at"]) == (None, "submitted", rfc3339(START))


def test_a_refused_creation_stores_nothing(service: Service) -> None:
    """Line 62."""
    refusal(service.post("/v1/cold-read-requests", json={**WISH, "goal": "x"}), 400, "invalid-input")
    assert orders_stored(service) == 0


@pytest.mark.parametrize(
    ("asked", "accept", "org_number", "given"),
    [
        ("sv", "en", None, "sv"),
        ("en", "sv", ERICSSON, "en"),
        (None, "sv-SE,sv;q=0.9,en;q=0.8", None, "sv"),
        (None, "en-GB", ERICSSON, "en"),
        (None, "en;q=0.5, sv;q=0.9", None, "sv"),
        (None, "de, fr;q=0.8, sv;q=0.2", None, "sv"),
        (None, "SV", None, "sv"),
        (None, "sv;q=0, en;q=0.1", None, "en"),
        (None, "de", ERICSSON, "sv"),
        (None, "de", None, "en"),
        (None, None, ERICSSON, "sv"),
        (None, None, "556016-0680", "sv"),
        (None, None, None, "en"),
        (None, "", ERICSSON, "sv"),
        (None, "!!;;q=x", None, "en"),
    ],
)
def test_the_language_is_asked_for_or_read_from_the_request(
    lasting_service: Service, asked: str | None, accept: str | None, org_number: str | None, given: str
) -> None:
    """Line 59: the additive `language`."""
    body = {**WISH, "language": asked, "billing": {"org_number": org_number}}
    headers = {} if accept is None else {"Accept-Language": accept}
    answer = lasting_service.post("/v1/cold-read-requests", json=body, headers=headers)
    assert lasting_service.seen(answer.json()["order_id"])["language"] == given


@pytest.mark.parametrize("language", ["de", "EN", "", 1], ids=repr)
def test_an_unknown_language_is_refused(lasting_service: Service, language: object) -> None:
    """Line 62."""
    answer = lasting_service.post("/v1/cold-read-requests", json={**WISH, "language": language})
    assert pointers(answer) == {"#/language"}


def test_a_dry_run_tells_price_and_gaps_and_stores_nothing(service: Service) -> None:
    """Line 59: the additive `dry_run`."""
    answer = service.post("/v1/cold-read-requests", json={**WISH, "dry_run": True})
    assert answer.status_code == 200
    body = answer.json()
    assert set(body) == {"dry_run", "price", "missing", "next_action", "human_steps"}
    assert body["dry_run"] is True
    assert (body["price"]["total"], body["next_action"]) == (4875, "wait_for_review")
    assert all(set(gap) == {"pointer", "why"} and gap["pointer"].startswith("#/") for gap in body["missing"])
    assert "#/billing/company_name" in {gap["pointer"] for gap in body["missing"]}
    assert body["human_steps"]
    assert all(isinstance(step, str) and step for step in body["human_steps"])
    assert orders_stored(service) == 0


def test_a_dry_run_names_mistyped_numbers_and_a_way_to_pay_that_is_not_offered(service: Service) -> None:
    asked = {
        "billing_method_preference": "mobile_payment",
        "billing": {"org_number": "5560360794", "vat_id": "SE123"},
    }
    gaps = service.post("/v1/cold-read-requests", json={**WISH, **asked, "dry_run": True}).json()["missing"]
    named = {gap["pointer"] for gap in gaps}
    assert {"#/billing/org_number", "#/billing/vat_id", "#/billing_method_preference"} <= named


def test_a_dry_run_of_a_rehearsal_promises_nothing_that_it_lacks(
    make_service: Callable[..., Service],
) -> None:
    asked = {**WISH, "sandbox": True, "dry_run": True}
    answer = make_service(sandbox="1").post("/v1/cold-read-requests", json=asked).json()
    assert "rehearsal" in " ".join(answer["human_steps"])
    assert "rescan" not in " ".join(answer["human_steps"])


def test_a_dry_run_of_a_complete_request_misses_nothing(quick_service: Service) -> None:
    """Line 59."""
    answer = quick_service.post("/v1/cold-read-requests", json={**FULL, "dry_run": True})
    assert answer.json()["missing"] == []


def test_a_dry_run_is_judged_like_the_real_call(quick_service: Service) -> None:
    """Line 62."""
    answer = quick_service.post("/v1/cold-read-requests", json={**WISH, "goal": "x", "dry_run": True})
    assert pointers(answer) == {"#/goal"}


def test_a_dry_run_does_not_use_up_the_key(quick_service: Service) -> None:
    """Lines 59, 64: only a 201 is stored."""
    key = quick_service.key()
    assert (
        quick_service.post("/v1/cold-read-requests", json={**WISH, "dry_run": True}, headers=key).status_code
        == 200
    )
    assert quick_service.post("/v1/cold-read-requests", json=WISH, headers=key).status_code == 201


@pytest.mark.parametrize("value", [False, None])
def test_dry_run_and_sandbox_switched_off_are_a_real_order(quick_service: Service, value: object) -> None:
    """Line 59."""
    assert quick_service.order(dry_run=value, sandbox=value)["status"] == "submitted"


@pytest.mark.parametrize("field", ["dry_run", "sandbox"])
@pytest.mark.parametrize("value", ["true", 1, "yes", []], ids=repr)
def test_a_switch_is_a_boolean(lasting_service: Service, field: str, value: object) -> None:
    """Line 62."""
    assert pointers(lasting_service.post("/v1/cold-read-requests", json={**WISH, field: value})) == {
        f"#/{field}"
    }


def test_a_sandbox_order_is_refused_unless_the_service_offers_it(quick_service: Service) -> None:
    """Line 62."""
    answer = quick_service.post("/v1/cold-read-requests", json={**WISH, "sandbox": True})
    assert pointers(answer) == {"#/sandbox"}
    assert orders_stored(quick_service) == 0


@pytest.mark.parametrize(
    ("path", "wish"), [("/v1/cold-read-requests", WISH), ("/v1/cold-read/request", V1_WISH)]
)
def test_creation_needs_no_authentication(quick_service: Service, path: str, wish: dict[str, Any]) -> None:
    """Line 28."""
    answer = quick_service.post(path, json=wish, headers={"Authorization": "Bearer of nothing"})
    assert answer.status_code == 201
