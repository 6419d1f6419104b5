"""Writing a letter: a row and the job that sends it, in the caller's transaction; a second one of its kind is none."""

from __future__ import annotations

import json
import secrets
from typing import Any

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.jobs.defer import defer, hasten
from coldread.jobs.job import job_name
from coldread.mail.letters import BY_KIND
from coldread.mail.tables import letters

SEND = job_name("mail.send")


def write_letter(
    session: Session,
    kind: str,
    *,
    about: str,
    recipient: str,
    language: str,
    domain: str,
    send_at: int | None = None,
    **details: Any,
) -> bool:
    """Write a letter of `kind` about an order; False where it was written before."""
    missing = set(BY_KIND[kind].values) ^ details.keys()
    if missing:
        raise ValueError(f"{kind} wants exactly its values; at odds: {sorted(missing)}")
    row = session.row(
        session.insert(letters)
        .values(
            kind=kind,
            about=about,
            recipient=recipient,
            language=language,
            details=json.dumps(details),
            message_id=f"<{kind}.{secrets.token_hex(12)}@{domain}>",
            written_at=session.now,
            tries=0,
        )
        .on_conflict_do_nothing(index_elements=["about", "kind"])
        .returning(letters.c.id)
    )
    if row is None:
        if send_at is None or send_at <= session.now:
            _hasten(session, kind, about)
        return False
    defer(session, SEND, key=f"letter:{row.id}", run_at=send_at, letter_id=row.id)
    return True


def _hasten(session: Session, kind: str, about: str) -> None:
    """A letter that waits for a moment which has been brought forward."""
    row = session.row(
        sa.select(letters.c.id).where(
            letters.c.kind == kind, letters.c.about == about, letters.c.sent_at.is_(None)
        )
    )
    if row is not None:
        hasten(session, f"letter:{row.id}")


def find_unsent(session: Session, letter_id: int) -> sa.Row[Any] | None:
    """The letter, unless it was sent."""
    return session.row(sa.select(letters).where(letters.c.id == letter_id, letters.c.sent_at.is_(None)))


def mark_sent(session: Session, letter_id: int) -> None:
    session.run(
        sa.update(letters)
        .where(letters.c.id == letter_id)
        .values(sent_at=session.now, tries=letters.c.tries + 1, error=None)
    )


def mark_not_sent(session: Session, letter_id: int, error: str) -> None:
    session.run(
        sa.update(letters)
        .where(letters.c.id == letter_id)
        .values(tries=letters.c.tries + 1, error=error[:500])
    )
