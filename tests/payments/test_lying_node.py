"""What a node says wrongly costs the payer nothing: the eight cases in which it once did, each as it was seen."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from coldread.advice import answers
from coldread.base.clock import DAY, HOUR, SECOND
from coldread.jobs.tables import jobs as job_rows
from coldread.payments.accounting import refunds
from coldread.payments.accounting.ledger import FOLLOW_UP
from coldread.payments.prices import CALL
from coldread.payments.tables import payments as payments_table
from coldread.payments.wallet import address_of
from coldread.worker import sweep
from tests.harness.refusals import refusal
from tests.harness.service import Service
from tests.harness.website import Website
from tests.payments.paper_chain import (
    KEY,
    PaperNode,
    loses,
    says,
    signed,
    takes_and_hangs_up,
    takes_and_says,
)
from tests.payments.paper_service import PaperPayer, on_paper, reserved
from tests.payments.scripted_chain import by_hash, challenge_of, paying

MakeService = Callable[..., Service]
PRICE = CALL["quick-fix"].base_units
SEND, RECEIPT = "eth_sendRawTransactionSync", "eth_getTransactionReceipt"
PAYER = address_of(KEY)
FIXED = {"payment_secret": "s" * 32, "payment_recipient": "0x" + "1" * 40, "payment_rpc_timeout_s": "1"}
PAGE = "<html lang=en><title>Bread</title><h1>Order fresh bread by noon</h1><p>" + "Bread. " * 40


@pytest.fixture
def make_quick(tmp_path: Path) -> Iterator[MakeService]:
    """Services on SQLite alone, for what does not depend on the database."""
    made: list[Service] = []

    def make(**settings: str) -> Service:
        made.append(Service(f"sqlite:///{tmp_path / 'coldread.db'}", tmp_path / "data", **settings))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def shop(make_quick: MakeService) -> Service:
    return make_quick(**FIXED)


@pytest.fixture
def node(shop: Service) -> PaperNode:
    return on_paper(shop)


@pytest.fixture
def payer(shop: Service) -> PaperPayer:
    return PaperPayer(shop)


def open_refunds(service: Service) -> list[refunds.Refund]:
    found: list[refunds.Refund] = service.read(refunds.open_refunds)
    return found


@pytest.mark.parametrize(
    "message", ["nonce too low", "invalid signature", "insufficient funds for fee", "transaction underpriced"]
)
def test_whatever_a_node_says_to_what_we_sent_is_no_402(
    shop: Service, node: PaperNode, payer: PaperPayer, message: str
) -> None:
    """Case 1: it said "nonce too low" and mined two seconds later; the row was gone, the payer paid three times."""
    node.lies[SEND] = takes_and_says(message, after=2 * SECOND)
    headers = payer.headers()
    answer = payer.buy(headers)
    refusal(answer, 503, "unavailable")
    assert "www-authenticate" not in answer.headers
    assert reserved(shop) == 0, "what was refused holds nothing of the budget"
    shop.clock.move(3 * SECOND)
    assert payer.buy(headers).status_code == 200
    assert node.chain.charged(PAYER) == PRICE
    assert reserved(shop) == PRICE, "and is counted when it came"


@pytest.mark.parametrize("ends", [("0x76" + "ab" * 10), ("0x76" + "f8" * 40), "0x761", "0x" + "02" * 60])
def test_what_cannot_be_decoded_reserves_nothing(
    shop: Service, node: PaperNode, payer: PaperPayer, ends: str
) -> None:
    """Case 2: 189 requests of one client held 94.50 of the day's 100 USDC, with nothing on the chain."""
    refusal(payer.buy(paying(challenge_of(shop), ends)), 402, "verification-failed")
    assert reserved(shop) == 0
    assert SEND not in node.asked


def test_a_signature_of_ten_bytes_reserves_nothing(shop: Service, node: PaperNode, payer: PaperPayer) -> None:
    import rlp

    challenge = challenge_of(shop)
    fields = rlp.decode(bytes.fromhex(signed(challenge, shop.clock.now())[2:])[1:])
    for signature in (b"\x01" * 10, b"", b"\x00" * 65, b"\x05" + rlp.encode([b"\x01" * 3])):
        raw = "0x" + (b"\x76" + rlp.encode([*fields[:-1], signature])).hex()
        refusal(payer.buy(paying(challenge, raw)), 402, "verification-failed")
    assert reserved(shop) == 0
    assert SEND not in node.asked


@pytest.mark.parametrize("valid_s", [None, 302, 86_400], ids=["no end", "a second too long", "a day"])
def test_a_transaction_must_end_with_its_challenge(
    shop: Service, node: PaperNode, payer: PaperPayer, valid_s: int | None
) -> None:
    refusal(payer.buy(payer.headers(valid_s=valid_s)), 402, "verification-failed")
    assert (reserved(shop), SEND in node.asked) == (0, False)
    assert payer.buy(payer.headers(valid_s=301)).status_code == 200, "pympp signs one second more"


def test_who_has_nothing_reserves_nothing(shop: Service, node: PaperNode) -> None:
    poor = PaperPayer(shop, "0x" + "7" * 64)
    refusal(poor.buy(poor.headers()), 402, "payment-insufficient")
    assert (reserved(shop), SEND in node.asked) == (0, False)


def test_promises_are_no_larger_than_the_balance_and_end_with_their_validity(
    make_service: MakeService,
) -> None:
    """A node that is silent about what it was sent: nobody knows whether it comes."""
    shop = make_service(**FIXED)
    node, payer = on_paper(shop), PaperPayer(shop)
    node.chain.balances[PAYER.lower()] = 3 * PRICE
    node.lies[SEND] = says(None)
    node.lies[RECEIPT] = says(None)
    for _ in range(3):
        refusal(payer.buy(payer.headers()), 503, "unavailable")
    refusal(payer.buy(payer.headers()), 402, "payment-insufficient")
    assert reserved(shop) == 3 * PRICE
    shop.clock.move(60 * SECOND)
    follow(shop)
    assert reserved(shop) == 0
    refusal(payer.buy(payer.headers()), 503, "unavailable")


def follow(service: Service) -> None:
    """What the worker does every few minutes."""
    from coldread.payments import jobs

    service.run(sweep(service.services))
    for row in service.read(lambda session: session.rows(payments_table.select())):
        service.run(jobs.follow_up(service.services, row.challenge_id))


def test_a_network_that_is_silent_for_days_is_asked_again(
    shop: Service, node: PaperNode, payer: PaperPayer
) -> None:
    """Case 7: forty tries were over after 17 hours, and nobody asked any more."""
    headers = payer.headers()
    node.lies = {SEND: takes_and_hangs_up, RECEIPT: loses}
    refusal(payer.buy(headers), 503, "unavailable")
    for _ in range(4):
        shop.clock.move(20 * HOUR)
        shop.write(lambda session: session.run(job_rows.delete()))
        shop.run(sweep(shop.services))
        queued = shop.read(lambda session: session.rows(job_rows.select()))
        assert FOLLOW_UP in {row.name for row in queued}
    assert open_refunds(shop) == []


def test_signatures_that_only_name_an_account_hold_one_dollar_together(
    shop: Service, node: PaperNode, payer: PaperPayer
) -> None:
    node.lies[SEND] = says(None)
    statuses = []
    for number in range(12):
        challenge = challenge_of(shop)
        raw = named_only(signed(challenge, shop.clock.now(), valid_s=20), number)
        node.chain.balances["0x" + f"{number:040x}"] = 10 * PRICE
        statuses.append(payer.buy(paying(challenge, raw)).status_code)
    assert reserved(shop) == 1_000_000
    assert statuses == [503] * 10 + [429] * 2
    assert node.asked.count(SEND) == 10


def named_only(raw: str, number: int) -> str:
    """The same with a keychain signature: it names its account, and only the chain can check it."""
    import rlp

    fields = rlp.decode(bytes.fromhex(raw[2:])[1:])
    signature = b"\x03" + number.to_bytes(20, "big") + fields[-1]
    signed: bytes = b"\x76" + rlp.encode([*fields[:-1], signature])
    return "0x" + signed.hex()


@pytest.fixture
def site() -> Iterator[Website]:
    with Website({"/": PAGE}) as made:
        yield made


def test_a_paid_scan_whose_page_went_away_keeps_its_payment(make_quick: MakeService, site: Website) -> None:
    """Case 4: mined, its confirmation lost; then the page was down, and the row was deleted with a 422."""
    shop = make_quick(**FIXED, scan_engine="lite", scan_allow_hosts=site.place)
    node, payer = on_paper(shop), PaperPayer(shop)
    path, body = "/v1/scan-paid", json.dumps({"url": site.url("/"), "primary_goal": "demo"}).encode()
    headers = payer.headers(path, body)
    node.lies = {SEND: takes_and_hangs_up, RECEIPT: loses}
    refusal(payer.buy(headers, path, body), 503, "unavailable")
    node.lies = {}
    answer = without_page(shop, payer, headers, path, body)
    refusal(answer, 422, "url-unreachable")
    assert answer.json()["payment"].startswith("kept")
    served = payer.buy(headers, path, body)
    assert served.status_code == 200, served.text
    assert node.chain.charged(PAYER) == 330_000
    assert open_refunds(shop) == []


def without_page(shop: Service, payer: PaperPayer, headers: dict[str, str], path: str, body: bytes) -> Any:
    from coldread.scanner.visit.fetch import PageError

    async def gone(_: str) -> Any:
        raise PageError("unreachable", "The page cannot be reached.")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shop.services.scanner, "read_source", gone)
        return payer.buy(headers, path, body)


@pytest.mark.parametrize(
    "changed", [{"payment_secret": "n" * 32}, {"base_url": "https://other.test"}], ids=["secret", "base URL"]
)
def test_an_unknown_payment_outlives_a_change_of_settings(
    make_service: MakeService, changed: dict[str, str]
) -> None:
    """Case 5: the retry got 402, the row was deleted, and no refund was noted."""
    shop = make_service(**FIXED)
    node, payer = on_paper(shop), PaperPayer(shop)
    headers = payer.headers()
    node.lies = {SEND: takes_and_hangs_up, RECEIPT: loses}
    refusal(payer.buy(headers), 503, "unavailable")
    after = make_service(**{**FIXED, **changed})
    after.clock.at = shop.clock.at
    on_paper(after, node.chain)
    assert PaperPayer(after).buy(headers).status_code == 200
    assert node.chain.charged(PAYER) == PRICE


GARBAGE: list[Any] = [
    "mined",
    ["0x1"],
    {"status": "0x01"},
    {"status": "0x0"},
    {"status": 1},
    {},
    7,
    {"transactionHash": "0x" + "c" * 64, "blockNumber": "0x1", "status": "0x0", "logs": []},
]


@pytest.mark.parametrize("receipt", GARBAGE, ids=[json.dumps(one)[:30] for one in GARBAGE])
def test_a_receipt_that_is_none_says_nothing(node: PaperNode, payer: PaperPayer, receipt: Any) -> None:
    """Case 6: a string, a list or `{"status": "0x01"}` counted as reverted."""
    headers = payer.headers()
    node.lies = {SEND: takes_and_hangs_up, RECEIPT: says(receipt)}
    refusal(payer.buy(headers), 503, "unavailable")
    node.lies = {}
    assert payer.buy(headers).status_code == 200
    assert node.chain.charged(PAYER) == PRICE


@pytest.mark.parametrize("status", ["0x01", "0x2", "1", 1, True, None])
def test_a_receipt_that_does_not_say_what_happened_says_nothing(
    shop: Service, node: PaperNode, payer: PaperPayer, status: Any
) -> None:
    challenge = challenge_of(shop)
    tx_hash = node.chain.submit(signed(challenge, shop.clock.now()))
    node.lies[RECEIPT] = says({**(node.chain.receipt(tx_hash) or {}), "status": status})
    refusal(payer.buy(by_hash(challenge, tx_hash)), 503, "unavailable")
    node.lies = {}
    assert payer.buy(by_hash(challenge, tx_hash)).status_code == 200


@pytest.mark.parametrize(
    "body", [b"[" * 100_000, b"not json", b"\xff\xfe", b'{"result": ' + b"9" * 5000 + b"}", b"[]", b"{}"]
)
def test_whatever_a_node_answers_is_no_500(node: PaperNode, payer: PaperPayer, body: bytes) -> None:
    """Case 7: deep JSON and odd hex of the node were a 500."""
    headers = payer.headers()
    for method in (SEND, RECEIPT, "eth_call", "eth_chainId"):
        node.lies = {method: lambda *_: body}
        status = payer.buy(headers).status_code
        assert status in {200, 503}, (method, status)
    node.lies = {}
    assert payer.buy(headers).status_code == 200


@pytest.mark.parametrize("number", ["0x", "0xzz", "12", "", 7, None, [], {"a": 1}, "0x" + "f" * 65])
def test_what_is_no_number_is_no_500(node: PaperNode, payer: PaperPayer, number: Any) -> None:
    """Case 7, its kin: balances, decimals and the chain's own number are read from the node too."""
    headers = payer.headers()
    for method in ("eth_call", "eth_chainId"):
        node.lies = {method: says(number)}
        refusal(payer.buy(headers), 503, "unavailable")
    node.lies = {}
    assert payer.buy(headers).status_code == 200


@pytest.mark.parametrize("member", ["topics", "data", "address"])
def test_a_log_that_cannot_be_read_is_no_500(
    shop: Service, node: PaperNode, payer: PaperPayer, member: str
) -> None:
    challenge = challenge_of(shop)
    tx_hash = node.chain.submit(signed(challenge, shop.clock.now()))
    honest = node.chain.receipt(tx_hash)
    assert honest is not None
    for odd in (None, 7, "0x1", ["0x1", "0x2"], [None] * 4, {"a": 1}):
        node.lies[RECEIPT] = says({**honest, "logs": [{**honest["logs"][0], member: odd}]})
        assert payer.buy(by_hash(challenge, tx_hash)).status_code in {402, 503}
    node.lies = {}
    assert payer.buy(by_hash(challenge, tx_hash)).status_code == 200


def test_what_was_executed_is_never_refunded(shop: Service, node: PaperNode, payer: PaperPayer) -> None:
    """Case 7: who had been served stood on the refund list a day later."""
    headers = payer.headers()
    assert payer.buy(headers).status_code == 200
    shop.clock.move(DAY + HOUR)
    follow(shop)
    assert open_refunds(shop) == []


def test_one_transaction_that_pays_two_challenges_buys_two_answers(
    shop: Service, node: PaperNode, payer: PaperPayer
) -> None:
    """Case 7: the second was refused, and nobody owed it."""
    import rlp
    from pytempo import Call, TempoTransaction

    first, second = challenge_of(shop), challenge_of(shop)
    calls = []
    for challenge in (first, second):
        fields = rlp.decode(bytes.fromhex(signed(challenge, shop.clock.now())[2:])[1:])
        calls.append(Call.create(to="0x" + fields[4][0][0].hex(), data="0x" + fields[4][0][2].hex()))
    both = TempoTransaction.create(
        chain_id=42431,
        gas_limit=400_000,
        nonce_key=(1 << 256) - 1,
        valid_before=shop.clock.now() // SECOND + 20,
        calls=tuple(calls),
    )
    tx_hash = node.chain.submit("0x" + bytes(both.sign(KEY).encode()).hex())
    assert payer.buy(by_hash(first, tx_hash)).status_code == 200
    assert payer.buy(by_hash(second, tx_hash)).status_code == 200
    refusal(payer.buy(by_hash(challenge_of(shop), tx_hash)), 402, "verification-failed")
    assert node.chain.charged(PAYER) == 2 * PRICE


def test_a_hash_for_a_paid_scan_does_not_reach_the_node(
    shop: Service, node: PaperNode, payer: PaperPayer
) -> None:
    path, body = "/v1/scan-paid", b'{"url": "https://a.example/", "primary_goal": "demo"}'
    challenge = challenge_of(shop, path, body)
    refusal(payer.buy(by_hash(challenge), path, body), 402, "verification-failed")
    assert RECEIPT not in node.asked
    assert set(node.asked) <= {"eth_chainId", "eth_call"}, "which network it is, and nothing of the hash"


def test_an_rpc_on_another_chain_gets_nobody_a_challenge(
    shop: Service, node: PaperNode, payer: PaperPayer
) -> None:
    headers = payer.headers()
    node.chain.chain_id = 1
    refusal(payer.buy(headers), 503, "unavailable")
    asked = shop.post("/v1/quick-fix", content=b"")
    refusal(asked, 503, "unavailable")
    assert "www-authenticate" not in asked.headers
    node.chain.chain_id = 42431
    shop.clock.move(31 * SECOND)
    assert shop.post("/v1/quick-fix", content=b"").status_code == 402, "asked again, and found right"


def test_an_answer_that_was_lost_is_given_again_for_a_day(
    shop: Service, node: PaperNode, payer: PaperPayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    headers = payer.headers()
    served = payer.buy(headers)
    assert served.status_code == 200

    async def never(*_: Any) -> dict[str, Any]:
        raise AssertionError("one payment buys one execution")

    monkeypatch.setattr(answers, "quick_fix", never)
    shop.clock.move(DAY - SECOND)
    again = payer.buy({**headers, "Idempotency-Key": "any-key-will-do"})
    assert (again.status_code, again.content) == (200, served.content)
    assert again.headers["idempotency-replayed"] == "true"
    assert again.headers["payment-receipt"] == served.headers["payment-receipt"]
    other = json.dumps(
        {"url": "https://b.example/", "element_selector": "h1", "problem": "It is old"}
    ).encode()
    refusal(payer.buy(headers, body=other), 402, "invalid-challenge")
    shop.clock.move(SECOND)
    follow(shop)
    over = payer.buy(headers)
    refusal(over, 403, "payment-refund-due")
    assert "www-authenticate" not in over.headers
    assert node.chain.charged(PAYER) == PRICE


def test_work_that_fails_is_tried_three_times_and_then_owed(
    make_service: MakeService, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = make_service(**FIXED)
    node, payer = on_paper(shop), PaperPayer(shop)
    headers, tries = payer.headers(), []

    async def broken(*_: Any) -> dict[str, Any]:
        tries.append(1)
        raise RuntimeError("the model fell over")

    monkeypatch.setattr(answers, "quick_fix", broken)
    for _ in range(3):
        assert payer.buy(headers).status_code == 500
    (owed,) = open_refunds(shop)
    assert owed.amount == PRICE
    monkeypatch.undo()
    returned = payer.buy(headers)
    refusal(returned, 403, "payment-refund-due")
    assert "www-authenticate" not in returned.headers
    assert (len(tries), node.chain.charged(PAYER)) == (3, PRICE)


def test_what_no_block_would_take_is_not_sent(
    make_quick: MakeService, site: Website, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page took longer than the transaction was valid: nothing was charged, and the payer may pay again."""
    shop = make_quick(**FIXED, scan_engine="lite", scan_allow_hosts=site.place)
    node, payer = on_paper(shop), PaperPayer(shop)
    path, body = "/v1/scan-paid", json.dumps({"url": site.url("/"), "primary_goal": "demo"}).encode()
    headers, read_source = payer.headers(path, body, valid_s=20), shop.services.scanner.read_source

    async def slow(url: str) -> Any:
        shop.clock.move(21 * SECOND)
        return await read_source(url)

    monkeypatch.setattr(shop.services.scanner, "read_source", slow)
    refusal(payer.buy(headers, path, body), 402, "payment-expired")
    assert (reserved(shop), SEND in node.asked) == (0, False)
