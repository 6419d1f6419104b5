"""What can be done later: the table of jobs, and how long a failed one waits before it is tried again.

A feature names its job (`jobs.defer(session, "drafts.prepare", …)`) and decorates the function that does it in its
`jobs.py`; the worker imports those files. A job may run more than once (a machine can die after the work and before
the note of it), so its effects are keyed by what they belong to.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Awaitable, Callable
from typing import Any

from coldread.base.clock import MINUTE, SECOND

Work = Callable[..., Awaitable[None]]

#: queue of everything that needs no browser, and of what does
WORK, SCAN = "work", "scan"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Job:
    """One row."""

    name: str
    queue: str
    #: `async def work(services, **arguments)`
    work: Work
    #: tries before it is put on the dead list, for a person to look at
    tries: int


JOBS: dict[str, Job] = {}


def job(name: str, *, queue: str = WORK, tries: int = 8) -> Callable[[Work], Work]:
    """`@job("drafts.prepare")` above an async function of `(services, **arguments)`."""

    def register(work: Work) -> Work:
        if name in JOBS:
            raise ValueError(f"two jobs are called {name}")
        JOBS[name] = Job(name=name, queue=queue, work=work, tries=tries)
        return work

    return register


def missing_job(name: str) -> Job:
    """What runs for a name that no function has: it fails, and lands on the dead list."""

    async def fail(*_: Any, **__: Any) -> None:
        raise LookupError(f"no function does {name}")

    return Job(name=name, queue=WORK, work=fail, tries=1)


def pause_after(tries: int) -> int:
    """How long to wait after this many failures: 2 s, 8 s, 32 s, 2 min, 8.5 min, then half an hour."""
    return min(30 * MINUTE, 2 * SECOND << 2 * min(tries - 1, 10))


@dataclasses.dataclass(frozen=True, kw_only=True)
class DeadJob:
    """A job that failed too often."""

    id: int
    name: str
    key: str | None
    arguments: dict[str, Any]
    tries: int
    error: str | None
    #: when it was given up
    at: int
