"""Words that documents for programs put in code marks are words of the interface: fields, statuses, events."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from coldread.orders.push.bodies import Kind
from coldread.orders.push.webhook_status import Fate
from coldread.orders.rules.lifecycle import Status, V1Status
from coldread.protocols.a2a.errors import BY_SLUG
from coldread.protocols.mcp.tools import BY_NAME
from coldread.watches.push import WatchEventKind
from tests.harness.service import Service

DOCUMENTS = (
    "/llms.txt",
    "/docs.md",
    "/docs/a2a.md",
    "/extensions/human-handoff/v1.md",
    "/.well-known/agent-skills/order-cold-read/SKILL.md",
    "/.well-known/agent-skills/scan-landing-page/SKILL.md",
)
MARKED = re.compile(r"`([^`\n]+)`")
WORD = re.compile(r"(?<![\w-])[a-z0-9]+(?:_[a-z0-9]+)+(?![\w-])")
#: V1's words that an order does not have
OLD = {status.value for status in V1Status} - {status.value for status in Status}
#: words of A2A, of its problems and of the hand-off extension, which the interface description leaves to their own specifications
ELSEWHERE = {"order_statuses", "handoff_states", "withdrawal_asked"}


@pytest.fixture
def service(make_quick_service: Callable[..., Service]) -> Service:
    return make_quick_service(webhooks="1", sandbox="1")


def words_of(node: Any) -> Iterator[str]:
    """Names of fields and words that they take, anywhere in a description."""
    if isinstance(node, dict):
        for name, value in node.items():
            if name == "properties":
                yield from value
            elif name == "enum":
                yield from (word for word in value if isinstance(word, str))
            elif (name == "const" and isinstance(value, str)) or (name == "name" and isinstance(value, str)):
                yield value
            yield from words_of(value)
    elif isinstance(node, list):
        for value in node:
            yield from words_of(value)


@pytest.mark.parametrize("path", DOCUMENTS)
def test_every_word_that_a_document_names_exists(service: Service, path: str) -> None:
    description = service.get("/v1/openapi.json").json()
    known = {
        *words_of(description),
        *ELSEWHERE,
        *(kind.rpartition(".")[2] for kind in Kind),
        *Fate,
        *BY_SLUG,
        *BY_NAME,
    }
    text = service.get(path)
    assert text.status_code == 200
    named = {word for mark in MARKED.findall(text.text) for word in WORD.findall(mark)}
    old = [line for line in text.text.splitlines() if set(MARKED.findall(line)) & OLD]
    assert all("deprecated V1" in line for line in old), (
        "an agent looks in vain for a status of the old interface"
    )
    assert sorted(named - known) == [], "words that the interface does not have"


def test_the_cards_name_no_old_status_but_the_contracts_own(service: Service) -> None:
    card = service.get("/.well-known/agent-card.json").json()
    (extension,) = card["capabilities"]["extensions"]
    assert extension["params"].pop("handoff_states") == ["pending_payment"]
    assert extension["params"]["order_statuses"] == ["needs_info", "billing_pending"]
    marked = {word for mark in MARKED.findall(str(card)) for word in WORD.findall(mark)}
    assert not (marked & OLD)
    server = service.get("/.well-known/mcp/server-card.json").text
    assert not {word for mark in MARKED.findall(server) for word in WORD.findall(mark)} & OLD


def test_webhooks_are_described_where_there_are_any(
    service: Service, make_quick_service: Callable[..., Service]
) -> None:
    described = service.get("/v1/openapi.json").json()
    kinds = {Kind: "WebhookEvent", WatchEventKind: "WatchEvent"}
    models = {kind.value: model for one, model in kinds.items() for kind in one}
    assert described["webhooks"].keys() == models.keys()
    for kind, item in described["webhooks"].items():
        body = item["post"]["requestBody"]["content"]["application/json"]
        assert body["schema"] == {"$ref": f"#/components/schemas/{models[kind]}"}
        assert body["example"]["type"] == kind
        assert {parameter["name"] for parameter in item["post"]["parameters"]} == {
            "webhook-id",
            "webhook-timestamp",
            "webhook-signature",
        }
    names = [
        op["operationId"]
        for part in ("paths", "webhooks")
        for item in described[part].values()
        for op in item.values()
    ]
    assert len(names) == len(set(names))
    plain = make_quick_service().get("/v1/openapi.json").json()
    assert "webhooks" not in plain
    assert "WebhookEvent" not in plain["components"]["schemas"]
