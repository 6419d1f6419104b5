"""The saved views of the queue: a question each, and whose turn an order must be on to be in it. Pure."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from coldread.base.texts.inline_text import InlineText
from coldread.orders.rules.lifecycle import State, Status, statuses
from coldread.orders.rules.order import Order
from coldread.orders.rules.whose_turn import Party, Wait


@dataclasses.dataclass(frozen=True, kw_only=True)
class Turn:
    """Whose turn it is from the operator's view. A buyer who was not informed is not waited for, and an
    unread message is the operator's turn."""

    wait: Wait
    #: since when a mail to the buyer is due that nobody has sent
    untold_since: int | None = None
    #: since when a message of the buyer is unread
    unread_since: int | None = None
    #: since when an invoice has all that it needs except its number
    unbilled_since: int | None = None
    #: money came in that must go back
    owes_money: bool = False

    @property
    def on(self) -> Party:
        if self.unread_since is not None or self.owes_money:  # whatever the status
            return "operator"
        due = (self.untold_since, self.unbilled_since) != (None, None)
        return "operator" if due and self.wait.name != "closed" else self.wait.on


@dataclasses.dataclass(frozen=True, kw_only=True)
class QueueView:
    """One saved view: a question that an operator asks every day."""

    name: str
    title: InlineText
    #: chosen by the lifecycle's columns, so that a new status is in its views without a change here
    shows: Callable[[State], bool]
    #: whose turn it must be; None: any
    on: Party | None = None
    #: True: only orders that wait for nobody (delivered, closed, refunded); False: none of them; None: both
    over: bool | None = None
    #: True: those that have waited longest come first; False: those changed last come first
    oldest_first: bool = False

    @property
    def statuses(self) -> tuple[Status, ...]:
        return statuses(self.shows)

    def includes_order(self, order: Order, turn: Turn) -> bool:
        """Whether the view includes the order, by whose turn it is."""
        if self.on is not None:
            return turn.on == self.on
        if self.over is not None and turn.wait.on == "nobody":
            return self.over and turn.on == "nobody"
        return self.shows(order.state)


VIEWS: tuple[QueueView, ...] = (
    QueueView(
        name="mine",
        title=InlineText(en="Needs me", sv="Väntar på mig"),
        shows=lambda row: row.waits_for == "operator",
        on="operator",
        oldest_first=True,
    ),
    QueueView(
        name="buyer",
        title=InlineText(en="Waiting for the buyer", sv="Väntar på köparen"),
        shows=lambda row: row.waits_for == "buyer",
        on="buyer",
        oldest_first=True,
    ),
    QueueView(
        name="work",
        title=InlineText(en="In work", sv="Under arbete"),
        shows=lambda row: row.in_work,
        over=False,
        oldest_first=True,
    ),
    QueueView(
        name="done", title=InlineText(en="Done", sv="Klara"), shows=lambda row: row.is_closed, over=True
    ),
    QueueView(name="all", title=InlineText(en="All", sv="Alla"), shows=lambda _: True),
)
VIEW = {view.name: view for view in VIEWS}
