"""The limits of one task, by its kind. Each kind has its own pool, so that none can starve another."""

from __future__ import annotations

import dataclasses

MB = 1024 * 1024
#: CPU seconds after which a task counts as slow; an ordinary page takes a tenth of that
SLOW_CPU_S = 1.5


@dataclasses.dataclass(frozen=True, kw_only=True)
class Kind:
    """A row: the limits of one task, and how many run at once."""

    name: str
    #: CPU seconds, after which the kernel kills the process
    cpu_s: int
    #: bytes beyond what a new process uses
    memory: int
    #: elapsed time, only so that nothing runs for ever; generous, for slow machines
    wall_s: float
    #: processes at once, started when needed
    children: int
    #: how many more tasks may continue after `SLOW_CPU_S`, at the lowest priority, so that short tasks need not wait
    #: for long ones
    slow: int = 2
    #: tasks that may wait for a process
    waiting: int
    most_in: int
    most_out: int


#: reading, trying and judging a page: 0.1 to 4 s for everything that people publish
PAGES = Kind(
    name="pages",
    cpu_s=10,
    memory=1024 * MB,
    wall_s=90,
    children=3,
    waiting=64,
    most_in=48 * MB,
    most_out=24 * MB,
)
#: a report with its patches, built once for each scan and language
REPORTS = Kind(
    name="reports",
    cpu_s=15,
    memory=1024 * MB,
    wall_s=120,
    children=2,
    waiting=32,
    most_in=48 * MB,
    most_out=24 * MB,
)
#: markdown and diffs, half a megabyte at most
DOCUMENTS = Kind(
    name="documents",
    cpu_s=10,
    memory=512 * MB,
    wall_s=60,
    children=2,
    waiting=64,
    most_in=8 * MB,
    most_out=24 * MB,
)
#: one order's specification and diff, with its competitors' pages; nobody waits for it
DRAFTS = Kind(
    name="drafts",
    cpu_s=60,
    memory=2048 * MB,
    wall_s=600,
    children=1,
    waiting=64,
    most_in=192 * MB,
    most_out=24 * MB,
)
#: quick-fix and audit: two thousand characters
ADVICE = Kind(
    name="advice",
    cpu_s=5,
    memory=256 * MB,
    wall_s=60,
    children=2,
    waiting=64,
    most_in=1 * MB,
    most_out=1 * MB,
)

KINDS: tuple[Kind, ...] = (PAGES, REPORTS, DOCUMENTS, DRAFTS, ADVICE)
