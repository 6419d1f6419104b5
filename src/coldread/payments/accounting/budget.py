"""The daily budget: it stops paid calls before a fault or an attack has sold too many of them."""

from __future__ import annotations

import sqlalchemy as sa

from coldread.base.clock import DAY, SECOND
from coldread.base.db import Database, PointRead, Session
from coldread.base.problems import Problem
from coldread.payments.tables import payment_budgets

#: the day's sum, without what can no longer be charged, and when the next reservation ends
_HELD = PointRead(
    sql="SELECT reserved - (SELECT COALESCE(SUM(amount), 0) FROM payment_reservations WHERE day = ? AND ends_at <= ?), "
    "(SELECT MIN(ends_at) FROM payment_reservations WHERE day = ? AND ends_at > ?) "
    "FROM payment_budgets WHERE day = ?"
)


def day_of(now: int) -> int:
    """Beginning of the UTC day."""
    return now - now % DAY


def count_against_budget(session: Session, amount: int, day: int, most: int | None = None) -> bool:
    """Add to a day's sum, exactly over all processes; the day's row stays locked. False if the sum would exceed `most`."""
    if most is not None and amount > most:
        return False
    statement = session.insert(payment_budgets).values(day=day, reserved=amount)
    fits = None if most is None else payment_budgets.c.reserved + amount <= most
    statement = statement.on_conflict_do_update(
        index_elements=["day"], set_={"reserved": payment_budgets.c.reserved + amount}, where=fits
    ).returning(payment_budgets.c.reserved)
    return session.row(statement) is not None


def give_back(session: Session, amount: int, day: int) -> None:
    session.run(
        sa.update(payment_budgets)
        .where(payment_budgets.c.day == day)
        .values(reserved=payment_budgets.c.reserved - amount)
    )


async def require_room(db: Database, amount: int, most: int) -> None:
    """503 if a payment of `amount` would exceed the budget: do not ask for money for nothing."""
    now = db.clock.now()
    if amount > most:
        raise exhausted_problem(now)
    day = day_of(now)
    row = await db.point(_HELD, day, now, day, now, day)
    if row is not None and row[0] + amount > most:
        raise exhausted_problem(now, row[1])


def exhausted_problem(
    now: int, ends_at: int | None = None, why: str = "Paid calls are used up for today. Nothing was charged."
) -> Problem:
    """`ends_at`: when the next reservation ends, if there is one; otherwise the end of the day counts."""
    until = min(day_of(now) + DAY, ends_at or day_of(now) + DAY)
    seconds = seconds_until(until, now)
    return Problem(
        "budget-exhausted",
        why,
        headers={"Retry-After": str(seconds)},
        retry_after=seconds,
    )


def seconds_until(moment: int, now: int) -> int:
    """Rounded up, at least one."""
    return max(1, -(-(moment - now) // SECOND))
