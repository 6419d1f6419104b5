"""Arrows that point up are names: each must have its function, and every table what the others need of it."""

from __future__ import annotations

from coldread.jobs.job import JOBS
from coldread.jobs.kinds import SCAN
from coldread.orders.rules.lifecycle import PREPARE_DRAFT, STATES
from coldread.startup_checks import CHECKS, list_gaps


def test_no_table_lacks_what_another_needs() -> None:
    assert CHECKS
    assert list_gaps() == []


def test_the_draft_is_made_where_there_is_a_browser() -> None:
    assert PREPARE_DRAFT in {job for row in STATES for job in row.then}
    assert JOBS[PREPARE_DRAFT].kind.queue == SCAN
