"""The bulkheads of background work: what may run at once of each kind, so that no kind waits for another.

A hung model, mail server or receiver of events keeps its own slots busy and nobody else's.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Literal

#: which process does it: `coldread work --queues work`, or `scan` where a browser is needed
Queue = Literal["work", "scan"]
WORK: Queue = "work"
SCAN: Queue = "scan"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Kind:
    """One row: a kind of work with slots of its own."""

    name: str
    queue: Queue
    #: jobs that one process does at once
    here: int
    #: jobs that all processes together do at once; None: each process adds its own
    everywhere: int | None = None
    #: jobs put off for the same holder (`defer(…, holder=)`) wait for those of other holders
    fair: bool = False


#: somebody waits for it on a page: it only waits for a look itself
TICKETS = Kind(name="tickets", queue=WORK, here=12, fair=True)
#: a request waits for it; two browsers are kept busy, and the next page is fetched meanwhile
LOOKS = Kind(name="looks", queue=SCAN, here=3, fair=True)
DRAFTS = Kind(name="drafts", queue=SCAN, here=2)
#: looks that nobody waits for
PICTURES = Kind(name="pictures", queue=SCAN, here=1)
LETTERS = Kind(name="letters", queue=WORK, here=4, everywhere=4)
EVENTS = Kind(name="events", queue=WORK, here=8, everywhere=8, fair=True)
#: questions to a model that nobody waits for; how many calls run at once is also the model's own limit (`llm/gate`)
MODEL = Kind(name="model", queue=WORK, here=4, everywhere=4)
#: addresses that outsiders submitted
SUBMISSIONS = Kind(name="submissions", queue=WORK, here=2, everywhere=2)
PAYMENTS = Kind(name="payments", queue=WORK, here=4, everywhere=4)
#: everything of ours that asks nobody outside
UPKEEP = Kind(name="upkeep", queue=WORK, here=2)

KINDS = (TICKETS, LOOKS, DRAFTS, PICTURES, LETTERS, EVENTS, MODEL, SUBMISSIONS, PAYMENTS, UPKEEP)


def kinds_of(queues: Iterable[str]) -> tuple[Kind, ...]:
    chosen = set(queues)
    return tuple(kind for kind in KINDS if kind.queue in chosen)
