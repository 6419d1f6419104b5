"""Whatever breaks, the payer pays once and is served once."""

from __future__ import annotations

import json
import secrets
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from tests.chain.conftest import make_seller
from tests.chain.fragile import POINTS
from tests.chain.payer import RAW, Payer, present
from tests.harness import postgres
from tests.harness.chain import Chain, Door
from tests.harness.process import ServerProcess
from tests.harness.refusals import refusal

Seller = Callable[..., ServerProcess]
PRICE = 100_000


def until_served(url: str, credential: str, within: float = 60) -> httpx.Response:
    """Do as the answers say: wait and repeat with the same credential."""
    ends = time.monotonic() + within
    while True:
        answer = present(url, credential)
        if answer.status_code not in {409, 503} or time.monotonic() > ends:
            return answer
        assert answer.headers["retry-after"].isdigit()
        time.sleep(0.3)  # asks again until the deadline above


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_fifty_at_once_over_two_processes_are_one_sale(
    seller: Seller, payer: Payer, chain: Chain, door: Door, recipient: str, database: str
) -> None:
    settings = {} if database == "sqlite" else {"database_url": postgres.new_database()}
    servers = [seller(**settings), seller(**settings)]
    credential = payer.credential(f"{servers[0].url}/v1/quick-fix")
    urls = [f"{servers[number % 2].url}/v1/quick-fix" for number in range(50)]
    with ThreadPoolExecutor(50) as threads:
        answers = list(threads.map(lambda url: present(url, credential), urls))
    statuses = Counter(answer.status_code for answer in answers)
    assert statuses[200] == 1, statuses
    assert set(statuses) <= {200, 402, 409}, statuses
    assert len(door.sent) == 1, "one settlement"
    assert chain.balance(recipient) == PRICE
    slugs = {answer.json()["type"].rpartition("/")[2] for answer in answers if answer.status_code != 200}
    assert slugs <= {"payment-in-progress", "invalid-challenge"}


@pytest.mark.parametrize("point", POINTS)
def test_a_process_that_is_killed_costs_the_payer_nothing(
    point: str, door: Door, payer: Payer, chain: Chain, recipient: str, tmp_path: Path
) -> None:
    server = make_seller(door, recipient, tmp_path)
    server.command = (sys.executable, "-m", "tests.chain.fragile")
    server.environ["FRAGILE"] = point
    server.start()
    try:
        url = f"{server.url}/v1/quick-fix"
        credential = payer.credential(url)
        with pytest.raises(httpx.TransportError):
            present(url, credential)
        assert server.process is not None
        assert server.process.wait(30) == -9
        server.start()
        served = until_served(url, credential)
        assert served.status_code == 200, served.text
        assert served.headers["payment-receipt"]
        assert chain.balance(recipient) == PRICE
        refusal(until_served(url, credential), 402, "invalid-challenge")
        assert chain.balance(recipient) == PRICE
    finally:
        server.stop()


def test_an_rpc_that_does_not_answer_is_waited_for(
    seller: Seller, payer: Payer, chain: Chain, door: Door, recipient: str
) -> None:
    url = f"{seller(payment_rpc_timeout_s='2').url}/v1/quick-fix"
    assert until_served(url, payer.credential(url)).status_code == 200, "the network is known to be right"
    credential = payer.credential(url)
    door.freeze()
    refused = present(url, credential)
    refusal(refused, 503, "unavailable")
    assert refused.headers["retry-after"].isdigit()
    assert "www-authenticate" not in refused.headers, "nobody is invited to pay twice"
    door.thaw()
    assert until_served(url, credential).status_code == 200
    assert chain.balance(recipient) == 2 * PRICE


def test_a_payment_whose_confirmation_is_lost_is_found_on_the_chain(
    seller: Seller, payer: Payer, chain: Chain, door: Door, recipient: str
) -> None:
    url = f"{seller(payment_rpc_timeout_s='2').url}/v1/quick-fix"
    credential = payer.credential(url)
    door.swallow()
    refused = present(url, credential)
    door.thaw()
    if refused.status_code != 200:  # pympp may find the receipt itself once answers come again
        refusal(refused, 503, "unavailable")
        assert "www-authenticate" not in refused.headers
        assert until_served(url, credential).status_code == 200
    assert chain.balance(recipient) == PRICE
    refusal(until_served(url, credential), 402, "invalid-challenge")


def test_who_cannot_pay_is_told_so(
    seller: Seller, payer: Payer, chain: Chain, door: Door, recipient: str
) -> None:
    url = f"{seller().url}/v1/quick-fix"
    credential = payer.credential(url)
    balance = chain.balance(payer.address)
    slot = balance_slot(chain, payer.address, balance)
    chain.ask("anvil_setStorageAt", TOKEN, slot, "0x" + "0" * 64)
    try:
        refusal(present(url, credential), 402, "payment-insufficient")
        assert door.sent == []
    finally:
        chain.ask("anvil_setStorageAt", TOKEN, slot, f"0x{balance:064x}")
    assert present(url, credential).status_code == 200, "nothing was burnt: funded, the same credential pays"
    assert chain.balance(recipient) == PRICE


def test_a_budget_that_is_spent_charges_nobody(
    seller: Seller, payer: Payer, chain: Chain, door: Door, recipient: str
) -> None:
    url = f"{seller(payment_daily_budget_usdc='0.15').url}/v1/quick-fix"
    first, second = payer.credential(url), payer.credential(url)
    assert present(url, first).status_code == 200
    spent = present(url, second)
    refusal(spent, 503, "budget-exhausted")
    assert "www-authenticate" not in spent.headers
    assert (chain.balance(recipient), len(door.sent)) == (PRICE, 1)


def test_a_paid_scan_of_a_page_that_is_not_there_costs_nothing(
    seller: Seller, payer: Payer, chain: Chain, door: Door, recipient: str
) -> None:
    url = f"{seller().url}/v1/scan-paid"
    body = json.dumps({"url": "http://127.0.0.1:9/", "primary_goal": "demo"}).encode()
    refusal(present(url, payer.credential(url, body), body), 422, "url-unreachable")
    assert (chain.balance(recipient), door.sent) == (0, [])


def test_a_transaction_that_the_chain_reverted_pays_for_nothing(
    seller: Seller, payer: Payer, chain: Chain
) -> None:
    from mpp import Challenge

    url = f"{seller().url}/v1/quick-fix"
    asked = httpx.post(url, content=RAW, headers={"Content-Type": "application/json"}, timeout=30)
    challenge = Challenge.from_www_authenticate(asked.headers["www-authenticate"])
    reverted = reverted_transaction(chain, payer)
    refusal(present(url, with_hash(challenge, reverted)), 402, "verification-failed")
    unheard = present(url, with_hash(challenge, "0x" + secrets.token_hex(32)))
    refusal(unheard, 503, "unavailable")
    assert unheard.headers["retry-after"].isdigit()


TOKEN = "0x20c0000000000000000000000000000000000000"


def balance_slot(chain: Chain, address: str, balance: int) -> str:
    """Where the token keeps the balance: the mapping in slot 9."""
    from eth_hash.auto import keccak

    key = bytes.fromhex(address.removeprefix("0x").zfill(64)) + (9).to_bytes(32, "big")
    slot = "0x" + keccak(key).hex()
    assert int(chain.ask("eth_getStorageAt", TOKEN, slot, "latest"), 16) == balance
    return slot


def reverted_transaction(chain: Chain, payer: Payer) -> str:
    """A transfer of more than there is, mined and reverted."""
    data = "0xa9059cbb" + "1".zfill(64) + "f" * 64
    sent: str = chain.ask(
        "eth_sendTransaction", {"from": payer.address, "to": TOKEN, "data": data, "gas": hex(300_000)}
    )
    ends = time.monotonic() + 30
    while (mined := chain.ask("eth_getTransactionReceipt", sent)) is None:
        assert time.monotonic() < ends
        time.sleep(0.05)  # asks again until the deadline above
    assert mined["status"] == "0x0"
    return sent


def with_hash(challenge: object, tx_hash: str) -> str:
    from mpp import Credential

    return Credential(
        challenge=challenge.to_echo(),  # type: ignore[attr-defined]
        payload={"type": "hash", "hash": tx_hash},
    ).to_authorization()
