"""The one thing that an order needs from the operator now: a table from what happened to a sentence and a place. Pure."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence

from coldread.orders.files.deliverable_files import DRAFT
from coldread.orders.operator.workbench import Workbench
from coldread.orders.rules.invoice import Stage, invoice_stage
from coldread.orders.rules.lifecycle import Status
from coldread.pages.console.buyer_mail import ReadyMail


@dataclasses.dataclass(frozen=True, kw_only=True)
class NextFacts:
    """What decides it."""

    bench: Workbench
    mails: Sequence[ReadyMail]

    @property
    def waits(self) -> str:
        return self.bench.line.wait.name

    @property
    def stage(self) -> Stage:
        return invoice_stage(self.bench.order)

    @property
    def needed(self) -> ReadyMail | None:
        """The mail that the buyer waits for and nobody has sent."""
        return next((mail for mail in self.mails if mail.needed), None)

    @property
    def has_draft(self) -> bool:
        return any(row.file == DRAFT for row in self.bench.files)


@dataclasses.dataclass(frozen=True, kw_only=True)
class NextRow:
    """One row; the page shows the first that applies. Its sentence is in `[next]` of `texts/`."""

    name: str
    applies: Callable[[NextFacts], bool]
    #: where on the page or the site the operator does it; None: nothing to do
    where: str | None = None


def _waits_for(name: str) -> Callable[[NextFacts], bool]:
    return lambda facts: facts.waits == name


def _has_status(status: Status) -> Callable[[NextFacts], bool]:
    return lambda facts: facts.bench.order.status == status


#: what the law gives a time to comes first: a withdrawal, then money that is not ours
NEXT_ROWS: tuple[NextRow, ...] = (
    NextRow(name="withdrawn", applies=lambda facts: facts.bench.withdrawn, where="#withdrawn"),
    NextRow(name="money_back", applies=lambda facts: facts.bench.order.to_return > 0, where="#refund"),
    NextRow(name="unread", applies=lambda facts: bool(facts.bench.unread), where="#new"),
    NextRow(name="page", applies=_waits_for("page"), where="#mail"),
    NextRow(name="mail", applies=lambda facts: facts.needed is not None, where="#mail"),
    NextRow(name="refunded", applies=_waits_for("refunded")),
    NextRow(name="delivered", applies=_has_status(Status.DELIVERED)),
    NextRow(name="closed", applies=_waits_for("closed")),
    NextRow(
        name="lapsed",
        applies=lambda facts: facts.bench.lapsed and not facts.bench.moves,
    ),
    NextRow(name="invoice", applies=lambda facts: facts.stage == "to_write", where="#number-reference"),
    NextRow(name="details", applies=lambda facts: facts.stage == "details"),
    NextRow(name="payment_rest", applies=lambda facts: facts.bench.order.is_part_paid, where="#part"),
    NextRow(name="payment", applies=_waits_for("payment")),
    NextRow(name="question", applies=_waits_for("question")),
    NextRow(name="answered", applies=_waits_for("answered"), where="#answers"),
    NextRow(
        name="looked",
        applies=lambda facts: facts.waits == "first_answer" and bool(facts.bench.scans),
        where="#steps",
    ),
    NextRow(name="first_answer", applies=_waits_for("first_answer"), where="#seen"),
    NextRow(name="accepted", applies=_waits_for("invoice"), where="#steps"),
    NextRow(name="final", applies=_has_status(Status.IN_PROGRESS), where="/console/o/{id}/draft"),
    NextRow(
        name="draft",
        applies=lambda facts: facts.waits == "work" and not facts.has_draft,
    ),
    NextRow(name="start", applies=lambda _: True, where="#steps"),
)


def next_row(facts: NextFacts) -> NextRow:
    return next(row for row in NEXT_ROWS if row.applies(facts))
