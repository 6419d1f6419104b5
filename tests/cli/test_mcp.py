"""`coldread mcp`: the official client starts it as a host does, alone and before a service."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import StdioServerParameters
from mcp.client import Client
from mcp.client.stdio import stdio_client

from tests.harness.process import ServerProcess
from tests.harness.service import WISH
from tests.harness.website import Website

PAGE = "<html lang=en><title>Bread</title><h1>Bread for cafés</h1><p>Fresh every morning, at your door.</p></html>"
pytestmark = pytest.mark.together("mcp")


@pytest.fixture(scope="module")
def site() -> Iterator[Website]:
    with Website({"/": PAGE}) as made:
        yield made


def hosted(
    folder: Path, conversation: Callable[[Client], Awaitable[Any]], *arguments: str, **environ: str
) -> Any:
    """The conversation with a server that the client starts, as a host's configuration says."""
    given = {**os.environ, "COLDREAD_DATA_DIR": str(folder), "COLDREAD_CHROMIUM": "/nowhere", **environ}
    command = StdioServerParameters(
        command=str(Path(sys.executable).with_name("coldread")), args=["mcp", *arguments], env=given
    )

    async def run() -> Any:
        async with Client(stdio_client(command), read_timeout_seconds=120) as client:
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


def test_before_a_service_it_orders_relays_and_answers(tmp_path: Path) -> None:
    server = ServerProcess(f"sqlite:///{tmp_path / 'coldread.db'}", tmp_path / "data")
    server.start()
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
            return tools, asked, told, refused, prompts, guide

        tools, asked, told, refused, prompts, guide = hosted(tmp_path / "host", talk, "--service", server.url)
        assert {"scan_page", "request_cold_read", "get_order", "provide_info"} <= tools
        assert asked.structured_content["question"] == "Which form counts?"
        assert told.structured_content["answers"] == 1
        assert refused.is_error
        assert len(prompts) == 3
        assert "Coldread" in guide.text
    finally:
        server.stop()
