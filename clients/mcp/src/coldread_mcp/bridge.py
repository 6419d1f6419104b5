"""A bridge between a host that speaks MCP over stdio and a service that speaks it over HTTP: every message passes as it is.

`coldread-mcp` has a copy of this file (written by `make docs`), so it uses nothing of the service."""

from __future__ import annotations

import asyncio
import base64
import json
import re
import sys
import threading
from collections.abc import Callable
from typing import Any

import httpx

PARSE, INVALID_REQUEST, INTERNAL = -32700, -32600, -32603
PATIENCE = httpx.Timeout(90, connect=10)  # a scan takes 15 seconds, on a busy service longer
VERSION = "io.modelcontextprotocol/protocolVersion"
#: what a message is about, by method: newer versions want it in a header too
NAMES = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
_PLAIN = re.compile(r"(?!=\?)[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?")


async def bridge_to(service: str) -> None:
    """Run until the host closes its end. If the service does not answer, the call gets an error and the bridge stays."""
    lines = _lines_of_host(asyncio.get_running_loop())
    async with httpx.AsyncClient(timeout=PATIENCE) as client:
        bridge = Bridge(client, f"{service.rstrip('/').removesuffix('/mcp')}/mcp", _tell_host)
        while line := await lines.get():
            bridge.take(line)
        await bridge.finish()


class Bridge:
    """Passes on each message by itself: the service has no sessions, and a broken connection concerns only one call."""

    def __init__(self, client: httpx.AsyncClient, url: str, tell: Callable[[dict[str, Any]], None]) -> None:
        self._client, self._url, self._tell = client, url, tell
        #: version of the handshake, for messages that do not name theirs
        self._version: str | None = None
        self._calls: dict[object, asyncio.Task[None]] = {}

    def take(self, line: bytes) -> None:
        """Begin with one line of the host. A call that the host cancels is dropped without an answer."""
        try:
            message = json.loads(line)
        except ValueError:
            self._tell(_error(None, PARSE, "This line is not JSON."))
            return
        if not isinstance(message, dict):
            self._tell(_error(None, INVALID_REQUEST, "A message is one JSON object."))
            return
        given = message.get("params")
        params = given if isinstance(given, dict) else {}
        if message.get("method") == "notifications/cancelled":
            if call := self._calls.get(params.get("requestId")):
                call.cancel()
            return
        key = message.get("id", object())
        call = asyncio.create_task(self._pass_on(message, params))
        self._calls[key] = call
        call.add_done_callback(lambda _: self._calls.pop(key, None))

    async def finish(self) -> None:
        """Wait for what is still being answered."""
        await asyncio.gather(*self._calls.values(), return_exceptions=True)

    async def _pass_on(self, message: dict[str, Any], params: dict[str, Any]) -> None:
        number = message.get("id")
        try:
            response = await self._client.post(
                self._url, content=json.dumps(message), headers=self._headers(message, params)
            )
            answer = _read_answer(self._url, response, number)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            cause = str(error) or type(error).__name__
            answer = _error(number, INTERNAL, f"The service at {self._url} does not answer: {cause}")
        if message.get("method") == "initialize":
            self._version = answer.get("result", {}).get("protocolVersion")
        if "id" in message:
            self._tell(answer)

    def _headers(self, message: dict[str, Any], params: dict[str, Any]) -> dict[str, str]:
        method = str(message.get("method"))
        about = params.get(NAMES.get(method, ""))
        meta = params.get("_meta")
        version = meta.get(VERSION) if isinstance(meta, dict) else None
        given = {
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
            "MCP-Protocol-Version": version or self._version,
            "Mcp-Method": method,
            "Mcp-Name": about,
        }
        return {name: _header(value) for name, value in given.items() if isinstance(value, str)}


def _read_answer(url: str, response: httpx.Response, number: object) -> dict[str, Any]:
    """The answer of MCP, also if its status is that of an error; else an error that says what came instead."""
    try:
        body = response.json()
    except ValueError:
        body = None
    if isinstance(body, dict) and body.get("jsonrpc") == "2.0":
        return {**body, "id": number}
    came = body.get("detail") if isinstance(body, dict) else response.headers.get("Location")
    text = f"The service at {url} does not answer: {response.status_code} {came or response.reason_phrase}"
    return _error(number, INTERNAL, text, body if isinstance(body, dict) else None)


def _error(number: object, code: int, text: str, data: dict[str, Any] | None = None) -> dict[str, Any]:
    error = {"code": code, "message": text, **({"data": data} if data else {})}
    return {"jsonrpc": "2.0", "id": number, "error": error}


def _header(value: str) -> str:
    """As it is, or in the base64 that MCP has for what a header cannot carry."""
    if _PLAIN.fullmatch(value):
        return value
    return f"=?base64?{base64.b64encode(value.encode('utf-8', 'replace')).decode()}?="


def _lines_of_host(loop: asyncio.AbstractEventLoop) -> asyncio.Queue[bytes]:
    """The host's lines, then an empty one. Read in a thread of its own, because not every system can wait for stdin."""
    lines: asyncio.Queue[bytes] = asyncio.Queue()

    def read() -> None:
        with open(sys.stdin.fileno(), "rb", closefd=False) as host:
            while line := host.readline():
                loop.call_soon_threadsafe(lines.put_nowait, line)
        loop.call_soon_threadsafe(lines.put_nowait, b"")

    threading.Thread(target=read, daemon=True).start()
    return lines


def _tell_host(message: dict[str, Any]) -> None:
    sys.stdout.buffer.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
    sys.stdout.buffer.flush()
