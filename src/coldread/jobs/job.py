"""What can be done later: the table of jobs, and how long a failed one waits before it is tried again.

A feature names its job where it puts it off (`REVIEW = job_name("submissions.review")`) and decorates the function that
does it in its `jobs.py`; the worker imports those files, and `coldread.startup_checks` looks for names that nobody does. A job may run more than once (a machine can die after the work and before
the note of it), so its effects are keyed by what they belong to.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from coldread.base import trace
from coldread.base.clock import MINUTE, SECOND
from coldread.jobs.kinds import UPKEEP, Kind

Work = Callable[..., Awaitable[None]]


@dataclasses.dataclass(frozen=True, kw_only=True)
class Job:
    """One row."""

    name: str
    kind: Kind
    #: `async def work(services, **arguments)`
    work: Work
    #: tries before it is put on the dead list, for a person to look at
    tries: int


#: argument of a job: for whom it is done, where its kind is fair
HOLDER = "held_by"

#: by name: every job that somebody puts off, with its kind
NAMED: dict[str, Kind] = {}
#: by name: every job that some function does, of the files that were imported
JOBS: dict[str, Job] = {}


def job_name(name: str, kind: Kind) -> str:
    """The name of a job, noted with its kind: the one place that says either."""
    if NAMED.setdefault(name, kind) != kind:
        raise ValueError(f"{name} is of two kinds")
    return name


def kind_of(name: str) -> Kind:
    return NAMED.get(name, UPKEEP)


def names_of(kinds: Iterable[Kind]) -> list[str]:
    """The jobs that were named as one of these kinds; a job that nobody named is upkeep."""
    wanted = set(kinds)
    return sorted(name for name, kind in NAMED.items() if kind in wanted)


def job(name: str, *, tries: int = 8) -> Callable[[Work], Work]:
    """`@job(REVIEW)` above an async function of `(services, **arguments)`."""

    def register(work: Work) -> Work:
        if name in JOBS:
            raise ValueError(f"two jobs are called {name}")
        JOBS[name] = Job(name=name, kind=kind_of(name), work=work, tries=tries)
        return work

    return register


async def done(job: Job, context: Any, arguments: dict[str, Any], tries: int) -> None:
    """Do it, as a step of whatever put it off."""
    within = arguments.pop(trace.CARRIED, "")
    arguments.pop(HOLDER, None)
    with trace.span(f"job {job.name}", {"job.name": job.name, "job.try": tries}, within=within):
        await job.work(context, **arguments)


def missing_job(name: str) -> Job:
    """What runs for a name that no function has: it fails, and lands on the dead list."""

    async def fail(*_: Any, **__: Any) -> None:
        raise LookupError(f"no function does {name}")

    return Job(name=name, kind=UPKEEP, work=fail, tries=1)


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
