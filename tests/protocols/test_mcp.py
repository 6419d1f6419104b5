"""The real MCP client, in both eras of the protocol: every tool, resource and prompt, the pay page, and refusals."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from mcp import MCPError, types
from mcp.client import Client

from tests.harness.process import ServerProcess
from tests.harness.service import WAYS, WISH
from tests.harness.website import Website

PAGE = "<html lang=en><title>Bread</title><h1>Order fresh bread by noon</h1>" + (
    "<p>We bring fresh bread to your door before you wake up. Book a call with our bakers.</p>" * 3
)
TOOLS = {
    "scan_page",
    "scan_page_paid",
    "fix_element",
    "audit_page",
    "request_cold_read",
    "get_order",
    "provide_info",
    "rescan_page",
    "get_deliverable",
    "get_side_by_side",
    "watch_page",
    "get_watch",
    "stop_watch",
    "explain_error",
}

pytestmark = pytest.mark.together("mcp")


@pytest.fixture(scope="module")
def site() -> Iterator[Website]:
    with Website({"/": PAGE, "/new": PAGE}) as site:
        yield site


@pytest.fixture(scope="module")
def server(site: Website, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder: Path = tmp_path_factory.mktemp("mcp")
    server = ServerProcess(
        f"sqlite:///{folder / 'coldread.db'}",
        folder / "data",
        scan_engine="lite",
        scan_allow_hosts=site.place,
        scan_limit_url="0",
    )
    server.start()
    yield server
    server.stop()


@pytest.fixture(params=["auto", "legacy"])
def mode(request: pytest.FixtureRequest) -> str:
    value: str = request.param
    return value


def talk(server: ServerProcess, mode: str, conversation: Any, **options: Any) -> Any:
    async def run() -> Any:
        async with Client(f"{server.url}/mcp", mode=mode, read_timeout_seconds=60, **options) as client:
            try:
                return await conversation(client)
            except MCPError as error:  # raised inside, it would come out wrapped in the client's task groups
                return error

    answer = asyncio.run(run())
    if isinstance(answer, MCPError):
        raise answer
    return answer


def call(server: ServerProcess, mode: str, tool: str, arguments: dict[str, Any], **options: Any) -> Any:
    """The result's text and typed content."""

    async def conversation(client: Client) -> types.CallToolResult:
        return await client.call_tool(tool, arguments)

    result = talk(server, mode, conversation, **options)
    assert not result.is_error, result.content
    return "\n".join(part.text for part in result.content), result.structured_content


def refusal(server: ServerProcess, mode: str, tool: str, arguments: dict[str, Any]) -> MCPError:
    """A refusal by MCP's own error: only what asks for money, and a tool that there is not."""
    with pytest.raises(MCPError) as caught:
        call(server, mode, tool, arguments)
    return caught.value


def refused(server: ServerProcess, mode: str, tool: str, arguments: dict[str, Any]) -> tuple[str, Any]:
    """A refusal as a result that the model reads, and the problem beside it."""

    async def conversation(client: Client) -> types.CallToolResult:
        return await client.call_tool(tool, arguments)

    result = talk(server, mode, conversation)
    assert result.is_error
    problem = result.meta["coldread/problem"]
    assert problem.items() <= result.structured_content["problem"].items(), (
        "for hosts that read only typed content"
    )
    return result.content[0].text, problem


def order_in(server: ServerProcess, status: str, **fields: Any) -> str:
    order_id: str = server.order(**fields).json()["order_id"]
    for step in WAYS[status]:
        patch = {"patch": {"spec_md": "# What to change"}} if step in {"in_progress", "delivered"} else {}
        assert server.move(order_id, step, **patch).status_code == 200
    return order_id


def test_there_are_fourteen_tools_and_each_says_what_it_takes_and_gives(
    server: ServerProcess, mode: str
) -> None:
    async def listed(client: Client) -> Any:
        return (await client.list_tools()).tools

    tools = {tool.name: tool for tool in talk(server, mode, listed)}
    assert set(tools) == TOOLS
    size = sum(
        len(tool.model_dump_json(by_alias=True, exclude_none=True, exclude_unset=True))
        for tool in tools.values()
    )
    assert size < 18_000, "a host puts the list before its model at every turn"
    assert {name for name, tool in tools.items() if tool.annotations.read_only_hint} == {
        "get_order",
        "get_deliverable",
        "get_side_by_side",
        "get_watch",
        "explain_error",
    }
    for tool in tools.values():
        assert tool.input_schema["type"] == "object"
        assert tool.output_schema is not None
        assert tool.output_schema["type"] == "object"
    assert {"url", "goal", "audience", "contact_email"} <= set(
        tools["request_cold_read"].input_schema["required"]
    )
    assert tools["provide_info"].input_schema["required"] == ["order_id", "message"]


def test_a_scan_gives_its_summary_as_text_and_itself_typed(
    server: ServerProcess, mode: str, site: Website
) -> None:
    text, scan = call(server, mode, "scan_page", {"url": site.url("/"), "primary_goal": "book_call"})
    assert text.startswith(scan["chat_summary"])
    assert scan["session_id"] in text
    assert all(
        str(part) in text for review in scan["reviews"] for part in review.values() if isinstance(part, str)
    )

    async def read(client: Client) -> Any:
        return await client.read_resource(f"coldread://scans/{scan['session_id']}")

    (content,) = talk(server, mode, read).contents
    assert content.mime_type == "application/json"
    assert scan["session_id"] in content.text


def test_an_order_is_placed_once_for_its_key_and_read_as_tool_and_resource(
    server: ServerProcess, mode: str
) -> None:
    arguments = {**WISH, "idempotency_key": f"the-key-of-{mode}"}
    _, placed = call(server, mode, "request_cold_read", arguments)
    _, again = call(server, mode, "request_cold_read", arguments)
    assert placed["order_id"] == again["order_id"]
    text, order = call(server, mode, "get_order", {"order_id": placed["order_id"]})
    by_rest = httpx.get(f"{server.url}/v1/orders/{placed['order_id']}", timeout=30).json()
    assert order == {**by_rest, "message": text}
    assert "wait_for_review" in text
    assert text.startswith(placed["order_id"])

    async def read(client: Client) -> Any:
        return await client.read_resource(f"coldread://orders/{placed['order_id']}")

    assert placed["order_id"] in talk(server, mode, read).contents[0].text


def test_a_dry_run_fits_the_tools_schema_too(server: ServerProcess, mode: str) -> None:
    text, priced = call(server, mode, "request_cold_read", {**WISH, "dry_run": True})
    assert priced["dry_run"] is True
    assert f"{priced['price']['total']} SEK" in text
    assert all(one["why"] in text for one in priced["missing"])
    assert all(step in text for step in priced["human_steps"])


def test_a_question_is_answered(server: ServerProcess, mode: str) -> None:
    order_id = order_in(server, "reviewing")
    assert server.move(order_id, "needs_info", question="Which form counts?").status_code == 200
    asked, order = call(server, mode, "get_order", {"order_id": order_id})
    assert order["question"] == "Which form counts?"
    assert "Which form counts?" in asked
    assert "provide_info" in asked
    assert "task" not in asked, "that is a word of A2A"
    text, taken = call(server, mode, "provide_info", {"order_id": order_id, "message": "The second form."})
    assert taken["answers"] == 1
    assert order_id in text


def test_the_client_is_asked_to_show_the_pay_page_where_it_can(server: ServerProcess) -> None:
    order_id = order_in(server, "billing_pending")
    shown: list[Any] = []

    async def show(context: Any, params: Any) -> types.ElicitResult:
        shown.append(params)
        return types.ElicitResult(action="accept")

    arguments = {"order_id": order_id, "hand_over": True}
    _, order = call(server, "auto", "get_order", arguments, elicitation_callback=show)
    (page,) = shown
    assert (page.mode, page.url) == ("url", f"{server.url}/pay/{order_id}")
    assert "umbrella_invoice" in page.message
    assert order["pay_url"] == page.url, "after the client has shown it, the answer comes"
    call(server, "auto", "get_order", arguments, elicitation_callback=show)
    assert len(shown) == 1, "who asks again how it stands is not shown the pay page again"


def test_a_client_that_cannot_show_it_gets_the_pay_page_in_the_answer(
    server: ServerProcess, mode: str
) -> None:
    order_id = order_in(server, "billing_pending")
    text, order = call(server, mode, "get_order", {"order_id": order_id, "hand_over": True})
    assert order["pay_url"] == f"{server.url}/pay/{order_id}"
    assert order["pay_url"] in text


def test_deliverables_are_read_and_the_rescan_is_used(
    server: ServerProcess, mode: str, site: Website
) -> None:
    order_id = order_in(server, "delivered")
    text, file = call(server, mode, "get_deliverable", {"order_id": order_id, "file": "spec_final.md"})
    assert (text, file["media_type"]) == ("# What to change", "text/markdown")

    async def read(client: Client) -> Any:
        return await client.read_resource(f"coldread://deliverables/{order_id}/spec_final.md")

    assert talk(server, mode, read).contents[0].text == "# What to change"
    _, again = call(server, mode, "rescan_page", {"order_id": order_id, "url": site.url("/new")})
    assert again["rescan_of"] == order_id
    _, problem = refused(server, mode, "rescan_page", {"order_id": order_id, "url": site.url("/new")})
    assert problem["type"].endswith("/errors/rescan-used")
    closed, _ = call(server, mode, "get_order", {"order_id": order_id})
    assert "again in" not in closed, "nobody polls what is closed"


def test_an_error_is_explained_by_its_type(server: ServerProcess, mode: str) -> None:
    for slug in ("rate-limited", f"{server.url}/errors/rate-limited"):
        text, told = call(server, mode, "explain_error", {"slug": slug})
        assert told["status"] == 429
        assert told["meaning"] in text
        assert told["remedy"] in text


def test_a_refusal_says_what_to_change_and_carries_our_problem(server: ServerProcess, mode: str) -> None:
    text, problem = refused(server, mode, "request_cold_read", {"url": "not an address"})
    assert problem["type"].endswith("/errors/invalid-input")
    assert {"#/url", "#/goal"} <= {error["pointer"] for error in problem["errors"]}
    assert all(error["detail"] in text for error in problem["errors"])
    assert "What to do:" in text
    _, missing = refused(server, mode, "get_order", {"order_id": "INV-22222222"})
    assert missing["type"].endswith("/errors/not-found")
    assert refusal(server, mode, "fly_home", {}).code == -32602


@pytest.mark.parametrize(
    ("tool", "arguments", "pointer"),
    [
        ("get_order", {}, "#/order_id"),
        ("get_order", {"order_id": 7}, "#/order_id"),
        ("get_order", {"order_id": "../../errors"}, "#/order_id"),
        ("get_deliverable", {"order_id": "INV-22222222", "file": "../x"}, "#/file"),
        ("get_order", {"order_id": "INV-22222222", "hand_over": "yes"}, "#/hand_over"),
        ("explain_error", {"slug": "a b"}, "#/slug"),
        ("request_cold_read", {**WISH, "idempotency_key": "short"}, "#/idempotency_key"),
    ],
)
def test_arguments_of_the_tool_itself_are_checked_before_any_route(
    server: ServerProcess, tool: str, arguments: dict[str, Any], pointer: str
) -> None:
    _, problem = refused(server, "auto", tool, arguments)
    assert [error["pointer"] for error in problem["errors"]] == [pointer]


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        (
            "fix_element",
            {"url": "https://a.example/", "element_selector": "h1", "problem": "It says nothing."},
        ),
        ("audit_page", {"url": "https://a.example/", "primary_goal": "demo", "audience": "Bakers"}),
        ("scan_page_paid", {"url": "https://a.example/", "primary_goal": "demo"}),
    ],
)
def test_a_paid_tool_answers_with_its_challenge(
    server: ServerProcess, mode: str, tool: str, arguments: dict[str, Any]
) -> None:
    refused = refusal(server, mode, tool, arguments)
    assert refused.code == -32042
    assert refused.data["httpStatus"] == 402
    assert refused.data["problem"]["type"].endswith("/errors/payment-required")
    (challenge,) = refused.data["challenges"]
    assert challenge["method"] == "tempo"
    assert int(challenge["request"]["amount"]) > 0
    assert challenge["digest"].startswith("sha-256=")


def test_a_credential_in_meta_reaches_the_till(server: ServerProcess, mode: str) -> None:
    arguments = {"url": "https://a.example/", "element_selector": "h1", "problem": "It says nothing."}
    (challenge,) = refusal(server, mode, "fix_element", arguments).data["challenges"]
    forged = {
        "challenge": {**challenge, "id": "forged"},
        "payload": {"type": "transaction", "signature": "0x00"},
    }

    async def pay(client: Client) -> Any:
        meta: Any = {"org.paymentauth/credential": forged}
        return await client.call_tool("fix_element", arguments, meta=meta)

    with pytest.raises(MCPError) as caught:
        talk(server, mode, pay)
    assert caught.value.code == -32043
    assert caught.value.data["problem"]["type"].endswith("/errors/invalid-challenge")
    assert caught.value.data["challenges"], "a fresh challenge comes with the refusal"


def test_prompts_lead_through_the_service(server: ServerProcess, mode: str) -> None:
    async def prompts(client: Client) -> Any:
        listed = (await client.list_prompts()).prompts
        got = await client.get_prompt("review_page", {"url": "https://a.example/", "primary_goal": "demo"})
        return listed, got.messages[0].content.text  # type: ignore[union-attr]

    listed, text = talk(server, mode, prompts)
    assert [prompt.name for prompt in listed] == ["review_page", "order_cold_read", "follow_order"]
    assert "https://a.example/" in text

    async def without(client: Client) -> Any:
        return await client.get_prompt("follow_order", {})

    with pytest.raises(MCPError, match="order_id"):
        talk(server, mode, without)


def test_every_listed_resource_can_be_read(server: ServerProcess, mode: str) -> None:
    async def resources(client: Client) -> Any:
        listed = (await client.list_resources()).resources
        templates = (await client.list_resource_templates()).resource_templates
        texts = [(await client.read_resource(str(row.uri))).contents[0].text for row in listed]  # type: ignore[union-attr]
        return templates, texts

    templates, texts = talk(server, mode, resources)
    assert len(templates) == 3
    assert all(texts)

    async def unknown(client: Client) -> Any:
        return await client.read_resource("coldread://scans/../../etc/passwd")

    with pytest.raises(MCPError):
        talk(server, mode, unknown)


def test_another_host_name_is_refused(server: ServerProcess) -> None:
    answer = httpx.post(
        f"{server.url}/mcp",
        json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"},
        headers={"Host": "evil.example", "Accept": "application/json, text/event-stream"},
        timeout=60,
    )
    assert answer.status_code == 421


@pytest.mark.parametrize("accept", ["*/*", "text/event-stream", "text/html"])
def test_no_stream_is_opened_on_which_nothing_would_be_said(server: ServerProcess, accept: str) -> None:
    """The transport's 405, after which clients go on without one."""
    answer = httpx.get(f"{server.url}/mcp", headers={"Accept": accept}, timeout=60)
    assert (answer.status_code, answer.headers["allow"]) == (405, "DELETE, OPTIONS, POST")


def test_addresses_beside_it_keep_their_problems(server: ServerProcess) -> None:
    with server.client() as client:
        assert client.put("/mcp").headers["content-type"] == "application/problem+json"
        assert client.get("/mcp/nothing").json()["type"].endswith("/errors/route-not-found")
