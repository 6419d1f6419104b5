"""Versions of a draft: the latest writer wins, every version is stored, the automatic draft overwrites nobody's.

The console's editor, the pipeline's callback and our own preparation save here; a patch of the transition goes the
same way one layer below. Storing a draft does not publish it before its time.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.base.problems import not_found
from coldread.orders.acts.show_draft import show_draft
from coldread.orders.files import deliverable_files
from coldread.orders.files.deliverable_files import DIFF, DRAFT
from coldread.orders.files.deliverables import store_file
from coldread.orders.queries import artifacts_of, hold_order
from coldread.orders.rules.order import Order
from coldread.orders.tables import artifact_versions
from coldread.scanner.patch.source import read_source, readable_for_parsers
from coldread.services import Services

#: the author of what the service prepares by itself
OWN = deliverable_files.OWN


@dataclasses.dataclass(frozen=True, kw_only=True)
class Version:
    """One text that a file has had."""

    number: int
    author: str
    #: moment
    at: int
    size: int
    content_key: str
    #: what the operator should know about it
    flags: tuple[str, ...]


@dataclasses.dataclass(frozen=True, kw_only=True)
class Draft:
    """The present draft."""

    spec_md: str
    diff: str | None
    version: Version


def save_draft(
    session: Session,
    services: Services,
    order_id: str,
    spec_md: str,
    diff: str | None,
    author: str,
    *,
    flags: Sequence[str] = (),
) -> bool:
    """Store a draft of this author's; False if the own preparation came second. A diff of None leaves the old one."""
    order = hold_order(session, order_id)
    if order is None:
        raise not_found()
    if author == OWN and (order.delivered_at is not None or has_draft(session, order)):
        return False
    _write(session, services, order, spec_md, diff, author, flags)
    return True


def save_worded(
    session: Session,
    services: Services,
    order_id: str,
    spec_md: str,
    diff: str | None,
    *,
    flags: Sequence[str],
) -> None:
    """Store our own next version in place of our work sheet; the caller has checked that nobody else wrote a version."""
    order = hold_order(session, order_id)
    if order is None:
        raise not_found()
    _write(session, services, order, spec_md, diff, OWN, flags)


def _write(
    session: Session,
    services: Services,
    order: Order,
    spec_md: str,
    diff: str | None,
    author: str,
    flags: Sequence[str],
) -> None:
    files = {DRAFT: spec_md.encode("utf-8")}
    if diff is not None:
        files[DIFF] = diff.encode("utf-8", "surrogateescape")
    for file, content in files.items():
        store_file(
            session,
            services.contents,
            order_id=order.id,
            file=file,
            content=content,
            author=author,
            remark=json.dumps(list(flags)) if flags and file == DRAFT else None,
        )
    show_draft(session, services, order)


def has_draft(session: Session, order: Order) -> bool:
    """Whether somebody has written a draft, or named the address of one."""
    return order.draft_url is not None or DRAFT in artifacts_of(session, order.id)


def publish(session: Session, services: Services, order_id: str) -> bool:
    """Let the draft be read from now on, with its letter; False if there is none, or it can be read already."""
    order = hold_order(session, order_id)
    if order is None:
        raise not_found()
    if order.draft_is_live(session.now) or not has_draft(session, order):
        return False
    show_draft(session, services, dataclasses.replace(order, draft_live_at=session.now))
    return True


def versions(session: Session, order_id: str, file: str = DRAFT) -> list[Version]:
    """Every text of the draft (or of another file), the latest first."""
    rows = session.rows(
        sa.select(artifact_versions)
        .where(artifact_versions.c.order_id == order_id, artifact_versions.c.file == file)
        .order_by(artifact_versions.c.number.desc())
    )
    return [
        Version(
            number=row.number,
            author=row.author,
            at=row.stored_at,
            size=row.size,
            content_key=row.content_key,
            flags=tuple(json.loads(row.remark)) if row.remark else (),
        )
        for row in rows
    ]


def text_of(session: Session, services: Services, version: Version) -> str:
    """A diff has the bytes of the file that it is for."""
    content = services.contents.get(session, version.content_key)
    read = read_source(content or b"")
    return readable_for_parsers(read.text) if read is not None else ""


def diff_bytes(session: Session, services: Services, order_id: str, diff: str) -> bytes:
    """A diff that a person has written, in the codec of the one before it."""
    before = next(iter(versions(session, order_id, DIFF)), None)
    content = None if before is None else services.contents.get(session, before.content_key)
    read = read_source(content or b"")
    try:
        return diff.encode(read.codec if read is not None else "utf-8")
    except UnicodeEncodeError:
        return diff.encode("utf-8", "replace")


def automatic_text(session: Session, services: Services, order_id: str) -> str | None:
    """The last draft that the service wrote by itself; None if it wrote none."""
    own = next((each for each in versions(session, order_id) if each.author == OWN), None)
    return None if own is None else text_of(session, services, own)


def current_draft(session: Session, services: Services, order_id: str) -> Draft | None:
    """The draft that the buyer reads, or will read."""
    latest = next(iter(versions(session, order_id)), None)
    if latest is None:
        return None
    patch = next(iter(versions(session, order_id, DIFF)), None)
    return Draft(
        spec_md=text_of(session, services, latest),
        diff=None if patch is None else text_of(session, services, patch),
        version=latest,
    )
