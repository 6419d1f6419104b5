"""An order in the words of V1: the deprecated shape, made from the same record. Pure."""

from __future__ import annotations

import dataclasses
from typing import Any

from coldread.base.clock import SECOND, rfc3339, rfc3339_or_none
from coldread.base.links import address, order_link, resource_link
from coldread.base.settings import Settings
from coldread.base.shapes import checked_body
from coldread.orders.rules.lifecycle import Status, V1Status, v1_status
from coldread.orders.rules.order import Dossier, Order
from coldread.orders.rules.whose_turn import Wait
from coldread.orders.views.legacy_shapes import ColdReadRequestResponse, ColdReadStatus
from coldread.orders.views.order_state import wait_when_placed, waits_for
from coldread.orders.views.projection import Addresses, addresses, links
from coldread.orders.views.retention_words import end_of_reads
from coldread.orders.views.stages import draft_eta, final_eta, v1_stages
from coldread.payments.prices import COLD_READ_NET, CURRENCY

#: states that end an invoice: caches do not store their answers
TERMINAL = frozenset({V1Status.DONE, V1Status.EXPIRED})
#: states in which V1 shows a draft, whether a job or the operator published it
DRAFT_SHOWN = frozenset({V1Status.DRAFT_READY, V1Status.DONE})


def status_url(settings: Settings, order_id: str) -> str:
    return address(settings.base_url, "self", order_id, of="invoice")


def placed_answer(order: Order, settings: Settings) -> dict[str, Any]:
    """The 201 body of V1."""
    pay_url = address(settings.base_url, "pay", order.id)
    return checked_body(
        ColdReadRequestResponse,
        {
            "invoice_id": order.id,
            "pay_url": pay_url,
            "landing_url": pay_url,
            "status_url": status_url(settings, order.id),
            "poll_interval_sec": order.poll_s(settings.sandbox_step_s),
            "human_handoff": True,
            "next_action": order.state.next_action,
            "waits_for": waits_for(wait_when_placed(order)),
            "amount": COLD_READ_NET,
            "currency": CURRENCY,
            "expires_at": rfc3339(order.expires_at),
            "message": end_of_reads(order, settings),
            "_links": {
                "self": resource_link(settings.base_url, "self", order.id, of="invoice"),
                "pay": order_link(settings.base_url, "pay", order.id),
                "status_page": order_link(settings.base_url, "status_page", order.id),
            },
        },
    )


def legacy_status_body(dossier: Dossier, wait: Wait, now: int, settings: Settings) -> dict[str, Any] | None:
    """ColdReadStatus; None for an order that V1 reports as gone."""
    order = dossier.order
    status = v1_status(Status(order.status), draft_live=order.draft_is_live(now))
    if status is None:
        return None
    where = addresses(dossier, now, settings)
    if status not in DRAFT_SHOWN:
        where = dataclasses.replace(where, draft=None)
    eta = _eta(order, status, settings)
    return checked_body(
        ColdReadStatus,
        {
            "invoice_id": order.id,
            "status": status,
            "eta": rfc3339_or_none(eta),
            "eta_seconds": None if eta is None else max(0, (eta - now) // SECOND),
            "draft_url": where.draft,
            "final_url": where.final,
            "diff_url": where.diff,
            "delivery_url": where.delivery,
            "rescan_used": order.rescan_used,
            "waits_for": waits_for(wait),
            "expires_at": rfc3339(order.expires_at),
            "message": end_of_reads(order, settings),
            "stages": v1_stages(order, now),
            "_links": _links(dossier, now, settings, where, status),
        },
    )


def _eta(order: Order, status: V1Status, settings: Settings) -> int | None:
    if status in {V1Status.PAID, V1Status.PROCESSING}:
        return draft_eta(order, settings.draft_after_s)
    return final_eta(order) if status == V1Status.DRAFT_READY else None


def _links(
    dossier: Dossier, now: int, settings: Settings, where: Addresses, status: V1Status
) -> dict[str, Any]:
    """V2's links, with V1's own address for the order and the rescan."""
    order, base_url = dossier.order, settings.base_url
    hrefs = links(dossier, now, settings, where)
    hrefs.pop("provide_info", None)
    if status not in DRAFT_SHOWN:
        hrefs.pop("draft_result", None)
    hrefs["self"] = resource_link(base_url, "self", order.id, of="invoice")
    if "rescan" in hrefs:
        hrefs["rescan"] = resource_link(base_url, "rescan", order.id, order.rescan_url, of="invoice")
    return hrefs
