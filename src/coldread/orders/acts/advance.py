"""The one function that moves an order: it checks the move against the lifecycle, audits it and applies its
patch, in one transaction."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from pydantic_core import to_json

from coldread.base.clock import rfc3339
from coldread.base.db import Session
from coldread.base.problems import Problem, not_found
from coldread.base.settings import Settings
from coldread.base.shapes import checked_body
from coldread.base.texts.inline_text import InlineText, Sentence
from coldread.jobs.defer import defer
from coldread.orders.acts.change import change
from coldread.orders.acts.part_payments import complete_payment, end_unpaid, parts_of
from coldread.orders.acts.send_letter import send_move_letter
from coldread.orders.files.deliverable_files import DRAFT, FINAL
from coldread.orders.files.deliverables import keep_changes, store_file
from coldread.orders.letters import write_draft_letter, write_final_letter
from coldread.orders.push.register import note_move
from coldread.orders.queries import artifacts_of, hold_order
from coldread.orders.rules import expiry
from coldread.orders.rules.lifecycle import STATE, BillingStatus, Status, allowed_moves, end_after
from coldread.orders.rules.order import Order
from coldread.orders.rules.part_payments import MoneyIn
from coldread.orders.rules.status_words import WORDS
from coldread.orders.rules.whose_turn import Wait
from coldread.orders.tables import order_events
from coldread.orders.views.order_state import turn_fields
from coldread.orders.views.shapes import OrderTransitionResponse
from coldread.orders.views.whose_turn import whose_turn
from coldread.services import Services


@dataclasses.dataclass(frozen=True, kw_only=True)
class Move:
    """The target status and the changes that go with it. `patch` holds only fields of the contract; the
    surface has checked them."""

    to_status: Status
    #: `admin`, `cli`, `system`, `sandbox` or an operator's name
    actor: str
    substatus: str | None = None
    #: what the buyer is asked; used only if the new status waits for an answer
    question: str | None = None
    note: str | None = None
    patch: dict[str, str] = dataclasses.field(default_factory=dict)
    #: for a move to `paid`: the sum that completes the payment; None: exactly what remained
    money: MoneyIn | None = None


def advance(session: Session, services: Services, order_id: str, move: Move) -> Order:
    """Move the order, or raise 404 or 409. The patch, the audit row and the new answer are committed together."""
    order = hold_order(session, order_id)
    if order is None:
        raise not_found()
    _refuse_illegal(order, move, session.now)
    return apply_move(session, services, order, move)


def apply_move(session: Session, services: Services, order: Order, move: Move) -> Order:
    """Apply the move to a locked order. The caller has checked that it is allowed."""
    changes = _columns_set_on_entering(order, move, session.now, services.settings) | _columns_set_by_patch(
        order, move
    )
    _keep_documents(session, services, order, move)
    changes |= _draft_time(session, services.settings, order, move, changes)
    changes |= _money(session, services.settings, order, move, changes)
    _record_move(session, order, move)
    dossier = change(session, services.settings, order, **changes)
    moved = dossier.order
    note_move(session, services.settings, moved)
    for job in () if order.sandbox else STATE[move.to_status].then:
        defer(session, job, key=f"{job}:{order.id}", order_id=order.id)
    send_move_letter(session, services.settings, moved, parts_of(session, order.id) if moved.received else ())
    if moved.status == Status.DELIVERED:
        write_final_letter(session, services.settings, dossier)
    elif moved.draft_live_at is not None:
        wait = whose_turn(session, [dossier.order])[order.id]
        write_draft_letter(session, services.settings, dossier, wait)
    return moved


def advance_and_answer(session: Session, services: Services, order_id: str, move: Move) -> dict[str, Any]:
    """Move the order and return the body of the 200, which equals what the next read returns."""
    moved = advance(session, services, order_id, move)
    return transition_answer(moved, whose_turn(session, [moved])[order_id])


def transition_answer(order: Order, wait: Wait) -> dict[str, Any]:
    """The body of a transition's 200."""
    return checked_body(
        OrderTransitionResponse,
        {
            "order_id": order.id,
            **turn_fields(order, wait),
            "substatus": order.substatus,
            "billing_status": order.billing_status,
            "delivery_status": order.delivery_status,
            "updated_at": rfc3339(order.updated_at),
        },
    )


def _refuse_illegal(order: Order, move: Move, now: int) -> None:
    lapsed = order.has_lapsed(now)
    options = allowed_moves(Status(order.status), lapsed=lapsed)
    if move.to_status in options:
        return
    raise illegal_move(order, move.to_status, now, _options_in_words(options))


def _options_in_words(options: Sequence[Status]) -> Sentence:
    """Programs read the names of statuses, people their words."""
    if not options:
        nowhere = InlineText(
            en="From here the order can go to: nowhere.", sv="Härifrån kan beställningen inte gå vidare."
        )
        return nowhere.about()
    called = ", ".join(WORDS[to].name("sv") for to in options)
    text = InlineText(
        en="From here the order can go to: {names}.", sv="Härifrån kan beställningen bli: {names}."
    )
    return text.about(names=InlineText(en=", ".join(options), sv=called))


def illegal_move(
    order: Order, requested: Status | None, now: int, detail: str | InlineText | Sentence
) -> Problem:
    """409 with the moves that are possible. A lapsed order that nobody paid for counts as expired."""
    lapsed = order.has_lapsed(now)
    members: dict[str, Any] = {
        "current_status": Status.EXPIRED if lapsed and order.paid_at is None else order.status,
        "requested_status": requested,
        "allowed_transitions": list(allowed_moves(Status(order.status), lapsed=lapsed)),
    }
    return Problem("illegal-transition", detail, **members)


def _columns_set_on_entering(order: Order, move: Move, now: int, settings: Settings) -> dict[str, Any]:
    """The columns that entering the status sets."""
    row = STATE[move.to_status]
    changes: dict[str, Any] = {
        "status": move.to_status.value,
        "substatus": move.substatus,
        "question": _question_to_buyer(move),
        "expires_at": end_after(settings, row, now, order.expires_at),
    }
    if row.timestamp:
        changes[row.timestamp] = now
    if row.billing_status and order.billing_status != BillingStatus.WAIVED:  # a waived invoice stays waived
        changes["billing_status"] = row.billing_status.value
    if row.delivery_status:
        changes["delivery_status"] = row.delivery_status.value
    return changes


def _question_to_buyer(move: Move) -> str | None:
    """What the buyer is asked: the question, else the move's substatus. A note is never shown to the buyer."""
    return (move.question or move.substatus) if STATE[move.to_status].asks == "answer" else None


def _money(
    session: Session, settings: Settings, order: Order, move: Move, changes: dict[str, Any]
) -> dict[str, Any]:
    """What the move makes of the sums that came in: a complete payment, or money that must go back."""
    if move.to_status == Status.PAID:
        method = changes.get("billing_method_final", order.billing_method_final)
        return complete_payment(session, dataclasses.replace(order, billing_method_final=method), move.money)
    return end_unpaid(session, settings, order) if STATE[move.to_status].is_declined else {}


def _columns_set_by_patch(order: Order, move: Move) -> dict[str, Any]:
    """The columns that the operator's patch sets; they override those of the status."""
    columns = (
        "billing_method_final",
        "billing_status",
        "external_reference",
        "delivery_status",
        "draft_url",
        "final_url",
        "diff_url",
        "rescan_url",
    )
    changes: dict[str, Any] = {name: move.patch[name] for name in columns if name in move.patch}
    document = _column_of_document(move)
    if "delivery_url" in move.patch:
        changes.setdefault(document, move.patch["delivery_url"])
    if "spec_md" in move.patch:
        changes.setdefault(document, None)  # the stored text replaces an address from an earlier patch
    if key := move.patch.get("api_key"):
        changes["api_key_hash"] = hashlib.sha256(key.encode()).hexdigest()
        changes["api_key_last4"] = key[-4:] if len(key) > 8 else None
    return changes


def _column_of_document(move: Move) -> str:
    """A specification is the draft, except in the move that delivers."""
    return "final_url" if move.to_status == Status.DELIVERED else "draft_url"


def _keep_documents(session: Session, services: Services, order: Order, move: Move) -> None:
    if "spec_md" in move.patch:
        file = FINAL if move.to_status == Status.DELIVERED else DRAFT
        store_file(
            session,
            services.contents,
            order_id=order.id,
            file=file,
            content=move.patch["spec_md"].encode(),
            author=move.actor,
        )
    if move.to_status == Status.DELIVERED:
        keep_changes(session, services.contents, order.id, move.actor)


def _draft_time(
    session: Session, settings: Settings, order: Order, move: Move, changes: dict[str, Any]
) -> dict[str, Any]:
    """When the draft becomes readable: at once if a patch names its address; a stored draft at its time after payment."""
    named = bool(changes.get("draft_url"))
    paid_at = changes.get("paid_at", order.paid_at)
    if not named and (paid_at is None or DRAFT not in artifacts_of(session, order.id)):
        return {}
    live = expiry.draft_live_at(
        settings,
        live=order.draft_live_at,
        paid_at=paid_at,
        now=session.now,
        at_once=named or move.to_status == Status.DELIVERED,
    )
    return {"draft_live_at": live}


def _record_move(session: Session, order: Order, move: Move) -> None:
    session.run(
        sa.insert(order_events),
        {
            "order_id": order.id,
            "at": session.now,
            "actor": move.actor,
            "from_status": order.status,
            "to_status": move.to_status.value,
            "substatus": move.substatus,
            "note": move.note,
            "question": _question_to_buyer(move),
            "patch": to_json(_patch_for_audit_trail(move.patch)).decode() if move.patch else None,
        },
    )


def _patch_for_audit_trail(patch: dict[str, str]) -> dict[str, Any]:
    """The patch as the audit trail stores it: documents by hash and length, keys by their last four characters."""
    recorded: dict[str, Any] = dict(patch)
    if "spec_md" in recorded:
        raw = patch["spec_md"].encode()
        recorded["spec_md"] = {"sha256": hashlib.sha256(raw).hexdigest(), "bytes": len(raw)}
    if "api_key" in recorded:
        recorded["api_key"] = {"last4": patch["api_key"][-4:] if len(patch["api_key"]) > 8 else None}
    return recorded
