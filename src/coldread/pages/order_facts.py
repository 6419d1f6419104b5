"""An order as its pages tell it: how far it has come, what is due when, and what the buyer does next."""

from __future__ import annotations

import dataclasses
from functools import cached_property
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from coldread.base.dates import moment
from coldread.base.db import Session
from coldread.base.settings import Settings
from coldread.orders.acts.withdrawal import Withdrawal, may_withdraw, withdrawals
from coldread.orders.order_scans import last_scan
from coldread.orders.queries import dossier_of, events_of, find_order, messages_of
from coldread.orders.rules.buyer_view import BuyerRow, ViewFacts, buyer_row
from coldread.orders.rules.expiry import rescan_ends
from coldread.orders.rules.order import Dossier, Order
from coldread.orders.rules.waits import Wait
from coldread.orders.shown.projection import Addresses, addresses
from coldread.orders.shown.stages import draft_eta, final_eta
from coldread.orders.shown.thread import Exchange, thread
from coldread.orders.shown.turns import waits
from coldread.orders.shown.views import require_shown
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
    #: what the buyer was asked, with the answers; the oldest first
    thread: tuple[Exchange, ...]
    withdrawal: Withdrawal | None
    wait: Wait
    scan: str | None
    draft_due: int | None
    final_due: int | None

    @property
    def order(self) -> Order:
        return self.dossier.order

    @cached_property
    def row(self) -> BuyerRow:
        """What the buyer is told: one row of one table."""
        return buyer_row(
            ViewFacts(
                order=self.order,
                wait=self.wait,
                now=self.now,
                draft_due=self.draft_due,
                final_due=self.final_due,
                withdrawn=self.withdrawal is not None,
            )
        )

    def sentence(self, lang: str) -> str:
        """The row's sentence, its dates filled in."""
        dates = {
            "withdrawn": self.withdrawal.asked_at if self.withdrawal else None,
            "draft_due": self.draft_due,
            "final_due": self.final_due,
        }
        said = {name: moment(at, lang) if at else "–" for name, at in dates.items()}
        return self.row.said(self.order.status)(lang, **said)

    @property
    def asked_now(self) -> Exchange | None:
        """What the reviewer wants to know now, or has just been told."""
        asks = {"answer", "more"} & set(self.row.shows)
        return next((each for each in self.thread if each.is_open), None) if asks else None

    @property
    def asked_before(self) -> list[Exchange]:
        """What was asked and is settled, the latest first; the buyer's words are not shown any more after the lapse."""
        settled = [] if self.has_lapsed else [each for each in self.thread if each is not self.asked_now]
        return [each for each in reversed(settled) if each.question or each.replies]

    @property
    def answers(self) -> int:
        return sum(len(each.replies) for each in self.thread)

    @property
    def reason(self) -> str | None:
        """Why the order was not taken."""
        return self.order.substatus if "reason" in self.row.shows else None

    @property
    def email(self) -> str:
        """Where letters go; not shown any more once the order has lapsed."""
        return "" if self.has_lapsed else self.order.contact_email or ""

    @property
    def has_lapsed(self) -> bool:
        return self.order.has_lapsed(self.now)

    @property
    def is_closed(self) -> bool:
        """Nothing will change by itself any more."""
        return self.wait.on == "nobody"

    @property
    def may_withdraw(self) -> bool:
        return may_withdraw(self.order) and not self.is_closed

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
        return f"{self.order.updated_at}-{int(self.draft_is_live)}-{self.answers}-{self.row.name}"

    @property
    def pay_by(self) -> int | None:
        from coldread.base.clock import DAY

        since = self.order.billing_pending_at
        return since + self.order.price.terms_days * DAY if since else None

    def has(self, file: str) -> bool:
        return file in self.dossier.files


def facts_of(session: Session, settings: Settings, order_id: str) -> Facts:
    """404 for an order that is unknown, or whose page has ended with all that was promised."""
    order = require_shown(find_order(session, order_id), session.now)
    dossier = dossier_of(session, order)
    withdrawal = withdrawals(session, [order_id]).get(order_id)
    wait = waits(session, [order])[order_id]
    return Facts(
        dossier=dossier,
        now=session.now,
        where=addresses(dossier, session.now, settings),
        steps=tuple(timeline(order, session.now, ended=wait.name in ("refunded", "withdrawal"))),
        thread=thread(events_of(session, order_id), messages_of(session, order_id)),
        withdrawal=withdrawal,
        wait=wait,
        scan=last_scan(session, order_id),
        draft_due=draft_eta(order, settings.draft_after_s),
        final_due=final_eta(order),
    )


def timeline(order: Order, now: int, *, ended: bool = False) -> list[TimelineStep]:
    """Six steps that a buyer knows, from the order's own moments; `ended`: what is not done will not come."""
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
    current_given = order.state.is_closed or ended
    for name, at in moments:
        state = "done" if at else "later" if current_given else "now"
        current_given = current_given or at is None
        steps.append(TimelineStep(name=name, state=state, at=at))
    if order.state.is_declined or ended:
        return [step for step in steps if step.state == "done"]
    return steps


async def ask_facts(request: Request) -> Facts:
    services = services_of(request)
    facts: Facts = await services.db.read(facts_of, services.settings, order_id_of(request))
    return facts


def changed_since(request: Request, facts: Facts) -> Response:
    """To the page that asks again by itself: nothing new, or `load yourself anew`."""
    headers = {"Cache-Control": "no-store"}
    if request.query_params.get("seen") == facts.mark:
        return Response(b"", 204, headers)
    return Response(b"", 200, {**headers, "HX-Refresh": "true"})


def order_language(request: Request, facts: Facts) -> Any:
    return language_of(request, facts.order.language)
