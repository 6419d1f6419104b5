"""The watches of a person: what is exported, and what is erased."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from coldread.base.clock import rfc3339, rfc3339_or_none
from coldread.base.db import Session
from coldread.guard.mailbox import address_hash
from coldread.services import Services
from coldread.watches.due import forget_watch
from coldread.watches.letters import letters_of
from coldread.watches.queries import changes_of, runs_of
from coldread.watches.tables import watches


def export_watches(session: Session, email: str) -> list[dict[str, Any]]:
    """Everything that is stored about the watches of this address."""
    return [_exported_watch(session, row) for row in watches_of_person(session, email)]


def erase_watches(session: Session, services: Services, email: str) -> int:
    """Erase the watches of this address, with their histories and letters; returns how many."""
    return _erase(session, services, [row.id for row in watches_of_person(session, email)])


def erase_watches_again(session: Session, services: Services, hashes: frozenset[str]) -> int:
    """After a restore: those of everybody who was erased, by the hashes of their addresses."""
    rows = session.rows(sa.select(watches.c.id, watches.c.address_hash))
    return _erase(session, services, [row.id for row in rows if row.address_hash in hashes])


def _erase(session: Session, services: Services, ids: Sequence[str]) -> int:
    for watch_id in ids:
        for letter in letters_of(session, watch_id):
            services.mailer.forget(letter.message_id)
        forget_watch(session, watch_id)
    return len(ids)


def watches_of_person(session: Session, email: str) -> Sequence[sa.Row[Any]]:
    """Also those that are over: they have the address no more, but a hash of it."""
    mine = watches.c.address_hash == address_hash(email)
    return session.rows(sa.select(watches).where(mine).order_by(watches.c.asked_at, watches.c.url))


def _exported_watch(session: Session, row: sa.Row[Any]) -> dict[str, Any]:
    told = changes_of(session, row.id)
    return {
        "url": row.url,
        "goal": row.goal,
        "audience": row.audience,
        "language": row.language,
        "rhythm": row.rhythm,
        "state": row.state,
        "asked_at": rfc3339(row.asked_at),
        "confirmed_at": rfc3339_or_none(row.confirmed_at),
        "ends_at": rfc3339_or_none(row.ends_at),
        "runs": [
            {
                "at": rfc3339(run.at),
                "session_id": run.session_id,
                "score": run.score,
                "fault": run.fault,
                "outcome": run.outcome,
                "told": [
                    {"kind": change.kind.value, "before": change.before, "after": change.after}
                    for change in (told[run.number][1] if run.number in told else ())
                ],
            }
            for run in runs_of(session, row.id, None)
        ],
        "letters": [
            {
                "kind": letter.kind,
                "to": letter.recipient or row.email,
                "written_at": rfc3339(letter.written_at),
                "sent_at": rfc3339_or_none(letter.sent_at),
            }
            for letter in letters_of(session, row.id)
        ],
    }
