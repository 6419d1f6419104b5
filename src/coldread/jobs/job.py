"""Job definitions: the table of jobs, and the pauses between the tries of a failing one.

A feature names a job where it defers it (`REVIEW = job_name("submissions.review")`) and decorates the function that
does it in its `jobs.py`. The worker imports those files, and `coldread.startup_checks` finds names without a function.
A job may run more than once (a machine can die after the work and before it is recorded), so its effects are keyed by
their subject."""

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
    #: tries before it becomes a dead job, for a person to look at
    tries: int


#: the argument for whom a job of a fair kind is done
HOLDER = "held_by"

#: by name: the kind of every job that is deferred somewhere
NAMED: dict[str, Kind] = {}
#: by name: every job with a function, from the imported files
JOBS: dict[str, Job] = {}


def job_name(name: str, kind: Kind) -> str:
    """The name of a job, registered with its kind: both are defined only here."""
    if NAMED.setdefault(name, kind) != kind:
        raise ValueError(f"{name} is of two kinds")
    return name


def kind_of(name: str) -> Kind:
    return NAMED.get(name, UPKEEP)


def names_of(kinds: Iterable[Kind]) -> list[str]:
    """The jobs of one of these kinds; a job without a registered name belongs to upkeep."""
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


async def run_job(job: Job, context: Any, arguments: dict[str, Any], tries: int) -> None:
    """Run the job, as a step of whatever deferred it."""
    within = arguments.pop(trace.CARRIED, "")
    arguments.pop(HOLDER, None)
    with trace.span(f"job {job.name}", {"job.name": job.name, "job.try": tries}, within=within):
        await job.work(context, **arguments)


def missing_job(name: str) -> Job:
    """Runs for a name without a function: it fails and becomes a dead job."""

    async def fail(*_: Any, **__: Any) -> None:
        raise LookupError(f"no function does {name}")

    return Job(name=name, kind=UPKEEP, work=fail, tries=1)


def pause_after(tries: int) -> int:
    """The pause after this many failures: 2 s, 8 s, 32 s, 2 min, 8.5 min, then half an hour."""
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
    #: when it became a dead job
    at: int
