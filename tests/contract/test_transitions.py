"""The lifecycle: who may go where, who may ask, and what a move leaves behind."""

from __future__ import annotations

from typing import Any

import pytest

from coldread.base.clock import DAY, HOUR, rfc3339
from tests.harness.desk import audit, desk
from tests.harness.refusals import pointers, refusal
from tests.harness.service import ADMIN, START, V1_WISH, WAYS, WISH, Service

#: written down here by hand, from the published table: the code's own table is what is on trial
LEGAL: dict[str, tuple[str, ...]] = {
    "submitted": ("reviewing", "rejected", "expired"),
    "reviewing": ("needs_info", "accepted", "rejected", "expired"),
    "needs_info": ("reviewing", "rejected", "expired"),
    "accepted": ("billing_pending", "rejected", "expired"),
    "billing_pending": ("paid", "rejected", "expired"),
    "paid": ("in_progress",),
    "in_progress": ("delivered",),
    "delivered": (),
    "rejected": (),
    "expired": (),
}
NEXT_ACTION = {
    "reviewing": "wait_for_review",
    "needs_info": "provide_more_info",
    "accepted": "await_billing_instructions",
    "billing_pending": "complete_billing",
    "paid": "wait_for_delivery",
    "in_progress": "wait_for_delivery",
    "delivered": "review_complete",
    "rejected": "request_closed",
    "expired": "request_closed",
}
#: as `allowed_transitions` lists them
LIFECYCLE = list(LEGAL)
KEYED = {"Authorization": f"Bearer {ADMIN}"}


def way(order_id: str) -> str:
    return f"/v1/internal/orders/{order_id}/transition"


def test_the_table_on_trial_has_18_legal_pairs() -> None:
    """Line 95."""
    assert sum(len(targets) for targets in LEGAL.values()) == 18


@pytest.mark.parametrize("start", LEGAL)
def test_every_legal_pair_moves_the_order(service: Service, start: str) -> None:
    """Lines 92, 94."""
    for target in LEGAL[start]:
        order_id = service.order_in(start)
        answer = service.move(order_id, target)
        assert answer.status_code == 200, (start, target, answer.text)
        body = answer.json()
        assert (body["order_id"], body["status"]) == (order_id, target)
        assert body["next_action"] == NEXT_ACTION[target]
        seen = desk(service, order_id)["order"] if target == "expired" else service.seen(order_id)
        assert {name: seen[name] for name in body if name in seen} == body
        assert set(body) >= {"order_id", "status", "next_action", "updated_at"}


@pytest.mark.parametrize("start", LEGAL)
def test_every_other_pair_is_refused_and_changes_nothing(service: Service, start: str) -> None:
    """Lines 93, 95, 96."""
    order_id = service.order_in(start)
    before = desk(service, order_id)["order"]
    trail = audit(service, order_id)
    for target in [status for status in LEGAL if status not in LEGAL[start]]:
        patch = {"external_reference": "F-1", "spec_md": "# x"}
        body = refusal(service.move(order_id, target, note="no", patch=patch), 409, "illegal-transition")
        assert (body["current_status"], body["requested_status"]) == (start, target)
        assert body["allowed_transitions"] == sorted(LEGAL[start], key=LIFECYCLE.index)
    assert desk(service, order_id)["order"] == before
    assert audit(service, order_id) == trail


@pytest.mark.parametrize(
    "authorization",
    [
        None,
        "",
        "Bearer",
        "Bearer ",
        "Bearer wrong",
        f"Bearer {ADMIN}x",
        f"Bearer {ADMIN[:-1]}",
        f"Bearer {ADMIN.upper()}",
        f"Basic {ADMIN}",
        f"Payment {ADMIN}",
        ADMIN,
        f"Bearer {ADMIN} {ADMIN}",
        f"Bearer,{ADMIN}",
        "Bearer \xe5\xe4\xf6",
    ],
    ids=repr,
)
def test_without_the_admin_secret_nothing_moves(quick_service: Service, authorization: str | None) -> None:
    """Lines 85, 93."""
    order_id = quick_service.order()["order_id"]
    headers = {} if authorization is None else {"Authorization": authorization.encode("latin-1")}
    answer = quick_service.post(way(order_id), json={"to_status": "reviewing"}, headers=headers)
    refusal(answer, 401, "unauthorized")
    assert answer.headers["www-authenticate"].startswith("Bearer")
    assert quick_service.seen(order_id)["status"] == "submitted"


def test_the_pipeline_key_is_no_admin_secret(make_service: Any) -> None:
    """Lines 85, 139: the two are not interchangeable."""
    pipeline_key = "pipeline-key-of-at-least-32-characters"
    service = make_service(pipeline_key=pipeline_key)
    order_id = service.order()["order_id"]
    refusal(service.move(order_id, "reviewing", key=pipeline_key), 401, "unauthorized")
    answer = service.post(
        way(order_id), json={"to_status": "reviewing"}, headers={"X-Pipeline-Key": pipeline_key}
    )
    refusal(answer, 401, "unauthorized")


def test_while_rotating_two_secrets_are_good(make_service: Any) -> None:
    """Line 85."""
    new = "another-secret-of-at-least-32-characters"
    service = make_service(admin_secret=f"{ADMIN},{new}")
    order_id = service.order()["order_id"]
    assert service.move(order_id, "reviewing", key=ADMIN).status_code == 200
    assert service.move(order_id, "accepted", key=new).status_code == 200
    refusal(service.move(order_id, "rejected", key=f"{ADMIN},{new}"), 401, "unauthorized")


def test_the_scheme_is_read_without_regard_to_case(quick_service: Service) -> None:
    """Line 85: RFC 9110, 11.1."""
    order_id = quick_service.order()["order_id"]
    headers = {"Authorization": f"bearer {ADMIN}"}
    assert (
        quick_service.post(way(order_id), json={"to_status": "reviewing"}, headers=headers).status_code == 200
    )


TOO_LARGE = b" " * (8 * 1024 * 1024 + 1)
MISSING = "INV-xxxxxxxx"


def test_the_key_is_looked_at_first(quick_service: Service) -> None:
    """Lines 85, 93: 401 comes before 413, 415, 400, 404 and 409."""
    delivered = quick_service.order_in("delivered")
    asked: tuple[tuple[str, dict[str, Any]], ...] = (
        (delivered, {"content": TOO_LARGE}),
        (delivered, {"content": "{}", "headers": {"Content-Type": "text/plain"}}),
        (delivered, {"content": "{"}),
        (delivered, {"json": {}}),
        (MISSING, {"json": {"to_status": "reviewing"}}),
        (delivered, {"json": {"to_status": "reviewing"}}),
    )
    for order_id, request in asked:
        refusal(quick_service.post(way(order_id), **request), 401, "unauthorized")


def test_size_and_media_type_come_before_the_content(quick_service: Service) -> None:
    """Line 93: 413 and 415 come before 400 and 404."""
    refusal(quick_service.post(way(MISSING), content=TOO_LARGE, headers=KEYED), 413, "payload-too-large")
    answer = quick_service.post(way(MISSING), content="{", headers={**KEYED, "Content-Type": "text/plain"})
    refusal(answer, 415, "unsupported-media-type")


def test_the_content_comes_before_the_order(quick_service: Service) -> None:
    """Line 93: 400 comes before 404 and 409."""
    delivered = quick_service.order_in("delivered")
    for order_id in (MISSING, delivered):
        assert pointers(quick_service.move(order_id, "flying")) == {"#/to_status"}
        refusal(quick_service.post(way(order_id), content="{", headers=KEYED), 400, "malformed-json")


def test_an_unknown_order_is_not_found(service: Service) -> None:
    """Line 93: 404 for any move, legal from somewhere or not."""
    for status in WAYS:
        refusal(service.move(MISSING, status), 404, "not-found")


@pytest.mark.parametrize("value", [None, "", "Paid", "done", 1, True, ["paid"], {}], ids=repr)
def test_the_target_must_be_a_status(lasting_service: Service, value: object) -> None:
    """Lines 8, 86."""
    order_id = lasting_service.order()["order_id"]
    answer = lasting_service.post(way(order_id), json={"to_status": value}, headers=KEYED)
    assert pointers(answer) == {"#/to_status"}


def test_the_target_is_required(lasting_service: Service) -> None:
    """Line 86."""
    order_id = lasting_service.order()["order_id"]
    assert pointers(lasting_service.post(way(order_id), json={}, headers=KEYED)) == {"#/to_status"}


@pytest.mark.parametrize(("field", "most"), [("substatus", 120), ("note", 2000)])
@pytest.mark.parametrize("beyond", [-1, 0, 1])
def test_words_about_a_move_have_their_longest_length(
    lasting_service: Service, field: str, most: int, beyond: int
) -> None:
    """Lines 87, 88."""
    order_id = lasting_service.order()["order_id"]
    answer = lasting_service.move(order_id, "reviewing", **{field: "😀" * (most + beyond)})
    if beyond > 0:
        assert pointers(answer) == {f"#/{field}"}
        assert lasting_service.seen(order_id)["status"] == "submitted"
    else:
        assert answer.status_code == 200


def test_unknown_fields_beside_the_patch_are_ignored(lasting_service: Service) -> None:
    """Lines 86, 89."""
    order_id = lasting_service.order()["order_id"]
    assert (
        lasting_service.move(order_id, "reviewing", reason="because", substatus=None, note=None).status_code
        == 200
    )


def test_the_substatus_is_the_last_moves_and_is_cleared_by_a_move_without_one(service: Service) -> None:
    """Lines 87, 92."""
    order_id = service.order()["order_id"]
    moved = service.move(order_id, "reviewing", substatus="waiting for Eva")
    assert moved.json()["substatus"] == service.seen(order_id)["substatus"] == "waiting for Eva"
    service.move(order_id, "needs_info", substatus="which page?")
    assert service.seen(order_id)["substatus"] == "which page?"
    service.move(order_id, "reviewing")
    assert service.seen(order_id)["substatus"] is None


def test_the_audit_trail_tells_every_move(service: Service) -> None:
    """Lines 88, 91."""
    order_id = service.order()["order_id"]
    service.clock.move(HOUR)
    service.move(order_id, "reviewing", note="Looks good", substatus="Eva has it")
    service.clock.move(HOUR)
    service.move(order_id, "accepted", patch={"external_reference": "F-17"})
    created, reviewing, accepted = audit(service, order_id)
    assert (created["from"], created["to"]) == (None, "submitted")
    assert (reviewing["from"], reviewing["to"], reviewing["at"]) == (
        "submitted",
        "reviewing",
        rfc3339(START + HOUR),
    )
    assert (reviewing["note"], reviewing["substatus"]) == ("Looks good", "Eva has it")
    assert (accepted["from"], accepted["to"]) == ("reviewing", "accepted")
    assert "F-17" in str(accepted["patch"])


def test_the_time_of_change_always_grows(service: Service) -> None:
    """Line 92: even while the clock stands still or jumps back."""
    order_id = service.order()["order_id"]
    told = [service.seen(order_id)["updated_at"]]
    for step, jump in (("reviewing", 0), ("needs_info", -DAY), ("reviewing", -1), ("accepted", HOUR)):
        service.clock.move(jump)
        answer = service.move(order_id, step)
        assert answer.status_code == 200
        told.append(answer.json()["updated_at"])
        assert service.seen(order_id)["updated_at"] == told[-1]
    assert told == sorted(set(told))


def test_of_equal_moves_at_once_one_wins(service: Service) -> None:
    """Lines 91, 93."""
    order_id = service.order()["order_id"]
    asked = {"json": {"to_status": "reviewing", "note": "me"}, "headers": KEYED}
    answers = service.together(*(service.request("POST", way(order_id), **asked) for _ in range(8)))
    assert sorted(answer.status_code for answer in answers) == [200, *[409] * 7]
    for answer in answers:
        if answer.status_code == 409:
            assert refusal(answer, 409, "illegal-transition")["current_status"] == "reviewing"
    assert len(audit(service, order_id)) == 2


def test_a_v1_invoice_is_moved_by_the_same_endpoint(service: Service) -> None:
    """Lines 94, 103: it subsumes marking an invoice paid or done."""
    invoice_id = service.post("/v1/cold-read/request", json=V1_WISH).json()["invoice_id"]
    for step in ("paid", "in_progress", "delivered"):
        assert service.move(invoice_id, step).status_code == 200
    assert service.get(f"/v1/cold-read/{invoice_id}").json()["status"] == "done"


def test_moving_one_order_leaves_others_alone(service: Service) -> None:
    """Line 99."""
    mine, other = service.order()["order_id"], service.order(goal=WISH["goal"])["order_id"]
    before = service.get(f"/v1/orders/{other}").content
    service.move(mine, "reviewing", patch={"external_reference": "F-1"})
    assert service.get(f"/v1/orders/{other}").content == before
