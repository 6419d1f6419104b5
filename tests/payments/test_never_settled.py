"""What credentials that never settle may hold of the day's budget, with the limits as they come: from one address, and from fifty."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from coldread.base.clock import SECOND
from coldread.payments.wallet import address_of
from tests.harness.refusals import refusal
from tests.harness.service import Service
from tests.payments.paper_chain import says, signed
from tests.payments.paper_service import PaperPayer, on_paper, reserved
from tests.payments.scripted_chain import challenge_of, paying
from tests.payments.test_lying_node import FIXED, PRICE, RECEIPT, SEND, follow, named_only

ADDRESSES = [["192.0.2.1"], [f"192.0.2.{number}" for number in range(50)]]
ONE_OR_FIFTY = pytest.mark.parametrize("addresses", ADDRESSES, ids=["one", "fifty"])
CALLS = 50


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Service]:
    made = Service(f"sqlite:///{tmp_path / 'coldread.db'}", tmp_path / "data", **FIXED)
    yield made
    made.close()


def key_of(number: int) -> str:
    return f"0x{number + 1:064x}"


@ONE_OR_FIFTY
def test_wallets_without_money_hold_nothing(shop: Service, addresses: list[str]) -> None:
    node = on_paper(shop)
    for number in range(CALLS):
        shop.peer = addresses[number % len(addresses)]
        poor = PaperPayer(shop, key_of(number))
        refusal(poor.buy(poor.headers()), 402, "payment-insufficient")
    assert (reserved(shop), SEND in node.asked) == (0, False)


@ONE_OR_FIFTY
def test_wallets_with_money_hold_what_they_have_until_the_validity_ends(
    shop: Service, addresses: list[str]
) -> None:
    node = on_paper(shop)
    node.lies[SEND] = node.lies[RECEIPT] = says(None)
    wallets = 5
    for number in range(wallets):
        node.chain.balances[address_of(key_of(number)).lower()] = 2 * PRICE
    for number in range(CALLS):
        shop.peer = addresses[number % len(addresses)]
        payer = PaperPayer(shop, key_of(number % wallets))
        payer.buy(payer.headers())
    assert reserved(shop) == wallets * 2 * PRICE
    shop.clock.move(400 * SECOND)
    follow(shop)
    assert reserved(shop) == 0


@ONE_OR_FIFTY
def test_signatures_that_nobody_can_check_hold_a_dollar_together(shop: Service, addresses: list[str]) -> None:
    node, payer = on_paper(shop), PaperPayer(shop)
    node.lies[SEND] = says(None)
    for number in range(CALLS):
        shop.peer = addresses[number % len(addresses)]
        challenge = challenge_of(shop)
        node.chain.balances["0x" + f"{number:040x}"] = 10 * PRICE
        payer.buy(paying(challenge, named_only(signed(challenge, shop.clock.now(), valid_s=20), number)))
    assert reserved(shop) == 1_000_000
