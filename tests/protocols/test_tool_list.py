"""The list of tools: short enough for a host, and what it says of answers is read from the tables."""

from __future__ import annotations

from typing import Any

import jsonschema_rs
import pytest

from coldread.api.openapi import describe
from coldread.asgi import endpoints
from coldread.base.settings import Settings
from coldread.orders.rules.lifecycle import NextAction, Status
from coldread.protocols.mcp.server import _tool_for_client
from coldread.protocols.mcp.tools import TOOLS
from tests.harness.service import WISH, Service
from tests.protocols.test_three_surfaces import mcp

pytestmark = pytest.mark.together("mcp")


#: the tools that come with watching, and their own budget
WATCHING = ("watch_page", "get_watch", "stop_watch", "get_side_by_side")


@pytest.fixture(scope="module", params=[False, True], ids=["plain", "with everything"])
def tools(request: pytest.FixtureRequest) -> dict[str, Any]:
    on = request.param
    settings = Settings(payment_chain_id=42431, webhooks=on, sandbox=on, watch=on)
    described = describe(endpoints(), settings)
    return {
        tool.name: _tool_for_client(tool, described, settings) for tool in TOOLS if tool.is_offered(settings)
    }


def test_the_list_is_short_whatever_is_switched_on(tools: dict[str, Any]) -> None:
    sizes = {
        name: len(tool.model_dump_json(by_alias=True, exclude_none=True, exclude_unset=True))
        for name, tool in tools.items()
    }
    watching = sum(sizes.pop(name, 0) for name in WATCHING)
    assert sum(sizes.values()) < 15_000, "a host puts the list before its model at every turn"
    assert watching < 3_000


def test_answers_are_described_with_the_words_of_the_tables(tools: dict[str, Any]) -> None:
    order = tools["get_order"].output_schema["properties"]
    assert order["status"]["enum"] == [str(status) for status in Status]
    assert order["next_action"]["enum"] == [str(action) for action in NextAction]
    for tool in tools.values():
        schema = tool.output_schema
        assert jsonschema_rs.meta.is_valid(schema)
        assert "required" not in schema, "a refusal fits as well"
        undescribed = {name for name, field in schema["properties"].items() if "description" not in field}
        if tool.name not in {"get_deliverable", "explain_error"}:
            assert undescribed == {"problem"}
    assert "scan_page" in tools["rescan_page"].output_schema["description"], "nothing is written out twice"


@pytest.mark.parametrize(
    ("tool", "arguments", "slug", "pointer"),
    [
        ("request_cold_read", {**WISH, "url": "nowhere"}, "invalid-input", "#/url"),
        ("get_order", {"order_id": 7}, "invalid-input", "#/order_id"),
        ("get_order", {"order_id": "INV-22222222"}, "not-found", None),
        ("get_deliverable", {"order_id": "INV-22222222", "file": "spec_final.md"}, "not-found", None),
        ("explain_error", {"slug": "a b"}, "invalid-input", "#/slug"),
    ],
)
def test_a_refusal_is_typed_too_and_fits_the_tools_schema(
    lasting_service: Service, tool: str, arguments: dict[str, Any], slug: str, pointer: str | None
) -> None:
    result = mcp(lasting_service, tool, arguments)["result"]
    assert result["isError"] is True
    problem = result["structuredContent"]["problem"]
    assert problem["type"].endswith(f"/{slug}")
    assert problem["remedy"]
    assert problem["safe_to_retry"] is False
    assert [error["pointer"] for error in problem.get("errors", ())] == ([pointer] if pointer else [])
    listed = lasting_service.post(
        "/mcp",
        json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"},
        headers={"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25"},
    ).json()["result"]["tools"]
    schema = next(row["outputSchema"] for row in listed if row["name"] == tool)
    jsonschema_rs.validate(
        schema, result["structuredContent"]
    )  # as TypeScript's client does, for refusals too


def test_the_text_of_an_order_follows_what_has_happened_since(lasting_service: Service) -> None:
    order_id = lasting_service.order_in("reviewing")
    lasting_service.move(order_id, "needs_info", question="Which form counts?")
    asked = mcp(lasting_service, "get_order", {"order_id": order_id})["result"]["content"][0]["text"]
    assert "waits_for: buyer (question) since" in asked
    assert "next_action: provide_more_info" in asked
    taken = mcp(lasting_service, "provide_info", {"order_id": order_id, "message": "The second."})["result"]
    assert "waits_for: operator (answered) since" in taken["content"][0]["text"]
    after = mcp(lasting_service, "get_order", {"order_id": order_id})["result"]["content"][0]["text"]
    assert "waits_for: operator (answered) since" in after
    assert "Which form counts?" not in after, "whoever reads the text asks nobody twice"
