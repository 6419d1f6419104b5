"""An order as the operator sees it: the public projection and everything that is not public."""

from __future__ import annotations

from typing import Any

from coldread.base.clock import rfc3339, rfc3339_or_none
from coldread.base.db import Session
from coldread.base.settings import Settings
from coldread.orders.acts.audit_notes import remarks_of
from coldread.orders.acts.part_payments import parts_of
from coldread.orders.acts.pipeline import stages_of
from coldread.orders.acts.refunds import refunds_of
from coldread.orders.acts.withdrawals import withdrawals
from coldread.orders.queries import dossier_of, events_of, find_order, messages_of, sources_of
from coldread.orders.rules.lifecycle import Status, allowed_moves
from coldread.orders.views.messages import REPLIED, SAID
from coldread.orders.views.projection import project
from coldread.orders.views.whose_turn import whose_turn
from coldread.payments.prices import CURRENCY


def order_json(session: Session, settings: Settings, order_id: str) -> dict[str, Any] | None:
    # more than 50 lines, since it is one body with all that the operator reads
    order = find_order(session, order_id)
    if order is None:
        return None
    lapsed = order.has_lapsed(session.now)
    withdrawal = withdrawals(session, [order_id]).get(order_id)
    return {
        "order": project(
            dossier_of(session, order), whose_turn(session, [order])[order_id], session.now, settings
        ),
        "lapsed": lapsed,
        "allowed_transitions": list(allowed_moves(Status(order.status), lapsed=lapsed)),
        "withdrawal_asked_at": rfc3339(withdrawal.asked_at) if withdrawal else None,
        "withdrawal_asked_by": withdrawal.asked_by if withdrawal else None,
        "withdrawal_name": withdrawal.name if withdrawal else None,
        "withdrawal_settled_at": rfc3339_or_none(withdrawal.settled_at) if withdrawal else None,
        "withdrawal_settled_because": withdrawal.settled_because if withdrawal else None,
        "refunds": [
            {"at": rfc3339(each.at), "amount": each.amount, "currency": CURRENCY, "reason": each.reason}
            for each in refunds_of(session, order_id)
        ],
        "payments": [
            {
                "received_on": rfc3339(each.received_at)[:10],
                "noted_at": rfc3339(each.at),
                "amount": each.amount,
                "currency": CURRENCY,
                "way": each.way,
                "reference": each.reference,
            }
            for each in parts_of(session, order_id)
        ],
        "amount_to_return": order.to_return,
        "notes": order.asked.get("notes"),
        "client": order.asked.get("client"),
        "repo_url": order.asked.get("repo_url"),
        "repo_format": order.asked.get("repo_format"),
        "source_files": [
            {"kind": row.kind, "characters": len(row.content), "received_at": rfc3339(row.received_at)}
            for row in sources_of(session, order_id)
        ],
        "answers": [
            {"received_at": rfc3339(row.received_at), "message": row.message, "repo_url": row.repo_url}
            for row in messages_of(session, order_id)
        ],
        "messages": [
            {"received_at": rfc3339(row.at), "message": row.note}
            for row in remarks_of(session, order_id)
            if row.kind == SAID and row.note is not None
        ],
        "replies": [
            {"sent_at": rfc3339(row.at), "reply": row.note}
            for row in remarks_of(session, order_id)
            if row.kind == REPLIED and row.note is not None
        ],
        "pipeline": stages_of(session, order_id),
        "audit": [
            {
                "at": rfc3339(event.at),
                "actor": event.actor,
                "from": event.from_status,
                "to": event.to_status,
                "substatus": event.substatus,
                "question": event.question,
                "note": event.note,
                "patch": event.patch,
            }
            for event in events_of(session, order_id)
        ],
    }
