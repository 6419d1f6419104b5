"""A node that contradicts itself about a payment: nobody is asked for money again, and the books decide what it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from coldread.base.clock import DAY, HOUR, MINUTE, SECOND
from coldread.mail.tables import letters
from coldread.payments.accounting import refunds
from coldread.payments.accounting.reconcile import Books, reconcile
from coldread.payments.methods.tempo import Tempo
from coldread.payments.processor import PaymentProcessor
from coldread.payments.states import State
from coldread.payments.tables import payments
from coldread.payments.wallet import address_of
from tests.harness.refusals import refusal
from tests.harness.service import Service
from tests.payments.paper_chain import KEY, Lie, PaperChain, PaperNode, says, signed, takes_and_hangs_up
from tests.payments.paper_service import PaperPayer, on_paper, reserved
from tests.payments.scripted_chain import RAW, by_hash, challenge_of
from tests.payments.test_lying_node import FIXED, PRICE, RECEIPT, SEND, follow, open_refunds

MakeService = Callable[..., Service]
PAYER = address_of(KEY)


def receipt_as(change: Callable[[dict[str, Any]], dict[str, Any]]) -> Lie:
    def lie(chain: PaperChain, parameters: list[Any]) -> Any:
        true = chain.receipt(parameters[0])
        return {"result": None if true is None else {**true, **change(true)}}

    return lie


def with_other_logs(receipt: dict[str, Any]) -> dict[str, Any]:
    forged = [{**log, "topics": [*log["topics"][:3], "0x" + "ab" * 32]} for log in receipt["logs"]]
    return {"logs": forged}


FAILED = receipt_as(lambda _: {"status": "0x0", "logs": []})
FORGED = receipt_as(with_other_logs)
WITHHELD = says(None)
OTHER_BLOCK = receipt_as(lambda _: {"blockHash": "0x" + "cd" * 32})
LIES = {"status 0x0": FAILED, "wrong logs": FORGED, "no receipt": WITHHELD, "another block": OTHER_BLOCK}
each_lie = pytest.mark.parametrize("lie", LIES.values(), ids=LIES)


@pytest.fixture
def shop(make_service: MakeService) -> Service:
    return make_service(**FIXED, operator_email="op@example.com")


@pytest.fixture
def node(shop: Service) -> PaperNode:
    return on_paper(shop)


@pytest.fixture
def payer(shop: Service) -> PaperPayer:
    return PaperPayer(shop)


def unasked(answer: httpx.Response, status: int, slug: str) -> None:
    refusal(answer, status, slug)
    assert "www-authenticate" not in answer.headers, "nobody is asked for money again"


def state_of(shop: Service, headers: dict[str, str]) -> str:
    (row,) = shop.read(lambda session: session.rows(payments.select()))
    return str(row.state)


def books_of(shop: Service, first: int | None = None) -> Books:
    found: Books = shop.run(reconcile(shop.services, "tempo", first))
    return found


@each_lie
def test_what_was_charged_is_never_asked_for_again(
    shop: Service, node: PaperNode, payer: PaperPayer, lie: Lie
) -> None:
    """pympp and mppx paid three times for "status 0x0", and for a receipt withheld past the end of the validity."""
    node.lies[RECEIPT] = lie
    headers = payer.headers()
    for seconds in (0, 1, 40, HOUR // SECOND):
        shop.clock.move(seconds * SECOND)
        unasked(payer.buy(headers), 503, "unavailable")
        follow(shop)
    assert state_of(shop, headers) == State.DISPUTED
    assert reserved(shop) == 0
    assert node.chain.charged(PAYER) == PRICE


@each_lie
def test_a_node_that_recovers_has_what_was_charged_served(
    shop: Service, node: PaperNode, payer: PaperPayer, lie: Lie
) -> None:
    node.lies[RECEIPT] = lie
    headers = payer.headers()
    for _ in range(2):
        unasked(payer.buy(headers), 503, "unavailable")
        shop.clock.move(40 * SECOND)
    node.lies.clear()
    served = payer.buy(headers)
    assert served.status_code == 200
    assert payer.buy(headers).content == served.content
    assert (node.chain.charged(PAYER), reserved(shop)) == (PRICE, PRICE)
    assert books_of(shop).agrees


@each_lie
def test_the_books_have_what_was_disputed_paid_back(
    shop: Service, node: PaperNode, payer: PaperPayer, lie: Lie
) -> None:
    """After it was paid back the same credential still got a new challenge."""
    node.lies[RECEIPT] = lie
    headers = payer.headers()
    unasked(payer.buy(headers), 503, "unavailable")
    shop.clock.move(HOUR)
    assert books_of(shop).awaited == PRICE, "the blocks tell of it, whatever the receipt says"
    assert state_of(shop, headers) == State.PAID
    shop.clock.move(DAY)
    follow(shop)
    (owed,) = open_refunds(shop)
    assert (owed.amount, owed.payer) == (PRICE, PAYER.lower())
    for _ in range(2):
        unasked(payer.buy(headers), 403, "payment-refund-due")
        shop.write(refunds.mark_refunded, owed.tx_hash, "0xback")
        shop.clock.move(3 * DAY)
        follow(shop)
    assert node.chain.charged(PAYER) == PRICE


@each_lie
def test_what_its_payer_sent_is_never_asked_for_again(
    shop: Service, node: PaperNode, payer: PaperPayer, lie: Lie
) -> None:
    """Three charges by push: the logs of the receipt did not fit."""
    challenge = challenge_of(shop)
    tx_hash = node.chain.submit(signed(challenge, shop.clock.now()))
    node.lies[RECEIPT] = lie
    headers = by_hash(challenge, tx_hash)
    for seconds in (0, 1, 400, HOUR // SECOND):
        shop.clock.move(seconds * SECOND)
        unasked(payer.buy(headers), 503, "unavailable")
    assert state_of(shop, headers) == State.DISPUTED
    node.lies.clear()
    assert payer.buy(headers).status_code == 200
    assert (node.chain.charged(PAYER), reserved(shop)) == (PRICE, PRICE)


def test_a_receipt_and_its_logs_withheld_together_are_noticed_by_nonce_and_balance(
    shop: Service, node: PaperNode, payer: PaperPayer
) -> None:
    node.lies = {RECEIPT: WITHHELD, "eth_getLogs": says([])}
    pulled, challenge = payer.headers(), challenge_of(shop)
    pushed = by_hash(challenge, node.chain.submit(signed(challenge, shop.clock.now())))
    for seconds in (0, 400):
        shop.clock.move(seconds * SECOND)
        for headers in (pulled, pushed):
            unasked(payer.buy(headers), 503, "unavailable")
    node.lies.clear()
    assert [payer.buy(headers).status_code for headers in (pulled, pushed)] == [200, 200]
    assert node.chain.charged(PAYER) == 2 * PRICE


def test_a_payment_that_was_taken_for_void_is_owed_and_never_asked_for_again(
    shop: Service, node: PaperNode, payer: PaperPayer
) -> None:
    """`void` never recovered."""
    node.lies[SEND] = lambda *_: {"error": {"code": -32000, "message": "no"}}
    headers = payer.headers()
    unasked(payer.buy(headers), 503, "unavailable")
    shop.clock.move(MINUTE)
    refusal(payer.buy(headers), 402, "payment-expired")
    assert state_of(shop, headers) == State.VOID, "every node said so, in every way: this lie costs a price"
    (row,) = shop.read(lambda session: session.rows(payments.select()))
    shop.clock.move(-MINUTE)
    mined = node.chain.submit(_raw(headers))
    assert mined == row.tx_hash
    shop.clock.move(HOUR)
    assert books_of(shop).filed == 1
    for _ in range(2):
        unasked(payer.buy(headers), 403, "payment-refund-due")
        shop.write(refunds.mark_refunded, mined, "0xback")
    assert reserved(shop) == PRICE


def _raw(headers: dict[str, str]) -> str:
    import base64
    import json

    token = headers["Authorization"].removeprefix("Payment ") + "=="
    raw: str = json.loads(base64.urlsafe_b64decode(token))["payload"]["signature"]
    return raw


def test_what_was_disputed_and_never_came_is_ended_by_the_books(
    shop: Service, node: PaperNode, payer: PaperPayer
) -> None:
    """It failed on the chain: nothing was charged, and nobody knows that from a receipt alone."""
    node.chain.reverts = True
    headers = payer.headers()
    unasked(payer.buy(headers), 503, "unavailable")
    shop.clock.move(HOUR)
    books = books_of(shop)
    assert (books.released, books.agrees, node.chain.charged(PAYER)) == (1, True, 0)
    for _ in range(2):
        unasked(payer.buy(headers), 403, "payment-refund-due")
        shop.clock.move(3 * DAY)
        follow(shop)
    assert open_refunds(shop) == []


def test_what_was_disputed_is_not_ended_by_books_that_are_not_whole(
    shop: Service, node: PaperNode, payer: PaperPayer
) -> None:
    node.lies = {RECEIPT: FAILED, "eth_getLogs": says([]), "eth_getBlockReceipts": says([])}
    headers = payer.headers()
    unasked(payer.buy(headers), 503, "unavailable")
    shop.clock.move(HOUR)
    books = books_of(shop)
    assert (books.released, books.agrees) == (0, False)
    assert "the account grew by 0.10, but logs and receipts show 0.00" in books.doubt
    assert state_of(shop, headers) == State.DISPUTED


def test_an_invented_receipt_buys_nothing(shop: Service, node: PaperNode, payer: PaperPayer) -> None:
    """A receipt for what never was in a block: the work was done for it."""
    challenge = challenge_of(shop)
    raw, other = signed(challenge, shop.clock.now()), PaperChain(shop.clock)
    tx_hash = other.submit(raw)
    node.lies[RECEIPT] = says(other.receipt(tx_hash))
    unasked(payer.buy(by_hash(challenge, tx_hash)), 503, "unavailable")


def test_another_route_or_body_is_asked_for_money_as_before(
    shop: Service, node: PaperNode, payer: PaperPayer
) -> None:
    node.lies[RECEIPT] = FAILED
    headers = payer.headers()
    unasked(payer.buy(headers), 503, "unavailable")
    other = RAW.replace(b"Welcome", b"Hello")
    refusal(payer.buy(headers, body=other), 402, "invalid-challenge")


TWO = {**FIXED, "payment_rpc_url": "http://127.0.0.1:9,http://127.0.0.1:10"}


@pytest.fixture
def two(make_service: MakeService) -> tuple[Service, PaperNode, PaperNode]:
    """A service that names two nodes of one chain."""
    shop = make_service(**TWO)
    nodes = [PaperNode(PaperChain(shop.clock))]
    nodes.append(PaperNode(nodes[0].chain))
    method = shop.services.one(PaymentProcessor).method("tempo")
    assert isinstance(method, Tempo)
    for known, paper in zip(method.nodes, nodes, strict=True):
        known.http = paper.http
    method.timeout_s = 0
    return shop, nodes[0], nodes[1]


@pytest.mark.parametrize("liar", [0, 1])
def test_what_one_node_alone_says_is_not_believed(
    two: tuple[Service, PaperNode, PaperNode], liar: int
) -> None:
    """One that hides all there is of a payment costs a price where it is the only one."""
    shop, payer = two[0], PaperPayer(two[0])
    hidden = (two[1], two[2])[liar]
    hidden.lies = {
        RECEIPT: says(None),
        "eth_getLogs": says([]),
        "eth_getStorageAt": says("0x0"),
        SEND: takes_and_hangs_up,
    }
    headers = payer.headers()
    for seconds in (0, 40, 3600):
        shop.clock.move(seconds * SECOND)
        unasked(payer.buy(headers), 503, "unavailable")
    hidden.lies.clear()
    assert payer.buy(headers).status_code == 200
    assert two[1].chain.charged(PAYER) == PRICE


def test_two_nodes_that_agree_serve(two: tuple[Service, PaperNode, PaperNode]) -> None:
    shop, payer = two[0], PaperPayer(two[0])
    assert payer.buy(payer.headers()).status_code == 200
    challenge = challenge_of(shop)
    tx_hash = two[1].chain.submit(signed(challenge, shop.clock.now()))
    assert payer.buy(by_hash(challenge, tx_hash)).status_code == 200
    assert books_of(shop).agrees


def test_books_that_one_node_tells_otherwise_do_not_agree(
    two: tuple[Service, PaperNode, PaperNode],
) -> None:
    shop, payer = two[0], PaperPayer(two[0])
    assert payer.buy(payer.headers()).status_code == 200
    shop.clock.move(HOUR)
    two[2].lies = {"eth_getLogs": says([]), "eth_getBlockReceipts": says([])}
    books = books_of(shop)
    assert (books.agrees, books.bought) == (False, PRICE)
    two[2].lies.clear()
    assert books_of(shop).agrees


def test_a_network_that_changes_its_chain_sells_nothing_from_then_on(
    shop: Service, node: PaperNode, payer: PaperPayer
) -> None:
    """It was asked once, at the start: an hour after the change a call was still sold."""
    assert payer.buy(payer.headers()).status_code == 200
    before, charged = payer.headers(), node.chain.charged(PAYER)
    node.chain.chain_id = 1
    sent = node.asked.count(SEND)
    unasked(payer.buy(before), 503, "unavailable")
    unasked(shop.post("/v1/quick-fix", content=RAW), 503, "unavailable")
    assert (node.asked.count(SEND), node.chain.charged(PAYER)) == (sent, charged), "nothing is sent to it"
    told = letters.select().where(letters.c.kind == "payment_network")
    for _ in range(2):
        (letter,) = shop.read(lambda session: session.rows(told))
        shop.clock.move(31 * SECOND)
        unasked(shop.post("/v1/quick-fix", content=RAW), 503, "unavailable")
    assert (letter.recipient, "chain 1, not 42431" in letter.details) == ("op@example.com", True)
    node.chain.chain_id = 42431
    shop.clock.move(31 * SECOND)
    assert shop.post("/v1/quick-fix", content=RAW).status_code == 402


def test_a_change_is_noticed_within_the_life_of_a_challenge_and_nobody_waits(
    shop: Service, node: PaperNode, payer: PaperPayer
) -> None:
    assert payer.buy(payer.headers()).status_code == 200
    node.chain.chain_id = 1
    statuses = []
    for _ in range(4):
        shop.clock.move(75 * SECOND)
        statuses.append(shop.post("/v1/quick-fix", content=RAW).status_code)
        shop.run(_turns())
    assert statuses[0] == 402, "asked for money before the answer came"
    assert statuses[-1] == 503
    assert 503 in statuses[: 300 // 75]


async def _turns() -> None:
    import asyncio

    for _ in range(200):
        await asyncio.sleep(0)


def test_books_skip_no_block_whose_logs_were_withheld_once(
    shop: Service, node: PaperNode, payer: PaperPayer
) -> None:
    """The cursor passed a payment that nobody had presented: the difference was 0.00 for good."""
    assert books_of(shop).agrees
    shop.clock.move(HOUR)
    challenge = challenge_of(shop)
    node.chain.submit(signed(challenge, shop.clock.now()))
    shop.clock.move(2 * DAY)
    node.lies = {"eth_getLogs": says([]), "eth_getBlockReceipts": says([])}
    first = books_of(shop)
    assert (first.agrees, first.chain_sum) == (False, 0)
    assert "grew by 0.10" in first.doubt
    node.lies.clear()
    shop.clock.move(2 * DAY)
    second = books_of(shop)
    assert (second.agrees, second.chain_sum, second.filed) == (True, PRICE, 1)


def test_logs_that_are_withheld_are_found_in_the_receipts_of_their_blocks(
    shop: Service, node: PaperNode, payer: PaperPayer
) -> None:
    assert payer.buy(payer.headers()).status_code == 200
    shop.clock.move(MINUTE)
    node.lies["eth_getLogs"] = says([])
    books = books_of(shop)
    assert (books.agrees, books.bought, "eth_getBlockReceipts" in node.asked) == (True, PRICE, True)


def test_the_last_day_is_read_again(shop: Service, node: PaperNode, payer: PaperPayer) -> None:
    assert payer.buy(payer.headers()).status_code == 200
    shop.clock.move(HOUR)
    assert books_of(shop).bought == PRICE
    shop.clock.move(HOUR)
    assert books_of(shop).bought == PRICE
    shop.clock.move(2 * DAY)
    assert books_of(shop).bought == PRICE, "once more: the last one stopped less than a day after it"
    shop.clock.move(2 * DAY)
    assert books_of(shop).bought == 0
