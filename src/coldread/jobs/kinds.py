"""The kinds of background work: how many jobs of each may run at once, so that no kind waits for another.

A hung model, mail server or receiver of events occupies only the slots of its own kind."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Literal

#: which process runs it: `coldread work --queues work`, or `scan` where a browser is needed
Queue = Literal["work", "scan"]
WORK: Queue = "work"
SCAN: Queue = "scan"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Kind:
    """One row: a kind of work with its own slots."""

    name: str
    queue: Queue
    #: jobs that one process runs at once
    here: int
    #: jobs that all processes together run at once; None: the sum over the processes
    everywhere: int | None = None
    #: whether jobs of a holder with many (`defer(…, holder=)`) wait for those of other holders
    fair: bool = False


#: somebody waits for it on a page; the job itself only waits for a scan
TICKETS = Kind(name="tickets", queue=WORK, here=12, fair=True)
#: a request waits for it; two browsers are busy while the next page is fetched
LOOKS = Kind(name="looks", queue=SCAN, here=3, fair=True)
DRAFTS = Kind(name="drafts", queue=SCAN, here=2)
#: scans that nobody waits for
PICTURES = Kind(name="pictures", queue=SCAN, here=1)
#: looks at watched pages, one at a time; the host is the holder, so that no host takes every turn
WATCHES = Kind(name="watches", queue=SCAN, here=1, fair=True)
LETTERS = Kind(name="letters", queue=WORK, here=4, everywhere=4)
EVENTS = Kind(name="events", queue=WORK, here=8, everywhere=8, fair=True)
#: calls to a model that nobody waits for; the model's own limit also applies (`llm/gate`)
MODEL = Kind(name="model", queue=WORK, here=4, everywhere=4)
#: addresses that outsiders submitted
SUBMISSIONS = Kind(name="submissions", queue=WORK, here=2, everywhere=2)
PAYMENTS = Kind(name="payments", queue=WORK, here=4, everywhere=4)
#: internal work without outgoing connections
UPKEEP = Kind(name="upkeep", queue=WORK, here=2)

KINDS = (TICKETS, LOOKS, DRAFTS, PICTURES, WATCHES, LETTERS, EVENTS, MODEL, SUBMISSIONS, PAYMENTS, UPKEEP)


def kinds_of(queues: Iterable[str]) -> tuple[Kind, ...]:
    chosen = set(queues)
    return tuple(kind for kind in KINDS if kind.queue in chosen)
