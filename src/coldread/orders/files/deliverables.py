"""The files made for an order: stored by the operator or a job, readable with the order's id."""

from __future__ import annotations

import dataclasses
import difflib
from typing import Any

import sqlalchemy as sa

from coldread.base.clock import DAY
from coldread.base.db import Session
from coldread.base.problems import not_found
from coldread.orders.files.deliverable_files import CHANGES, DRAFT, FINAL, MACHINES, MEDIA_TYPES
from coldread.orders.queries import artifacts_of, find_order
from coldread.orders.rules import expiry
from coldread.orders.rules.lifecycle import Status
from coldread.orders.rules.order import Order
from coldread.orders.tables import artifact_versions, artifacts, orders
from coldread.services import Services
from coldread.store.contents import Contents

#: limit for both texts together: the comparison runs while the writer is held
MOST_COMPARED_LINES = 6000


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class Deliverable:
    """A file as it is served."""

    content: bytes
    media_type: str
    etag: str


def store_file(
    session: Session,
    contents: Contents,
    *,
    order_id: str,
    file: str,
    content: bytes,
    author: str,
    remark: str | None = None,
) -> None:
    """Store or replace one file of an order. The last write wins; the earlier content becomes a version."""
    values = {
        "content_key": contents.put(session, content),
        "size": len(content),
        "author": author,
        "stored_at": session.now,
    }
    session.run(
        session.insert(artifacts)
        .values(order_id=order_id, file=file, **values)
        .on_conflict_do_update(index_elements=["order_id", "file"], set_=values)
    )
    _note_version(session, order_id, file, {**values, "remark": remark})


def _note_version(session: Session, order_id: str, file: str, values: dict[str, Any]) -> None:
    latest = session.row(
        sa.select(artifact_versions)
        .where(artifact_versions.c.order_id == order_id, artifact_versions.c.file == file)
        .order_by(artifact_versions.c.number.desc())
        .limit(1)
    )
    if latest and (latest.content_key, latest.author) == (values["content_key"], values["author"]):
        return  # the same text from the same author: a callback or an editor sent it twice
    number = latest.number + 1 if latest else 1
    session.run(
        sa.insert(artifact_versions), {"order_id": order_id, "file": file, "number": number, **values}
    )


def keep_changes(session: Session, contents: Contents, order_id: str, author: str) -> None:
    """Store the diff from the machine's draft to the final, if both exist. Versions in between are the person's own."""
    rows, began = artifacts_of(session, order_id), _before_persons(session, order_id)
    if began is None or FINAL not in rows:
        return
    draft, final = contents.get(session, began), contents.get(session, rows[FINAL].content_key)
    if draft is None or final is None:
        return
    changes = diff_of_texts(draft.decode("utf-8", "replace"), final.decode("utf-8", "replace"))
    store_file(session, contents, order_id=order_id, file=CHANGES, content=changes.encode(), author=author)


def _before_persons(session: Session, order_id: str) -> str | None:
    """The content of the last draft that a machine wrote, else of the first draft."""
    rows = session.rows(
        sa.select(artifact_versions.c.content_key, artifact_versions.c.author)
        .where(artifact_versions.c.order_id == order_id, artifact_versions.c.file == DRAFT)
        .order_by(artifact_versions.c.number)
    )
    machines = [row.content_key for row in rows if row.author in MACHINES]
    return machines[-1] if machines else rows[0].content_key if rows else None


def diff_of_texts(draft: str, final: str) -> str:
    """Draft to final as a unified diff. For very long texts it says only that they differ; both are stored anyway."""
    old, new = draft.splitlines(keepends=True), final.splitlines(keepends=True)
    if len(old) + len(new) > MOST_COMPARED_LINES:
        return "" if draft == final else "The texts differ; they are too long to be compared line by line.\n"
    ended = (
        line if line.endswith("\n") else f"{line}\n" for line in difflib.unified_diff(old, new, DRAFT, FINAL)
    )
    return "".join(ended)


def read_deliverable(session: Session, services: Services, order_id: str, file: str) -> Deliverable:
    """The file, or 404 if it is not published or its year has ended.

    The order's seven days do not apply here: these addresses are in e-mails and pull requests."""
    order = find_order(session, order_id)
    if order is None or file not in MEDIA_TYPES or not _is_public(order, file, session.now, services):
        raise not_found()
    row = artifacts_of(session, order_id).get(file)
    content = services.contents.get(session, row.content_key) if row else None
    if row is None or content is None:
        raise not_found()
    return Deliverable(content=content, media_type=MEDIA_TYPES[file], etag=f'"{row.content_key[:32]}"')


def _is_public(order: Order, file: str, now: int, services: Services) -> bool:
    if order.delivered_at is not None and now >= expiry.deliverables_end(
        services.settings, order.delivered_at
    ):
        return False
    return order.draft_is_live(now) if file == DRAFT else order.status == Status.DELIVERED


def drop_outdated(session: Session, services: Services) -> int:
    """Remove files whose time has ended, with contents that no other file uses. Returns how many files."""
    end = session.now - services.settings.retention_days * DAY
    old = session.rows(
        sa.select(artifacts.c.order_id, artifacts.c.file, artifacts.c.content_key)
        .join(orders, orders.c.id == artifacts.c.order_id)
        .where(orders.c.delivered_at <= end)
    )
    for row in old:
        drop_file(session, services.contents, row.order_id, row.file)
    return len(old)


def drop_file(session: Session, contents: Contents, order_id: str, file: str) -> None:
    """Remove the file with all its versions. A content is deleted when no other file uses it."""
    of_this_file = sa.and_(artifact_versions.c.order_id == order_id, artifact_versions.c.file == file)
    keys = {
        row.content_key
        for row in session.rows(sa.select(artifact_versions.c.content_key).where(of_this_file))
    }
    session.run(sa.delete(artifact_versions).where(of_this_file))
    session.run(sa.delete(artifacts).where(artifacts.c.order_id == order_id, artifacts.c.file == file))
    named = sa.select(artifact_versions.c.content_key).where(artifact_versions.c.content_key.in_(keys))
    for key in keys - {row.content_key for row in session.rows(named)}:
        contents.drop(session, key)
