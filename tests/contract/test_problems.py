"""Every error is a problem: one shape, one address that explains it, everywhere."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from coldread.asgi import create_app
from tests.harness.refusals import ERROR_TYPE_BASE, refusal
from tests.harness.service import WISH, Service

#: every type that can be answered, with its status; those of scanning and of paying per call come with them
TYPES: dict[int, str] = {
    400: "invalid-input malformed-json",
    401: "unauthorized",
    403: "foreign-origin",
    404: "not-found route-not-found gone",
    405: "method-not-allowed",
    409: "idempotency-conflict illegal-transition rescan-used rescan-not-available",
    413: "payload-too-large",
    414: "uri-too-long",
    415: "unsupported-media-type",
    422: "idempotency-key-reused",
    429: "rate-limited",
    431: "headers-too-large",
    500: "internal-error",
    502: "pipeline-unavailable",
    503: "service-closed unavailable",
}
EACH = [(status, slug) for status, slugs in TYPES.items() for slug in slugs.split()]


@pytest.mark.parametrize(("status", "slug"), EACH)
def test_each_type_resolves_to_a_page_for_people(lasting_service: Service, status: int, slug: str) -> None:
    """Lines 26, 138."""
    answer = lasting_service.get(f"{ERROR_TYPE_BASE}/{slug}", headers={"Accept": "text/html,*/*;q=0.8"})
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert slug in answer.text
    assert str(status) in answer.text


@pytest.mark.parametrize(("status", "slug"), EACH)
def test_each_type_resolves_to_json_for_programs(lasting_service: Service, status: int, slug: str) -> None:
    """Lines 26, 138."""
    answer = lasting_service.get(f"{ERROR_TYPE_BASE}/{slug}", headers={"Accept": "application/json"})
    assert answer.status_code == 200
    assert answer.headers["content-type"].split(";")[0] == "application/json"
    body = answer.json()
    assert (body["type"], body["status"]) == (f"{ERROR_TYPE_BASE}/{slug}", status)
    assert body["title"]
    assert "Accept" in answer.headers["vary"]


def test_an_unknown_type_is_not_found(lasting_service: Service) -> None:
    """Lines 137, 138."""
    answer = lasting_service.get(f"{ERROR_TYPE_BASE}/no-such-type")
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"


def test_the_base_of_types_is_a_setting(make_quick_service: Callable[..., Service]) -> None:
    """Line 138."""
    service = make_quick_service(error_type_base="https://errors.example/of/coldread")
    body = service.get("/v1/orders/INV-xxxxxxxx").json()
    assert body["type"] == "https://errors.example/of/coldread/not-found"


NOWHERE = ["/", "/v1", "/v1/", "/v1/nothing", "/v2/orders", "/%00", "/v1/orders/", "/errors/a/b/c"]


@pytest.mark.parametrize(
    ("method", "path"),
    [
        (method, path)
        for method in ("POST", "PUT", "DELETE", "PATCH")
        for path in NOWHERE
        if (method, path) != ("POST", "/")  # agents speak JSON-RPC there
    ],
)
def test_a_path_that_leads_nowhere_is_a_problem(lasting_service: Service, method: str, path: str) -> None:
    """Line 137."""
    answer = _ask(lasting_service, method, path)
    assert answer.status_code in {404, 405}
    refusal(
        answer, answer.status_code, {404: "route-not-found", 405: "method-not-allowed"}[answer.status_code]
    )


def test_an_unrouted_get_is_a_problem(lasting_service: Service) -> None:
    """Line 137."""
    body = refusal(lasting_service.get("/v1/nothing"), 404, "route-not-found")
    assert body["instance"] == "/v1/nothing"


#: path, what may be asked there
ROUTES = (
    ("/v1/cold-read-requests", {"POST"}),
    ("/v1/orders/INV-xxxxxxxx", {"GET", "HEAD"}),
    ("/v1/orders/INV-xxxxxxxx/info", {"POST"}),
    ("/v1/orders/INV-xxxxxxxx/rescan", {"POST"}),
    ("/v1/internal/orders/INV-xxxxxxxx/transition", {"POST"}),
    ("/v1/cold-read/request", {"POST"}),
    ("/v1/cold-read/INV-xxxxxxxx", {"GET", "HEAD"}),
    ("/v1/cold-read/INV-xxxxxxxx/rescan", {"POST"}),
    ("/deliverables/INV-xxxxxxxx/spec_final.md", {"GET", "HEAD"}),
    ("/v1/ping", {"GET", "HEAD"}),
    ("/v1/manifest", {"GET", "HEAD"}),
    ("/v1/openapi.json", {"GET", "HEAD"}),
    ("/.well-known/agent-card.json", {"GET", "HEAD"}),
    ("/llms.txt", {"GET", "HEAD"}),
)


@pytest.mark.parametrize(("path", "methods"), ROUTES)
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW"])
def test_another_method_is_refused_with_those_that_are_allowed(
    lasting_service: Service, path: str, methods: set[str], method: str
) -> None:
    """Line 137."""
    if method in methods or (path == "/v1/cold-read/request" and method in {"GET", "HEAD"}):
        return  # `request` may be read as an invoice's id
    answer = _ask(lasting_service, method, path)
    assert answer.status_code == 405
    assert {word.strip() for word in answer.headers["allow"].split(",")} - {"OPTIONS"} >= methods
    if method != "HEAD":
        refusal(answer, 405, "method-not-allowed")


def _ask(service: Service, method: str, path: str, **kwargs: Any) -> httpx.Response:
    answer: httpx.Response = service.run(service.request(method, path, **kwargs))
    return answer


@pytest.mark.parametrize(
    "path", ["/v1/cold-read-requests", "/v1/cold-read/request", "/v1/orders/INV-xxxxxxxx/rescan"]
)
@pytest.mark.parametrize(
    "media_type",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/xml"],
)
def test_a_body_that_says_it_is_not_json_is_refused(
    lasting_service: Service, path: str, media_type: str
) -> None:
    """Line 137."""
    answer = lasting_service.post(path, content="{}", headers={"Content-Type": media_type})
    refusal(answer, 415, "unsupported-media-type")


@pytest.mark.parametrize(
    "media_type",
    ["application/json", "application/json; charset=utf-8", "APPLICATION/JSON;charset=UTF-8", None],
)
def test_json_may_be_called_json_or_nothing(lasting_service: Service, media_type: str | None) -> None:
    """Line 62: no Content-Type is read as JSON."""
    headers = {"Content-Type": media_type} if media_type else {}
    answer = lasting_service.post("/v1/cold-read-requests", content=json.dumps(WISH), headers=headers)
    assert answer.status_code == 201


def test_a_broken_service_is_a_problem_that_tells_no_secrets(quick_service: Service) -> None:
    """Line 137."""

    class Broken:
        def __getattr__(self, name: str) -> Any:
            raise RuntimeError("canary: the password is hunter2")

    quick_service.app = create_app(dataclasses.replace(quick_service.services, db=Broken()))  # type: ignore[arg-type]
    answer = quick_service.post("/v1/cold-read-requests", json=WISH)
    refusal(answer, 500, "internal-error")
    assert "canary" not in answer.text
