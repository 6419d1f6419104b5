"""`payments.follow_up` asks the chain about an abandoned payment; `payments.reconcile` compares the ledger with it."""

from __future__ import annotations

from collections.abc import Callable

from coldread.base import log
from coldread.base.db import Session
from coldread.jobs.job import job
from coldread.payments import networks
from coldread.payments.accepted import installed_methods
from coldread.payments.accounting import ledger
from coldread.payments.accounting.ledger import FOLLOW_UP
from coldread.payments.accounting.reconcile import RECONCILE, reconcile
from coldread.payments.methods.method import ChainOutcome, OutcomeUnknown
from coldread.payments.processor import PaymentProcessor
from coldread.payments.states import State
from coldread.services import Services

#: by the chain's outcome; for an outcome that is not here, the next sweep asks again
CONCLUSIONS: dict[ChainOutcome, Callable[[Session, str, str], None]] = {
    ChainOutcome.MINED: ledger.mark_abandoned_as_paid,
    ChainOutcome.ENDED: ledger.void_abandoned_entry,
    ChainOutcome.DISPUTED: ledger.mark_abandoned_as_disputed,
}
#: the states about which the network is asked
UNSURE = (State.SETTLING, State.UNKNOWN, State.DISPUTED)


@job(FOLLOW_UP)
async def follow_up(services: Services, challenge_id: str) -> None:
    """Conclude a payment by the chain's outcome. A request that works on the row now is left to finish."""
    entry, now = await services.db.read(ledger.find, challenge_id), services.clock.now()
    if entry is None or entry.is_held(now):
        return
    if entry.state == State.RESERVED:
        await services.db.write(ledger.release_abandoned, challenge_id)
    if entry.state not in UNSURE:
        return
    method = services.one(PaymentProcessor).method(entry.method)
    try:
        outcome, why = await method.outcome(entry, now)
    except OutcomeUnknown as error:
        await networks.report_unfit_network(services)
        log.get("payments").warning("the network does not say", tx=entry.tx_hash, reason=str(error))
        return
    log.get("payments").info("followed up", tx=entry.tx_hash, state=entry.state, outcome=outcome.value)
    if outcome in CONCLUSIONS:
        await services.db.write(CONCLUSIONS[outcome], challenge_id, why)


@job(RECONCILE)
async def compare_books(services: Services) -> None:
    """Compare the ledger with the chain of every method. A network that does not answer is asked again after the next
    sweep."""
    for name in installed_methods():
        try:
            books = await reconcile(services, name)
        except OutcomeUnknown as error:
            log.get("payments").warning("the books wait", method=name, reason=str(error))
            continue
        tell = log.get("payments").info if books.agrees else log.get("payments").warning
        tell(
            "books compared",
            method=name,
            chain=books.chain_sum,
            ledger=books.ledger_sum,
            refunds_filed=books.filed,
            lines=len(books.lines),
        )
