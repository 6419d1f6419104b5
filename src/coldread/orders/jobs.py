"""`orders.walk_sandbox` moves a sandbox order on by one status; `orders.push` sends a receiver its events."""

from __future__ import annotations

from coldread.jobs.job import job
from coldread.orders.acts.sandbox import WALK
from coldread.orders.acts.sandbox_step import take_sandbox_step
from coldread.orders.push.deliver import deliver
from coldread.orders.push.register import PUSH
from coldread.services import Services


@job(WALK)
async def advance_sandbox(services: Services, order_id: str, status: str) -> None:
    await services.db.write(take_sandbox_step, services, order_id, status)


@job(PUSH)
async def push(services: Services, webhook_id: str) -> None:
    await deliver(services, webhook_id)
