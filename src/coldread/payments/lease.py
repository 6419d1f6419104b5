"""Renews the lease of a paid call while its work runs."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from coldread.base.clock import SECOND
from coldread.base.db import Unavailable
from coldread.payments.accounting import ledger
from coldread.payments.accounting.ledger_entry import Hold
from coldread.services import Services


@contextlib.asynccontextmanager
async def renew_lease(services: Services, hold: Hold) -> AsyncIterator[None]:
    task = asyncio.create_task(_keep_renewing(services, hold))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _keep_renewing(services: Services, hold: Hold) -> None:
    """Renew three times within a lease, so that one slow write does not lose it."""
    while True:
        await asyncio.sleep(hold.lease / SECOND / 3)
        try:
            if not await services.db.write(ledger.renew, hold):
                return
        except Unavailable:
            continue  # the database is unavailable: the lease is still valid, and the next try may reach it
