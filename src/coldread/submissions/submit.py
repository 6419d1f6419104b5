"""Accepting a submission and reading it again: counted, stored and deferred for review in one transaction."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa

from coldread.base.clock import DAY, rfc3339, rfc3339_or_none
from coldread.base.db import Session
from coldread.base.ids import new_secret_id
from coldread.base.links import links_of
from coldread.base.problems import not_found
from coldread.base.settings import Settings
from coldread.base.shapes import checked_body
from coldread.guard import rate
from coldread.guard.limits import SUBMIT, SUBMIT_GLOBAL, UsageUnlessOff
from coldread.jobs.defer import defer
from coldread.jobs.job import job_name
from coldread.jobs.kinds import SUBMISSIONS
from coldread.submissions.requests import EndpointSubmission
from coldread.submissions.shapes import Submission, SubmissionTaken
from coldread.submissions.tables import submissions

REVIEW = job_name("submissions.review", SUBMISSIONS)
#: a review is about one moment; after three months it says nothing any more
KEPT = 90 * DAY


def submit(
    session: Session, settings: Settings, wanted: EndpointSubmission, client: str
) -> tuple[dict[str, Any], UsageUnlessOff]:
    """The 202 body, and the usage of the nearer limit; raises 429."""
    usage = rate.count_each(
        session,
        [(SUBMIT, client, SUBMIT.most(settings)), (SUBMIT_GLOBAL, "", SUBMIT_GLOBAL.most(settings))],
    )
    row = {
        "id": new_secret_id(),
        **wanted.model_dump(mode="json"),
        "status": "received",
        "received_at": session.now,
    }
    session.run(sa.insert(submissions), row)
    defer(session, REVIEW, key=f"{REVIEW}:{row['id']}", submission_id=row["id"])
    taken = {
        "submission_id": row["id"],
        "status": "received",
        "_links": links_of(settings.base_url, "submission", row["id"]),
    }
    return checked_body(SubmissionTaken, taken), usage


def find_submission(session: Session, settings: Settings, submission_id: str) -> dict[str, Any]:
    """The body of its `self` link; 404 for an unknown one."""
    row = session.row(sa.select(submissions).where(submissions.c.id == submission_id))
    if row is None:
        raise not_found()
    return checked_body(
        Submission,
        {
            "submission_id": row.id,
            "status": row.status,
            "endpoint_url": row.endpoint_url,
            "name": row.name,
            "protocol": row.protocol,
            "received_at": rfc3339(row.received_at),
            "reviewed_at": rfc3339_or_none(row.reviewed_at),
            "review": json.loads(row.review) if row.review else None,
            "_links": links_of(settings.base_url, "submission", row.id),
        },
    )


def find_unreviewed(session: Session, submission_id: str) -> str | None:
    """The address to visit; None if the review is done or the submission is deleted."""
    row = session.row(
        sa.select(submissions.c.endpoint_url).where(
            submissions.c.id == submission_id, submissions.c.status == "received"
        )
    )
    return row.endpoint_url if row else None


def keep_review(session: Session, submission_id: str, review: dict[str, Any]) -> None:
    """Store the review, unless there is one already."""
    session.run(
        sa.update(submissions)
        .where(submissions.c.id == submission_id, submissions.c.status == "received")
        .values(status="reviewed", reviewed_at=session.now, review=json.dumps(review, ensure_ascii=False))
    )


def forget_old(session: Session) -> int:
    return session.run(sa.delete(submissions).where(submissions.c.received_at < session.now - KEPT)).rowcount
