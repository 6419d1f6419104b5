"""`coldread mcp` and `coldread-mcp`: the official client starts them as a host does, alone and before a service."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import StdioServerParameters, types
from mcp.client import Client
from mcp.client.stdio import stdio_client

from tests.cli.beside_service import BY_ITSELF
from tests.harness.process import ServerProcess
from tests.harness.service import WISH
from tests.harness.website import Website

PAGE = "<html lang=en><title>Bread</title><h1>Bread for cafés</h1><p>Fresh every morning, at your door.</p></html>"
pytestmark = pytest.mark.together("mcp")


@pytest.fixture(scope="module")
def site() -> Iterator[Website]:
    with Website({"/": PAGE}) as made:
        yield made


OURS = (str(Path(sys.executable).with_name("coldread")), "mcp")


def hosted(
    folder: Path,
    conversation: Callable[[Client], Awaitable[Any]],
    *arguments: str,
    by: tuple[str, ...] = OURS,
    shows: Any = None,
) -> Any:
    """The conversation with a server that the client starts, as a host's configuration says."""
    given = {**os.environ, "COLDREAD_DATA_DIR": str(folder), "COLDREAD_CHROMIUM": "/nowhere"}
    command = StdioServerParameters(command=by[0], args=[*by[1:], *arguments], env=given)

    async def run() -> Any:
        line = stdio_client(command)
        async with Client(line, read_timeout_seconds=120, elicitation_callback=shows) as client:
            return await conversation(client)

    return asyncio.run(run())


def test_alone_it_scans_what_it_may_and_says_why_not(tmp_path: Path, site: Website) -> None:
    async def talk(client: Client) -> Any:
        tools = [tool.name for tool in (await client.list_tools()).tools]
        seen = await client.call_tool("scan_page", {"url": site.url("/"), "primary_goal": "demo"})
        elsewhere = await client.call_tool("scan_page", {"url": "http://127.0.0.1:1/"})
        unknown = await client.call_tool("scan_page", {"url": "http://nobody.invalid/"})
        wrong = await client.call_tool("scan_page", {"url": "nothing", "primary_goal": "fame"})
        return tools, seen, elsewhere, unknown, wrong

    tools, seen, elsewhere, unknown, wrong = hosted(tmp_path, talk, "--allow", site.place)
    assert tools == ["scan_page"]
    assert not seen.is_error, seen.content
    summary, report = [part.text for part in seen.content]
    assert summary == seen.structured_content["chat_summary"]
    assert report == seen.structured_content["report_md"]
    assert "Bread" in report
    assert elsewhere.is_error
    assert "--allow" in elsewhere.content[0].text
    assert unknown.is_error
    assert "name_not_found" in unknown.content[0].text
    assert "--allow" not in unknown.content[0].text, "which would not help"
    assert wrong.is_error
    assert "primary_goal" in wrong.content[0].text


@pytest.mark.parametrize("by", [OURS, BY_ITSELF], ids=["coldread mcp", "coldread-mcp"])
def test_before_a_service_it_orders_relays_and_answers(tmp_path: Path, by: tuple[str, ...]) -> None:
    server = ServerProcess(f"sqlite:///{tmp_path / 'coldread.db'}", tmp_path / "data")
    server.start()
    shown: list[Any] = []

    async def shows(_: Any, params: Any) -> types.ElicitResult:
        shown.append(params.url)
        return types.ElicitResult(action="accept")

    try:

        async def talk(client: Client) -> Any:
            tools = {tool.name for tool in (await client.list_tools()).tools}
            placed = await client.call_tool("request_cold_read", WISH)
            order_id = (placed.structured_content or {})["order_id"]
            for step, more in (("reviewing", {}), ("needs_info", {"question": "Which form counts?"})):
                moved = await asyncio.to_thread(server.move, order_id, step, **more)
                assert moved.status_code == 200
            asked = await client.call_tool("get_order", {"order_id": order_id})
            told = await client.call_tool("provide_info", {"order_id": order_id, "message": "The second."})
            refused = await client.call_tool(
                "rescan_page", {"order_id": order_id, "url": "https://a.example/"}
            )
            prompts = (await client.list_prompts()).prompts
            guide = (await client.read_resource("coldread://guide")).contents[0]
            for step in ("reviewing", "accepted", "billing_pending"):
                assert (await asyncio.to_thread(server.move, order_id, step)).status_code == 200
            to_pay = await client.call_tool("get_order", {"order_id": order_id, "hand_over": True})
            return tools, asked, told, refused, prompts, guide, to_pay

        tools, asked, told, refused, prompts, guide, to_pay = hosted(
            tmp_path / "host", talk, "--service", server.url, by=by, shows=shows
        )
        assert {"scan_page", "request_cold_read", "get_order", "provide_info"} <= tools
        assert asked.structured_content["question"] == "Which form counts?"
        assert told.structured_content["answers"] == 1
        assert refused.is_error
        assert len(prompts) == 3
        assert "Coldread" in guide.text
        assert shown == [to_pay.structured_content["pay_url"]], "the host shows the page to pay"
    finally:
        server.stop()
