"""The files of a cold-read: from when, for how long, and as what they are served."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from coldread.base.clock import DAY, HOUR
from coldread.orders.files.deliverables import store_file
from tests.harness.refusals import refusal
from tests.harness.service import WAYS, Service

DRAFT, FINAL, DIFF = "spec_draft.md", "spec_final.md", "diff.patch"
PATCH = "--- a/index.html\n+++ b/index.html\n@@ -1 +1 @@\n-<h1>Bread</h1>\n+<h1>Fresh bread</h1>\n"


def path(order_id: str, file: str) -> str:
    return f"/deliverables/{order_id}/{file}"


def store(service: Service, order_id: str, file: str, content: str) -> None:
    """What a later room does: put a file beside an order."""

    def put(session: object) -> None:
        store_file(
            session,  # type: ignore[arg-type]
            service.services.contents,
            order_id=order_id,
            file=file,
            content=content.encode(),
            author="test",
        )

    service.write(put)


def delivered(service: Service) -> str:
    order_id = service.order_in("billing_pending")
    service.move(order_id, "paid", patch={"spec_md": "# Draft å 😀\n"})
    service.move(order_id, "in_progress")
    service.clock.move(2 * HOUR)
    service.move(order_id, "delivered", patch={"spec_md": "# Final\n"})
    return order_id


def status_of(service: Service, order_id: str, file: str) -> int:
    return service.get(path(order_id, file)).status_code


@pytest.mark.parametrize("step", ["billing_pending", "paid"])
def test_a_draft_is_published_an_hour_after_the_payment(service: Service, step: str) -> None:
    """Lines 38, 74, 114: however early it was stored."""
    order_id = service.order_in("accepted")
    for move in ("billing_pending", "paid"):
        service.move(order_id, move, patch={"spec_md": "# Draft"} if move == step else None)
    service.clock.move(HOUR - 1)
    refusal(service.get(path(order_id, DRAFT)), 404, "not-found")
    assert service.seen(order_id)["draft_url"] is None
    service.clock.move(1)
    answer = service.get(path(order_id, DRAFT))
    assert (answer.status_code, answer.text) == (200, "# Draft")
    seen = service.seen(order_id)
    assert seen["draft_url"] == seen["_links"]["draft_result"]["href"]
    assert service.get(seen["draft_url"]).text == "# Draft"


def test_a_draft_that_comes_late_is_published_at_once(service: Service) -> None:
    """Lines 38, 74."""
    order_id = service.order_in("paid")
    service.clock.move(3 * HOUR)
    assert service.seen(order_id)["draft_url"] is None
    service.move(order_id, "in_progress", patch={"spec_md": "# Late"})
    assert service.get(path(order_id, DRAFT)).text == "# Late"


def test_a_draft_without_a_payment_is_never_published(service: Service) -> None:
    """Lines 38, 114."""
    order_id = service.order()["order_id"]
    service.move(order_id, "reviewing", patch={"spec_md": "# Draft"})
    service.clock.move(5 * HOUR)
    assert status_of(service, order_id, DRAFT) == 404
    assert service.seen(order_id)["draft_url"] is None


def test_the_latest_draft_wins(service: Service) -> None:
    """Line 90."""
    order_id = service.order_in("billing_pending")
    service.move(order_id, "paid", patch={"spec_md": "# First"})
    service.move(order_id, "in_progress", patch={"spec_md": "# Second"})
    service.clock.move(HOUR)
    assert service.get(path(order_id, DRAFT)).text == "# Second"


def test_the_publication_time_is_a_setting(make_service: Callable[..., Service]) -> None:
    """Line 38."""
    service = make_service(draft_after_s="0")
    order_id = service.order_in("billing_pending")
    service.move(order_id, "paid", patch={"spec_md": "# Draft"})
    assert status_of(service, order_id, DRAFT) == 200


def test_final_and_diff_are_readable_only_from_delivery(service: Service) -> None:
    """Lines 74, 114."""
    order_id = service.order_in("in_progress")
    store(service, order_id, FINAL, "# Final")
    store(service, order_id, DIFF, PATCH)
    service.clock.move(2 * HOUR)
    assert (status_of(service, order_id, FINAL), status_of(service, order_id, DIFF)) == (404, 404)
    service.move(order_id, "delivered")
    assert (status_of(service, order_id, FINAL), status_of(service, order_id, DIFF)) == (200, 200)
    seen = service.seen(order_id)
    assert service.get(seen["_links"]["diff"]["href"]).text == PATCH
    assert service.get(seen["_links"]["result"]["href"]).text == "# Final"
    assert (seen["diff_url"], seen["delivery_url"]) == (seen["_links"]["diff"]["href"], seen["final_url"])


def test_draft_and_final_are_two_files(service: Service) -> None:
    """Lines 75, 105, 112."""
    order_id = delivered(service)
    assert service.get(path(order_id, DRAFT)).text == "# Draft å 😀\n"
    assert service.get(path(order_id, FINAL)).text == "# Final\n"
    seen = service.seen(order_id)
    assert seen["delivery_url"] == seen["final_url"] != seen["draft_url"]


def test_a_draft_overtaken_by_delivery_stays_readable(service: Service) -> None:
    """Lines 74, 133."""
    order_id = service.order_in("billing_pending")
    service.move(order_id, "paid", patch={"spec_md": "# Draft"})
    service.move(order_id, "in_progress")
    service.move(order_id, "delivered", patch={"spec_md": "# Final"})
    service.clock.move(HOUR)
    assert service.get(path(order_id, DRAFT)).text == "# Draft"
    assert service.seen(order_id)["draft_url"] is not None


def test_a_bare_delivery_has_no_final(service: Service) -> None:
    """Lines 74, 94."""
    order_id = service.order_in("delivered")
    seen = service.seen(order_id)
    assert (seen["final_url"], seen["delivery_status"]) == (None, "delivered")
    assert [status_of(service, order_id, file) for file in (DRAFT, FINAL, DIFF)] == [404] * 3


@pytest.mark.parametrize(
    ("file", "media_type"),
    [
        (DRAFT, "text/markdown; charset=utf-8"),
        (FINAL, "text/markdown; charset=utf-8"),
        (DIFF, "text/x-diff; charset=utf-8"),
    ],
)
def test_each_file_is_served_raw_and_harmless(service: Service, file: str, media_type: str) -> None:
    """Lines 113, 114."""
    order_id = delivered(service)
    store(service, order_id, DIFF, PATCH)
    answer = service.get(path(order_id, file))
    assert answer.status_code == 200
    assert answer.headers["content-type"] == media_type
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "sandbox" in answer.headers["content-security-policy"]
    assert "noindex" in answer.headers["x-robots-tag"]
    assert answer.headers["etag"].startswith('"')


def test_an_unchanged_file_answers_304(service: Service) -> None:
    """Line 113."""
    order_id = delivered(service)
    tag = service.get(path(order_id, FINAL)).headers["etag"]
    again = service.get(path(order_id, FINAL), headers={"If-None-Match": tag})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert service.get(path(order_id, DRAFT), headers={"If-None-Match": tag}).status_code == 200


def test_head_tells_the_size_without_the_file(service: Service) -> None:
    """Line 113."""
    order_id = delivered(service)
    head = service.run(service.request("HEAD", path(order_id, DRAFT)))
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == str(len("# Draft å 😀\n".encode()))


@pytest.mark.parametrize(
    "file",
    [
        "spec.md",
        "SPEC_FINAL.MD",
        "spec_final.md.bak",
        "spec_final",
        "%2e%2e%2fspec_final.md",
        "spec_final.md%00",
    ],
)
def test_there_are_no_other_names(quick_service: Service, file: str) -> None:
    """Lines 112, 114."""
    answer = quick_service.get(path(delivered(quick_service), file))
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("file", [DRAFT, FINAL, DIFF])
@pytest.mark.parametrize("status", WAYS)
def test_what_is_not_stored_is_not_found(lasting_service: Service, status: str, file: str) -> None:
    """Line 114."""
    refusal(lasting_service.get(path(lasting_service.order_in(status), file)), 404, "not-found")


def test_the_files_of_an_unknown_order_are_not_found(quick_service: Service) -> None:
    """Line 114."""
    refusal(quick_service.get(path("INV-xxxxxxxx", FINAL)), 404, "not-found")


@pytest.mark.parametrize("file", [DRAFT, FINAL])
def test_files_stay_for_twelve_months_after_delivery(service: Service, file: str) -> None:
    """Line 114."""
    order_id = delivered(service)
    service.clock.move(364 * DAY)
    assert status_of(service, order_id, file) == 200
    service.clock.move(3 * DAY)
    refusal(service.get(path(order_id, file)), 404, "not-found")
