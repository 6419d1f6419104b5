"""Arrows that point up are names: each name must have its function, in the queue that the table says."""

from __future__ import annotations

from coldread import worker
from coldread.jobs.job import JOBS
from coldread.orders.rules.lifecycle import STATES


def test_every_effect_of_the_lifecycle_is_a_job_that_somebody_does() -> None:
    assert worker.JOB_FILES
    effects = [effect for row in STATES for effect in row.then]
    assert effects
    for effect in effects:
        assert JOBS[effect.job].queue == effect.queue
