"""The daily budget: a breaker that stops paid calls before a fault or an attack has sold too many of them."""

from __future__ import annotations

import sqlalchemy as sa

from coldread.base.clock import DAY, SECOND
from coldread.base.db import Database, PointRead, Session
from coldread.base.problems import Problem
from coldread.payments.tables import payment_budgets

_RESERVED = PointRead(sql="SELECT reserved FROM payment_budgets WHERE day = ?")


def day_of(now: int) -> int:
    """Beginning of the UTC day."""
    return now - now % DAY


def reserve(session: Session, amount: int, most: int | None) -> None:
    """Take from today's budget or raise 503; exact over processes. `most` None: count it, whatever was spent."""
    day = day_of(session.now)
    if most is not None and amount > most:
        raise exhausted(session.now)
    statement = session.insert(payment_budgets).values(day=day, reserved=amount)
    fits = None if most is None else payment_budgets.c.reserved + amount <= most
    statement = statement.on_conflict_do_update(
        index_elements=["day"], set_={"reserved": payment_budgets.c.reserved + amount}, where=fits
    ).returning(payment_budgets.c.reserved)
    if session.row(statement) is None:
        raise exhausted(session.now)


def give_back(session: Session, amount: int, day: int) -> None:
    session.run(
        sa.update(payment_budgets)
        .where(payment_budgets.c.day == day)
        .values(reserved=payment_budgets.c.reserved - amount)
    )


async def require_room(db: Database, amount: int, most: int) -> None:
    """503 where a payment of `amount` would not fit: nobody is invited to pay for nothing."""
    now = db.clock.now()
    row = await db.point(_RESERVED, day_of(now)) if amount <= most else None
    if amount > most or (row is not None and row[0] + amount > most):
        raise exhausted(now)


def exhausted(
    now: int, why: str = "Paid calls are used up for today. Nothing was charged.", seconds: int | None = None
) -> Problem:
    """`seconds` until it may help to ask again; None: the rest of the day."""
    seconds = seconds or -(-(day_of(now) + DAY - now) // SECOND)
    return Problem(
        "budget-exhausted",
        why,
        headers={"Retry-After": str(seconds)},
        retry_after=seconds,
    )
