"""An answer that was paid for can be fetched again, on HTTP, MCP and A2A alike: also by a client that gave up waiting."""

from __future__ import annotations

import asyncio
import base64
import json
import re
import uuid
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from coldread.advice import answers
from coldread.payments.processor import PaymentProcessor
from coldread.payments.wallet import address_of
from coldread.protocols.payment import CREDENTIAL, ENCODED, RECEIPT, encode_base64url
from tests.harness.service import Service
from tests.payments.paper_chain import KEY, PaperNode, signed
from tests.payments.paper_service import on_paper
from tests.payments.scripted_chain import BODY, PATH, RAW, paying

PRICE = 100_000
#: the service, what pays: a request to be awaited
Ask = Callable[[Service, dict[str, str] | None], Any]


def over_http(service: Service, paid: dict[str, str] | None) -> Any:
    return service.request("POST", PATH, content=RAW, headers=paid or {})


def over_mcp(service: Service, paid: dict[str, str] | None) -> Any:
    meta = {}
    if paid is not None:
        token = paid["Authorization"].removeprefix("Payment ")
        meta = {CREDENTIAL: json.loads(base64.urlsafe_b64decode(token + "=="))}
    call = {"name": "fix_element", "arguments": BODY, "_meta": meta}
    return service.request(
        "POST",
        "/mcp",
        json={"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call},
        headers={"Accept": "application/json, text/event-stream"},
    )


def over_a2a(service: Service, paid: dict[str, str] | None) -> Any:
    message = {
        "messageId": str(uuid.uuid4()),
        "role": "ROLE_USER",
        "content": [{"data": {"data": {**BODY, "skill": "quick-fix"}}}],
    }
    return service.request("POST", "/v1/message:send", json={"message": message}, headers=paid or {})


def challenge_in(answer: httpx.Response) -> dict[str, str]:
    """The challenge, wherever the surface puts it."""
    if header := answer.headers.get("www-authenticate"):
        return dict(re.findall(r'(\w+)="([^"]*)"', header))
    fields = dict(answer.json()["error"]["data"]["challenges"][0])
    return {name: encode_base64url(value) if name in ENCODED else value for name, value in fields.items()}


def fix_in(answer: httpx.Response) -> dict[str, Any]:
    """The answer that was bought, wherever the surface puts it."""
    body = answer.json()
    if "result" in body:
        assert body["result"]["_meta"][RECEIPT]["status"] == "success"
        found: dict[str, Any] = body["result"]["structuredContent"]
        return found
    if "task" in body:
        found = json.loads(re.search(r"\{\"diagnosis\".*?\}", json.dumps(body)).group())  # type: ignore[union-attr]
        return found
    return dict(body)


@pytest.fixture
def node(quick_service: Service) -> PaperNode:
    return on_paper(quick_service)


@pytest.mark.parametrize("ask", [over_http, over_mcp, over_a2a])
def test_who_gave_up_waiting_fetches_the_answer(
    quick_service: Service, node: PaperNode, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    service, executed, honest = quick_service, [], answers.quick_fix
    challenge = challenge_in(service.run(ask(service, None)))
    paid = paying(challenge, signed(challenge, service.clock.now()))

    async def given_up() -> None:
        begun, may_end = asyncio.Event(), asyncio.Event()

        async def slow(*args: Any) -> dict[str, Any]:
            begun.set()
            await may_end.wait()
            executed.append(args)
            return await honest(*args)

        monkeypatch.setattr(answers, "quick_fix", slow)
        waiting = asyncio.create_task(ask(service, paid))
        await begun.wait()
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        may_end.set()
        await asyncio.wait(service.services.one(PaymentProcessor)._under_way)

    service.run(given_up())
    for _ in range(2):
        answer = service.run(ask(service, paid))
        assert answer.status_code == 200, answer.text
        assert fix_in(answer)["element_selector"] == "h1"
    assert (len(executed), node.chain.charged(address_of(KEY))) == (1, PRICE)
