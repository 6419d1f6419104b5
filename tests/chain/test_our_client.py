"""Our own client pays what a call costs, once, also when the answer is lost on the way."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from coldread_client import AsyncClient, Client, TempoWallet
from coldread_client import exchange as exchanging
from tests.chain.conftest import Shop
from tests.chain.payer import BODY, Payer
from tests.harness.chain import CHAIN_ID

PRICE = 100_000


def wallet_of(payer: Payer) -> TempoWallet:
    return TempoWallet(payer.key, chain_id=CHAIN_ID, rpc_url=payer.chain.url, most_base_units=PRICE)


class LosesThePaidAnswer(httpx.HTTPTransport):
    """The paid request arrives, is settled and served; its first answer is lost."""

    def __init__(self) -> None:
        super().__init__()
        self.lost = 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        answer = super().handle_request(request)
        if "authorization" in request.headers and not self.lost:
            self.lost += 1
            answer.close()
            raise httpx.ReadError("the connection was lost")
        return answer


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


def test_an_answer_that_is_lost_is_given_again_and_not_paid_for_twice(
    shop: Shop, payer: Payer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exchanging, "FIRST_PAUSE_S", 0.1)
    before = shop.takings
    lossy = LosesThePaidAnswer()
    with Client(shop.servers[0].url, wallet=wallet_of(payer), transport=lossy) as coldread:
        assert coldread.quick_fix(**BODY)["engine"] == "rules"
    assert lossy.lost == 1
    assert shop.takings - before == PRICE
