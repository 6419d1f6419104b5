"""`coldread work`: what runs beside the requests. Today that is sweeping what is out of date."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from coldread.base import log
from coldread.base.clock import DAY
from coldread.base.db import Session, Unavailable
from coldread.guard import idempotency, rate
from coldread.orders.deliverables import drop_outdated
from coldread.services import Services

EVERY_S = 300

#: name in the log, and what removes it
SWEEPS: tuple[tuple[str, Callable[[Session, Services], int]], ...] = (
    ("idempotency keys", lambda session, _: idempotency.forget(session, session.now)),
    ("counters", lambda session, _: rate.forget_windows(session, session.now - 2 * DAY)),
    ("deliverables", drop_outdated),
)


async def housekeeping(services: Services) -> None:
    """Sweep now and every five minutes, until cancelled."""
    while True:
        await sweep(services)
        await asyncio.sleep(EVERY_S)


async def sweep(services: Services) -> dict[str, int]:
    """Remove what is out of date; how much of each."""
    removed: dict[str, int] = {}
    for name, remove in SWEEPS:
        try:
            removed[name] = await services.db.write(remove, services)
        except Unavailable as error:
            log.get("worker").warning("sweep put off", what=name, reason=str(error)[:300])
    if any(removed.values()):
        log.get("worker").info("swept", **removed)
    return removed
