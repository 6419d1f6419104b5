"""An order as its pages show it: how far it has come, what is due when, and what the buyer does next."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import cached_property
from typing import Any

import sqlalchemy as sa
from starlette.requests import Request
from starlette.responses import Response

from coldread.base.dates import moment
from coldread.base.db import Session
from coldread.base.figures import kronor
from coldread.base.languages import Language
from coldread.base.settings import Settings
from coldread.orders.acts.audit_notes import invoiced_at, remarks_of
from coldread.orders.acts.buyer_message import MOST, may_write
from coldread.orders.acts.early_start import has_waived
from coldread.orders.acts.part_payments import parts_of
from coldread.orders.acts.refunds import Refund, refunds_of, total_refunded
from coldread.orders.acts.withdrawal import may_withdraw
from coldread.orders.acts.withdrawals import Withdrawal, withdrawals
from coldread.orders.files.deliverable_files import DRAFT, FINAL, MACHINES
from coldread.orders.order_scans import last_scan
from coldread.orders.queries import artifacts_of, dossier_of, events_of, find_order, messages_of
from coldread.orders.rules.buyer_view import BuyerRow, ViewFacts, buyer_row
from coldread.orders.rules.dates import rescan_until
from coldread.orders.rules.invoice import UNPAID_DAYS, Stage, days_to_pay, invoice_stage, pay_by
from coldread.orders.rules.order import Dossier, Order
from coldread.orders.rules.part_payments import Part
from coldread.orders.rules.whose_turn import Wait
from coldread.orders.views import invoice_papers
from coldread.orders.views.messages import Exchange, Reply, last_read, thread
from coldread.orders.views.projection import Addresses, addresses
from coldread.orders.views.stages import draft_eta, final_eta
from coldread.orders.views.stored_view import require_on_buyer_page
from coldread.orders.views.whose_turn import whose_turn
from coldread.pages.order.before_after import before_after
from coldread.pages.render import language_of_order
from coldread.web.request import order_id_of, read_by_id, services_of


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
    #: money that went back, the earliest first
    refunds: tuple[Refund, ...]
    #: sums that came in, the earliest first
    parts: tuple[Part, ...]
    wait: Wait
    scan: str | None
    draft_due: int | None
    final_due: int | None
    #: whether a person saved the draft last
    draft_by_person: bool
    #: the id up to which the reviewer has read the buyer's messages
    last_read: int
    #: when the invoice's number was noted, if that was after the bill
    invoiced_at: int | None
    #: when this page ends; None: not before the delivery
    page_ends: int | None
    #: the buyer may still write to us here
    is_open_to_words: bool
    #: as a private person: the work is to begin before the right of withdrawal ends
    has_waived: bool
    #: pictures of the first screen, today and as proposed, are shown beside the draft or the final
    has_pictures: bool = False

    @property
    def order(self) -> Order:
        return self.dossier.order

    @cached_property
    def row(self) -> BuyerRow:
        """What the buyer reads: one row of one table."""
        return buyer_row(
            ViewFacts(
                order=self.order,
                wait=self.wait,
                now=self.now,
                draft_due=self.draft_due,
                final_due=self.final_due,
                withdrawn=self.withdrawal is not None and self.withdrawal.stands,
                returned=total_refunded(self.refunds),
                draft_by_person=self.draft_by_person,
                asked=bool(self.asked_by_mail),
            )
        )

    def sentence(self, lang: str) -> str:
        """The row's sentence, its dates and sums filled in."""
        dates = {
            "withdrawn": self.withdrawal.asked_at if self.withdrawal else None,
            "draft_due": self.draft_due,
            "final_due": self.final_due,
        }
        said = {name: moment(at, lang) if at else "–" for name, at in dates.items()}
        return self.row.said(self.order.status)(lang, **said, **self._sums(lang))

    def heading(self, lang: str) -> str:
        return self.row.heading(lang, **self._sums(lang))

    def _sums(self, lang: str) -> dict[str, str]:
        order = self.order
        sums = {
            "returned": total_refunded(self.refunds),
            "paid": order.money_in,
            "price": order.price.total,
            "received": order.received,
            "remaining": order.remaining,
            "to_return": order.to_return,
        }
        return {name: kronor(sum_, lang) for name, sum_ in sums.items()}

    @property
    def asked_now(self) -> Exchange | None:
        """What the reviewer wants to know now, or has just learned."""
        asks = {"answer", "more"} & set(self.row.shows)
        return next((each for each in self.thread if each.is_open), None) if asks else None

    @property
    def asked_by_mail(self) -> list[Exchange]:
        """Questions asked beside the status that nobody has answered yet; a buyer who has withdrawn is asked nothing."""
        return [] if self.is_over else [each for each in self.thread if each.by_mail and each.is_open]

    @property
    def asked_before(self) -> list[Exchange]:
        """Questions that are settled, the latest first; the buyer's words are not shown any more after the lapse."""
        now = [self.asked_now, *self.asked_by_mail]
        settled = [] if self.has_lapsed else [each for each in self.thread if each not in now]
        return [each for each in reversed(settled) if not each.is_note and (each.question or each.replies)]

    @property
    def notes(self) -> list[Reply]:
        """What the buyer wrote without being asked, the latest first; the words themselves are not shown any more after the lapse."""
        noted = [each for each in self.thread if each.is_note]
        return [reply for each in reversed(noted) for reply in each.replies]

    @property
    def last_said(self) -> Reply | None:
        """The buyer's last message on this page, apart from answers that a status asks for."""
        beside = [each for each in self.thread if each.by_mail or each.is_note]
        return max((reply for each in beside for reply in each.replies), key=lambda one: one.at, default=None)

    @property
    def may_say(self) -> bool:
        """The page has a field for whatever the buyer wants to say; if a question is open, its answer field serves."""
        return self.is_open_to_words and (self.order.state.asks != "answer" or self.is_over)

    @property
    def is_over(self) -> bool:
        """The order is closed, or its buyer has withdrawn: they are asked nothing, but may still write."""
        return self.is_closed or self.wait.ends_promises

    @property
    def has_said_enough(self) -> bool:
        return sum(len(each.replies) for each in self.thread if each.by_mail or each.is_note) >= MOST

    @property
    def answers(self) -> int:
        """How many answers and messages there are, with our replies."""
        return sum(1 + len(reply.ours) for each in self.thread for reply in each.replies)

    @property
    def reason(self) -> str | None:
        """Why the order was not accepted."""
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
        stands = self.withdrawal is not None and self.withdrawal.stands
        return may_withdraw(self.order) and not self.is_closed and not stands

    @property
    def went_on(self) -> Withdrawal | None:
        """A withdrawal after which we went on with the order, with the reason."""
        return self.withdrawal if self.withdrawal and not self.withdrawal.stands else None

    @property
    def draft_is_live(self) -> bool:
        return self.order.draft_is_live(self.now)

    @property
    def can_rescan(self) -> bool:
        return self.order.can_rescan(self.now)

    @property
    def rescan_until(self) -> int | None:
        return rescan_until(self.order)

    @property
    def mark(self) -> str:
        """Changes whenever the page would say something else."""
        return f"{self.order.updated_at}-{int(self.draft_is_live)}-{self.answers}-{self.last_read}-{self.row.name}"

    @property
    def pay_by(self) -> int | None:
        return pay_by(self.order, self.invoiced_at)

    @property
    def days_to_pay(self) -> int:
        return days_to_pay(self.order.billing_method)

    @property
    def unpaid_days(self) -> int:
        return UNPAID_DAYS

    @property
    def invoice_stage(self) -> Stage:
        return invoice_stage(self.order)

    @property
    def has_receipt(self) -> bool:
        return invoice_papers.has_receipt(self.order)

    @property
    def has_invoice(self) -> bool:
        """An invoice whose details can be downloaded, even after a withdrawal or a refund, because bookkeeping needs it."""
        return invoice_papers.has_invoice(self.order)

    def has(self, file: str) -> bool:
        return file in self.dossier.files


def facts_of(session: Session, settings: Settings, order_id: str) -> Facts:
    """404 for an order that is unknown, or whose page has expired."""
    order = require_on_buyer_page(find_order(session, order_id), settings, session.now)
    dossier = dossier_of(session, order)
    withdrawal = withdrawals(session, [order_id]).get(order_id)
    wait = whose_turn(session, [order])[order_id]
    refunds = refunds_of(session, order_id)
    remarks, events = remarks_of(session, order_id), events_of(session, order_id)
    return Facts(
        dossier=dossier,
        now=session.now,
        where=addresses(dossier, session.now, settings),
        steps=tuple(timeline(order, session.now, ended_by=_endings(order, withdrawal, refunds))),
        thread=thread(events, messages_of(session, order_id), remarks),
        withdrawal=withdrawal,
        refunds=refunds,
        parts=parts_of(session, order_id),
        wait=wait,
        scan=last_scan(session, order_id),
        draft_due=draft_eta(order, settings.draft_after_s),
        final_due=final_eta(order),
        draft_by_person=is_written_by_person(artifacts_of(session, order_id).get(DRAFT)),
        invoiced_at=invoiced_at(remarks),
        has_waived=has_waived(events, remarks),
        page_ends=order.page_ends(settings),
        is_open_to_words=may_write(order, settings, session.now),
        last_read=last_read(remarks),
    )


def is_written_by_person(stored: sa.Row[Any] | None) -> bool:
    """Whether a person was the last to save the file."""
    return stored is not None and stored.author not in MACHINES


def _endings(
    order: Order, withdrawal: Withdrawal | None, refunds: tuple[Refund, ...]
) -> tuple[tuple[str, int], ...]:
    """What has ended an order before its delivery, by name and moment: the buyer withdrew, the money went back."""
    found = []
    if withdrawal is not None and withdrawal.stands:
        found.append(("withdrawn", withdrawal.asked_at))
    if order.is_refunded:
        found.append(("refunded", refunds[-1].at if refunds else order.updated_at))
    return tuple(found)


def timeline(order: Order, now: int, *, ended_by: tuple[tuple[str, int], ...] = ()) -> list[TimelineStep]:
    """The six steps that a buyer sees, from the order's own moments; with `ended_by`, the remaining steps will not come."""
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
    current_given = order.state.is_closed or bool(ended_by)
    for name, at in moments:
        state = "done" if at else "later" if current_given else "now"
        current_given = current_given or at is None
        steps.append(TimelineStep(name=name, state=state, at=at))
    if not order.state.is_declined and not ended_by:
        return steps
    ends = [TimelineStep(name=name, state="done", at=at) for name, at in ended_by]
    return sorted((step for step in [*steps, *ends] if step.state == "done"), key=lambda step: step.at or 0)


async def ask_facts(request: Request) -> Facts:
    services = services_of(request)
    facts: Facts = await services.db.read(facts_of, services.settings, order_id_of(request))
    if not facts.has(FINAL if facts.where.final else DRAFT) or not facts.where.delivery:
        return facts
    shots = await services.db.read(before_after, services, facts.order.id, "")
    return dataclasses.replace(facts, has_pictures=shots is not None)


async def live_page(request: Request, draw: Callable[[Request, Facts], Response]) -> Response:
    """A page about an order that updates itself: the whole page, or, as the answer to its question, “nothing new” or “reload”."""

    async def show(_: str) -> Response:
        facts = await ask_facts(request)
        if "hx-request" not in request.headers:
            return draw(request, facts)
        headers = {"Cache-Control": "no-store"}
        if request.query_params.get("seen") == facts.mark:
            return Response(b"", 204, headers)
        return Response(b"", 200, {**headers, "HX-Refresh": "true"})

    return await read_by_id(request, show)


def order_language(request: Request, facts: Facts) -> Language:
    return language_of_order(request, facts.order)
