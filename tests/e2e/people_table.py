"""State × event × person: what a buyer and an operator see and can do after each event, and which letters leave.

One row is one event of a story; the rows of a story follow each other, in its days. `test_people_table` walks every row in a
real browser, with processes whose clock is turned.
"""

from __future__ import annotations

import dataclasses

#: what an operator may always do, whatever the state: not listed in the rows
ALWAYS = frozenset({"look", "remark"})


@dataclasses.dataclass(frozen=True, kw_only=True)
class Row:
    """One event, and what holds after it."""

    #: who does it: `buyer`, `operator`, or `service` by itself
    who: str
    #: a method of `Walk`, and what it is told
    does: str
    told: tuple[str, ...] = ()
    #: when: days and hours since the order
    day: int = 0
    hour: int = 0
    #: row of `rules/buyer_view`; empty: the page has ended
    buyer: str
    #: forms and links that the buyer's page offers beside reading
    can: frozenset[str]
    #: documents that it lists
    papers: frozenset[str] = frozenset()
    #: row of the console's table of next steps
    operator: str
    #: whose turn it is in the queue: `mine`, `buyer`; empty: nobody's
    turn: str
    #: moves and forms that the console offers
    may: frozenset[str]
    #: letters that left for the buyer since the row before
    letters: tuple[str, ...] = ()


def can(*names: str) -> frozenset[str]:
    return frozenset(names)


STORIES: dict[str, tuple[Row, ...]] = {}
