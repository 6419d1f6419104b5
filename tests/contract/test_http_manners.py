"""HTTP as the contract wants it: HEAD, CORS, security headers, request ids, and no surprises in paths."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.harness.refusals import refusal
from tests.harness.service import BASE_URL, V1_WISH, WISH, Service

DISCOVERY = (
    "/v1/ping",
    "/v1/manifest",
    "/v1/openapi.json",
    "/openapi.json",
    "/.well-known/agent-card.json",
    "/llms.txt",
    "/extensions/human-handoff/v1",
    "/errors/not-found",
)
EXPOSED = [
    "RateLimit-Limit",
    "RateLimit-Remaining",
    "RateLimit-Reset",
    "Retry-After",
    "Location",
    "ETag",
    "WWW-Authenticate",
    "Payment-Receipt",
    "Idempotency-Replayed",
    "X-Request-Id",
    "Deprecation",
    "Sunset",
    "Link",
]
PERMITTED = ["Authorization", "Content-Type", "Idempotency-Key", "If-None-Match", "Prefer"]
ORIGIN = {"Origin": "https://agent.example"}


def ask(service: Service, method: str, path: str, **kwargs: Any) -> httpx.Response:
    answer: httpx.Response = service.run(service.request(method, path, **kwargs))
    return answer


def words(value: str) -> set[str]:
    return {word.strip().lower() for word in value.split(",")}


def answers(service: Service) -> list[httpx.Response]:
    """One answer of every kind."""
    order_id = service.order_in("in_progress")
    service.move(order_id, "delivered", patch={"spec_md": "# Final"})
    tag = service.get(f"/v1/orders/{order_id}").headers["etag"]
    return [
        service.post("/v1/cold-read-requests", json=WISH),
        service.post("/v1/cold-read-requests", json={**WISH, "dry_run": True}),
        service.post("/v1/cold-read-requests", json={}),
        service.post("/v1/cold-read-requests", content="{"),
        service.post("/v1/cold-read/request", json=V1_WISH),
        service.get(f"/v1/orders/{order_id}"),
        service.get(f"/v1/orders/{order_id}", headers={"If-None-Match": tag}),
        ask(service, "HEAD", f"/v1/orders/{order_id}"),
        service.get(f"/v1/orders/{order_id}?view=v1"),
        service.get(f"/v1/cold-read/{order_id}"),
        service.get("/v1/orders/INV-xxxxxxxx"),
        service.get(f"/deliverables/{order_id}/spec_final.md"),
        service.get(f"/deliverables/{order_id}/diff.patch"),
        service.move(order_id, "paid"),
        service.move(order_id, "paid", key="wrong"),
        service.get("/v1/nothing"),
        ask(service, "DELETE", "/v1/ping"),
        ask(service, "OPTIONS", "/v1/ping", headers=ORIGIN),
        *(service.get(path) for path in DISCOVERY),
    ]


def test_every_answer_carries_the_security_headers(quick_service: Service) -> None:
    """Line 137."""
    for answer in answers(quick_service):
        named = (answer.request.method, answer.request.url.path, answer.status_code)
        assert answer.headers["x-content-type-options"] == "nosniff", named
        assert answer.headers["referrer-policy"] == "no-referrer", named
        assert "max-age=" in answer.headers["strict-transport-security"], named


def test_every_answer_has_a_request_id_of_its_own(quick_service: Service) -> None:
    """Line 137."""
    told = [answer.headers["x-request-id"] for answer in answers(quick_service)]
    assert len(set(told)) == len(told)
    assert all(told)


def test_a_service_without_tls_does_not_promise_it(make_quick_service: Callable[..., Service]) -> None:
    """Line 137: RFC 6797, 7.2."""
    service = make_quick_service(base_url="http://localhost:8000")
    answer = service.get("http://localhost:8000/v1/ping")
    assert answer.status_code == 200
    assert "strict-transport-security" not in answer.headers


@pytest.mark.parametrize("path", ["/errors/not-found", "/extensions/human-handoff/v1"])
def test_pages_run_nothing_and_are_framed_by_nobody(lasting_service: Service, path: str) -> None:
    """Lines 129, 138."""
    answer = lasting_service.get(path, headers={"Accept": "text/html"})
    assert answer.headers["content-type"].startswith("text/html")
    policy = answer.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in policy
    assert "default-src 'none'" in policy or "default-src 'self'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize("path", DISCOVERY)
def test_head_is_get_without_a_body(lasting_service: Service, path: str) -> None:
    """Lines 125-131."""
    got, head = lasting_service.get(path), ask(lasting_service, "HEAD", path)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-type"] == got.headers["content-type"]
    assert head.headers.get("cache-control") == got.headers.get("cache-control")


@pytest.mark.parametrize("path", ["/v1/orders/{}", "/v1/cold-read/{}", "/v1/orders/{}?view=v1"])
def test_head_of_an_order_is_get_without_a_body(lasting_service: Service, path: str) -> None:
    """Lines 69, 104."""
    where = path.format(lasting_service.order()["order_id"])
    got, head = lasting_service.get(where), ask(lasting_service, "HEAD", where)
    assert (head.status_code, head.content) == (200, b"")
    for name in ("etag", "cache-control", "content-type", "content-length"):
        assert head.headers[name] == got.headers[name]


def test_head_of_an_unknown_order_is_not_found(lasting_service: Service) -> None:
    """Line 82."""
    head = ask(lasting_service, "HEAD", "/v1/orders/INV-xxxxxxxx")
    assert (head.status_code, head.content) == (404, b"")


@pytest.mark.parametrize(
    "path", ["/v1/ping/", "/v1/manifest/", "/llms.txt/", "/v1/orders/INV-xxxxxxxx/", "//v1/ping"]
)
def test_a_slash_too_many_is_not_redirected(lasting_service: Service, path: str) -> None:
    """Line 137."""
    refusal(lasting_service.get(f"{BASE_URL}{path}"), 404, "route-not-found")


@pytest.mark.parametrize("path", ["/docs", "/redoc"])
def test_no_page_of_the_framework_is_left_on(lasting_service: Service, path: str) -> None:
    """Line 137."""
    assert "swagger" not in lasting_service.get(path).text.lower()


def test_a_path_too_long_is_a_problem(lasting_service: Service) -> None:
    """Line 137: path and query over 8 kB."""
    answer = lasting_service.get("/v1/orders/INV-xxxxxxxx?" + "a" * 9000)
    assert answer.status_code in {404, 414}  # the server itself refuses it before the application
    assert answer.headers["content-type"] == "application/problem+json"


# Cross-origin.


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/v1/cold-read-requests"),
        ("GET", "/v1/orders/INV-xxxxxxxx"),
        ("POST", "/v1/orders/INV-xxxxxxxx/info"),
        ("POST", "/v1/cold-read/request"),
        ("GET", "/v1/cold-read/INV-xxxxxxxx"),
        ("GET", "/deliverables/INV-xxxxxxxx/spec_final.md"),
        ("GET", "/v1/openapi.json"),
        ("GET", "/.well-known/agent-card.json"),
    ],
)
def test_a_browser_may_ask_beforehand(lasting_service: Service, method: str, path: str) -> None:
    """Line 28."""
    headers = {
        **ORIGIN,
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": ", ".join(PERMITTED).lower(),
    }
    answer = ask(lasting_service, "OPTIONS", path, headers=headers)
    assert answer.status_code in {200, 204}
    assert answer.headers["access-control-allow-origin"] == "*"
    assert method.lower() in words(answer.headers["access-control-allow-methods"])
    assert words(answer.headers["access-control-allow-headers"]) >= {name.lower() for name in PERMITTED}
    assert "access-control-allow-credentials" not in answer.headers


def test_every_public_answer_may_be_read_by_any_origin(quick_service: Service) -> None:
    """Line 28: errors included; never with credentials."""
    order_id = quick_service.order()["order_id"]
    for answer in (
        quick_service.get(f"/v1/orders/{order_id}", headers=ORIGIN),
        quick_service.get("/v1/orders/INV-xxxxxxxx", headers=ORIGIN),
        quick_service.post("/v1/cold-read-requests", json={}, headers=ORIGIN),
        quick_service.get("/v1/nothing", headers=ORIGIN),
    ):
        assert answer.headers["access-control-allow-origin"] == "*"
        assert "access-control-allow-credentials" not in answer.headers
        assert words(answer.headers["access-control-expose-headers"]) >= {name.lower() for name in EXPOSED}
