"""How a stranger, person or agent, finds out what the service is and how to use it."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from typing import Any

import pytest

from coldread.asgi import endpoints
from coldread.base.clock import DAY, moment, rfc3339
from tests.harness.refusals import refusal
from tests.harness.service import BASE_URL, START, Service

CARD = "/.well-known/agent-card.json"
LEGACY = "/.well-known/agent.json"
EXTENSION = f"{BASE_URL}/extensions/human-handoff/v1"
SKILLS = {
    "scan",
    "cold-read-request",
    "cold-read-status",
    "cold-read-rescan",
    "quick-fix",
    "audit",
    "scan-paid",
}


def body(service: Service, path: str) -> dict[str, Any]:
    answer = service.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].split(";")[0] == "application/json"
    found: dict[str, Any] = answer.json()
    return found


def test_ping_tells_that_all_is_well(service: Service) -> None:
    """Line 125."""
    told = body(service, "/v1/ping")
    assert set(told) >= {"status", "service", "version", "time", "checks"}
    assert (told["status"], told["version"], told["time"]) == ("ok", "1.1.0", rfc3339(START))


def test_manifest_tells_who_and_why_and_for_how_much(lasting_service: Service) -> None:
    """Line 126."""
    told = body(lasting_service, "/v1/manifest")
    assert set(told) >= {
        "name",
        "purpose",
        "built_by",
        "contact",
        "version",
        "prices",
        "limits",
        "pilot",
        "_links",
    }
    assert told["version"] == "1.1.0"
    written = str(told["prices"])
    assert "3900" in written
    assert "4875" in written
    for link in told["_links"].values():
        assert link["href"].startswith("http")


# OpenAPI.


@pytest.mark.parametrize("path", ["/v1/openapi.json", "/openapi.json"])
def test_the_description_is_openapi_3_1_of_version_1_1_0(lasting_service: Service, path: str) -> None:
    """Line 127."""
    told = body(lasting_service, path)
    assert told["openapi"].startswith("3.1")
    assert told["info"]["version"] == "1.1.0"
    assert BASE_URL in {server["url"] for server in told["servers"]}


#: path as the contract writes it, method, statuses that it publishes
OPERATIONS = (
    ("/v1/cold-read-requests", "post", "201 400 409 422"),
    ("/v1/orders/{id}", "get", "200 404"),
    ("/v1/internal/orders/{id}/transition", "post", "200 400 401 404 409"),
    ("/v1/orders/{id}/info", "post", "202 400 404 409 429"),
    ("/v1/orders/{id}/rescan", "post", "404 409 502"),
    ("/v1/cold-read/request", "post", "201 400 409 422"),
    ("/v1/cold-read/{id}", "get", "200 404"),
    ("/v1/cold-read/{id}/rescan", "post", "404 409 502"),
    ("/deliverables/{invoice_id}/{file}", "get", "200 404"),
    ("/v1/ping", "get", "200"),
    ("/v1/manifest", "get", "200"),
    ("/v1/openapi.json", "get", "200"),
    ("/.well-known/agent-card.json", "get", "200"),
    ("/.well-known/agent.json", "get", "307 404"),
    ("/llms.txt", "get", "200"),
)


def _operation(told: dict[str, Any], path: str, method: str) -> dict[str, Any]:
    def bare(written: str) -> str:
        return re.sub(r"\{[^}]*\}", "{}", written)

    found: dict[str, Any] = next(
        item[method] for name, item in told["paths"].items() if bare(name) == bare(path)
    )
    return found


@pytest.mark.parametrize(("path", "method", "statuses"), OPERATIONS)
def test_the_description_lists_every_path_with_its_statuses(
    lasting_service: Service, path: str, method: str, statuses: str
) -> None:
    """Line 127."""
    operation = _operation(body(lasting_service, "/v1/openapi.json"), path, method)
    assert set(operation["responses"]) >= set(statuses.split())
    superseded = path.startswith("/v1/cold-read/") or path == LEGACY
    assert operation.get("deprecated", False) is superseded


def test_errors_are_described_as_problems(lasting_service: Service) -> None:
    """Lines 127, 137."""
    told = body(lasting_service, "/v1/openapi.json")
    for item in told["paths"].values():
        for method, operation in item.items():
            if method not in {"get", "post"}:
                continue
            for status, answer in operation["responses"].items():
                if status[0] in "45":
                    described = (
                        told["components"]["responses"][answer["$ref"].rpartition("/")[2]]
                        if "$ref" in answer
                        else answer
                    )
                    assert "application/problem+json" in described["content"], (
                        operation.get("operationId"),
                        status,
                    )


def test_the_description_names_the_admin_secret_and_the_key_header(lasting_service: Service) -> None:
    """Lines 34, 85, 127."""
    told = body(lasting_service, "/v1/openapi.json")
    schemes = told["components"]["securitySchemes"]
    bearer = {
        name
        for name, scheme in schemes.items()
        if (scheme["type"], scheme.get("scheme")) == ("http", "bearer")
    }
    move = _operation(told, "/v1/internal/orders/{id}/transition", "post")
    assert any(bearer & set(option) for option in move["security"])
    create = _operation(told, "/v1/cold-read-requests", "post")
    written = str([*create["parameters"], told["components"].get("parameters", {})])
    assert "Idempotency-Key" in written
    assert "256" in written


def test_the_described_bounds_are_the_published_ones(lasting_service: Service) -> None:
    """Lines 42, 45, 49, 127."""
    told = body(lasting_service, "/v1/openapi.json")
    schema = _operation(told, "/v1/cold-read-requests", "post")["requestBody"]["content"]["application/json"][
        "schema"
    ]
    written = str(_resolved(told, schema))
    for bound in ("240", "2000", "280", "500", "200000", "300"):
        assert bound in written, bound


def _resolved(told: dict[str, Any], value: Any, depth: int = 0) -> Any:
    if isinstance(value, dict) and "$ref" in value and depth < 12:
        target: Any = told
        for part in value["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        return _resolved(told, target, depth + 1)
    if isinstance(value, dict):
        return {name: _resolved(told, inner, depth + 1) for name, inner in value.items()}
    return [_resolved(told, inner, depth + 1) for inner in value] if isinstance(value, list) else value


# The agent card.


def test_the_card_states_the_published_facts(lasting_service: Service) -> None:
    """Line 128."""
    card = body(lasting_service, CARD)
    assert (card["protocolVersion"], card["preferredTransport"]) == ("0.3.0", "HTTP+JSON")
    assert card["defaultInputModes"] == ["application/json"]
    assert card["defaultOutputModes"] == ["application/json", "text/markdown"]
    capabilities = card["capabilities"]
    assert (capabilities["streaming"], capabilities["pushNotifications"]) == (False, False)
    assert capabilities["stateTransitionHistory"] is True
    assert card["url"].startswith(BASE_URL)
    assert card["version"] == "1.1.0"
    assert card["name"]
    assert card["description"]


def test_the_card_has_exactly_seven_skills(lasting_service: Service) -> None:
    """Line 128."""
    skills = body(lasting_service, CARD)["skills"]
    assert {skill["id"] for skill in skills} == SKILLS
    assert len(skills) == 7
    for skill in skills:
        assert skill["name"]
        assert skill["description"]
        assert isinstance(skill["tags"], list)


def test_the_card_asks_for_no_authentication(lasting_service: Service) -> None:
    """Line 129: of both the newer and the older spelling."""
    card = body(lasting_service, CARD)
    assert card["security"] == []
    assert card["authentication"] == [{"scheme": "none"}]
    assert card["securitySchemes"] == {}


def test_the_card_is_readable_by_todays_clients(lasting_service: Service) -> None:
    """Line 128: the additive `supportedInterfaces` of protocol 1.0."""
    interfaces = body(lasting_service, CARD)["supportedInterfaces"]
    assert interfaces
    assert all(interface["url"].startswith(BASE_URL) for interface in interfaces)


def test_the_extension_says_who_must_act(lasting_service: Service) -> None:
    """Line 129."""
    (extension,) = [
        extension
        for extension in body(lasting_service, CARD)["capabilities"]["extensions"]
        if extension["uri"] == EXTENSION
    ]
    params = extension["params"]
    assert params["skills_requiring_human"] == ["cold-read-request"]
    assert params["handoff_states"] == ["pending_payment"]
    assert params["handoff_signal"] == "status_field_with_pay_url"
    assert params["billing_rails"] == ["umbrella_invoice", "mobile_payment"]
    assert params["billing_rail_default"] == "umbrella_invoice"
    assert params["notes"]


def test_the_address_of_the_extension_shows_a_page(lasting_service: Service) -> None:
    """Line 129."""
    answer = lasting_service.get(EXTENSION, headers={"Accept": "text/html"})
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert "human" in answer.text.lower()


# The legacy card.

MIDNIGHT_AFTER = moment(dt.datetime(2026, 6, 26, tzinfo=dt.UTC))


@pytest.mark.parametrize("before_the_end", [1, DAY, 100 * DAY])
def test_the_legacy_card_redirects_through_its_last_day(quick_service: Service, before_the_end: int) -> None:
    """Line 130: 2026-06-25 is the last day, UTC."""
    quick_service.clock.move(MIDNIGHT_AFTER - before_the_end - START)
    answer = quick_service.get(LEGACY)
    assert answer.status_code == 307
    assert answer.headers["location"] in {CARD, f"{BASE_URL}{CARD}"}


@pytest.mark.parametrize("after_the_end", [0, 100 * DAY])
def test_the_legacy_card_is_gone_afterwards(quick_service: Service, after_the_end: int) -> None:
    """Line 130."""
    quick_service.clock.move(MIDNIGHT_AFTER + after_the_end - START)
    answer = quick_service.get(LEGACY)
    refusal(answer, 404, "gone")
    assert f"<{BASE_URL}{CARD}>" in answer.headers["link"]


def test_the_last_day_of_the_legacy_card_is_a_setting(make_quick_service: Callable[..., Service]) -> None:
    """Line 130: the tests' day is 2026-11-15."""
    assert make_quick_service(legacy_card_until="2026-11-15").get(LEGACY).status_code == 307
    refusal(make_quick_service(legacy_card_until="2026-11-14").get(LEGACY), 404, "gone")


# llms.txt and /docs.


#: what a caller without a key may use; V1 is told of in its own answers
CALLABLE = [
    f"{row.method} {row.path}"
    for row in endpoints()
    if row.tag in {"scan", "orders", "paid", "agents", "deliverables"}
    and row.path.startswith(("/v1/", "/deliverables/"))
]


def told_by(route: str) -> list[str]:
    """What a text must name: the way to the id, and each word behind it."""
    before, *behind = re.split(r"\{\w+\}", route)
    return [before, *(part for part in behind if part)]


@pytest.mark.parametrize("path", ["/llms.txt", "/docs.md"])
def test_everything_that_a_caller_may_use_is_told(
    path: str, make_quick_service: Callable[..., Service]
) -> None:
    service = make_quick_service(sandbox="1", webhooks="1")
    text = service.get(path).text
    said = text.replace(BASE_URL, "")
    routes = {row.split(" ")[1] for row in CALLABLE}
    assert len(routes) > 8
    assert {route for route in routes if not all(part in said for part in told_by(route))} == set()
    for word in (
        "dry_run",
        "sandbox",
        "language",
        "webhook_url",
        "Prefer: wait=",
        "question",
        "/info",
        "reviews",
        "If-None-Match",
    ):
        assert word in text, word
    for closed in ("delivered", "rejected", "expired"):
        (line,) = [line for line in text.splitlines() if line.startswith((f"- `{closed}`", f"| `{closed}`"))]
        assert "poll" not in line
        assert " s |" not in line


def test_what_is_switched_off_is_not_promised(lasting_service: Service) -> None:
    assert "webhook_url" not in lasting_service.get("/llms.txt").text


def test_llms_txt_is_text_that_names_the_routes(lasting_service: Service) -> None:
    """Line 131."""
    answer = lasting_service.get("/llms.txt")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith(("text/plain", "text/markdown"))
    for route in ("/v1/cold-read-requests", "/v1/orders/", "/v1/openapi.json", CARD):
        assert route in answer.text


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        (1, ("client", "agent")),
        (2, ("html", "jsx", "repo_url")),
        (3, ("billing.company_name", "billing.org_number", "billing.vat_id")),
        (4, ("status_url", "poll_interval_sec", "60")),
        (5, ("pay_url", "billing_pending", "umbrella_invoice", "mobile_payment")),
        (6, ("draft_ready", "done")),
        (7, ("chat_summary",)),
    ],
)
def test_llms_txt_states_the_seven_rules(lasting_service: Service, rule: int, told: tuple[str, ...]) -> None:
    """Line 132."""
    text = lasting_service.get("/llms.txt").text
    assert [word for word in told if word not in text] == []


def test_no_address_of_another_host_is_printed(make_quick_service: Callable[..., Service]) -> None:
    """Lines 127, 128, 131: the base address is a setting."""
    service = make_quick_service(base_url="https://reviews.example")
    for path in ("/v1/manifest", "/v1/openapi.json", CARD, "/llms.txt"):
        text = service.get(f"https://reviews.example{path}").text
        assert "https://reviews.example" in text
        assert BASE_URL not in text
        assert "localhost" not in text


def test_every_address_that_discovery_prints_can_be_followed(lasting_service: Service) -> None:
    """Lines 126, 128, 131."""
    told = body(lasting_service, "/v1/manifest")
    printed = {link["href"] for link in told["_links"].values() if link.get("method", "GET") == "GET"}
    printed |= set(re.findall(r"\]\((https?://[^)]+)\)", lasting_service.get("/llms.txt").text))
    printed.add(body(lasting_service, CARD).get("documentationUrl", f"{BASE_URL}/llms.txt"))
    assert len(printed) > 4
    assert {href: lasting_service.get(href).status_code for href in printed} == dict.fromkeys(printed, 200)


def test_every_described_operation_is_there(lasting_service: Service) -> None:
    """Line 127: no path of the description leads nowhere."""
    for path, item in body(lasting_service, "/v1/openapi.json")["paths"].items():
        for method in {"get", "post", "put", "patch", "delete"} & set(item):
            where = re.sub(r"\{[^}]*\}", "not-found", path)
            answer = lasting_service.run(lasting_service.request(method.upper(), where))
            assert answer.status_code != 405, (method, path)
            if answer.status_code == 404:
                assert not answer.json()["type"].endswith("/route-not-found"), (method, path)
