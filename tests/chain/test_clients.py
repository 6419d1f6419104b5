"""The clients that payers use, as they are published: 402, pay, 200 with a receipt, and the exact price moved."""

from __future__ import annotations

import base64
import json
import time
from pathlib import Path
from typing import Any

import httpx

from tests.chain.conftest import Shop
from tests.chain.payer import RAW, Payer, present
from tests.harness.process import run
from tests.harness.refusals import refusal

PRICE = 100_000
OTHER = json.dumps({**json.loads(RAW), "problem": "Something else"}).encode()


def receipt_in(value: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(base64.urlsafe_b64decode(value + "=" * (-len(value) % 4)))
    return read


def test_pympp_pays(shop: Shop, payer: Payer) -> None:
    before = shop.takings
    paid = payer.fetch_with_pympp(shop.url)
    assert paid.status_code == 200, paid.text
    assert paid.headers["cache-control"] == "private"
    receipt = receipt_in(paid.headers["payment-receipt"])
    assert (receipt["status"], receipt["method"]) == ("success", "tempo")
    assert shop.chain.ask("eth_getTransactionReceipt", receipt["reference"])["status"] == "0x1"
    assert paid.json()["engine"] == "rules"
    assert shop.takings - before == PRICE


def test_mppx_pulls_and_pushes_and_a_used_credential_brings_the_same_answer(shop: Shop, payer: Payer) -> None:
    before, held = shop.takings, shop.chain.balance(payer.address)
    for number, mode in enumerate(("pull", "push"), 1):
        told = payer.fetch_with_mppx(shop.url, mode)
        assert (told["status"], told["seen"], told["cache"]) == (200, [402, 200], "private"), told
        assert shop.takings - before == number * PRICE
        replay = present(shop.url, told["credential"])
        assert (replay.status_code, replay.json()) == (200, told["body"])
        assert replay.headers["payment-receipt"] == told["receipt"]
        credential = told["credential"].partition(" ")[2]
        assert credential[-60:] not in shop.servers[0].log.read_text()
    assert shop.takings - before == 2 * PRICE, "a replay moves nothing"
    assert held - shop.chain.balance(payer.address) >= 2 * PRICE


def test_a_challenge_for_an_empty_probe_can_be_paid_with_a_body_that_fits(shop: Shop, payer: Payer) -> None:
    before = shop.takings
    credential = payer.credential(shop.url, b"")
    served = present(shop.url, credential)
    assert served.status_code == 200, served.text
    refusal(present(shop.url, credential, OTHER), 402, "invalid-challenge")
    assert shop.takings - before == PRICE


def test_asking_for_money_does_not_touch_the_chain(shop: Shop) -> None:
    assert httpx.post(shop.url, content=b"", timeout=30, trust_env=False).status_code == 402
    ends = time.monotonic() + 30
    while "eth_call" not in shop.door.asked and time.monotonic() < ends:
        time.sleep(0.05)  # the network is looked at once, soon after the start
    shop.door.freeze()
    asked = len(shop.door.asked)
    for _ in range(5):
        assert httpx.post(shop.url, content=b"", timeout=30, trust_env=False).status_code == 402
    assert len(shop.door.asked) == asked


def test_the_pay_command_pays_and_prints_the_answer(shop: Shop, payer: Payer, tmp_path: Path) -> None:
    before = shop.takings
    key = tmp_path / "key"
    key.write_text(payer.key)
    environ = {**shop.servers[0].environ, "COLDREAD_DATA_DIR": str(tmp_path / "data")}
    words = ("pay", shop.url, "--key-file", str(key), "--rpc", shop.chain.url, "--yes", "-d")
    done = run([*words, RAW.decode()], environ)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["element_selector"] == "h1"
    assert "0.10 pathUSD" in done.stderr
    assert "paid: transaction 0x" in done.stderr
    assert shop.takings - before == PRICE
    refused = run([*words, "{}"], environ)
    assert refused.returncode == 1
    assert "nothing was paid" in refused.stderr
    assert shop.takings - before == PRICE
