"""What one task may cost, by its kind: a pool of its own each, so that none can starve another."""

from __future__ import annotations

import dataclasses

MB = 1024 * 1024
#: seconds of computing behind which a task is a long one; an ordinary page takes a tenth of that
SLOW_CPU_S = 1.5


@dataclasses.dataclass(frozen=True, kw_only=True)
class Kind:
    """A row: limits of one task, and how many are worked on at once."""

    name: str
    #: of computing; the kernel ends the process behind it
    cpu_s: int
    #: beyond what the process has when it is new
    memory: int
    #: by the clock, only so that nothing lasts for ever: a slow machine is given its time
    wall_s: float
    #: processes at once; they are started when they are needed
    children: int
    #: how many more may go on behind `SLOW_CPU_S`, at the lowest priority, so that short tasks need not wait for long ones
    slow: int = 2
    #: tasks that may wait for one of them
    waiting: int
    most_in: int
    most_out: int


#: a page is read, tried and judged: 0.1 to 4 s for everything that people publish
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
#: a report with its patches, made once a scan and language
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
