"""What must hold after every fault: each invariant is a function that gives its violations, as sentences."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable

import httpx
import sqlalchemy as sa

from coldread.base.clock import DAY
from coldread.base.db import Session
from coldread.base.settings import Settings
from coldread.guard import limits as rate_limits
from coldread.guard.idempotency import WINDOW
from coldread.guard.limits import LIMITS, SCAN_GLOBAL, SCAN_IP, SCAN_URL
from coldread.guard.tables import counters, idempotency_keys
from coldread.mail.tables import letters
from coldread.orders.rules.lifecycle import STATE, Status
from coldread.orders.tables import artifacts, order_events, order_scans, order_views, orders
from coldread.payments.states import PAID_FOR, PENDING, State
from coldread.payments.tables import payment_budgets, payment_refunds, payment_reservations, payments
from tests.faults.history import UNHEARD, Told

#: a question may be asked and answered more than once
REPEATED = {"reviewing", "needs_info"}

Rule = Callable[[Session, list[Told]], Iterable[str]]


def one_key_one_order(_: Session, history: list[Told]) -> Iterable[str]:
    for told in history:
        if len(told.ids) > 1 or len(told.bodies) > 1:
            yield f"the key {told.key} gave {sorted(told.ids)}"


def what_was_acknowledged_is_there(session: Session, history: list[Told]) -> Iterable[str]:
    there = {row.id for row in session.rows(sa.select(orders.c.id))}
    for told in history:
        for order_id in told.ids - there:
            yield f"{order_id} was acknowledged and is gone"


def nothing_is_there_that_nobody_asked_for(session: Session, history: list[Told]) -> Iterable[str]:
    """A key is forgotten after a day: an older order may have lost its own."""
    asked = {told.key for told in history}
    keys = session.rows(sa.select(idempotency_keys.c.key, idempotency_keys.c.body))
    for row in keys:
        if row.key not in asked:
            yield f"the key {row.key} was never sent"
    keyed = {json.loads(bytes(row.body))["order_id"] for row in keys}
    young = sa.select(orders.c.id).where(orders.c.created_at > session.now - WINDOW)
    for row in session.rows(young):
        if row.id not in keyed:
            yield f"{row.id} belongs to no key"


def every_way_is_a_way_of_the_table(session: Session, _: list[Told]) -> Iterable[str]:
    stands: dict[str, str] = {}
    for event in session.rows(sa.select(order_events).order_by(order_events.c.id)):
        before = stands.get(event.order_id)
        if event.from_status != before:
            yield f"{event.order_id} left {event.from_status} while it stood in {before}"
        elif before is not None and Status(event.to_status) not in STATE[Status(before)].to:
            yield f"{event.order_id} went from {before} to {event.to_status}"
        stands[event.order_id] = event.to_status


def every_acknowledged_move_has_one_row(session: Session, history: list[Told]) -> Iterable[str]:
    made = Counter((event.order_id, event.to_status) for event in session.rows(sa.select(order_events)))
    for told in history:
        for order_id in told.ids:
            for status, times in Counter(told.moved).items():
                rows = made[order_id, status]
                if rows < times or (rows > 1 and status not in REPEATED):
                    yield f"{order_id}: {rows} rows for {times} moves to {status}"


def row_audit_and_stored_answer_agree(session: Session, _: list[Told]) -> Iterable[str]:
    last = {
        event.order_id: event.to_status
        for event in session.rows(sa.select(order_events).order_by(order_events.c.id))
    }
    views = {row.order_id: row.body for row in session.rows(sa.select(order_views))}
    for order in session.rows(sa.select(orders)):
        if last.get(order.id) != order.status:
            yield f"{order.id} stands in {order.status}, its trail ends in {last.get(order.id)}"
        elif order.id not in views:
            yield f"{order.id} has no stored answer"
        elif json.loads(bytes(views[order.id]))["status"] != order.status:
            yield f"the stored answer of {order.id} tells another status than {order.status}"


def patch_and_move_are_one(session: Session, _: list[Told]) -> Iterable[str]:
    finals = {
        row.order_id for row in session.rows(sa.select(artifacts).where(artifacts.c.file == "spec_final.md"))
    }
    delivered = {row.id for row in session.rows(sa.select(orders.c.id).where(orders.c.status == "delivered"))}
    for order_id in finals ^ delivered:
        yield f"{order_id} is half delivered"


def one_letter_of_a_kind(session: Session, _: list[Told]) -> Iterable[str]:
    written = Counter((row.about, row.kind) for row in session.rows(sa.select(letters)))
    for (about, kind), number in written.items():
        if number > 1:
            yield f"{number} letters {kind} about {about}"
    delivered = {row.id for row in session.rows(sa.select(orders.c.id).where(orders.c.status == "delivered"))}
    for order_id in delivered:
        if written[order_id, "final_delivered"] != 1:
            yield f"{order_id} was delivered without its letter"


def one_rescan_an_order(session: Session, _: list[Told]) -> Iterable[str]:
    made = Counter(
        row.order_id for row in session.rows(sa.select(order_scans).where(order_scans.c.kind == "rescan"))
    )
    for order_id, number in made.items():
        if number > 1:
            yield f"{order_id} was rescanned {number} times"


def quotas_count_what_was_answered(session: Session, history: list[Told]) -> Iterable[str]:
    """Exactly; where the answer was cut off, the count may have stayed or been given back."""
    since = session.now - DAY  # windows before that may have been swept
    rows = [row for row in session.rows(sa.select(counters)) if row.window_start > since]
    answers = Counter(
        scan.status
        for told in history
        for scan in told.scans
        if rate_limits.window_start(SCAN_URL, scan.at) > since
    )
    for limit, counted in ((SCAN_URL, (200,)), (SCAN_GLOBAL, (200,)), (SCAN_IP, (200, 422))):
        used = sum(row.used for row in rows if row.limit_name == limit.name)
        least = sum(answers[status] for status in counted)
        if not least <= used <= least + answers[UNHEARD]:
            yield f"{limit.name} counts {used} after {dict(answers)}"


def beyond_the_limits(session: Session, settings: Settings) -> Iterable[str]:
    most = {limit.name: limit.most(settings) for limit in LIMITS}
    for row in session.rows(sa.select(counters)):
        if row.used > most[row.limit_name] > 0:
            yield f"{row.limit_name} let {row.used} pass, {most[row.limit_name]} is the most"


def what_was_paid_is_delivered_or_owed(session: Session, history: list[Told]) -> Iterable[str]:
    entries = {row.challenge_id: row for row in session.rows(sa.select(payments))}
    owed = {row.tx_hash for row in session.rows(sa.select(payment_refunds.c.tx_hash))}
    taken: Counter[int] = Counter()
    for held in session.rows(sa.select(payment_reservations)):
        taken[held.day] += held.amount
        state = entries[held.challenge_id].state if held.challenge_id in entries else None
        if state not in PENDING:
            yield f"the budget is held for {held.challenge_id}, which is {state}"
    for row in entries.values():
        taken[row.budget_day] += row.amount if row.state in PAID_FOR else 0
        if (row.paid_at is not None) != (row.state in PAID_FOR):
            yield f"{row.challenge_id} is {row.state}, paid at {row.paid_at}"
        if (row.delivered_at is not None) != (row.state == State.DELIVERED):
            yield f"{row.challenge_id} is {row.state}, delivered at {row.delivered_at}"
        if row.state == State.REFUND_DUE and row.tx_hash not in owed:
            yield f"{row.challenge_id} is owed by nobody"
    for day in session.rows(sa.select(payment_budgets)):
        if day.reserved != taken[day.day]:
            yield f"the budget holds {day.reserved} for payments of {taken[day.day]}"
    for challenge, bodies in (bought for told in history for bought in told.bought.items()):
        state = entries[challenge].state if challenge in entries else None
        if len(bodies) > 1 or state != State.DELIVERED:
            yield f"{challenge} got {len(bodies)} answers and is {state}"


def reads_never_go_back(_: Session, history: list[Told]) -> Iterable[str]:
    for told in history:
        if told.seen != sorted(told.seen):
            yield f"{told.ids} was read as {told.seen}"
        yield from told.oddities


INVARIANTS: tuple[Rule, ...] = (
    one_key_one_order,
    what_was_acknowledged_is_there,
    nothing_is_there_that_nobody_asked_for,
    every_way_is_a_way_of_the_table,
    every_acknowledged_move_has_one_row,
    row_audit_and_stored_answer_agree,
    patch_and_move_are_one,
    one_letter_of_a_kind,
    one_rescan_an_order,
    quotas_count_what_was_answered,
    what_was_paid_is_delivered_or_owed,
    reads_never_go_back,
)


def violations(session: Session, history: list[Told], settings: Settings | None = None) -> list[str]:
    """Everything that does not hold; the limits are those of `settings`, or the usual ones."""
    found = [f"{rule.__name__}: {one}" for rule in INVARIANTS for one in rule(session, history)]
    return found + list(beyond_the_limits(session, settings or Settings()))


#: what a letter is, by its Message-ID: about whom, and its kind
Written = dict[str, tuple[str, str]]


def letters_written(session: Session) -> Written:
    return {row.message_id: (row.about, row.kind) for row in session.rows(sa.select(letters))}


def post_and_letters_agree(
    session: Session, taken: Iterable[str], before: Written | None = None
) -> list[str]:
    """What a mail server took, by Message-ID: every sent letter, a repeated one under the same id, nothing else.

    `before` are letters seen earlier: a delivery takes back a draft's letter that is not known to be sent.
    """
    written = {**(before or {}), **letters_written(session)}
    accepted = set(taken)
    of_a_kind = Counter(written[one] for one in accepted if one in written)
    sent = session.rows(sa.select(letters).where(letters.c.sent_at.is_not(None)))
    return [
        *(f"{one} is no letter's id" for one in accepted - written.keys()),
        *(
            f"{kind} about {about} came under {ids} ids"
            for (about, kind), ids in of_a_kind.items()
            if ids > 1
        ),
        *(
            f"{row.kind} about {row.about} was noted as sent and never taken"
            for row in sent
            if row.message_id not in accepted
        ),
    ]


def all_readable(url: str, history: list[Told]) -> list[str]:
    """Every acknowledged order, asked for over HTTP."""
    with httpx.Client(base_url=url, timeout=30, trust_env=False) as http:
        return [
            order_id
            for told in history
            for order_id in told.ids
            if http.get(f"/v1/orders/{order_id}").status_code != 200
        ]
