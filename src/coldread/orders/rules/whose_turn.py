"""Whose turn it is, and since when: one table over an order's status and other facts. Pure.

API responses, the queue, the clocks, the buyer's page and e-mails read it; nothing else decides whom an order waits
for."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Literal

from coldread.orders.rules.order import Order

Party = Literal["buyer", "operator", "nobody"]


@dataclasses.dataclass(frozen=True, kw_only=True)
class WaitFacts:
    """The facts that decide whose turn it is."""

    order: Order
    #: when the order entered its status
    entered_at: int
    #: when the buyer last wrote: an answer to a question, or a message
    buyer_wrote_at: int | None = None
    #: when the buyer asked to withdraw
    withdrawn_at: int | None = None
    #: since when neither the page nor a source can be read; None if one can
    unseen_since: int | None = None

    @property
    def is_answered(self) -> bool:
        """Whether the current question has an answer. An answer to an earlier question does not count."""
        asks = self.order.state.asks == "answer"
        return asks and self.buyer_wrote_at is not None and self.buyer_wrote_at >= self.entered_at


@dataclasses.dataclass(frozen=True, kw_only=True)
class WaitRow:
    """One row. The first row that applies decides."""

    name: str
    on: Party
    applies: Callable[[WaitFacts], bool]
    since: Callable[[WaitFacts], int]
    #: the buyer has withdrawn or was refunded: no letter promises anything any more
    ends_promises: bool = False
    #: the final is still owed: its 72 hours run, and its draft is due
    owes_final: bool = False
    #: what the status asks of the buyer is answered or no longer needed: do not ask again
    asks_nothing: bool = False


@dataclasses.dataclass(frozen=True, kw_only=True)
class Wait:
    """Whose turn it is."""

    name: str
    on: Party
    since: int
    ends_promises: bool = False
    owes_final: bool = False
    asks_nothing: bool = False


def _moment_of_entering(facts: WaitFacts) -> int:
    return facts.entered_at


WAITS: tuple[WaitRow, ...] = (
    WaitRow(
        name="closed",
        on="nobody",
        applies=lambda facts: facts.order.state.is_closed,
        since=_moment_of_entering,
    ),
    WaitRow(
        name="refunded",
        on="nobody",
        applies=lambda facts: facts.order.is_refunded,
        since=_moment_of_entering,
        ends_promises=True,
        asks_nothing=True,
    ),
    WaitRow(
        name="withdrawal",
        on="operator",
        applies=lambda facts: facts.withdrawn_at is not None,
        since=lambda facts: facts.withdrawn_at or facts.entered_at,
        ends_promises=True,
        asks_nothing=True,
    ),
    # The buyer has answered the open question. The last row has the same public name: there no question is open.
    WaitRow(
        name="answered",
        on="operator",
        applies=lambda facts: facts.is_answered,
        since=lambda facts: facts.buyer_wrote_at or facts.entered_at,
        asks_nothing=True,
    ),
    WaitRow(
        name="question",
        on="buyer",
        applies=lambda facts: facts.order.state.asks == "answer",
        since=_moment_of_entering,
    ),
    WaitRow(
        name="payment",
        on="buyer",
        applies=lambda facts: facts.order.state.asks == "payment",
        since=_moment_of_entering,
    ),
    # The buyer is asked for another way to the page; the operator makes sure that one comes.
    WaitRow(
        name="page",
        on="operator",
        applies=lambda facts: facts.order.state.in_work and facts.unseen_since is not None,
        since=lambda facts: facts.unseen_since or facts.entered_at,
        owes_final=True,
    ),
    WaitRow(
        name="work",
        on="operator",
        applies=lambda facts: facts.order.state.in_work,
        since=_moment_of_entering,
        owes_final=True,
    ),
    WaitRow(
        name="invoice",
        on="operator",
        applies=lambda facts: facts.order.accepted_at is not None,
        since=_moment_of_entering,
    ),
    # The operator has not replied yet, and the buyer has not written since. Moving to `reviewing` is not a reply.
    WaitRow(
        name="first_answer",
        on="operator",
        applies=lambda facts: facts.buyer_wrote_at is None,
        since=lambda facts: facts.order.created_at,
    ),
    # No question is open, and the buyer has written: an answer to an earlier question, or a message.
    WaitRow(
        name="answered",
        on="operator",
        applies=lambda _: True,
        since=lambda facts: facts.buyer_wrote_at or facts.entered_at,
    ),
)


#: the reasons for waiting, each once
WHYS = tuple(dict.fromkeys(row.name for row in WAITS))
#: names of rows for which the status no longer says what the buyer must do; `answered` counts, whichever row it is
SETTLED = frozenset(row.name for row in WAITS if row.asks_nothing)


def wait_of(facts: WaitFacts) -> Wait:
    row = next(row for row in WAITS if row.applies(facts))
    return Wait(
        name=row.name,
        on=row.on,
        since=row.since(facts),
        ends_promises=row.ends_promises,
        owes_final=row.owes_final,
        asks_nothing=row.asks_nothing,
    )
