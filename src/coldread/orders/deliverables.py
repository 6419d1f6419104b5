"""The files made for an order: stored by the operator or a job, read by whoever holds the order's id."""

from __future__ import annotations

import dataclasses

import sqlalchemy as sa

from coldread.base.clock import DAY
from coldread.base.db import Session
from coldread.base.problems import not_found
from coldread.orders import expiry
from coldread.orders.deliverable_files import DRAFT, MEDIA_TYPES
from coldread.orders.lifecycle import Status
from coldread.orders.order import Order
from coldread.orders.queries import artifacts_of, find_order
from coldread.orders.tables import artifacts, orders
from coldread.services import Services
from coldread.store.contents import Contents


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class Deliverable:
    """A file as it is served."""

    content: bytes
    media_type: str
    etag: str


def store_file(
    session: Session, contents: Contents, *, order_id: str, file: str, content: bytes, author: str
) -> None:
    """Store or replace one file of an order; the latest writer wins."""
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


def read_deliverable(session: Session, services: Services, order_id: str, file: str) -> Deliverable:
    """The file, or 404 while it is not published and once its year is over.

    The order's seven days do not count here: these addresses stand in e-mails and pull requests.
    """
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
    """Remove files whose time is over, contents included where nothing else names them; how many files."""
    end = session.now - services.settings.retention_days * DAY
    old = session.rows(
        sa.select(artifacts.c.order_id, artifacts.c.file, artifacts.c.content_key)
        .join(orders, orders.c.id == artifacts.c.order_id)
        .where(orders.c.delivered_at <= end)
    )
    for row in old:
        session.run(
            sa.delete(artifacts).where(artifacts.c.order_id == row.order_id, artifacts.c.file == row.file)
        )
        if session.row(sa.select(artifacts.c.file).where(artifacts.c.content_key == row.content_key)) is None:
            services.contents.drop(session, row.content_key)
    return len(old)
