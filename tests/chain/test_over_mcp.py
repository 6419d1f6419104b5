"""The three paid tools are bought over MCP with the real client, on the chain, at their exact price."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from mcp import MCPError
from mcp.client import Client

from coldread.protocols.payment import (
    CREDENTIAL,
    ENCODED,
    RECEIPT,
    REQUIRED,
    decode_base64url,
    encode_base64url,
)
from tests.chain.conftest import Shop
from tests.chain.payer import BODY, Payer, present
from tests.harness.website import Website
from tests.protocols.test_mcp import PAGE, talk

AUDIT = {"url": "https://shop.example/", "primary_goal": "demo", "audience": "Owners of small bakeries"}


@pytest.fixture
def site() -> Any:
    with Website({"/": PAGE}) as site:
        yield site


@pytest.fixture
def scanning_shop(make_shop: Any, site: Website) -> Shop:
    shop: Shop = make_shop(scan_allow_hosts=site.place)
    shop.server().start()
    return shop


def bought(shop: Shop, payer: Payer, tool: str, arguments: dict[str, Any]) -> Any:
    """Ask, be told the price, pay it and ask again: the result."""
    from mpp import Challenge

    async def ask(client: Client) -> Any:
        return await client.call_tool(tool, arguments)

    with pytest.raises(MCPError) as told:
        talk(shop.servers[0], "auto", ask)
    assert told.value.code == REQUIRED
    fields = dict(told.value.data["challenges"][0])
    for name in ENCODED:
        if name in fields:
            fields[name] = encode_base64url(fields[name])
    header = "Payment " + ", ".join(f"{name}={json.dumps(value)}" for name, value in fields.items())
    signed = payer.sign(Challenge.from_www_authenticate(header))
    credential = decode_base64url(signed.removeprefix("Payment "))

    async def pay(client: Client) -> Any:
        meta: Any = {CREDENTIAL: credential}
        return await client.call_tool(tool, arguments, meta=meta)

    return talk(shop.servers[0], "auto", pay)


@pytest.mark.parametrize(
    ("tool", "arguments", "price", "member"),
    [
        ("fix_element", BODY, 100_000, "rewrite"),
        ("audit_page", AUDIT, 500_000, "executive_summary"),
    ],
)
def test_advice_is_bought_over_mcp(
    shop: Shop, payer: Payer, tool: str, arguments: dict[str, Any], price: int, member: str
) -> None:
    before = shop.takings
    result = bought(shop, payer, tool, arguments)
    assert result.structured_content[member]
    assert result.meta[RECEIPT]["status"] == "success"
    assert shop.takings - before == price


def test_a_scan_is_bought_over_mcp_and_over_http(scanning_shop: Shop, payer: Payer, site: Website) -> None:
    shop, wish = scanning_shop, {"url": site.url("/"), "primary_goal": "demo"}
    result = bought(shop, payer, "scan_page_paid", wish)
    assert result.structured_content["tier"] == "scan"
    assert result.meta[RECEIPT]["status"] == "success"
    assert shop.takings == 330_000

    url, raw = f"{shop.servers[0].url}/v1/scan-paid", json.dumps(wish).encode()
    answer: httpx.Response = present(url, payer.credential(url, raw), raw)
    assert answer.status_code == 200, answer.text
    assert "payment-receipt" in answer.headers
    assert "ratelimit-limit" not in answer.headers
    assert shop.takings == 660_000
