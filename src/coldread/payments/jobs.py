"""`payments.follow_up`: finds out by the transaction's hash what became of a payment that nobody came back for."""

from __future__ import annotations

from coldread.base import log
from coldread.base.clock import MINUTE
from coldread.base.db import Session
from coldread.jobs.job import job
from coldread.payments import ledger, refunds
from coldread.payments.ledger import FOLLOW_UP, REDEEMABLE, Entry, State
from coldread.payments.methods.method import Outcome
from coldread.payments.processor import Till
from coldread.services import Services


@job(FOLLOW_UP, tries=40)  # an RPC that is away for a day must not end it
async def follow_up(services: Services, challenge_id: str) -> None:
    entry = await services.db.read(ledger.find, challenge_id)
    if entry is None or entry.state not in {State.SETTLING, State.UNKNOWN}:
        return
    outcome = await services.one(Till).method.outcome(entry.tx_hash)
    log.get("payments").info("followed up", tx=entry.tx_hash, state=entry.state, outcome=outcome.value)
    await services.db.write(conclude, entry, outcome)


def conclude(session: Session, entry: Entry, outcome: Outcome) -> None:
    """What the chain says decides; a request that works on the row now is left to finish."""
    if entry.lease_until is not None and entry.lease_until > session.now:
        ledger.look_again(session, entry.challenge_id, session.now + MINUTE)
    elif outcome is Outcome.MINED:
        ledger.found_paid(session, entry)
    elif outcome is Outcome.REVERTED or entry.cannot_come(session.now):
        ledger.found_unpaid(session, entry)
    elif session.now > entry.created_at + REDEEMABLE:
        refunds.owe(
            session, entry, "outcome unknown after 24 hours: look the transaction up before refunding"
        )
        ledger.found_unpaid(session, entry)
    else:
        ledger.look_again(session, entry.challenge_id, session.now + 5 * MINUTE)
