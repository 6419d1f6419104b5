"""Our own client pays what a call costs, once, also when the answer is lost on the way."""

from __future__ import annotations

import asyncio

from coldread_client import AsyncClient, Client, TempoWallet
from tests.chain.conftest import Shop
from tests.chain.payer import BODY, Payer
from tests.harness.chain import CHAIN_ID

PRICE = 100_000


def wallet_of(payer: Payer) -> TempoWallet:
    return TempoWallet(payer.key, chain_id=CHAIN_ID, rpc_url=payer.chain.url, most_base_units=PRICE)


def test_the_client_pays_exactly_the_price(shop: Shop, payer: Payer) -> None:
    before = shop.takings
    with Client(shop.servers[0].url, wallet=wallet_of(payer)) as coldread:
        fix = coldread.quick_fix(**BODY)
    assert fix["engine"] == "rules"
    assert shop.takings - before == PRICE


def test_the_asynchronous_client_pays_too(shop: Shop, payer: Payer) -> None:
    before = shop.takings

    async def buy() -> str:
        async with AsyncClient(shop.servers[0].url, wallet=wallet_of(payer)) as coldread:
            return (await coldread.quick_fix(**BODY))["diagnosis"]

    assert asyncio.run(buy())
    assert shop.takings - before == PRICE
