"""The operator's queue: orders by the promise that is due next, in views that answer one question each."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import urlsplit

import sqlalchemy as sa

from coldread.base import ids
from coldread.base.db import Session
from coldread.base.settings import Settings
from coldread.mail.outbox import refused_letters
from coldread.orders.acts.audit_notes import MAILED_ABOUT, SETTLES_SOURCE, TELLS
from coldread.orders.files.deliverable_files import DRAFT
from coldread.orders.operator.queue_views import VIEWS, QueueView, Turn
from coldread.orders.rules.billing_details import billing_gaps, plausible_org_number
from coldread.orders.rules.clocks import ClockInputs, Deadline, deadlines, next_of
from coldread.orders.rules.invoice import invoice_stage
from coldread.orders.rules.lifecycle import OPEN, BillingStatus, statuses
from coldread.orders.rules.order import Order
from coldread.orders.rules.requests import Source
from coldread.orders.rules.whose_turn import Wait
from coldread.orders.tables import (
    artifacts,
    order_messages,
    order_refunds,
    order_remarks,
    order_sources,
    order_withdrawals,
    orders,
)
from coldread.orders.views.messages import ANSWERED_BY_MAIL, ASKED_BY_MAIL, READ, REPLIED, SAID, last_read
from coldread.orders.views.whose_turn import whose_turn
from coldread.payments.prices import BillingMethod

#: the flag of an order whose page could not be visited
UNREADABLE = "page unreadable"
#: the flag of an order with an unread message from its buyer
NEW_MESSAGE = "new message"
#: the flag of an order with a letter that was tried and not accepted
MAIL_FAILS = "mail fails"
MOST = 200  # rows on one page; more unfinished orders than that would be a larger problem than paging


@dataclasses.dataclass(frozen=True, kw_only=True)
class QueueLine:
    """One order of the queue."""

    order: Order
    #: every clock that runs, the next to end first; none on closed orders
    deadlines: tuple[Deadline, ...]
    flags: tuple[str, ...]
    turn: Turn
    #: how much was refunded, in whole kronor
    returned: int = 0
    #: when the last refund was noted
    returned_at: int | None = None

    @property
    def over_since(self) -> int:
        """When nothing was left to do. What is done to the order afterwards, such as an erasure, does not change it."""
        return max(self.wait.since, self.returned_at or 0)

    @property
    def money_word(self) -> str:
        """Whether the refund was full or partial. An order from before sums were noted was refunded in full."""
        if not self.order.is_refunded:
            return ""
        return "refunded in part" if 0 < self.returned < self.order.money_in else "refunded"

    @property
    def wait(self) -> Wait:
        return self.turn.wait

    @property
    def next(self) -> Deadline | None:
        return next_of(self.deadlines)

    @property
    def also(self) -> list[Deadline]:
        """Our other clocks that run."""
        return [each for each in self.deadlines if each.clock.ours and each is not self.next]

    @property
    def page(self) -> str:
        """Host and path of the page, which tell apart orders of one site."""
        parts = urlsplit(self.order.asked.get("url") or "")
        return (parts.netloc + parts.path).rstrip("/") or "–"


def queue(session: Session, settings: Settings, view: QueueView, wanted: str = "") -> list[QueueLine]:
    """The orders of a view, next due first. With `wanted`, the orders of any view that match the search."""
    found = _search_orders(session, wanted) if wanted else _in_view(session, view)
    lines = with_clocks(session, settings, found)
    if not wanted:
        lines = [line for line in lines if view.includes_order(line.order, line.turn)]
    return sorted(
        lines, key=lambda line: (line.next is None, line.next.due if line.next else -line.order.updated_at)
    )


def counts_by_view(session: Session) -> dict[str, int]:
    """How many orders each view has."""
    rows = session.rows(
        sa.select(orders.c.status, sa.func.count().label("number"))
        .where(orders.c.sandbox.is_(False))
        .group_by(orders.c.status)
    )
    by_status = {row.status: row.number for row in rows}
    found = {view.name: sum(by_status.get(status, 0) for status in view.statuses) for view in VIEWS}
    for order, turn in _orders_with_changed_turn(session):
        for view in VIEWS:
            found[view.name] += int(view.includes_order(order, turn)) - int(view.shows(order.state))
    return found


def _orders_with_changed_turn(session: Session) -> list[tuple[Order, Turn]]:
    """Orders whose turn may differ from what their status says: answered, not mailed, written to, withdrawn, refunded."""
    rows = session.rows(
        sa.select(orders)
        .where(
            orders.c.sandbox.is_(False),
            sa.or_(
                sa.and_(orders.c.status.in_(OPEN), _touched_condition()), _unread_condition(), _owed_back()
            ),
        )
        .limit(MOST)
    )
    found = [Order(**row._mapping) for row in rows]
    turns = _turn_by_order(session, found)
    return [(order, turns[order.id]) for order in found]


def _touched_condition() -> sa.ColumnElement[bool]:
    """Whether something happened to the order that may have changed whose turn it is."""
    return sa.or_(
        sa.and_(
            orders.c.status.in_(statuses(lambda row: row.asks == "answer")),
            sa.exists().where(order_messages.c.order_id == orders.c.id),
        ),
        # possibly not mailed: the remark about a mail comes after the move that the mail is about
        sa.and_(
            orders.c.status.in_(statuses(lambda row: row.asks in TELLS)),
            orders.c.source != Source.AGENT.value,
            ~sa.exists().where(
                order_remarks.c.order_id == orders.c.id,
                order_remarks.c.kind.in_([kind for remark_kinds in TELLS.values() for kind in remark_kinds]),
                order_remarks.c.at >= orders.c.updated_at,
            ),
        ),
        # possibly an invoice to write
        sa.and_(
            orders.c.status.in_(statuses(lambda row: row.asks == "payment")),
            orders.c.external_reference.is_(None),
        ),
        sa.exists().where(
            order_remarks.c.order_id == orders.c.id, order_remarks.c.kind.in_((SAID, *MAILED_ABOUT))
        ),
        sa.exists().where(
            order_withdrawals.c.order_id == orders.c.id, order_withdrawals.c.settled_at.is_(None)
        ),
        _refunded_condition(),
    )


def _owed_back() -> sa.ColumnElement[bool]:
    """Money came in that must go back, whatever the status."""
    return orders.c.to_return > 0


def _unread_condition() -> sa.ColumnElement[bool]:
    """The buyer wrote something that is not marked as read, in any status."""
    later = order_remarks.alias()
    unread_messages = (
        sa.select(order_remarks.c.order_id)
        .where(
            # a literal, so that the partial index is used
            order_remarks.c.kind == sa.literal_column(f"'{SAID}'"),
            ~sa.exists().where(
                later.c.order_id == order_remarks.c.order_id,
                later.c.kind.in_((READ, REPLIED)),
                sa.func.coalesce(later.c.read_up_to, later.c.id) >= order_remarks.c.id,
            ),
        )
        .correlate(None)
    )
    return orders.c.id.in_(unread_messages)


def _refunded_condition() -> sa.ColumnElement[bool]:
    """Refunded: the order waits for nobody, whatever its status."""
    return sa.and_(orders.c.paid_at.is_not(None), orders.c.billing_status == BillingStatus.WAIVED.value)


def with_clocks(session: Session, settings: Settings, found: list[Order]) -> list[QueueLine]:
    names = [order.id for order in found]
    sourced = _ids_in(session, sa.select(order_sources.c.order_id).where(order_sources.c.order_id.in_(names)))
    asked = _ids_in(
        session,
        sa.select(order_remarks.c.order_id).where(
            order_remarks.c.order_id.in_(names), order_remarks.c.kind.in_(SETTLES_SOURCE)
        ),
    )
    drafted = _ids_in(
        session,
        sa.select(artifacts.c.order_id).where(artifacts.c.order_id.in_(names), artifacts.c.file == DRAFT),
    )
    turns = _turn_by_order(session, found)
    failing = {row.about.partition("/")[0] for row in refused_letters(session, None)}
    back = _refunds(session, names)
    lines = []
    for order in found:
        turn = turns[order.id]
        sent = order.id in sourced or bool(order.asked.get("repo_url"))
        facts = ClockInputs(
            order=order,
            source_settled=sent or order.id in asked,
            drafted=order.id in drafted,
            wait=turn.wait,
            untold_since=turn.untold_since,
            unread_since=turn.unread_since,
            unbilled_since=turn.unbilled_since,
        )
        lines.append(
            QueueLine(
                order=order,
                deadlines=tuple(deadlines(facts, settings)),
                flags=(*flags(order, turn, has_source=sent), *([MAIL_FAILS] if order.id in failing else [])),
                turn=turn,
                returned=back[order.id].amount if order.id in back else 0,
                returned_at=back[order.id].latest if order.id in back else None,
            )
        )
    return lines


def _refunds(session: Session, names: Sequence[str]) -> dict[str, sa.Row[Any]]:
    """By order: how much was refunded in all, and when the latest refund was noted."""
    rows = session.rows(
        sa.select(
            order_refunds.c.order_id,
            sa.func.sum(order_refunds.c.amount).label("amount"),
            sa.func.max(order_refunds.c.at).label("latest"),
        )
        .where(order_refunds.c.order_id.in_(names))
        .group_by(order_refunds.c.order_id)
    )
    return {row.order_id: row for row in rows}


def _turn_by_order(session: Session, found: list[Order]) -> dict[str, Turn]:
    """Whose turn it is, by order."""
    waiting = whose_turn(session, found)
    kinds = {SAID, READ, REPLIED, ASKED_BY_MAIL, ANSWERED_BY_MAIL, *MAILED_ABOUT}
    kinds |= {kind for remark_kinds in (*TELLS.values(), *MAILED_ABOUT.values()) for kind in remark_kinds}
    rows = session.rows(
        sa.select(
            order_remarks.c.order_id,
            order_remarks.c.id,
            order_remarks.c.kind,
            order_remarks.c.at,
            order_remarks.c.read_up_to,
        )
        .where(order_remarks.c.order_id.in_([order.id for order in found]), order_remarks.c.kind.in_(kinds))
        .order_by(order_remarks.c.id)
    )
    remarks_of: dict[str, list[sa.Row[Any]]] = {}
    for row in rows:
        remarks_of.setdefault(row.order_id, []).append(row)
    return {
        order.id: Turn(
            wait=waiting[order.id],
            untold_since=unmailed_since(order, waiting[order.id], remarks_of.get(order.id, [])),
            unread_since=unread_since(remarks_of.get(order.id, [])),
            unbilled_since=waiting[order.id].since
            if waiting[order.id].name == "payment" and invoice_stage(order) == "to_write"
            else None,
            owes_money=order.to_return > 0,
        )
        for order in found
    }


def unmailed_since(order: Order, wait: Wait, remarks: Sequence[sa.Row[Any]]) -> int | None:
    """Since when a mail to the buyer is due; None for agents, which relay what they read. Pure.

    Buyers are mailed what the status asks, a question without a status, and refunds."""
    if order.source == Source.AGENT.value or order.contact_email is None:
        return None
    due = [(wait.since, TELLS[order.state.asks])] if order.state.asks in TELLS and wait.on == "buyer" else []
    settled = max((row.at for row in remarks if row.kind in (SAID, ANSWERED_BY_MAIL)), default=-1)
    due += [
        (row.at, MAILED_ABOUT[row.kind])
        for row in remarks
        if row.kind in MAILED_ABOUT and not (row.kind == ASKED_BY_MAIL and row.at <= settled)
    ]
    return min(
        (
            since
            for since, telling_kinds in due
            if not any(row.kind in telling_kinds and row.at >= since for row in remarks)
        ),
        default=None,
    )


def unread_since(remarks: Sequence[sa.Row[Any]]) -> int | None:
    """The moment of the first unread message of the buyer. Pure. The oldest remark comes first."""
    read = last_read(remarks)
    return next((row.at for row in remarks if row.kind == SAID and row.id > read), None)


def flags(order: Order, turn: Turn, *, has_source: bool) -> Iterable[str]:
    """What an operator should not overlook."""
    billing = order.asked.get("billing") or {}
    wait = turn.wait.name
    if turn.unread_since is not None:
        yield NEW_MESSAGE
    yield from _money_flags(order)
    if wait == "page":
        yield UNREADABLE
    if wait == "withdrawal":
        yield "withdrawal asked"
    if wait == "answered":
        yield "answered"
    if turn.untold_since is not None:
        yield "not mailed"
    if turn.unbilled_since is not None:
        yield "invoice to write"
    if not has_source and turn.wait.on != "nobody" and order.contact_email is not None:
        yield "no source"
    if "org_number" in billing_gaps(order.billing_method, billing):
        yield "no org number"
    if (number := billing.get("org_number")) and not plausible_org_number(number):
        yield "odd org number"
    if order.billing_method == BillingMethod.MOBILE_PAYMENT and (
        billing.get("company_name") or billing.get("org_number")
    ):
        yield "company pays by phone"
    if order.contact_email is None:
        yield "erased"
    if order.sandbox:
        yield "sandbox"


def _money_flags(order: Order) -> Iterable[str]:
    if order.to_return:
        yield "money to return"
    elif order.is_part_paid:
        yield "paid in part"


def _in_view(session: Session, view: QueueView) -> list[Order]:
    where: sa.ColumnElement[bool] = orders.c.status.in_([status.value for status in view.statuses])
    if view.on == "operator":
        where = sa.or_(
            where, sa.and_(orders.c.status.in_(OPEN), _touched_condition()), _unread_condition(), _owed_back()
        )
    elif view.over:
        where = sa.or_(where, sa.and_(orders.c.status.in_(OPEN), _refunded_condition()))
    statement = sa.select(orders).where(where, orders.c.sandbox.is_(False))
    column = orders.c.updated_at
    statement = statement.order_by(column if view.oldest_first else column.desc()).limit(MOST)
    return [Order(**row._mapping) for row in session.rows(statement)]


def _search_orders(session: Session, wanted: str) -> list[Order]:
    """Match by id, else by a part of the e-mail address or of the request, or by an invoice's number."""
    wanted = wanted.strip()
    if ids.ORDER_ID.fullmatch(wanted):
        where = orders.c.id == wanted
    else:
        columns = (orders.c.contact_email, orders.c.request)
        parts = [sa.func.lower(column).contains(wanted.lower(), autoescape=True) for column in columns]
        where = sa.or_(*parts, orders.c.external_reference == wanted)
    statement = sa.select(orders).where(where).order_by(orders.c.updated_at.desc()).limit(MOST)
    return [Order(**row._mapping) for row in session.rows(statement)]


def _ids_in(session: Session, statement: sa.Select[tuple[str]]) -> set[str]:
    return {row.order_id for row in session.rows(statement)}
