"""The patch of a move: what it may hold, what it overrules, and that it comes with the move or not at all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from coldread.base.clock import HOUR
from tests.harness.desk import audit
from tests.harness.refusals import pointers
from tests.harness.service import BASE_URL, Service

ADDRESSES = ("final_url", "draft_url", "diff_url", "delivery_url", "rescan_url")
#: field, longest
TEXTS = (("external_reference", 200), ("spec_md", 500_000), ("api_key", 100))
WORDS = (
    ("billing_method_final", ("umbrella_invoice", "mobile_payment", "undecided")),
    ("billing_status", ("not_started", "pending", "confirmed", "waived")),
    ("delivery_status", ("not_started", "queued", "active", "delivered")),
)
ELSEWHERE = "https://files.example/spec"


@pytest.mark.parametrize(("field", "word"), [(field, word) for field, words in WORDS for word in words])
def test_any_word_of_the_enumeration_is_taken(lasting_service: Service, field: str, word: str) -> None:
    """Lines 4, 5, 6, 90."""
    order_id = lasting_service.order()["order_id"]
    assert lasting_service.move(order_id, "reviewing", patch={field: word}).status_code == 200
    assert lasting_service.seen(order_id)[field] == word


@pytest.mark.parametrize("field", [field for field, _ in WORDS])
@pytest.mark.parametrize("word", ["", "paid", "Pending", 1, True], ids=repr)
def test_a_word_outside_the_enumeration_is_refused(
    lasting_service: Service, field: str, word: object
) -> None:
    """Line 90."""
    _refused(lasting_service, {field: word}, f"#/patch/{field}")


@pytest.mark.parametrize(("field", "most"), TEXTS)
@pytest.mark.parametrize("beyond", [-1, 0, 1])
def test_a_text_has_its_longest_length(lasting_service: Service, field: str, most: int, beyond: int) -> None:
    """Line 90."""
    patch = {field: "😀" * (most + beyond)}
    if beyond > 0:
        _refused(lasting_service, patch, f"#/patch/{field}")
    else:
        assert (
            lasting_service.move(lasting_service.order()["order_id"], "reviewing", patch=patch).status_code
            == 200
        )


@pytest.mark.parametrize("field", ADDRESSES)
@pytest.mark.parametrize(
    "value", ["files.example", "ftp://files.example/", "https://a:b@files.example/", "", 5]
)
def test_an_address_must_be_one(lasting_service: Service, field: str, value: object) -> None:
    """Line 90."""
    _refused(lasting_service, {field: value}, f"#/patch/{field}")


@pytest.mark.parametrize("field", ["status", "amount", "note", "url", "Billing_status", "paid_at", ""])
@pytest.mark.parametrize("value", ["x", None])
def test_any_other_property_is_refused(lasting_service: Service, field: str, value: object) -> None:
    """Line 89."""
    order_id = lasting_service.order()["order_id"]
    answer = lasting_service.move(order_id, "reviewing", patch={field: value, "external_reference": "F-1"})
    assert len(pointers(answer)) == 1
    seen = lasting_service.seen(order_id)
    assert (seen["status"], seen["external_reference"]) == ("submitted", None)


@pytest.mark.parametrize("patch", ["x", [], 5, True], ids=repr)
def test_a_patch_is_an_object(lasting_service: Service, patch: object) -> None:
    """Line 89."""
    _refused(lasting_service, patch, "#/patch")


@pytest.mark.parametrize(
    "patch", [None, {}, dict.fromkeys(ADDRESSES), {"spec_md": None, "billing_status": None}]
)
def test_null_in_a_patch_is_absence(lasting_service: Service, patch: dict[str, Any] | None) -> None:
    """Lines 89, 90."""
    order_id = lasting_service.order()["order_id"]
    assert lasting_service.move(order_id, "reviewing", patch=patch).status_code == 200
    assert lasting_service.seen(order_id)["billing_status"] == "not_started"


def _refused(service: Service, patch: object, pointer: str) -> None:
    order_id = service.order()["order_id"]
    assert pointers(service.move(order_id, "reviewing", patch=patch)) == {pointer}
    assert service.seen(order_id)["status"] == "submitted"


def test_the_patch_comes_with_the_move(service: Service) -> None:
    """Lines 91, 92."""
    order_id = service.order_in("accepted")
    patch = {
        "billing_method_final": "umbrella_invoice",
        "billing_status": "confirmed",
        "external_reference": "F-2026-17",
        "delivery_status": "queued",
    }
    answer = service.move(order_id, "billing_pending", patch=patch)
    body, seen = answer.json(), service.seen(order_id)
    assert {name: seen[name] for name in patch} == patch
    assert (body["billing_status"], body["delivery_status"]) == ("confirmed", "queued")
    assert seen["status"] == "billing_pending"


def test_what_a_patch_does_not_name_stays(service: Service) -> None:
    """Line 91."""
    order_id = service.order()["order_id"]
    service.move(
        order_id, "reviewing", patch={"external_reference": "F-1", "billing_method_final": "undecided"}
    )
    service.move(order_id, "accepted", patch={"external_reference": "F-2"})
    service.move(order_id, "billing_pending")
    seen = service.seen(order_id)
    assert (seen["external_reference"], seen["billing_method_final"]) == ("F-2", "undecided")


@pytest.mark.parametrize("status", ["not_started", "pending", "waived"])
def test_a_patch_wins_over_what_the_move_sets(service: Service, status: str) -> None:
    """Lines 5, 91."""
    order_id = service.order_in("billing_pending")
    body = service.move(
        order_id, "paid", patch={"billing_status": status, "delivery_status": "not_started"}
    ).json()
    assert (body["billing_status"], body["delivery_status"]) == (status, "not_started")
    seen = service.seen(order_id)
    assert (seen["billing_status"], seen["delivery_status"]) == (status, "not_started")


def test_what_was_waived_stays_waived(service: Service) -> None:
    """Lines 5, 91: no later move asks for the money again."""
    order_id = service.order_in("reviewing")
    service.move(order_id, "accepted", patch={"billing_status": "waived"})
    for step in ("billing_pending", "paid", "in_progress", "delivered"):
        assert service.move(order_id, step).json()["billing_status"] == "waived"


def test_a_fault_in_the_patch_stops_the_move(service: Service) -> None:
    """Line 91: both or neither."""
    order_id = service.order()["order_id"]
    patch = {"external_reference": "F-1", "spec_md": "# Draft", "billing_status": "maybe"}
    assert pointers(service.move(order_id, "reviewing", note="x", patch=patch)) == {"#/patch/billing_status"}
    seen = service.seen(order_id)
    assert (seen["status"], seen["external_reference"]) == ("submitted", None)
    assert len(audit(service, order_id)) == 1


def test_a_rescan_address_of_the_operators_is_shown(service: Service) -> None:
    """Lines 76, 90."""
    order_id = service.order()["order_id"]
    service.move(order_id, "reviewing", patch={"rescan_url": ELSEWHERE})
    assert service.seen(order_id)["rescan_url"] == ELSEWHERE


@pytest.mark.parametrize("field", ["draft_url", "delivery_url"])
def test_a_draft_address_in_a_patch_publishes_the_draft(service: Service, field: str) -> None:
    """Lines 74, 75, 79."""
    order_id = service.order_in("paid")
    service.move(order_id, "in_progress", patch={field: ELSEWHERE})
    seen = service.seen(order_id)
    assert (seen["draft_url"], seen["delivery_url"], seen["final_url"]) == (ELSEWHERE, ELSEWHERE, None)
    assert seen["_links"]["draft_result"]["href"] == ELSEWHERE
    assert "result" not in seen["_links"]
    assert service.get(f"/v1/cold-read/{order_id}").json()["status"] == "draft_ready"


@pytest.mark.parametrize("field", ["final_url", "delivery_url"])
def test_a_final_address_comes_with_delivery(service: Service, field: str) -> None:
    """Lines 74, 75, 79."""
    order_id = service.order_in("in_progress")
    service.move(order_id, "delivered", patch={field: ELSEWHERE, "diff_url": f"{ELSEWHERE}.diff"})
    seen = service.seen(order_id)
    assert (seen["final_url"], seen["delivery_url"]) == (ELSEWHERE, ELSEWHERE)
    assert (seen["draft_url"], seen["diff_url"]) == (None, f"{ELSEWHERE}.diff")
    assert seen["_links"]["result"]["href"] == ELSEWHERE
    assert seen["_links"]["diff"]["href"] == f"{ELSEWHERE}.diff"
    assert "draft_result" not in seen["_links"]


def test_a_final_address_patched_early_waits_for_delivery(service: Service) -> None:
    """Lines 74, 105: final and diff only from delivered."""
    order_id = service.order_in("paid")
    service.move(order_id, "in_progress", patch={"final_url": ELSEWHERE, "diff_url": f"{ELSEWHERE}.diff"})
    seen, old = service.seen(order_id), service.get(f"/v1/cold-read/{order_id}").json()
    for shown in (seen, old):
        assert (shown["final_url"], shown["diff_url"], shown["delivery_url"]) == (None, None, None)
        assert not {"result", "diff"} & set(shown["_links"])
    service.move(order_id, "delivered")
    seen = service.seen(order_id)
    assert (seen["final_url"], seen["diff_url"]) == (ELSEWHERE, f"{ELSEWHERE}.diff")


def test_a_spec_before_delivery_is_the_draft(service: Service) -> None:
    """Lines 38, 74, 90."""
    order_id = service.order_in("billing_pending")
    service.move(order_id, "paid", patch={"spec_md": "# Draft"})
    assert service.seen(order_id)["draft_url"] is None
    service.clock.move(HOUR)
    seen = service.seen(order_id)
    assert seen["draft_url"] == f"{BASE_URL}/deliverables/{order_id}/spec_draft.md"
    assert (seen["delivery_url"], seen["final_url"]) == (seen["draft_url"], None)


def test_a_spec_with_delivery_is_the_final(service: Service) -> None:
    """Lines 74, 75, 90."""
    order_id = service.order_in("in_progress")
    service.move(order_id, "delivered", patch={"spec_md": "# Final"})
    seen = service.seen(order_id)
    assert seen["final_url"] == f"{BASE_URL}/deliverables/{order_id}/spec_final.md"
    assert (seen["delivery_url"], seen["draft_url"]) == (seen["final_url"], None)


def test_an_api_key_is_kept_by_hash_and_last_four_alone(quick_service: Service, tmp_path: Path) -> None:
    """Lines 84, 90."""
    secret = "sk-live-abcdefghijklmnop-7Q4z"
    order_id = quick_service.order()["order_id"]
    quick_service.move(order_id, "reviewing", patch={"api_key": secret})
    assert "7Q4z" in str(audit(quick_service, order_id)[-1]["patch"])
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert files
    assert [path for path in files if secret[:-4].encode() in path.read_bytes()] == []


def test_a_pointer_is_written_as_rfc_6901_wants_it(lasting_service: Service) -> None:
    """Lines 62, 89."""
    _refused(lasting_service, {"a/b~c": 1}, "#/patch/a~1b~0c")
