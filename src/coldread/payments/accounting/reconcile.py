"""Reconciliation: compares every transfer on the chain with every payment in the ledger, and files a refund for each
transfer that bought nothing.

A transfer with one of our memos belongs to a row of the ledger or to the refund list. A transfer of less than a day ago may
still be presented; an older one is refunded, if its sum is one of our prices. All others are listed.

The cursor moves only over blocks of which all transfers are known (`Method.walked`), and the last day is read again. A
disputed payment that is in none of these blocks is closed; if it is in one, it is served or refunded."""

from __future__ import annotations

import dataclasses
import json
from typing import Literal

import sqlalchemy as sa

from coldread.base.clock import DAY, HOUR, format_duration
from coldread.base.db import Session
from coldread.base.settings import Settings
from coldread.jobs.defer import defer
from coldread.payments.accepted import METHOD, installed_methods, is_network_named
from coldread.payments.accounting import ledger, refunds
from coldread.payments.accounting.ledger import REDEEMABLE
from coldread.payments.accounting.ledger_entry import LedgerEntry
from coldread.payments.accounting.reservations import GRACE
from coldread.payments.methods.method import Method, PaymentMethod, Transfer, Walk
from coldread.payments.prices import CALLS
from coldread.payments.processor import PaymentProcessor
from coldread.payments.states import PAID_FOR, PENDING, State
from coldread.payments.tables import payment_reconciliations, payment_refunds, payments
from coldread.services import Services

RECONCILE = "payments.reconcile"
#: a transfer of this age can no longer be presented: verification accepts it for a day
UNCLAIMED = REDEEMABLE + HOUR
#: hour of the day, UTC, at which the nightly comparison becomes due
NIGHTLY = 3 * HOUR
#: how much before the cursor is read again
AGAIN = DAY + 2 * HOUR
PRICES = {call.base_units: call.path for call in CALLS}

#: what a transfer or a payment turned out to be
Kind = Literal["bought", "owed", "awaited", "foreign", "missing", "differs"]
#: these lines need no attention
FILED = "a refund is filed"
FINE: tuple[Kind, ...] = ("bought", "owed", "awaited")


@dataclasses.dataclass(frozen=True, kw_only=True)
class Line:
    """One payment, as the chain or the ledger has it."""

    kind: Kind
    tx_hash: str
    amount: int
    payer: str | None
    why: str = ""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Books:
    """The comparison of one method."""

    method: str
    first_block: int
    last_block: int
    #: transfers with one of our memos
    chain_sum: int
    #: payments that the ledger or the refund list has, or that may still be presented
    ledger_sum: int
    bought: int
    owed: int
    awaited: int
    #: refunds that this comparison filed
    filed: int
    #: mismatches, and transfers that do not belong to us
    lines: tuple[Line, ...]
    #: the last block up to which nothing is missing
    complete_to: int = 0
    #: what the network leaves out or contradicts; empty if nothing
    doubt: str = ""
    #: disputed payments that were ended, because none of them arrived
    released: int = 0

    @property
    def difference(self) -> int:
        return self.chain_sum - self.ledger_sum

    @property
    def agrees(self) -> bool:
        fits = all(line.kind == "foreign" for line in self.lines)
        return self.difference == 0 and fits and not self.doubt


@dataclasses.dataclass(frozen=True, kw_only=True)
class _Unclaimed:
    """A transfer that nobody presented, in the form that the refund list takes."""

    transfer: Transfer
    method: str
    route: str
    currency: str
    chain_id: int

    tx_hash = property(lambda self: self.transfer.tx_hash)
    leg = property(lambda self: self.transfer.leg)
    payer = property(lambda self: self.transfer.payer)
    amount = property(lambda self: self.transfer.amount)
    challenge_id = property(lambda self: f"memo {self.transfer.leg}")


async def reconcile(services: Services, name: str, first: int | None = None) -> Books:
    """Walk the chain from `first`, or from a day before the last end, to its head; raises OutcomeUnknown."""
    method = services.one(PaymentProcessor).method(name)
    await method.require_fit()
    head = await method.head()
    if first is None:
        first = await _first_block_to_read(services, method, name, head)
    walk = await method.walked(first, head)
    transfers = walk.transfers
    now, lines, next_block = services.clock.now(), [], walk.complete_to + 1
    for transfer in transfers:
        is_old = now - await method.block_time(transfer.block) > UNCLAIMED
        line = await services.db.write(_judge_transfer, services.settings, name, transfer, is_old)
        if line.kind == "awaited":
            next_block = min(next_block, transfer.block)
        lines.append(line)
    on_chain = {key for paid in transfers for key in ((paid.tx_hash, paid.leg), (paid.tx_hash, ""))}
    since = await method.block_time(first)
    for row in await services.db.read(_paid_since, name, since):
        if (row.tx_hash, row.leg) not in on_chain:
            block = await method.mined_in(row.tx_hash)
            if block is None or block >= first:
                why = "paid according to the ledger, but the chain reports no such transfer"
                lines.append(
                    Line(kind="missing", tx_hash=row.tx_hash, amount=row.amount, payer=row.payer, why=why)
                )
    released = await _release_disputed(services, method, name, first, walk)
    books = dataclasses.replace(
        _books_of_lines(name, first, head, lines),
        complete_to=walk.complete_to,
        doubt=walk.doubt,
        released=released,
    )
    await services.db.write(_store_books, books, next_block)
    return books


async def _release_disputed(services: Services, method: Method, name: str, first: int, walk: Walk) -> int:
    """End the disputed payments whose blocks are all in the complete part of the walk, and that are in none; returns
    how many."""
    disputed = await services.db.read(_disputed_entries, name)
    if not disputed or walk.complete_to < first:
        return 0
    since, until = await method.block_time(first), await method.block_time(walk.complete_to)
    legs_on_chain = {transfer.leg for transfer in walk.transfers}
    released = 0
    for row in disputed:
        begins = min(row.created_at, row.valid_before or row.created_at) - HOUR
        ends = max(row.created_at, row.valid_before or row.created_at) + GRACE
        if row.leg not in legs_on_chain and (first <= 1 or since <= begins) and ends < until:
            released += await services.db.write(ledger.release_disputed, row.challenge_id)
    return released


def _disputed_entries(session: Session, method: str) -> list[LedgerEntry]:
    of_method = sa.and_(payments.c.method == method, payments.c.state == State.DISPUTED)
    return [LedgerEntry(**row._mapping) for row in session.rows(sa.select(payments).where(of_method))]


def _judge_transfer(
    session: Session, settings: Settings, method: str, transfer: Transfer, is_old: bool
) -> Line:
    """What a transfer is. If it is owed, this puts it on the refund list."""
    entry = ledger.find_payment(session, transfer.tx_hash, transfer.leg) if transfer.leg else None
    if not transfer.leg:
        kind, why = _kind_and_reason("foreign", "it carries no memo of this service")
    elif entry is not None:
        kind, why = _judge_entry(session, transfer, entry)
    elif _is_refunded(session, transfer):
        kind, why = _kind_and_reason("owed")
    elif not is_old:
        kind, why = _kind_and_reason("awaited", f"it can be presented within {format_duration(REDEEMABLE)}")
    else:
        kind, why = _judge_unclaimed_transfer(session, METHOD[method], settings, transfer)
    return Line(kind=kind, tx_hash=transfer.tx_hash, amount=transfer.amount, payer=transfer.payer, why=why)


def _judge_entry(session: Session, transfer: Transfer, entry: LedgerEntry) -> tuple[Kind, str]:
    if entry.amount != transfer.amount:
        return _kind_and_reason("differs", f"the ledger says {entry.amount} base units")
    if entry.state == State.REFUND_DUE:
        return _kind_and_reason("owed")
    if entry.state == State.DELIVERED:
        return _kind_and_reason("bought")
    if entry.state in PAID_FOR:
        return _kind_and_reason("awaited", "it is here, and nothing was delivered for it yet")
    if entry.state in (*PENDING, State.DISPUTED):
        ledger.mark_abandoned_as_paid(session, entry.challenge_id)
        return _kind_and_reason(
            "awaited", "it arrived, and the call is served when its credential is presented again"
        )
    filed = ledger.owe_void(session, entry.challenge_id)
    return _kind_and_reason("owed", FILED if filed else "")


def _judge_unclaimed_transfer(
    session: Session, method: PaymentMethod, settings: Settings, transfer: Transfer
) -> tuple[Kind, str]:
    if transfer.amount not in PRICES:
        return _kind_and_reason("differs", "it carries a memo of ours and none of our prices")
    paid_with = method.token(settings)
    refunds.owe(
        session,
        _Unclaimed(
            transfer=transfer,
            method=method.name,
            route=PRICES[transfer.amount],
            currency=paid_with.currency,
            chain_id=paid_with.chain_id,
        ),
        "paid, and never presented",
    )
    return _kind_and_reason("owed", FILED)


def _kind_and_reason(kind: Kind, why: str = "") -> tuple[Kind, str]:
    return kind, why


def _is_refunded(session: Session, transfer: Transfer) -> bool:
    of_transfer = sa.and_(
        payment_refunds.c.tx_hash == transfer.tx_hash, payment_refunds.c.leg.in_((transfer.leg, ""))
    )
    return session.row(sa.select(payment_refunds.c.tx_hash).where(of_transfer)) is not None


def _paid_since(session: Session, method: str, since: int) -> list[LedgerEntry]:
    of_method = sa.and_(
        payments.c.method == method, payments.c.state.in_(PAID_FOR), payments.c.paid_at >= since
    )
    return [LedgerEntry(**row._mapping) for row in session.rows(sa.select(payments).where(of_method))]


async def _first_block_to_read(services: Services, method: Method, name: str, head: int) -> int:
    """The first block: a day and an hour before the last end; without one, a day before the oldest payment."""
    stopped, oldest = await services.db.read(_begun_before, name)
    now = services.clock.now()
    if stopped is not None:
        low, high = 0, min(stopped, head)
        since = min(await method.block_time(high), now) - AGAIN
    else:
        low, high = 0, head
        since = min(oldest or now, now) - DAY
    while low < high:
        middle = (low + high) // 2
        if await method.block_time(middle) < since:
            low = middle + 1
        else:
            high = middle
    return low


def _begun_before(session: Session, name: str) -> tuple[int | None, int | None]:
    row = session.row(
        sa.select(payment_reconciliations.c.next_block).where(payment_reconciliations.c.method == name)
    )
    oldest = session.row(sa.select(sa.func.min(payments.c.created_at)).where(payments.c.method == name))
    return None if row is None else row.next_block, None if oldest is None else oldest[0]


def _books_of_lines(name: str, first: int, last: int, lines: list[Line]) -> Books:
    def total(*kinds: Kind) -> int:
        return sum(line.amount for line in lines if line.kind in kinds)

    return Books(
        method=name,
        first_block=first,
        last_block=last,
        chain_sum=total(*FINE, "differs"),
        ledger_sum=total(*FINE, "missing"),
        bought=total("bought"),
        owed=total("owed"),
        awaited=total("awaited"),
        filed=sum(line.why == FILED for line in lines),
        lines=tuple(line for line in lines if line.kind not in FINE),
    )


def _store_books(session: Session, books: Books, next_block: int) -> None:
    values = {
        "at": session.now,
        "next_block": next_block,
        "report": json.dumps(dataclasses.asdict(books)),
    }
    session.run(
        session.insert(payment_reconciliations)
        .values(method=books.method, **values)
        .on_conflict_do_update(index_elements=["method"], set_=values)
    )


def last_books(session: Session) -> list[tuple[int, Books]]:
    """The last comparison of each method, with its time."""
    found = session.rows(sa.select(payment_reconciliations).order_by(payment_reconciliations.c.method))
    return [(row.at, _books_from_report(row.report)) for row in found]


def _books_from_report(report: str) -> Books:
    fields = json.loads(report)
    return Books(**{**fields, "lines": tuple(Line(**line) for line in fields["lines"])})


def queue_nightly(session: Session, settings: Settings) -> int:
    """Defer a comparison once a night, if anything is sold."""
    due = session.now - (session.now - NIGHTLY) % DAY
    compared = {
        row.method
        for row in session.rows(
            sa.select(payment_reconciliations.c.method).where(payment_reconciliations.c.at >= due)
        )
    }
    if not installed_methods().keys() - compared:
        return 0
    sells = is_network_named(settings) or session.row(sa.select(payments.c.challenge_id).limit(1))
    return int(bool(sells) and defer(session, RECONCILE, key=RECONCILE))
