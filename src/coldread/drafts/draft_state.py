"""Where an order's automatic draft is: waiting, being made, given up, or there. For the operator's editor."""

from __future__ import annotations

import dataclasses
from typing import Literal

from coldread.base.db import Session
from coldread.drafts.model_job import WORD
from coldread.drafts.versions import has_draft
from coldread.jobs.defer import JobState, job_state
from coldread.orders.files.deliverable_files import DRAFT, OWN
from coldread.orders.queries import artifacts_of
from coldread.orders.rules.lifecycle import PREPARE_DRAFT
from coldread.orders.rules.order import Order
from coldread.orders.views.whose_turn import unreachable_since, whose_turn

StateName = Literal["there", "worded", "waiting", "made", "again", "failed", "unseen", "none"]


@dataclasses.dataclass(frozen=True, kw_only=True)
class DraftState:
    """`worded`: it is there, and a model writes another version. `again`: a try failed, and another follows."""

    name: StateName
    #: what the last try said
    error: str = ""


def draft_state(session: Session, order: Order) -> DraftState:
    if has_draft(session, order):
        return DraftState(name="worded" if _is_worded(session, order) else "there")
    if order.sandbox or not whose_turn(session, [order])[order.id].owes_final:
        return DraftState(name="none")
    if unreachable_since(session, [order.id]):
        return DraftState(name="unseen")
    return _state_of_job(job_state(session, f"{PREPARE_DRAFT}:{order.id}"))


def _state_of_job(job: JobState | None) -> DraftState:
    """Where the job is that makes the first version. Pure."""
    if job is None:  # a lost job is deferred again within minutes
        return DraftState(name="waiting")
    if job.state == "dead":
        return DraftState(name="failed", error=job.error)
    if job.state == "running":
        return DraftState(name="made")
    return DraftState(name="again" if job.tries else "waiting", error=job.error)


def _is_worded(session: Session, order: Order) -> bool:
    """Whether a model is asked for a version that would replace ours."""
    stored = artifacts_of(session, order.id).get(DRAFT)
    if stored is None or stored.author != OWN or order.delivered_at is not None:
        return False
    job = job_state(session, f"{WORD}:{order.id}")
    return job is not None and job.state != "dead"
