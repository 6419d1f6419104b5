"""The clients that payers use, as they are published: 402, pay, 200 with a receipt, and the exact price moved."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.chain.payer import RAW, Payer, present
from tests.harness.chain import Chain, Door
from tests.harness.process import ServerProcess
from tests.harness.refusals import refusal

Seller = Callable[..., ServerProcess]


def receipt_in(value: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(base64.urlsafe_b64decode(value + "=" * (-len(value) % 4)))
    return read


def test_pympp_and_mppx_pay_and_a_used_credential_is_worth_nothing(
    seller: Seller, payer: Payer, chain: Chain, door: Door, recipient: str
) -> None:
    server = seller()
    url = f"{server.url}/v1/quick-fix"

    paid = payer.fetch_with_pympp(url)
    assert paid.status_code == 200, paid.text
    assert paid.headers["cache-control"] == "private"
    receipt = receipt_in(paid.headers["payment-receipt"])
    assert (receipt["status"], receipt["method"]) == ("success", "tempo")
    assert chain.ask("eth_getTransactionReceipt", receipt["reference"])["status"] == "0x1"
    assert paid.json()["engine"] == "rules"
    assert chain.balance(recipient) == 100_000

    before = chain.balance(payer.address)
    for number, mode in enumerate(("pull", "push"), 2):
        told = payer.fetch_with_mppx(url, mode)
        assert (told["status"], told["seen"]) == (200, [402, 200]), told
        assert told["cache"] == "private"
        assert chain.balance(recipient) == number * 100_000
        replay = present(url, told["credential"])
        refusal(replay, 402, "invalid-challenge")
        assert replay.headers["www-authenticate"].startswith("Payment ")
        assert "payment-receipt" not in replay.headers
    assert before - chain.balance(payer.address) >= 200_000
    assert chain.balance(recipient) == 300_000, "a replay moves nothing"

    audited = payer.fetch_with_mppx(
        f"{server.url}/v1/audit",
        "pull",
        json.dumps({"url": "https://a.example/", "primary_goal": "demo", "audience": "Bakers"}).encode(),
    )
    assert audited["status"] == 200, audited
    assert len(audited["body"]["findings"]) == 5
    assert chain.balance(recipient) == 800_000
    credential = audited["credential"].partition(" ")[2]
    assert credential not in server.log.read_text()
    assert credential[-60:] not in server.log.read_text()


def test_another_body_is_refused_and_the_right_one_served(
    seller: Seller, payer: Payer, chain: Chain, recipient: str
) -> None:
    url = f"{seller().url}/v1/quick-fix"
    credential = payer.credential(url)
    other = json.dumps({**json.loads(RAW), "problem": "Something else"}).encode()
    refusal(present(url, credential, other), 402, "invalid-challenge")
    refusal(present(url, credential, b"{}"), 400, "invalid-input")
    refusal(present(url.replace("quick-fix", "audit"), credential, AUDIT), 402, "invalid-challenge")
    assert chain.balance(recipient) == 0
    served = present(url, credential, **{"Idempotency-Key": "one-of-mine"})
    assert served.status_code == 200, served.text
    again = present(url, credential, **{"Idempotency-Key": "one-of-mine"})
    assert (again.status_code, again.content) == (200, served.content)
    assert again.headers["idempotency-replayed"] == "true"
    assert (
        receipt_in(again.headers["payment-receipt"])["reference"]
        == (receipt_in(served.headers["payment-receipt"])["reference"])
    )
    refusal(present(url, credential), 402, "invalid-challenge")
    assert chain.balance(recipient) == 100_000


AUDIT = json.dumps({"url": "https://a.example/", "primary_goal": "demo", "audience": "Bakers"}).encode()


@pytest.mark.parametrize("mode", ["pull"])
def test_a_challenge_for_an_empty_probe_can_be_paid_with_a_body_that_fits(
    seller: Seller, payer: Payer, chain: Chain, recipient: str, mode: str
) -> None:
    url = f"{seller().url}/v1/quick-fix"
    credential = payer.credential(url, b"")
    served = present(url, credential)
    assert served.status_code == 200, served.text
    other = json.dumps({**json.loads(RAW), "problem": "Something else"}).encode()
    refusal(present(url, credential, other), 402, "invalid-challenge")
    assert chain.balance(recipient) == 100_000


def test_asking_for_money_does_not_touch_the_chain(seller: Seller, door: Door) -> None:
    url = f"{seller().url}/v1/quick-fix"
    door.freeze()
    for _ in range(5):
        assert httpx.post(url, content=b"", timeout=30, trust_env=False).status_code == 402
    assert door.asked == []
