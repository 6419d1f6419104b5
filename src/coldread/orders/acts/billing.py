"""Billing details, which the buyer or the operator can complete until the order is paid or closed, and the
invoice's number."""

from __future__ import annotations

import json
from collections.abc import Mapping

from coldread.base.db import Session
from coldread.base.problems import Problem
from coldread.base.settings import Settings
from coldread.base.texts.inline_text import InlineText
from coldread.orders.acts.audit_notes import BUYER, INVOICED, add_remark, hold_unchanged
from coldread.orders.acts.change import change
from coldread.orders.acts.send_letter import send_invoice_letter
from coldread.orders.letters import write_notice
from coldread.orders.queries import hold_order
from coldread.orders.rules.expiry import AFTER_INVOICE
from coldread.orders.rules.order import Order
from coldread.orders.views.stored_view import require_on_buyer_page


def complete_billing(
    session: Session, settings: Settings, order_id: str, details: Mapping[str, str], actor: str = BUYER
) -> Order:
    """Add billing details. Fields that are not sent keep their value."""
    order = require_on_buyer_page(hold_order(session, order_id), settings, session.now)
    if not order.state.is_unpaid:
        raise Problem(
            "invalid-input",
            InlineText(
                en="The order is paid or closed: its billing details stay as they are.",
                sv="Beställningen är betald eller avslutad: fakturauppgifterna står kvar.",
            ),
        )
    before = order.asked.get("billing") or {}
    billing = {**before, **details}
    if billing == before:
        return order
    if (
        actor == BUYER
        and order.external_reference
        and any(before.get(name) for name in details if before.get(name) != details[name])
    ):
        raise Problem(
            "invalid-input",
            InlineText(
                en="The invoice is written: what is missing can be added here; to change the rest, write to the reviewer.",
                sv="Fakturan är skriven: det som saknas går att lägga till här; skriv till granskaren för att ändra resten.",
            ),
        )
    note = "; ".join(f"{name}: {value}" for name, value in details.items() if before.get(name) != value)
    add_remark(session, order_id, "billing", actor, note)
    asked = json.dumps({**order.asked, "billing": billing}, ensure_ascii=False, separators=(",", ":"))
    completed = change(session, settings, order, request=asked).order
    if actor != BUYER:
        return completed
    write_notice(
        session,
        settings,
        "info_answered",
        completed,
        about=f"{order_id}/{session.now}",
        question=None,
        message=note,
    )
    return completed


def note_reference(
    session: Session, settings: Settings, order_id: str, seen: int, actor: str, reference: str
) -> Order:
    """Note the invoice's number, or another reference. The buyer's page and agent show it, and the days to pay start."""
    order = hold_unchanged(session, order_id, seen)
    if not reference:
        raise Problem(
            "invalid-input",
            InlineText(
                en="Invoice number: type it as it is written on the invoice.",
                sv="Fakturanummer: skriv det som det står på fakturan.",
            ),
        )
    if order.billing_pending_at is None or order.state.is_declined:
        raise Problem(
            "invalid-input",
            InlineText(
                en="Nobody is billed: ask for payment first.",
                sv="Ingen ska betala än: be om betalningen först.",
            ),
        )
    if reference == order.external_reference:
        return order
    add_remark(session, order_id, "reference" if order.external_reference else INVOICED, actor, reference)
    # the days to pay begin now, and the order must not close before they end
    open_until = (
        {} if order.external_reference else {"expires_at": max(order.expires_at, session.now + AFTER_INVOICE)}
    )
    numbered = change(session, settings, order, external_reference=reference, **open_until).order
    if not order.external_reference:
        send_invoice_letter(session, settings, numbered)
    return numbered
