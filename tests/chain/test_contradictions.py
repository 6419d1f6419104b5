"""A proxy that lies in front of the real chain, and the clients that payers use: one price, whatever it says."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from coldread.base.clock import SECOND
from coldread.payments.methods.tempo_witness import LAG
from tests.chain.conftest import Shop
from tests.chain.payer import JSON, RAW, Payer, present
from tests.chain.test_faults import until_served
from tests.harness.chain import CHAIN_ID, TOKEN
from tests.harness.lying_node import OTHER_CHAIN, SEND, Lie, LyingNode, say_result
from tests.harness.refusals import refusal

MakeShop = Callable[..., Shop]
PRICE = 100_000
#: of the challenges of these shops
TTL_S = 25
RECEIPT, LOGS = "eth_getTransactionReceipt", "eth_getLogs"


def receipt_as(change: Callable[[dict[str, Any]], dict[str, Any]]) -> Lie:
    """The true receipt, with something else in it."""

    def lie(question: dict[str, Any], ask: Callable[[dict[str, Any]], bytes]) -> bytes:
        said = json.loads(ask(question))
        if isinstance(said.get("result"), dict):
            said["result"] = {**said["result"], **change(said["result"])}
        return json.dumps(said).encode()

    return lie


def with_other_memos(receipt: dict[str, Any]) -> dict[str, Any]:
    logs = [
        {**log, "topics": [*log["topics"][:3], "0x" + "ab" * 32]} if len(log["topics"]) == 4 else log
        for log in receipt["logs"]
    ]
    return {"logs": logs}


LIES = {
    "status 0x0": receipt_as(lambda _: {"status": "0x0", "logs": []}),
    "wrong logs": receipt_as(with_other_memos),
    "no receipt": say_result(None),
}


@pytest.fixture
def lying(make_shop: MakeShop) -> Iterator[tuple[Shop, LyingNode]]:
    shop = make_shop(payment_rpc_timeout_s="3")
    node = LyingNode(shop.chain)
    shop.settings["payment_rpc_url"] = node.url
    shop.server().start()
    yield shop, node
    node.stop()


def paid_once(shop: Shop, payer: Payer) -> None:
    """The first sale loads what the process needs; a challenge lives for 25 seconds."""
    assert until_served(shop.url, payer.credential(shop.url)).status_code == 200


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
def test_one_call_of_a_published_client_is_charged_once(
    lying: tuple[Shop, LyingNode], payer: Payer, lie: Lie
) -> None:
    """pympp and mppx each paid three times, with no execution."""
    shop, node = lying
    paid_once(shop, payer)
    before, node.lies[RECEIPT] = shop.takings, lie
    from mpp.errors import PaymentOutcomeUnknownError

    try:
        assert payer.fetch_with_pympp(shop.url).status_code == 503
    except PaymentOutcomeUnknownError:
        pass  # what it makes of a 503 after paying
    assert shop.takings - before == PRICE
    for number, mode in enumerate(("pull", "push"), 2):
        told = payer.fetch_with_mppx(shop.url, mode)
        assert (told["status"], shop.takings - before) == (503, number * PRICE), told
        refusal(present(shop.url, told["credential"]), 503, "unavailable")
        assert shop.takings - before == number * PRICE
    node.lies.clear()
    assert until_served(shop.url, told["credential"]).status_code == 200, (
        "it recovers, and serves what was paid"
    )
    assert shop.takings - before == 3 * PRICE


def test_a_receipt_withheld_past_the_end_of_the_validity_is_no_402(
    lying: tuple[Shop, LyingNode], payer: Payer
) -> None:
    """The nonce is used: the chain's own note of an expiring one says so."""
    shop, node = lying
    paid_once(shop, payer)
    before, credential = shop.takings, payer.credential(shop.url)
    node.lies = {RECEIPT: say_result(None), LOGS: say_result([])}
    ends, disputed = time.monotonic() + 120 + TTL_S + LAG // SECOND, False
    while not disputed:
        shop.chain.ask("evm_mine")  # its time goes on
        answer = present(shop.url, credential)
        refusal(answer, 503, "unavailable")
        assert "www-authenticate" not in answer.headers
        disputed = answer.json()["detail"].startswith("The payment network gives contradictory answers")
        assert time.monotonic() < ends
        time.sleep(1)  # asks again until the deadline above
    node.lies.clear()
    assert until_served(shop.url, credential).status_code == 200
    assert shop.takings - before == PRICE


def test_what_the_chain_would_not_execute_is_refused_and_not_sent(
    lying: tuple[Shop, LyingNode], payer: Payer
) -> None:
    shop, node = lying
    paid_once(shop, payer)
    before = node.asked.count(SEND)
    for gas in (1, 21_000):
        refusal(present(shop.url, with_gas(shop, payer, gas)), 402, "verification-failed")
    assert node.asked.count(SEND) == before
    assert until_served(shop.url, with_gas(shop, payer, 1_000_000)).status_code == 200


def with_gas(shop: Shop, payer: Payer, gas: int) -> str:
    """A credential whose transaction pays the challenge, and may use so much gas."""
    from mpp import Challenge, Credential
    from mpp.methods.tempo._attribution import encode
    from pytempo import Call, TempoTransaction

    asked = httpx.post(shop.url, content=RAW, headers=JSON, timeout=30, trust_env=False)
    challenge = Challenge.from_www_authenticate(asked.headers["www-authenticate"])
    request = challenge.request
    data = (
        "0x95777d59"
        + request["recipient"][2:].lower().zfill(64)
        + f"{int(request['amount']):064x}"
        + encode(challenge.id, challenge.realm).removeprefix("0x")
    )
    transaction = TempoTransaction.create(
        chain_id=CHAIN_ID,
        gas_limit=gas,
        max_fee_per_gas=2 * int(shop.chain.ask("eth_gasPrice"), 16),
        nonce_key=(1 << 256) - 1,
        fee_token=TOKEN,
        valid_before=int(time.time()) + 15,
        calls=(Call.create(to=TOKEN, data=data),),
    )
    raw = "0x" + bytes(transaction.sign(payer.key).encode()).hex()
    return Credential(
        challenge=challenge.to_echo(), payload={"type": "transaction", "signature": raw}
    ).to_authorization()


def test_a_node_that_becomes_another_chain_is_sold_nothing_on(
    lying: tuple[Shop, LyingNode], payer: Payer
) -> None:
    shop, node = lying
    paid_once(shop, payer)
    before, credential = node.asked.count(SEND), payer.credential(shop.url)
    node.lies["eth_chainId"] = OTHER_CHAIN
    refusal(present(shop.url, credential), 503, "unavailable")
    asked = httpx.post(shop.url, content=RAW, headers=JSON, timeout=30, trust_env=False)
    refusal(asked, 503, "unavailable")
    assert "www-authenticate" not in asked.headers
    assert node.asked.count(SEND) == before
