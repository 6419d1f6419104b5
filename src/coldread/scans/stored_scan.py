"""A stored scan for its page: its facts, and the files that are stored with it for a month."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import sqlalchemy as sa
from pydantic_core import from_json

from coldread.base.db import Session
from coldread.scans.tables import scans
from coldread.store.contents import Contents


@dataclasses.dataclass(frozen=True, kw_only=True)
class StoredScan:
    """One scan from the database."""

    session_id: str
    url: str
    goal: str
    audience: str
    #: the language of the answer, not of the page
    language: str
    source: str
    rubric_version: str
    scanned_at: int
    answer: dict[str, Any]
    #: name to content key
    pictures: dict[str, str]


def find_stored_scan(session: Session, session_id: str) -> StoredScan | None:
    names = ("session_id", "url", "goal", "audience", "language", "source", "rubric_version", "scanned_at")
    row = session.row(
        sa.select(*(scans.c[name] for name in names), scans.c.answer, scans.c.pictures).where(
            scans.c.session_id == session_id
        )
    )
    if row is None:
        return None
    plain = {name: getattr(row, name) for name in names}
    return StoredScan(**plain, answer=from_json(row.answer), pictures=json.loads(row.pictures))


def keep_attachment(
    session: Session,
    contents: Contents,
    session_id: str,
    name: str,
    content: bytes,
    *,
    group: str = "",
    most: int = 0,
) -> None:
    """Store a file beside the record, deleted with it. Nothing if the record is deleted already.

    `group`: of the files whose names begin with it, whose contents are in no other scan, only the `most` newest stay."""
    row = session.row(sa.select(scans.c.pictures).where(scans.c.session_id == session_id).with_for_update())
    files = json.loads(row.pictures) if row is not None else {}
    if files:
        files.pop(name, None)
        files[name] = contents.put(session, content)
        grouped = [one for one in files if group and one.startswith(group)]
        for oldest in grouped[: max(0, len(grouped) - most)]:
            contents.drop(session, files.pop(oldest))
        session.run(
            sa.update(scans).where(scans.c.session_id == session_id).values(pictures=json.dumps(files))
        )


def read_attachment(session: Session, contents: Contents, stored: StoredScan, name: str) -> bytes | None:
    """A picture or the record; None if it is no longer stored."""
    key = stored.pictures.get(name)
    return contents.get(session, key) if key else None
