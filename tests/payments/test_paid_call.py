"""A paid call on both databases: each step is kept, each failure leaves the payer where they were."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest

from coldread.advice import answers
from coldread.base import log
from coldread.base.clock import DAY, HOUR, MINUTE, SECOND
from coldread.payments import jobs
from coldread.payments.accounting import ledger, refunds
from coldread.payments.accounting.ledger_entry import Hold
from coldread.payments.methods.method import ChainOutcome, PaymentRefused
from coldread.payments.prices import CALL
from coldread.payments.states import State
from coldread.worker import sweep
from tests.harness.refusals import refusal
from tests.harness.service import Service
from tests.payments.paper_service import reserved
from tests.payments.scripted_chain import RAW, ScriptedChain, buy, by_hash, challenge_of, paying, scripted

MakeService = Callable[..., Service]
PRICE = CALL["quick-fix"].base_units


@pytest.fixture
def chain(service: Service) -> ScriptedChain:
    return scripted(service)


def test_one_payment_buys_one_answer(service: Service, chain: ScriptedChain) -> None:
    headers = paying(challenge_of(service))
    served = buy(service, headers)
    assert served.status_code == 200, served.text
    assert served.headers["payment-receipt"]
    assert "idempotency-replayed" not in served.headers
    again = buy(service, headers)
    assert (again.content, again.headers["idempotency-replayed"]) == (served.content, "true")
    assert (len(chain.charged), reserved(service)) == (1, PRICE)


def test_a_challenge_is_paid_by_one_credential(service: Service, chain: ScriptedChain) -> None:
    challenge = challenge_of(service)
    assert buy(service, paying(challenge, "0x76aa")).status_code == 200
    refusal(buy(service, paying(challenge, "0x76bb")), 402, "invalid-challenge")
    other = challenge_of(service)
    refusal(buy(service, paying(other, "0x76aa")), 402, "invalid-challenge")
    assert (len(chain.charged), reserved(service)) == (1, PRICE)


def test_the_same_credential_at_once_is_one_sale(service: Service, chain: ScriptedChain) -> None:
    headers = {**paying(challenge_of(service)), "Content-Type": "application/json"}
    calls = [service.request("POST", "/v1/quick-fix", content=RAW, headers=headers) for _ in range(20)]
    answers = service.together(*calls)
    assert {answer.status_code for answer in answers} <= {200, 409}
    first = [one for one in answers if one.status_code == 200 and "idempotency-replayed" not in one.headers]
    assert len(first) == 1
    assert len(chain.charged) == 1


def test_work_that_fails_is_owed_and_done_free(
    service: Service, chain: ScriptedChain, monkeypatch: pytest.MonkeyPatch
) -> None:
    headers = paying(challenge_of(service))

    async def broken(*_: Any) -> dict[str, Any]:
        raise RuntimeError("the model fell over")

    with monkeypatch.context() as patched:
        patched.setattr(answers, "quick_fix", broken)
        failed = buy(service, headers)
    refusal(failed, 500, "internal-error")
    assert "payment-receipt" not in failed.headers
    service.clock.move(23 * HOUR)
    assert buy(service, headers).status_code == 200, "the challenge has expired, the payment has not"
    assert len(chain.charged) == 1


def test_what_is_not_delivered_in_a_day_is_owed_to_the_payer(
    service: Service, chain: ScriptedChain, monkeypatch: pytest.MonkeyPatch
) -> None:
    headers = paying(challenge_of(service))

    async def broken(*_: Any) -> dict[str, Any]:
        raise RuntimeError("the model fell over")

    monkeypatch.setattr(answers, "quick_fix", broken)
    assert buy(service, headers).status_code == 500
    service.clock.move(DAY - 1)
    service.run(sweep(service.services))
    assert service.read(refunds.open_refunds) == []
    service.clock.move(1)
    service.run(sweep(service.services))
    (owed,) = service.read(refunds.open_refunds)
    assert (owed.amount, owed.payer, owed.tx_hash) == (PRICE, "0x" + "a" * 40, chain.charged[0])
    refusal(buy(service, headers), 403, "payment-refund-due")
    assert service.write(refunds.mark_refunded, owed.tx_hash, "0xpaidback")
    assert not service.write(refunds.mark_refunded, owed.tx_hash, "again")
    assert service.read(refunds.open_refunds) == []


@pytest.mark.parametrize("slug", ["payment-insufficient", "verification-failed"])
def test_a_payment_that_is_refused_leaves_nothing_behind(
    service: Service, chain: ScriptedChain, slug: str
) -> None:
    challenge = challenge_of(service)
    chain.verifying = PaymentRefused(slug, "It does not hold.")
    answer = buy(service, paying(challenge))
    refusal(answer, 402, slug)
    assert answer.headers["www-authenticate"].startswith("Payment ")
    assert reserved(service) == 0
    assert service.read(ledger.find, challenge["id"]) is None
    chain.verifying = None
    assert buy(service, paying(challenge)).status_code == 200


def test_what_the_chain_did_not_take_gives_the_budget_back(service: Service, chain: ScriptedChain) -> None:
    challenge = challenge_of(service)
    chain.settled = ChainOutcome.ENDED
    refusal(buy(service, paying(challenge)), 402, "payment-expired")
    assert reserved(service) == 0
    assert service.read(ledger.find, challenge["id"]).state == State.VOID
    chain.settled = None
    refusal(buy(service, paying(challenge)), 402, "payment-expired")
    service.clock.move(3 * DAY)
    service.run(sweep(service.services))
    assert service.read(ledger.find, challenge["id"]) is None


def test_what_the_chain_refused_holds_nothing_and_is_still_no_402(
    service: Service, chain: ScriptedChain
) -> None:
    headers = paying(challenge_of(service))
    chain.settled = ChainOutcome.REFUSED
    for _ in range(2):
        answer = buy(service, headers)
        refusal(answer, 503, "unavailable")
        assert "www-authenticate" not in answer.headers
        assert reserved(service) == 0
    chain.settled = None
    assert buy(service, headers).status_code == 200
    assert reserved(service) == PRICE, "it came after all, and is counted once"
    assert buy(service, headers).status_code == 200
    assert reserved(service) == PRICE


def test_a_disputed_payment_is_never_asked_for_again(service: Service, chain: ScriptedChain) -> None:
    challenge = challenge_of(service)
    chain.settled = ChainOutcome.DISPUTED
    for _ in range(3):
        answer = buy(service, paying(challenge))
        refusal(answer, 503, "unavailable")
        assert "www-authenticate" not in answer.headers
        assert answer.headers["retry-after"] == "30"
    entry = service.read(ledger.find, challenge["id"])
    assert (entry.state, entry.dispute, entry.disputed_at is not None) == ("disputed", "it says so", True)
    assert reserved(service) == 0
    chain.settled = ChainOutcome.ENDED
    refusal(buy(service, paying(challenge)), 503, "unavailable")
    chain.says = ChainOutcome.ENDED
    followed_up(service, challenge["id"])
    assert service.read(ledger.find, challenge["id"]).state == State.DISPUTED, "the books alone end it"
    assert service.write(ledger.release_disputed, challenge["id"])
    for _ in range(2):
        refusal(buy(service, paying(challenge)), 403, "payment-refund-due")
        service.clock.move(3 * DAY)
        service.run(sweep(service.services))


def test_a_disputed_payment_that_came_is_served(service: Service, chain: ScriptedChain) -> None:
    first, second = challenge_of(service), challenge_of(service)
    chain.settled = ChainOutcome.DISPUTED
    for number, challenge in enumerate((first, second)):
        refusal(buy(service, paying(challenge, f"0x76a{number}")), 503, "unavailable")
    chain.settled = None
    assert buy(service, paying(first, "0x76a0")).status_code == 200
    chain.says = ChainOutcome.MINED
    followed_up(service, second["id"])
    assert service.read(ledger.find, second["id"]).state == State.PAID
    assert buy(service, paying(second, "0x76a1")).status_code == 200
    assert reserved(service) == 2 * PRICE


def test_an_outcome_that_nobody_knows_is_not_answered_with_402(
    service: Service, chain: ScriptedChain
) -> None:
    headers = paying(challenge_of(service))
    chain.settled = ChainOutcome.ABSENT
    for _ in range(2):
        answer = buy(service, headers)
        refusal(answer, 503, "unavailable")
        assert "www-authenticate" not in answer.headers
        assert answer.headers["retry-after"]
    assert reserved(service) == PRICE, "the money may be on its way"
    chain.settled = None
    assert buy(service, headers).status_code == 200
    assert reserved(service) == PRICE


def followed_up(service: Service, challenge_id: str) -> None:
    service.run(jobs.follow_up(service.services, challenge_id))


def test_the_reconciler_finds_a_payment_that_came(service: Service, chain: ScriptedChain) -> None:
    challenge = challenge_of(service)
    chain.settled = ChainOutcome.ABSENT
    buy(service, paying(challenge))
    chain.says = ChainOutcome.MINED
    followed_up(service, challenge["id"])
    entry = service.read(ledger.find, challenge["id"])
    assert entry.state == State.PAID
    service.clock.move(HOUR)
    assert buy(service, paying(challenge)).status_code == 200, "served without settling again"


def test_the_reconciler_frees_what_cannot_come_any_more(service: Service, chain: ScriptedChain) -> None:
    challenge = challenge_of(service)
    chain.settled = ChainOutcome.ABSENT
    buy(service, paying(challenge))
    followed_up(service, challenge["id"])
    assert service.read(ledger.find, challenge["id"]).state == State.UNKNOWN
    chain.says = ChainOutcome.ENDED
    followed_up(service, challenge["id"])
    assert service.read(ledger.find, challenge["id"]).state == State.VOID
    assert reserved(service) == 0


def test_an_expired_payment_that_may_still_come_is_waited_for(service: Service, chain: ScriptedChain) -> None:
    challenge = challenge_of(service)
    chain.valid_before = service.clock.now() + HOUR
    chain.settled = ChainOutcome.ABSENT
    buy(service, paying(challenge))
    service.clock.move(10 * MINUTE)
    refusal(buy(service, paying(challenge)), 503, "unavailable")
    service.clock.move(HOUR)
    chain.settled = ChainOutcome.ENDED
    refusal(buy(service, paying(challenge)), 402, "payment-expired")


def test_a_dead_holder_is_taken_over_when_its_lease_ends(service: Service, chain: ScriptedChain) -> None:
    challenge = challenge_of(service)
    chain.settled = ChainOutcome.ABSENT
    buy(service, paying(challenge))
    hold = Hold(challenge_id=challenge["id"], holder="a process that died", lease=10 * SECOND)
    service.write(ledger.take_over, hold)
    follow_up_leaves_it(service, challenge["id"])
    chain.settled = None
    busy = buy(service, paying(challenge))
    refusal(busy, 409, "payment-in-progress")
    assert busy.headers["retry-after"] == "10"
    service.clock.move(10 * SECOND)
    assert buy(service, paying(challenge)).status_code == 200
    assert service.write(ledger.mark_delivered, hold, b"{}") is None, "who was taken over writes nothing"


def follow_up_leaves_it(service: Service, challenge_id: str) -> None:
    before = service.read(ledger.find, challenge_id)
    followed_up(service, challenge_id)
    assert service.read(ledger.find, challenge_id) == before


def test_who_paid_before_is_served_although_the_budget_is_spent_or_the_service_closed(
    make_service: MakeService,
) -> None:
    settings = {"payment_secret": "s" * 32, "payment_recipient": "0x" + "1" * 40}
    service = make_service(**settings)
    first, second = challenge_of(service), challenge_of(service)
    third = challenge_of(service)
    spent = make_service(**settings, payment_daily_budget_usdc="0")
    scripted(spent).mined_at = spent.clock.now()
    assert buy(spent, by_hash(first)).status_code == 200
    closed = make_service(**settings, service_mode="closed")
    scripted(closed).mined_at = closed.clock.now()
    assert buy(closed, by_hash(second, "0x" + "c" * 64)).status_code == 200
    scripted(closed)
    refusal(buy(closed, paying(third)), 503, "service-closed")


def test_a_hash_is_honoured_for_a_day_and_then_owed(service: Service, chain: ScriptedChain) -> None:
    chain.mined_at = service.clock.now()
    first, second = challenge_of(service), challenge_of(service)
    service.clock.move(DAY - SECOND)
    assert buy(service, by_hash(first)).status_code == 200
    service.clock.move(2 * SECOND)
    refusal(buy(service, by_hash(second, "0x" + "c" * 64)), 403, "payment-refund-due")
    (owed,) = service.read(refunds.open_refunds)
    assert owed.reason.startswith("presented more than 24 hours")


def test_a_hash_that_was_mined_too_late_is_owed(service: Service, chain: ScriptedChain) -> None:
    challenge = challenge_of(service)
    service.clock.move(HOUR)
    chain.mined_at = service.clock.now() - MINUTE
    for _ in range(2):
        answer = buy(service, by_hash(challenge))
        refusal(answer, 403, "payment-refund-due")
        assert "www-authenticate" not in answer.headers, "a charge was seen: nobody is asked again"
    (owed,) = service.read(refunds.open_refunds)
    assert owed.reason == "paid after the challenge had expired"


def test_challenges_of_the_previous_secret_are_honoured(make_service: MakeService) -> None:
    recipient = "0x" + "1" * 40
    before = make_service(payment_secret="o" * 32, payment_recipient=recipient)
    challenge = challenge_of(before)
    after = make_service(payment_secret="n" * 32 + "," + "o" * 32, payment_recipient=recipient)
    scripted(after)
    assert buy(after, paying(challenge)).status_code == 200
    strange = make_service(payment_secret="n" * 32, payment_recipient=recipient)
    scripted(strange)
    refusal(buy(strange, paying(challenge_of(before), "0x76bb")), 402, "invalid-challenge")


def test_checks_come_in_their_order(make_service: MakeService) -> None:
    service = make_service(payment_rate_per_min="1")
    chain = scripted(service)
    headers = paying(challenge_of(service))
    foreign = paying({**challenge_of(service), "method": "stripe"})
    refusal(buy(service, headers, body=b"x" * 70_000), 413, "payload-too-large")
    refusal(buy(service, {**headers, "Content-Type": "text/plain"}), 415, "unsupported-media-type")
    refusal(buy(service, headers, body=b"{"), 400, "malformed-json")
    refusal(buy(service, headers, body=b"{}"), 400, "invalid-input")
    refusal(buy(service, {**headers, "Idempotency-Key": "short"}), 400, "invalid-input")
    assert chain.charged == []
    refusal(buy(service, foreign), 400, "method-unsupported")
    limited = buy(service, headers)
    refusal(limited, 429, "rate-limited")
    assert limited.headers["retry-after"]
    service.clock.move(MINUTE)
    assert buy(service, headers).status_code == 200


def test_no_log_line_shows_a_credential(
    service: Service, chain: ScriptedChain, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = io.BytesIO()
    monkeypatch.setattr(log._Output, "stream", lines)
    headers = paying(challenge_of(service), "0x76" + "ab" * 60)
    chain.verifying = RuntimeError("something that nobody foresaw")
    assert buy(service, headers).status_code == 500
    chain.verifying = None
    assert buy(service, headers).status_code == 200
    said = lines.getvalue().decode()
    assert "unforeseen" in said
    assert headers["Authorization"][-40:] not in said
    assert "ab" * 20 not in said
