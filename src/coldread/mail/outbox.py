"""Writing a letter: a row and the job that sends it, in the caller's transaction. A second one of its kind is not
written."""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection, Sequence
from typing import Any

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.jobs.defer import dead_jobs, defer, drop_jobs, make_due_now, revive
from coldread.jobs.job import job_name
from coldread.jobs.kinds import LETTERS
from coldread.mail.letters import BY_KIND
from coldread.mail.tables import letters

SEND = job_name("mail.send", LETTERS)
#: letters for one press of a button
MOST = 500
#: kinds that have no address once they are sent
FORGETTING = tuple(kind for kind, row in BY_KIND.items() if row.forgets_recipient)


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
    """Write a letter of `kind` about an order; False if it was written before."""
    missing = set(BY_KIND[kind].values) ^ details.keys()
    if missing:
        raise ValueError(f"{kind} wants exactly its values; at odds: {sorted(missing)}")
    message_id = f"<{kind}.{secrets.token_hex(12)}@{domain}>"
    row = session.row(
        session.insert(letters)
        .values(
            kind=kind,
            about=about,
            recipient=recipient,
            language=language,
            details=json.dumps(details),
            message_id=message_id,
            written_at=session.now,
            tries=0,
        )
        .on_conflict_do_nothing(index_elements=["about", "kind"])
        .returning(letters.c.id)
    )
    if row is None:
        if send_at is None or send_at <= session.now:
            _bring_letter_forward(session, kind, about)
        return False
    defer(
        session,
        SEND,
        key=key_of(message_id),
        run_at=send_at,
        new_key=True,
        letter_id=row.id,
        message_id=message_id,
    )
    return True


def key_of(message_id: str) -> str:
    """The key of the job that sends it. Not the row's number: SQLite reuses the number of a deleted letter for the next
    one, while a worker may still be sending the deleted one. Then the next letter's job would have the same key, and
    never be deferred."""
    return f"letter:{message_id.partition('@')[0].lstrip('<')}"


def _bring_letter_forward(session: Session, kind: str, about: str) -> None:
    """Send a waiting letter earlier, whose moment has been brought forward."""
    row = session.row(
        sa.select(letters.c.message_id).where(
            letters.c.kind == kind, letters.c.about == about, letters.c.sent_at.is_(None)
        )
    )
    if row is not None:
        make_due_now(session, key_of(row.message_id))


def refused_letters(session: Session, chosen: Collection[int] | None) -> Sequence[sa.Row[Any]]:
    """Letters that were tried and not accepted, oldest first; these, or (None) all."""
    statement = sa.select(letters).where(letters.c.sent_at.is_(None), letters.c.tries > 0)
    if chosen is not None:
        statement = statement.where(letters.c.id.in_(sorted(chosen)[:MOST]))
    return session.rows(statement.order_by(letters.c.written_at).limit(MOST))


def send_now(session: Session, chosen: Collection[int] | None) -> int:
    """Retry waiting and dead letters now; returns how many."""
    found = refused_letters(session, chosen)
    dead = {job.key: job.id for job in dead_jobs(session) if job.name == SEND}
    for letter in found:
        key = key_of(letter.message_id)
        if key in dead:
            revive(session, dead[key])
        else:
            make_due_now(session, key)
    return len(found)


def drop_letters(session: Session, chosen: Collection[int]) -> Sequence[sa.Row[Any]]:
    """Delete letters that no server accepts, with their jobs; returns those that were deleted."""
    found = refused_letters(session, chosen)
    session.run(sa.delete(letters).where(letters.c.id.in_([letter.id for letter in found])))
    drop_jobs(session, SEND, [key_of(letter.message_id) for letter in found])
    return found


def _is_letter_condition(letter_id: int, message_id: str | None) -> sa.ColumnElement[bool]:
    """The job's letter; jobs from before 2026-11-16 have only its number."""
    numbered = letters.c.id == letter_id
    return numbered if message_id is None else sa.and_(numbered, letters.c.message_id == message_id)


def find_unsent(session: Session, letter_id: int, message_id: str | None = None) -> sa.Row[Any] | None:
    """The letter, unless it was sent."""
    return session.row(
        sa.select(letters).where(_is_letter_condition(letter_id, message_id), letters.c.sent_at.is_(None))
    )


def mark_sent(session: Session, letter_id: int, message_id: str | None = None) -> None:
    recipient = sa.case((letters.c.kind.in_(FORGETTING), ""), else_=letters.c.recipient)
    session.run(
        sa.update(letters)
        .where(_is_letter_condition(letter_id, message_id))
        .values(sent_at=session.now, tries=letters.c.tries + 1, error=None, recipient=recipient)
    )


def mark_not_sent(session: Session, letter_id: int, error: str, message_id: str | None = None) -> None:
    session.run(
        sa.update(letters)
        .where(_is_letter_condition(letter_id, message_id))
        .values(tries=letters.c.tries + 1, error=error[:500])
    )
