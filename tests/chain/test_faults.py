"""Whatever breaks, the payer pays once and is served once."""

from __future__ import annotations

import json
import secrets
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.chain.conftest import Shop
from tests.chain.fragile import POINTS
from tests.chain.payer import JSON, RAW, Payer, present
from tests.faults.invariants import what_was_paid_is_delivered_or_owed
from tests.faults.scene import asked
from tests.harness import postgres
from tests.harness.chain import TOKEN, Chain
from tests.harness.process import ServerProcess
from tests.harness.refusals import refusal

MakeShop = Callable[..., Shop]
PRICE = 100_000


def until_served(url: str, credential: str, within: float = 90) -> httpx.Response:
    """Do as the answers say: wait and repeat with the same credential."""
    ends = time.monotonic() + within
    while True:
        answer = present(url, credential)
        if answer.status_code not in {409, 503} or time.monotonic() > ends:
            return answer
        assert answer.headers["retry-after"].isdigit()
        time.sleep(0.3)  # asks again until the deadline above


def warm(url: str, payer: Payer) -> None:
    """The first sale of a process, which loads what it needs; where that takes longer than a challenge lives, with the next one."""
    for _ in range(6):
        answer = until_served(url, payer.credential(url))
        if answer.status_code == 200:
            return
        assert answer.json()["type"].endswith("/payment-expired"), answer.text
    pytest.fail("too slow six times")


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_fifty_at_once_over_two_processes_are_one_sale(
    make_shop: MakeShop, payer: Payer, database: str
) -> None:
    settings = {} if database == "sqlite" else {"database_url": postgres.new_database()}
    shop = make_shop(**settings, payment_lease_s="60", payment_rpc_timeout_s="30")
    servers = [shop.server(), shop.server()]
    for server in servers:
        server.start()
        warm(f"{server.url}/v1/quick-fix", payer)
    before, sent = shop.takings, len(shop.door.sent)
    credential = payer.credential(shop.url)
    urls = [f"{servers[number % 2].url}/v1/quick-fix" for number in range(50)]
    with ThreadPoolExecutor(50) as threads:
        answers = list(threads.map(lambda url: present(url, credential), urls))
    statuses = Counter(answer.status_code for answer in answers)
    assert set(statuses) <= {200, 409}, statuses
    served = [answer for answer in answers if answer.status_code == 200]
    assert sum("idempotency-replayed" not in answer.headers for answer in served) == 1, "one execution"
    assert len({answer.content for answer in served}) == 1
    assert len(shop.door.sent) - sent == 1, "one settlement"
    assert shop.takings - before == PRICE
    slugs = {answer.json()["type"].rpartition("/")[2] for answer in answers if answer.status_code != 200}
    assert slugs <= {"payment-in-progress"}


def test_a_process_that_is_killed_at_any_step_costs_the_payer_nothing(
    make_shop: MakeShop, payer: Payer
) -> None:
    shop = make_shop(payment_lease_s="2", payment_rpc_timeout_s="20")
    server = shop.server()
    server.command = (sys.executable, "-m", "tests.chain.fragile")
    server.start()
    for point in POINTS:
        assert any(survives(shop, server, payer, point) for _ in range(6)), f"{point}: too slow six times"
    ledger = asked(
        server.environ["COLDREAD_DATABASE_URL"],
        lambda session: list(what_was_paid_is_delivered_or_owed(session, [])),
    )
    assert ledger == [], "what the chain holds is what was delivered"


def survives(shop: Shop, server: ServerProcess, payer: Payer, point: str) -> bool:
    """Killed there and started again, it serves what was paid. False where the challenge ended before all that could happen:
    this chain takes no transaction that lives longer, and a busy machine may need longer than that to start a process.
    """
    before, order = shop.takings, shop.folder / "data" / "kill_at"
    credential = payer.credential(shop.url)
    order.write_text(point)
    try:
        answer = present(shop.url, credential)
    except httpx.TransportError:
        assert server.process is not None
        assert server.process.wait(30) == -9, point
        server.start()
        served = until_served(shop.url, credential, within=30)
    else:
        order.unlink()
        served = answer
    if served.status_code != 200:
        shop.chain.ask("evm_mine")  # its time goes on, and the end of the validity is seen
        served = until_served(shop.url, credential)
        assert (served.status_code, shop.takings) == (402, before), (point, served.text)
        return False
    assert served.headers["payment-receipt"]
    again = until_served(shop.url, credential)
    assert (again.content, again.headers["idempotency-replayed"]) == (served.content, "true")
    assert shop.takings - before == PRICE, point
    return True


def test_who_cannot_pay_is_told_so(shop: Shop, payer: Payer) -> None:
    before, sent = shop.takings, len(shop.door.sent)
    credential = payer.credential(shop.url)
    balance = shop.chain.balance(payer.address)
    slot = balance_slot(shop.chain, payer.address, balance)
    shop.chain.ask("anvil_setStorageAt", TOKEN, slot, "0x" + "0" * 64)
    try:
        refusal(present(shop.url, credential), 402, "payment-insufficient")
        assert len(shop.door.sent) == sent, "nothing was sent"
    finally:
        shop.chain.ask("anvil_setStorageAt", TOKEN, slot, f"0x{balance:064x}")
    served = until_served(shop.url, credential)
    assert served.status_code == 200, "nothing was burnt: funded, the same credential pays"
    assert shop.takings - before == PRICE


def test_a_paid_scan_of_a_page_that_is_not_there_costs_nothing(shop: Shop, payer: Payer) -> None:
    before, sent = shop.takings, len(shop.door.sent)
    url = shop.url.replace("quick-fix", "scan-paid")
    body = json.dumps({"url": "http://127.0.0.1:9/", "primary_goal": "demo"}).encode()
    refusal(present(url, payer.credential(url, body), body), 422, "url-unreachable")
    assert (shop.takings, len(shop.door.sent)) == (before, sent)


def test_a_transaction_that_the_chain_reverted_pays_for_nothing(shop: Shop, payer: Payer) -> None:
    from mpp import Challenge

    reverted = reverted_transaction(shop.chain, payer)
    asked = httpx.post(shop.url, content=RAW, headers=JSON, timeout=30, trust_env=False)
    challenge = Challenge.from_www_authenticate(asked.headers["www-authenticate"])
    refusal(present(shop.url, with_hash(challenge, reverted)), 402, "verification-failed")
    unheard = present(shop.url, with_hash(challenge, "0x" + secrets.token_hex(32)))
    refusal(unheard, 503, "unavailable")
    assert unheard.headers["retry-after"].isdigit()


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
