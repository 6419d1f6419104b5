"""`payments.follow_up`: finds out by the transaction's hash what became of a payment that nobody came back for."""

from __future__ import annotations

from coldread.base import log
from coldread.base.clock import MINUTE
from coldread.base.db import Session
from coldread.jobs.job import job
from coldread.payments import ledger, refunds
from coldread.payments.ledger import FOLLOW_UP, REDEEMABLE, LedgerEntry, State
from coldread.payments.methods.method import ChainOutcome
from coldread.payments.processor import PaymentProcessor
from coldread.services import Services


@job(FOLLOW_UP, tries=40)  # an RPC that is away for a day must not end it
async def follow_up(services: Services, challenge_id: str) -> None:
    entry = await services.db.read(ledger.find, challenge_id)
    if entry is None or entry.state not in {State.SETTLING, State.UNKNOWN}:
        return
    outcome = await services.one(PaymentProcessor).method.outcome(entry.tx_hash)
    log.get("payments").info("followed up", tx=entry.tx_hash, state=entry.state, outcome=outcome.value)
    await services.db.write(conclude, entry, outcome)


def conclude(session: Session, entry: LedgerEntry, outcome: ChainOutcome) -> None:
    """What the chain says decides; a request that works on the row now is left to finish."""
    if entry.lease_until is not None and entry.lease_until > session.now:
        ledger.defer_follow_up(session, entry.challenge_id, session.now + MINUTE)
    elif outcome is ChainOutcome.MINED:
        ledger.mark_paid(session, entry)
    elif outcome is ChainOutcome.REVERTED or entry.cannot_come(session.now):
        ledger.drop_if_unpaid(session, entry)
    elif session.now > entry.created_at + REDEEMABLE:
        refunds.owe(
            session, entry, "outcome unknown after 24 hours: look the transaction up before refunding"
        )
        ledger.drop_if_unpaid(session, entry)
    else:
        ledger.defer_follow_up(session, entry.challenge_id, session.now + 5 * MINUTE)
