"""After the cutover the first version redirects for 60 days, and a client that follows keeps working."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urljoin

import httpx
import pytest

from coldread.base.clock import DAY
from tests.harness.refusals import pointers, refusal
from tests.harness.service import BASE_URL, V1_WISH, WISH, Service

CREATE = "/v1/cold-read/request"
CUTOVER = "2026-11-15T09:20:00Z"  # the moment at which the tests' clock starts
SUNSET = "Thu, 14 Jan 2027 09:20:00 GMT"
#: method, V1 path, V2 path
PATHS = (
    ("POST", CREATE, "/v1/cold-read-requests"),
    ("GET", "/v1/cold-read/INV-abcdefgh", "/v1/orders/INV-abcdefgh"),
    ("POST", "/v1/cold-read/INV-abcdefgh/rescan", "/v1/orders/INV-abcdefgh/rescan"),
)


@pytest.fixture
def turned(make_quick_service: Callable[..., Service]) -> Service:
    return make_quick_service(v2_cutover_at=CUTOVER)


def ask(service: Service, method: str, path: str, **kwargs: Any) -> httpx.Response:
    answer: httpx.Response = service.run(service.request(method, path, **kwargs))
    return answer


def follow(service: Service, method: str, path: str, **kwargs: Any) -> httpx.Response:
    return ask(service, method, path, follow_redirects=True, **kwargs)


@pytest.mark.parametrize(("method", "old", "new"), PATHS)
def test_after_the_cutover_each_path_redirects(turned: Service, method: str, old: str, new: str) -> None:
    """Line 111."""
    answer = ask(turned, method, old, json=V1_WISH if method == "POST" else None)
    assert answer.status_code == 308
    assert urljoin(f"{BASE_URL}{old}", answer.headers["location"]) == f"{BASE_URL}{new}?view=v1"
    assert answer.headers["sunset"] == SUNSET
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(("method", "old", "new"), PATHS)
@pytest.mark.parametrize(
    ("since", "status"), [(-1, None), (0, 308), (60 * DAY - 1, 308), (60 * DAY + 1, 404)]
)
def test_the_redirect_lives_for_60_days(
    make_quick_service: Callable[..., Service],
    method: str,
    old: str,
    new: str,
    since: int,
    status: int | None,
) -> None:
    """Line 111: native before the cutover, gone after 60 days."""
    service = make_quick_service(v2_cutover_at=CUTOVER, limit_misses_per_10min="0")
    service.clock.move(since)
    answer = ask(service, method, old, json=V1_WISH if method == "POST" else None)
    if status is None:
        assert answer.status_code != 308
        assert "sunset" not in answer.headers or answer.headers["sunset"] == SUNSET
    elif status == 308:
        assert answer.status_code == 308
    else:
        refusal(answer, 404, "gone")
        assert f"<{BASE_URL}{new}" in answer.headers["link"]
        assert 'rel="successor-version"' in answer.headers["link"]


def test_a_client_that_follows_creates_reads_and_sees_the_old_shapes(turned: Service) -> None:
    """Lines 101, 104, 111: method and body are preserved."""
    made = follow(turned, "POST", CREATE, json=V1_WISH)
    assert made.status_code == 201
    body = made.json()
    assert body["landing_url"] == body["pay_url"]
    assert {"invoice_id", "pay_url", "status_url", "_links"} <= set(body)
    assert "order_id" not in body
    read = follow(turned, "GET", f"/v1/cold-read/{body['invoice_id']}")
    assert (read.status_code, read.json()["status"]) == (200, "pending_payment")
    assert isinstance(read.json()["stages"], list)
    assert read.headers["cache-control"] == "private, max-age=30"
    assert follow(turned, "GET", body["status_url"]).json() == read.json()


def test_faults_in_a_followed_body_are_told_in_the_old_words(turned: Service) -> None:
    """Lines 100, 111."""
    assert pointers(follow(turned, "POST", CREATE, json={**V1_WISH, "email": "x", "audience": "short"})) == {
        "#/email",
        "#/audience",
    }


def test_a_followed_rescan_is_judged_as_before(turned: Service) -> None:
    """Lines 109, 111."""
    order_id = turned.order_in("paid")
    answer = follow(turned, "POST", f"/v1/cold-read/{order_id}/rescan", json={"url": WISH["url"]})
    refusal(answer, 409, "rescan-not-available")


def test_a_key_used_before_the_cutover_replays_after_it(make_quick_service: Callable[..., Service]) -> None:
    """Lines 102, 111."""
    service = make_quick_service(v2_cutover_at="2026-11-15T10:00:00Z")
    key = service.key()
    first = service.post(CREATE, json=V1_WISH, headers=key)
    assert first.status_code == 201
    service.clock.move(DAY // 2)
    again = follow(service, "POST", CREATE, json=V1_WISH, headers=key)
    assert (again.status_code, again.content) == (201, first.content)
    assert again.headers["idempotency-replayed"] == "true"


def test_the_view_answers_what_v1_answers(service: Service) -> None:
    """Lines 104, 111: with or without a cutover."""
    order_id = service.order_in("paid")
    native = service.get(f"/v1/cold-read/{order_id}")
    viewed = service.get(f"/v1/orders/{order_id}?view=v1")
    assert viewed.status_code == 200
    assert {**viewed.json(), "_links": None} == {**native.json(), "_links": None}
    assert viewed.headers["cache-control"] == native.headers["cache-control"]


def test_what_was_expired_is_not_found_in_the_view_either(service: Service) -> None:
    """Lines 108, 111."""
    order_id = service.order_in("expired")
    refusal(service.get(f"/v1/orders/{order_id}?view=v1"), 404, "not-found")


def test_v2_works_on_as_if_nothing_had_happened(turned: Service) -> None:
    """Line 111."""
    assert turned.seen(turned.order()["order_id"])["status"] == "submitted"
    turned.clock.move(61 * DAY)
    assert turned.seen(turned.order()["order_id"])["status"] == "submitted"


def test_a_cutover_in_another_zone_is_the_same_moment(make_quick_service: Callable[..., Service]) -> None:
    """Line 111: RFC 3339 knows offsets."""
    service = make_quick_service(v2_cutover_at="2026-11-15T11:20:00+02:00")
    assert service.post(CREATE, json=V1_WISH).headers["sunset"] == SUNSET


def test_the_redirect_allows_other_origins(turned: Service) -> None:
    """Line 111: a browser agent may follow, too."""
    answer = turned.post(CREATE, json=V1_WISH, headers={"Origin": "https://agent.example"})
    assert answer.headers["access-control-allow-origin"] == "*"


@pytest.mark.parametrize(
    "written",
    ["a%3Fview=v2", "%0d%0aSet-Cookie:a=b", "%F0%9F%98%80", "..", "a%23b", "%252e", "a%20b%22%3Cscript%3E"],
)
def test_an_odd_id_stays_one_segment_of_the_new_path(turned: Service, written: str) -> None:
    """Line 111: nothing an id holds reaches headers or the query."""
    answer = turned.get(f"{BASE_URL}/v1/cold-read/{written}")
    if answer.status_code == 308:
        target = httpx.URL(urljoin(BASE_URL, answer.headers["location"]))
        assert str(target).startswith(f"{BASE_URL}/v1/orders/")
        assert target.query == b"view=v1"
        assert "set-cookie" not in answer.headers
    else:
        refusal(answer, 404, "route-not-found")
