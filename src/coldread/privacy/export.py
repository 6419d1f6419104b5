"""Exporting everything that is stored under a person's e-mail address, as one JSON document (GDPR, article 20)."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from coldread.base.clock import rfc3339, rfc3339_or_none
from coldread.base.db import Session
from coldread.orders.operator.order_json import order_json
from coldread.orders.operator.workbench import letters_about
from coldread.orders.queries import artifacts_of, sources_of
from coldread.orders.tables import buyer_sessions, order_scans
from coldread.privacy.erase import orders_of
from coldread.privacy.watches import export_watches
from coldread.services import Services
from coldread.submissions.tables import submissions


def export_person(session: Session, services: Services, email: str) -> dict[str, Any]:
    return {
        "email": email.strip(),
        "exported_at": rfc3339(session.now),
        "orders": [_order(session, services, order_id) for order_id in orders_of(session, email)],
        "submissions": _submissions(session, email),
        "signed_in_at": _sign_ins(session, email),
        **_watches_of_person(session, email),
    }


def _watches_of_person(session: Session, email: str) -> dict[str, Any]:
    """Watched pages, for a person who has some."""
    found = export_watches(session, email)
    return {"watches": found} if found else {}


def _sign_ins(session: Session, email: str) -> list[str]:
    """Sessions of “My orders”, which are stored for twelve hours."""
    of_person = buyer_sessions.c.email == email.strip().lower()
    rows = session.rows(sa.select(buyer_sessions.c.created_at).where(of_person))
    return [rfc3339(row.created_at) for row in rows]


def _submissions(session: Session, email: str) -> list[dict[str, Any]]:
    of_person = sa.func.lower(submissions.c.contact_email) == email.strip().lower()
    rows = session.rows(sa.select(submissions).where(of_person).order_by(submissions.c.received_at))
    return [{**row._mapping, "received_at": rfc3339(row.received_at)} for row in rows]


def _order(session: Session, services: Services, order_id: str) -> dict[str, Any]:
    return {
        **(order_json(session, services.settings, order_id) or {}),
        "source_files": [
            {"kind": row.kind, "received_at": rfc3339(row.received_at), "content": row.content}
            for row in sources_of(session, order_id)
        ],
        "files": {
            name: (services.contents.get(session, row.content_key) or b"").decode("utf-8", "replace")
            for name, row in artifacts_of(session, order_id).items()
        },
        "letters": [
            {
                "kind": row.kind,
                "to": row.recipient,
                "written_at": rfc3339(row.written_at),
                "sent_at": rfc3339_or_none(row.sent_at),
            }
            for row in letters_about(session, order_id)
        ],
        "scans": [
            {"session_id": row.session_id, "kind": row.kind, "at": rfc3339(row.at)}
            for row in session.rows(sa.select(order_scans).where(order_scans.c.order_id == order_id))
        ],
    }
