"""What is promised by when: one table of clocks, and which of them run for an order. Pure."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence

from coldread.base.clock import HOUR, SECOND
from coldread.base.settings import Settings
from coldread.base.texts.inline_text import InlineText
from coldread.orders.rules import expiry
from coldread.orders.rules.dates import ends_unpaid
from coldread.orders.rules.order import Order
from coldread.orders.rules.whose_turn import Wait


@dataclasses.dataclass(frozen=True, kw_only=True)
class ClockInputs:
    """What a clock needs to know about an order."""

    order: Order
    #: the source came with the order or later, or was asked for
    source_settled: bool
    #: a draft is stored
    drafted: bool
    #: whose turn it is
    wait: Wait
    #: since when the buyer should know something that we did not mail and that no agent relays
    untold_since: int | None = None
    #: since when a message of the buyer is unread
    unread_since: int | None = None
    #: since when an invoice is to be written
    unbilled_since: int | None = None


@dataclasses.dataclass(frozen=True, kw_only=True)
class Clock:
    """One promise: whether it runs, when it began and how long it lasts."""

    name: str
    #: its name for the operator
    label: InlineText
    #: what the operator has to do
    duty: InlineText
    #: False: the buyer's clock; we break no promise when it runs out
    ours: bool
    runs: Callable[[ClockInputs], bool]
    began: Callable[[ClockInputs], int]
    lasts: Callable[[Settings], int]
    #: less urgent than a payment, an answer or a withdrawal
    reminder: bool = False


@dataclasses.dataclass(frozen=True, kw_only=True)
class Deadline:
    """A clock that runs for the order, with its end."""

    clock: Clock
    began: int
    due: int

    def left(self, now: int) -> int:
        return self.due - now

    def urgency(self, now: int) -> str:
        """`overdue`, `soon` (the last quarter of its time) or `ok`."""
        if self.due <= now:
            return "overdue"
        return "soon" if self.left(now) * 4 < self.due - self.began else "ok"


def _is_unpaid(facts: ClockInputs) -> bool:
    return facts.order.state.is_unpaid


def _waits_for(name: str) -> Callable[[ClockInputs], bool]:
    return lambda facts: facts.wait.name == name


def _waiting_since(facts: ClockInputs) -> int:
    return facts.wait.since


def _placed_at(facts: ClockInputs) -> int:
    return facts.order.created_at


def _paid_at(facts: ClockInputs) -> int:
    return facts.order.paid_at or facts.order.created_at


CLOCKS: tuple[Clock, ...] = (
    Clock(
        name="source",
        label=InlineText(en="ask for source", sv="be om källkod"),
        duty=InlineText(
            en="ask the buyer for the page's source",
            sv="be köparen om sidans källkod",
        ),
        ours=True,
        runs=lambda facts: _is_unpaid(facts) and not facts.source_settled and not facts.wait.ends_promises,
        began=_placed_at,
        lasts=lambda _: HOUR,
        reminder=True,
    ),
    Clock(
        name="mail",
        label=InlineText(en="mail", sv="mejl"),
        duty=InlineText(
            en="send the buyer the mail that is ready: no letter goes out",
            sv="skicka köparen mejlet som är färdigt: inget går av sig självt",
        ),
        ours=True,
        runs=lambda facts: facts.untold_since is not None,
        began=lambda facts: facts.untold_since or facts.wait.since,
        lasts=lambda _: expiry.GO_ON_WITHIN,
    ),
    Clock(
        name="message",
        label=InlineText(en="message", sv="meddelande"),
        duty=InlineText(
            en="read what the buyer wrote",
            sv="läs det som köparen skrev",
        ),
        ours=True,
        runs=lambda facts: facts.unread_since is not None,
        began=lambda facts: facts.unread_since or facts.wait.since,
        lasts=lambda _: expiry.GO_ON_WITHIN,
    ),
    Clock(
        name="first answer",
        label=InlineText(en="first answer", sv="första svar"),
        duty=InlineText(
            en="accept, ask or decline",
            sv="säg ja, fråga eller säg nej",
        ),
        ours=True,
        runs=_waits_for("first_answer"),
        began=_waiting_since,
        lasts=lambda _: expiry.ANSWER_WITHIN,
    ),
    Clock(
        name="answer",
        label=InlineText(en="answer", sv="svar"),
        duty=InlineText(
            en="read the buyer's answer and go on",
            sv="läs köparens svar och gå vidare",
        ),
        ours=True,
        runs=_waits_for("answered"),
        began=_waiting_since,
        lasts=lambda _: expiry.GO_ON_WITHIN,
    ),
    Clock(
        name="bill",
        label=InlineText(en="bill", sv="betalning"),
        duty=InlineText(
            en="ask for the payment",
            sv="be om betalningen",
        ),
        ours=True,
        runs=_waits_for("invoice"),
        began=_waiting_since,
        lasts=lambda _: expiry.ANSWER_WITHIN,
    ),
    Clock(
        name="invoice",
        label=InlineText(en="invoice", sv="faktura"),
        duty=InlineText(
            en="write the invoice, send it, and note its number",
            sv="skriv fakturan, skicka den och anteckna numret",
        ),
        ours=True,
        runs=lambda facts: facts.unbilled_since is not None,
        began=lambda facts: facts.unbilled_since or facts.wait.since,
        lasts=lambda _: expiry.ANSWER_WITHIN,
    ),
    Clock(
        name="withdrawal",
        label=InlineText(en="withdrawal", sv="ångeranmälan"),
        duty=InlineText(
            en="decide the withdrawal: confirm it, and give back what is owed",
            sv="svara på ångeranmälan: bekräfta den och betala tillbaka det som ska tillbaka",
        ),
        ours=True,
        runs=_waits_for("withdrawal"),
        began=_waiting_since,
        lasts=lambda _: expiry.ANSWER_WITHIN,
    ),
    Clock(
        name="draft",
        label=InlineText(en="draft", sv="utkast"),
        duty=InlineText(
            en="the service makes the draft; if it is late, look at the editor",
            sv="tjänsten gör utkastet; är det försenat, titta i redigeraren",
        ),
        ours=True,
        runs=lambda facts: facts.wait.name == "work" and not facts.drafted,
        began=_paid_at,
        lasts=lambda settings: settings.draft_after_s * SECOND,
    ),
    Clock(
        name="page",
        label=InlineText(en="page", sv="sida"),
        duty=InlineText(
            en="get a page that can be read: ask the buyer for the source or another address",
            sv="skaffa en sida som går att läsa: be köparen om källkoden eller en annan adress",
        ),
        ours=True,
        runs=_waits_for("page"),
        began=_waiting_since,
        lasts=lambda _: HOUR,
    ),
    Clock(
        name="final",
        label=InlineText(en="final", sv="slutversion"),
        duty=InlineText(
            en="deliver the final",
            sv="leverera slutversionen",
        ),
        ours=True,
        runs=lambda facts: facts.wait.owes_final,
        began=_paid_at,
        lasts=lambda _: expiry.FINAL_WITHIN,
    ),
    Clock(
        name="expiry",
        label=InlineText(en="open unpaid", sv="öppen obetald"),
        duty=InlineText(
            en="nothing: the order closes by itself unless it is paid",
            sv="inget: beställningen stängs av sig själv om den inte betalas",
        ),
        ours=False,
        runs=_is_unpaid,
        began=_placed_at,
        lasts=lambda _: expiry.LIFETIME,
    ),
)


def deadlines(facts: ClockInputs, settings: Settings) -> list[Deadline]:
    """Every clock that runs for the order, the next to end first."""
    found = [
        Deadline(
            clock=clock,
            began=clock.began(facts),
            due=ends_unpaid(facts.order, settings)
            if clock.name == "expiry"
            else clock.began(facts) + clock.lasts(settings),
        )
        for clock in CLOCKS
        if clock.runs(facts) and not facts.order.sandbox
    ]
    return sorted(found, key=lambda deadline: deadline.due)


def next_of(running: Sequence[Deadline]) -> Deadline | None:
    """What to do next: our promises first, then reminders; a clock of the buyer only if none of ours runs."""
    return min(running, key=lambda each: (not each.clock.ours, each.clock.reminder, each.due), default=None)
