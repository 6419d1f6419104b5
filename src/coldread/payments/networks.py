"""A notice to the operator if a payment network is not the one in the settings; until then nothing is sold by it."""

from __future__ import annotations

from coldread.base import log
from coldread.base.db import Session
from coldread.base.settings import Settings
from coldread.mail.outbox import write_letter
from coldread.payments.accounting.budget import day_of
from coldread.payments.processor import PaymentProcessor
from coldread.services import Services

KIND = "payment_network"


async def look_at_networks(services: Services) -> None:
    """Ask every network for its identity, and report a wrong one."""
    await services.one(PaymentProcessor).look()
    await report_unfit_network(services)


async def report_unfit_network(services: Services) -> None:
    """One log line for each process and one letter for all, each day."""
    processor = services.one(PaymentProcessor)
    for name, why in processor.unfit().items():
        if processor.is_news(name, day_of(services.clock.now())):
            log.get("payments").warning("not sold", method=name, reason=why)
            await services.db.write(_write, services.settings, name, why)


def _write(session: Session, settings: Settings, name: str, why: str) -> None:
    if not settings.operator_email:
        return
    write_letter(
        session,
        KIND,
        about=f"payments/{name}/{day_of(session.now)}",
        recipient=settings.operator_email,
        language=settings.console_language or "en",
        domain=settings.host_name,
        method=name,
        reason=why,
        base_url=settings.base_url,
    )
