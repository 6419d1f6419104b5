"""An order as its pages tell it: how far it has come, what is due when, and what the buyer does next."""

from __future__ import annotations

import dataclasses
from typing import Any

from starlette.requests import Request

from coldread.base.db import Session
from coldread.base.settings import Settings
from coldread.base.texts.said import Said
from coldread.orders.acts.unseen import unseen_since
from coldread.orders.acts.withdrawal import Withdrawal, may_withdraw, withdrawals
from coldread.orders.files.deliverable_files import DIFF, DRAFT, FINAL
from coldread.orders.order_scans import last_scan
from coldread.orders.queries import dossier_of, find_order, messages_of
from coldread.orders.rules.expiry import rescan_ends
from coldread.orders.rules.order import Dossier, Order
from coldread.orders.rules.status_words import WORDS
from coldread.orders.shown.projection import Addresses, addresses
from coldread.orders.shown.stages import draft_eta, final_eta
from coldread.orders.shown.views import require_readable
from coldread.pages.render import language_of
from coldread.web.request import order_id_of, services_of


@dataclasses.dataclass(frozen=True, kw_only=True)
class TimelineStep:
    """One line of the timeline: `done`, `now`, `later` or `skipped`."""

    name: str
    state: str
    at: int | None


@dataclasses.dataclass(frozen=True, kw_only=True)
class Facts:
    """Everything that the pages of an order show."""

    dossier: Dossier
    now: int
    where: Addresses
    steps: tuple[TimelineStep, ...]
    answers: int
    withdrawal: Withdrawal | None
    scan: str | None
    draft_due: int | None
    final_due: int | None
    #: neither the page nor a source could be read: the buyer is asked for another way to it
    unseen: bool = False

    @property
    def order(self) -> Order:
        return self.dossier.order

    @property
    def words(self) -> Said:
        """What happens next."""
        return WORDS[self.order.state.status].to_buyer

    @property
    def is_closed(self) -> bool:
        return self.order.state.is_closed

    @property
    def may_withdraw(self) -> bool:
        return may_withdraw(self.order)

    @property
    def draft_is_live(self) -> bool:
        return self.order.draft_is_live(self.now)

    @property
    def can_rescan(self) -> bool:
        return self.order.can_rescan(self.now)

    @property
    def rescan_until(self) -> int | None:
        return rescan_ends(self.order.delivered_at) if self.order.delivered_at else None

    @property
    def mark(self) -> str:
        """Changes whenever the page would say something else."""
        return f"{self.order.updated_at}-{int(self.draft_is_live)}-{self.answers}-{int(self.is_closed)}-{int(self.unseen)}"

    @property
    def pay_by(self) -> int | None:
        from coldread.base.clock import DAY

        since = self.order.billing_pending_at
        return since + self.order.price.terms_days * DAY if since else None

    def has(self, file: str) -> bool:
        return file in self.dossier.files


def facts_of(session: Session, settings: Settings, order_id: str) -> Facts:
    """404 for an order that is unknown or whose time is over."""
    order = require_readable(find_order(session, order_id), session.now)
    dossier = dossier_of(session, order)
    return Facts(
        dossier=dossier,
        now=session.now,
        where=addresses(dossier, session.now, settings),
        steps=tuple(timeline(order, session.now)),
        answers=len(messages_of(session, order_id)),
        withdrawal=withdrawals(session, [order_id]).get(order_id),
        scan=last_scan(session, order_id),
        draft_due=draft_eta(order, settings.draft_after_s),
        final_due=final_eta(order),
        unseen=order_id in unseen_since(session, [order_id]),
    )


def timeline(order: Order, now: int) -> list[TimelineStep]:
    """Six steps that a buyer knows, from the order's own moments."""
    live = order.draft_is_live(now)
    moments = [
        ("ordered", order.created_at),
        ("accepted", order.accepted_at or order.billing_pending_at),
        ("invoiced", order.billing_pending_at),
        ("paid", order.paid_at),
        ("draft", order.draft_live_at if live else order.delivered_at),
        ("final", order.delivered_at),
    ]
    steps = []
    current_given = order.state.is_closed
    for name, at in moments:
        state = "done" if at else "later" if current_given else "now"
        current_given = current_given or at is None
        steps.append(TimelineStep(name=name, state=state, at=at))
    if order.state.is_declined:
        return [step for step in steps if step.state == "done"]
    return steps


async def ask_facts(request: Request) -> Facts:
    services = services_of(request)
    facts: Facts = await services.db.read(facts_of, services.settings, order_id_of(request))
    return facts


def order_language(request: Request, facts: Facts) -> Any:
    return language_of(request, facts.order.language)


__all__ = ["DIFF", "DRAFT", "FINAL", "Facts", "ask_facts", "facts_of", "order_language", "timeline"]
