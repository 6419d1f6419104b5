"""Media types, versions, cache hints and catalogues: what a client of another maker expects beside the answer itself."""

from __future__ import annotations

from typing import Any

import pytest
from mcp_types.version import KNOWN_PROTOCOL_VERSIONS

from tests.harness.service import BASE_URL, Service
from tests.protocols.talk import Rest03, Rest10

pytestmark = pytest.mark.together("mcp")

PATHS = {"/v1/message:send": "content", "/a2a/rest/message:send": "parts"}


@pytest.mark.parametrize("path", PATHS)
def test_a2a_over_rest_answers_in_the_type_that_was_asked_for(path: str, lasting_service: Service) -> None:
    body = {"message": Rest10().message(None, "Hello")}
    for accept, expected in (
        ("application/a2a+json", "application/a2a+json"),
        ("application/a2a+json, application/json;q=0.5", "application/a2a+json"),
        ("application/json", "application/json"),
        ("*/*", "application/json"),
    ):
        sent = {"Accept": accept, "Content-Type": "application/a2a+json"}
        answer = lasting_service.post(path, json=body, headers=sent)
        assert (answer.status_code, answer.headers["content-type"]) == (200, expected)
        task = answer.json()["task"]["id"]
        read = lasting_service.get(path.replace("message:send", f"tasks/{task}"), headers={"Accept": accept})
        assert read.headers["content-type"] == expected


@pytest.mark.parametrize(("path", "usual"), PATHS.items())
def test_whoever_names_a_version_of_a2a_gets_its_shape(
    path: str, usual: str, lasting_service: Service
) -> None:
    order_id = lasting_service.order_in("billing_pending")
    task = path.replace("message:send", f"tasks/{order_id}")
    shapes = {"0.3": "content", "0.3.0": "content", "1.0": "parts", "": usual}
    for version, member in shapes.items():
        headers = {"A2A-Version": version} if version else {}
        message = lasting_service.get(task, headers=headers).json()["status"]["message"]
        assert {"content", "parts"} & set(message) == {member}, version
        way = Rest03() if member == "content" else Rest10()
        sent = lasting_service.post(path, json={"message": way.message(None, "Hello")}, headers=headers)
        assert member in sent.json()["task"]["status"]["message"]


def ask_mcp(service: Service, method: str, params: dict[str, Any], version: str) -> dict[str, Any]:
    headers = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": version}
    if version == KNOWN_PROTOCOL_VERSIONS[-1]:
        headers["Mcp-Method"] = method
        if "uri" in params:
            headers["Mcp-Name"] = params["uri"]
        params = {
            **params,
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": version,
                "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
                "io.modelcontextprotocol/clientCapabilities": {},
            },
        }
    call = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    answer = service.post("/mcp", json=call, headers=headers)
    body: dict[str, Any] = answer.json()
    assert "result" in body, answer.text
    result: dict[str, Any] = body["result"]
    return result


def test_what_does_not_change_over_mcp_may_be_kept_for_an_hour(lasting_service: Service) -> None:
    latest = KNOWN_PROTOCOL_VERSIONS[-1]
    for method in (
        "tools/list",
        "prompts/list",
        "resources/list",
        "resources/templates/list",
        "server/discover",
    ):
        listed = ask_mcp(lasting_service, method, {}, latest)
        assert (listed["ttlMs"], listed["cacheScope"]) == (3_600_000, "public"), method
    guide = ask_mcp(lasting_service, "resources/read", {"uri": "coldread://guide"}, latest)
    assert (guide["ttlMs"], guide["cacheScope"]) == (3_600_000, "public")
    order_id = lasting_service.order()["order_id"]
    order = ask_mcp(lasting_service, "resources/read", {"uri": f"coldread://orders/{order_id}"}, latest)
    assert (order["ttlMs"], order["cacheScope"]) == (0, "private"), "an order changes, and is its buyer's"


def test_card_and_discovery_name_the_versions_that_are_spoken(lasting_service: Service) -> None:
    card = lasting_service.get("/.well-known/mcp/server-card.json").json()
    (remote,) = card["remotes"]
    told = ask_mcp(lasting_service, "server/discover", {}, KNOWN_PROTOCOL_VERSIONS[-1])
    assert told["supportedVersions"] == remote["supportedProtocolVersions"]
    assert set(told["supportedVersions"]) == set(KNOWN_PROTOCOL_VERSIONS), "all that the library speaks"
    for version in KNOWN_PROTOCOL_VERSIONS[:-1]:
        params = {
            "protocolVersion": version,
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        }
        assert ask_mcp(lasting_service, "initialize", params, version)["protocolVersion"] == version
        assert ask_mcp(lasting_service, "tools/list", {}, version)["tools"]


def test_the_ai_catalog_leads_to_documents_that_are_there(lasting_service: Service) -> None:
    answer = lasting_service.get("/.well-known/ai-catalog.json")
    assert answer.headers["content-type"] == "application/ai-catalog+json"
    assert answer.headers["access-control-allow-origin"] == "*"
    catalog = answer.json()
    assert catalog["specVersion"] == "1.0"
    assert len({entry["identifier"] for entry in catalog["entries"]}) == len(catalog["entries"])
    for entry in catalog["entries"]:
        assert entry["identifier"].startswith("urn:air:coldread.test:")
        assert {"displayName", "type", "url", "description"} <= set(entry)
        assert "data" not in entry, "either an address or the document itself"
        found = lasting_service.get(entry["url"].removeprefix(BASE_URL))
        assert found.status_code == 200, entry["url"]
    kinds = [entry["type"] for entry in catalog["entries"]]
    known = {"a2a-agent-card+json", "mcp-server-card+json", "agent-skills+md"}
    assert {f"application/{kind}" for kind in known} <= set(kinds), "the draft's own names"
    assert 'rel="ai-catalog"' in lasting_service.get("/").headers["link"]
