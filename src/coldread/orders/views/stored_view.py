"""The stored answer of the polled read: written with every change, rebuilt after a deadline or a new version."""

from __future__ import annotations

from functools import cache
from typing import Any

from coldread.base.database.prepared import Insert, Prepared
from coldread.base.db import Session
from coldread.base.problems import not_found
from coldread.base.settings import Settings
from coldread.orders.queries import dossier_of, hold_order
from coldread.orders.rules.order import Dossier, Order
from coldread.orders.rules.whose_turn import Wait
from coldread.orders.tables import order_views
from coldread.orders.views.projection import View, build_of, view_of
from coldread.orders.views.whose_turn import whose_turn

#: the settings do not change, and hashing them takes longer than storing a view
_build = cache(build_of)


def current_build(settings: Settings) -> str:
    return _build(settings.base_url, settings.draft_after_s, settings.sandbox_step_s, settings.expiry_policy)


def store_view(session: Session, settings: Settings, dossier: Dossier, wait: Wait | None = None) -> View:
    """Store the answer for polls. Pass `wait` if it is known, which saves a query."""
    build, order = current_build(settings), dossier.order
    view = view_of(dossier, wait or whose_turn(session, [order])[order.id], session.now, settings, build)
    _STORE.put(
        session,
        order_id=order.id,
        build=build,
        etag=view.etag,
        fresh_until=view.fresh_until,
        body=view.body,
    )
    return view


def _upsert(insert: Insert) -> Any:
    statement = insert(order_views)
    fresh = {name: statement.excluded[name] for name in ("build", "etag", "fresh_until", "body")}
    return statement.on_conflict_do_update(index_elements=["order_id"], set_=fresh)


_STORE = Prepared(_upsert, [column.name for column in order_views.columns])


def renew_view(session: Session, settings: Settings, order_id: str) -> View:
    """Rebuild the view; 404 for an unknown or lapsed order."""
    order = require_readable(hold_order(session, order_id), session.now)
    return store_view(session, settings, dossier_of(session, order))


def require_on_buyer_page(order: Order | None, settings: Settings, now: int) -> Order:
    """The order for the buyer's own page, which lives as long as its files; 404 without one."""
    if order is None or not order.is_shown(settings, now):
        raise not_found()
    return order


def require_readable(order: Order | None, now: int) -> Order:
    if order is None or order.has_lapsed(now):
        raise not_found()
    return order
