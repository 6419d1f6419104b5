"""What payments under way may hold of the budget: nothing for what cannot be charged, and a bounded sum for the rest."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from coldread.base.clock import MINUTE, SECOND
from coldread.base.db import Session
from coldread.payments.accounting import ledger
from coldread.payments.accounting.budget import day_of
from coldread.payments.tables import payment_reservations
from coldread.payments.wallet import address_of
from tests.harness.refusals import refusal
from tests.harness.service import Service
from tests.payments.paper_chain import KEY, PaperChain, PaperNode, loses, says, signed
from tests.payments.paper_service import PaperPayer, on_paper, reserved
from tests.payments.scripted_chain import RAW, challenge_of, paying
from tests.payments.test_lying_node import FIXED, PRICE, RECEIPT, SEND, follow, named_only

MakeService = Callable[..., Service]
PAYER = address_of(KEY)
AUDIT, AUDIT_BODY = (
    "/v1/audit",
    json.dumps({"url": "https://a.example/", "primary_goal": "demo", "audience": "Bakers"}).encode(),
)


@pytest.fixture
def make_shop(tmp_path: Path) -> Iterator[MakeService]:
    made: list[Service] = []

    def make(**settings: str) -> Service:
        made.append(
            Service(f"sqlite:///{tmp_path / 'coldread.db'}", tmp_path / "data", **{**FIXED, **settings})
        )
        return made[-1]

    yield make
    for one in made:
        one.close()


def silent(node: PaperNode) -> None:
    """It takes what is sent, and says nothing: nobody knows whether the money comes."""
    node.lies[SEND] = loses
    node.lies[RECEIPT] = says(None)


def key_of(number: int) -> str:
    return f"0x{number + 1:064x}"


def rich(node: PaperNode, number: int) -> str:
    node.chain.balances[address_of(key_of(number)).lower()] = 10**9
    return key_of(number)


def held(session: Session) -> int:
    row = session.row(sa.select(sa.func.count()).select_from(payment_reservations))
    return 0 if row is None else int(row[0])


@pytest.mark.parametrize("peers", [1, 50], ids=["one address", "fifty"])
def test_what_no_block_would_take_reserves_nothing(make_shop: MakeService, peers: int) -> None:
    """200 audits signed with a gas limit of 1 held 100 USDC in 271 s, from one address and one account."""
    shop = make_shop()
    node, payer, told = on_paper(shop), PaperPayer(shop), Counter[tuple[int, str]]()
    for number in range(200):
        if number % 59 == 58:
            shop.clock.move(MINUTE)
        shop.peer = f"192.0.2.{number % peers}"
        answer = payer.buy(payer.headers(AUDIT, AUDIT_BODY, gas=1), AUDIT, AUDIT_BODY)
        told[answer.status_code, answer.json()["type"].rpartition("/")[2]] += 1
        assert reserved(shop) == 0
    assert told == {(402, "verification-failed"): 200}
    assert SEND not in node.asked, "and nothing is sent"
    shop.peer = "198.51.100.1"
    assert PaperPayer(shop).buy(PaperPayer(shop).headers()).status_code == 200, "everybody else is served"


@pytest.mark.parametrize(
    ("how", "slug"),
    [
        ({"nonce_key": 1, "nonce": 1}, "verification-failed"),
        ({"nonce_key": 0, "nonce": 7}, "verification-failed"),
        ({"gas": 20_000}, "verification-failed"),
    ],
    ids=["a gap in its row of nonces", "a gap in the account's own", "too little gas"],
)
def test_what_cannot_be_executed_is_refused_before_anything_is_held(
    make_shop: MakeService, how: dict[str, int], slug: str
) -> None:
    shop = make_shop()
    node, payer = on_paper(shop), PaperPayer(shop)
    refusal(payer.buy(payer.paying(challenge_of(shop), **how)), 402, slug)
    assert (reserved(shop), SEND in node.asked) == (0, False)


def test_the_next_nonce_of_a_row_is_taken_and_a_used_one_is_not(make_shop: MakeService) -> None:
    shop = make_shop()
    node, payer = on_paper(shop), PaperPayer(shop)
    for number in range(2):
        assert payer.buy(payer.headers(nonce_key=1, nonce=number)).status_code == 200
    refusal(payer.buy(payer.headers(nonce_key=1, nonce=1)), 402, "verification-failed")
    assert node.chain.charged(PAYER) == 2 * PRICE


def test_a_price_of_gas_below_the_networks_is_refused(make_shop: MakeService) -> None:
    shop = make_shop()
    node, payer = on_paper(shop), PaperPayer(shop)
    node.lies["eth_getBlockByNumber"] = lambda chain, _: {
        "result": {**chain.header(chain.head()), "baseFeePerGas": hex(2 * 10**9)}
    }
    refusal(payer.buy(payer.headers()), 402, "verification-failed")
    assert (reserved(shop), SEND in node.asked) == (0, False)


@pytest.mark.parametrize("code", [-32601, -32602, -32005, "?"])
def test_a_node_that_cannot_try_a_transaction_has_not_refused_it(
    make_shop: MakeService, code: object
) -> None:
    shop = make_shop()
    node, payer = on_paper(shop), PaperPayer(shop)

    def cannot(chain: PaperChain, parameters: list[dict[str, str]]) -> dict[str, object]:
        if "gas" in parameters[0]:
            return {"error": {"code": code, "message": "no"}}
        return {"result": chain.answer("eth_call", parameters)}

    node.lies["eth_call"] = cannot
    answer = payer.buy(payer.headers())
    refusal(answer, 503, "unavailable")
    assert "www-authenticate" not in answer.headers
    assert reserved(shop) == 0


def test_what_is_tried_on_a_node_cannot_be_sent_by_it(make_shop: MakeService) -> None:
    shop = make_shop()
    node, payer, tried = on_paper(shop), PaperPayer(shop), []

    def watched(chain: PaperChain, parameters: list[dict[str, str]]) -> dict[str, object]:
        tried.append(json.dumps(parameters[0]))
        return {"result": chain.answer("eth_call", parameters)}

    node.lies["eth_call"] = watched
    headers = payer.headers(gas=1)
    raw = json.loads(_decoded(headers))["payload"]["signature"]
    payer.buy(headers)
    assert any('"gas"' in one for one in tried)
    assert all(raw[-130:] not in one for one in tried), "its signature stays here"


def _decoded(headers: dict[str, str]) -> bytes:
    import base64

    return base64.urlsafe_b64decode(headers["Authorization"].removeprefix("Payment ") + "==")


def test_what_the_chain_refused_holds_nothing_at_once(make_shop: MakeService) -> None:
    shop = make_shop()
    node, payer = on_paper(shop), PaperPayer(shop)
    node.lies[SEND] = lambda *_: {"error": {"code": -32000, "message": "intrinsic gas too low"}}
    for _ in range(30):
        refusal(payer.buy(payer.headers()), 503, "unavailable")
        assert reserved(shop) == 0
    shop.clock.move(MINUTE)
    follow(shop)
    assert (reserved(shop), node.chain.charged(PAYER)) == (0, 0)


def capped(answer: httpx.Response) -> int:
    """The seconds that a 429 asks for."""
    refusal(answer, 429, "rate-limited")
    assert answer.headers["retry-after"] == str(answer.json()["retry_after"])
    assert "www-authenticate" not in answer.headers
    return int(answer.headers["retry-after"])


def test_one_account_holds_so_much_and_no_more(make_shop: MakeService) -> None:
    shop = make_shop(payment_open_payer_usdc="0.30")
    node, payer = on_paper(shop), PaperPayer(shop)
    silent(node)
    for number in range(3):
        shop.peer = f"192.0.2.{number}"
        refusal(payer.buy(payer.headers()), 503, "unavailable")
    shop.clock.move(5 * SECOND)
    assert capped(payer.buy(payer.headers())) == 20 - 5 + 20, (
        "when the earliest ends, and 20 seconds of grace"
    )
    assert reserved(shop) == 3 * PRICE
    other = PaperPayer(shop, rich(node, 1))
    refusal(other.buy(other.headers()), 503, "unavailable")
    node.lies.clear()
    shop.clock.move(35 * SECOND)
    assert payer.buy(payer.headers()).status_code == 200


def test_one_client_holds_so_much_and_no_more(make_shop: MakeService) -> None:
    shop = make_shop(payment_open_client_usdc="0.30")
    node = on_paper(shop)
    silent(node)
    for number in range(4):
        payer = PaperPayer(shop, rich(node, number))
        answer = payer.buy(payer.headers())
        if number < 3:
            refusal(answer, 503, "unavailable")
    assert capped(answer) == 40
    assert answer.json()["limit_scope"] == "ip"
    shop.peer = "198.51.100.1"
    refusal(payer.buy(payer.headers()), 503, "unavailable")


def test_all_together_hold_so_much_and_no_more(make_shop: MakeService) -> None:
    shop = make_shop(payment_open_total_usdc="0.30")
    node = on_paper(shop)
    silent(node)
    for number in range(4):
        shop.peer = f"192.0.2.{number}"
        payer = PaperPayer(shop, rich(node, number))
        answer = payer.buy(payer.headers())
    capped(answer)
    assert answer.json()["limit_scope"] == "global"
    assert reserved(shop) == 3 * PRICE


def test_a_cap_of_nothing_is_off(make_shop: MakeService) -> None:
    off = {f"payment_open_{name}_usdc": "0" for name in ("payer", "client", "total")}
    shop = make_shop(**off, payment_rate_per_min="0")
    node, payer = on_paper(shop), PaperPayer(shop)
    silent(node)
    for _ in range(60):
        refusal(payer.buy(payer.headers()), 503, "unavailable")
    assert reserved(shop) == 60 * PRICE


def test_a_spent_budget_says_when_the_earliest_reservation_ends(make_shop: MakeService) -> None:
    """It said midnight, while what held it ended in seconds."""
    shop = make_shop(payment_daily_budget_usdc="0.20")
    node, payer = on_paper(shop), PaperPayer(shop)
    silent(node)
    late = payer.headers()
    for seconds in (0, 5):
        shop.clock.move(seconds * SECOND)
        refusal(payer.buy(payer.headers()), 503, "unavailable")
    spent = [shop.post("/v1/quick-fix", content=RAW), payer.buy(late)]
    for answer in spent:
        refusal(answer, 503, "budget-exhausted")
        assert answer.headers["retry-after"] == "35"
    shop.clock.move(35 * SECOND)
    assert shop.post("/v1/quick-fix", content=RAW).status_code == 402, "it ended, whoever noticed"
    assert shop.read(held) == 2, "and nobody has written that down yet"
    node.lies.clear()
    assert payer.buy(payer.headers()).status_code == 200
    assert reserved(shop) == 2 * PRICE


def test_a_budget_that_is_spent_for_good_says_midnight(make_shop: MakeService) -> None:
    shop = make_shop(payment_daily_budget_usdc="0.10")
    on_paper(shop)
    payer = PaperPayer(shop)
    assert payer.buy(payer.headers()).status_code == 200
    answer = shop.post("/v1/quick-fix", content=RAW)
    refusal(answer, 503, "budget-exhausted")
    left = day_of(shop.clock.now()) + 24 * 3600 * SECOND - shop.clock.now()
    assert int(answer.headers["retry-after"]) == left // SECOND


def test_who_only_names_an_account_takes_nothing_of_its_owner(make_shop: MakeService) -> None:
    """One fake keychain credential that named the account blocked its owner's honest payment."""
    shop = make_shop(payment_open_payer_usdc="0.10")
    node, owner = on_paper(shop), PaperPayer(shop)
    node.chain.balances[PAYER.lower()] = PRICE + PRICE // 2
    silent(node)
    for _ in range(5):
        challenge = challenge_of(shop)
        fake = signed(challenge, shop.clock.now(), key=key_of(7))
        answer = owner.buy(paying(challenge, named_only(fake, int(PAYER, 16))))
        assert answer.status_code in {402, 429, 503}
    assert reserved(shop) == PRICE, "the named account's own small share, of what is unproven"
    node.lies.clear()
    node.chain.waiting.clear()
    assert owner.buy(owner.headers()).status_code == 200
    assert node.chain.charged(PAYER) == 10**12 - PRICE // 2, "and what was left of it is untouched"


def test_the_client_is_forgotten_with_the_reservation(make_shop: MakeService) -> None:
    """An address is kept for as long as it is counted, and stands nowhere else in the ledger."""
    shop = make_shop()
    node, payer = on_paper(shop), PaperPayer(shop)
    shop.peer = "192.0.2.77"
    assert payer.buy(payer.headers()).status_code == 200
    silent(node)
    refusal(payer.buy(payer.headers()), 503, "unavailable")
    clients = sa.select(payment_reservations.c.client)
    assert [row.client for row in shop.read(lambda session: session.rows(clients))] == ["192.0.2.77"]
    shop.clock.move(MINUTE)
    shop.write(ledger.follow_open)
    assert shop.read(held) == 0
