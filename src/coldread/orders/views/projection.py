"""An order as `GET /v1/orders/{id}` returns it: every published field, each link if its precondition holds. Pure."""

from __future__ import annotations

import dataclasses
import hashlib
from pathlib import Path
from typing import Any

from pydantic_core import to_json

from coldread.base.clock import rfc3339, rfc3339_or_none
from coldread.base.links import address, order_link
from coldread.base.settings import Settings
from coldread.base.shapes import checked_body
from coldread.orders.files.deliverable_files import DIFF, DRAFT, FINAL
from coldread.orders.rules import expiry
from coldread.orders.rules.lifecycle import STATES, Status
from coldread.orders.rules.order import Dossier, Order
from coldread.orders.rules.whose_turn import Wait
from coldread.orders.views import shapes
from coldread.orders.views.order_state import turn_fields
from coldread.orders.views.retention_words import end_of_reads
from coldread.orders.views.stages import v2_stages
from coldread.payments.prices import COLD_READ_NET, CURRENCY

#: fields of the request that are returned unchanged
SHOWN = (
    "url",
    "goal",
    "audience",
    "constraints",
    "pain_point",
    "primary_goal",
    "billing_method_preference",
    "billing",
    "agent_name",
    "agent_on_behalf_of",
)
#: when statuses were entered, in the order of the columns
TIMESTAMPS = tuple(
    field.name
    for field in dataclasses.fields(Order)
    if field.name != "created_at" and any(field.name == row.timestamp for row in STATES)
)


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class View:
    """The stored answer of the polled read."""

    etag: str
    fresh_until: int
    body: bytes


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class Addresses:
    """URLs of an order's pages and files; None if they are not available yet."""

    pay: str | None
    draft: str | None
    final: str | None
    diff: str | None

    @property
    def delivery(self) -> str | None:
        return self.final or self.draft


def build_of(base_url: str, draft_after_s: int, sandbox_step_s: int, expiry_policy: str) -> str:
    """A hash of the code and settings that shape an answer."""
    code = b"".join(path.read_bytes() for path in sorted(Path(__file__).parents[1].rglob("*.py")))
    return hashlib.sha256(
        code + f"{base_url}\n{draft_after_s}\n{sandbox_step_s}\n{expiry_policy}".encode()
    ).hexdigest()[:12]


def view_of(dossier: Dossier, wait: Wait, now: int, settings: Settings, build: str) -> View:
    body = to_json(project(dossier, wait, now, settings))
    digest = hashlib.blake2b(body, digest_size=9, person=build.encode()).hexdigest()
    return View(etag=f'"{digest}"', fresh_until=fresh_until(dossier, now), body=body)


def fresh_until(dossier: Dossier, now: int) -> int:
    """When time alone will change the answer; now, for an order that reads no longer return."""
    order = dossier.order
    if order.state.is_gone:
        return 0
    turns = [order.expires_at]
    if order.draft_live_at is not None and order.draft_live_at > now:
        turns.append(order.draft_live_at)
    if order.can_rescan(now) and order.delivered_at is not None:
        turns.append(expiry.rescan_ends(order.delivered_at))
    return min(turns)


def project(dossier: Dossier, wait: Wait, now: int, settings: Settings) -> dict[str, Any]:
    """The full projection; every field is always there.

    The contract has `rescan_url` in every order, never null; `rescan_available` says whether it works."""
    order, asked = dossier.order, dossier.order.asked
    where = addresses(dossier, now, settings)
    return checked_body(
        shapes.Order,
        {
            "order_id": order.id,
            "service": "cold_read",
            **turn_fields(order, wait),
            "substatus": order.substatus,
            "human_handoff": True,
            "a2a_task_state": order.state.a2a if order.state.asks else None,
            **{name: asked.get(name) for name in SHOWN},
            "contact_email": order.contact_email,
            "competitors": asked.get("competitors") or [],
            "amount": COLD_READ_NET,
            "currency": CURRENCY,
            "price": order.price.as_json(),
            "billing_method_final": order.billing_method_final,
            "billing_status": order.billing_status,
            "amount_received": order.money_in,
            "amount_remaining": order.remaining if order.state.is_open else 0,
            "external_reference": order.external_reference,
            "delivery_status": order.delivery_status,
            "pay_url": where.pay,
            "draft_url": where.draft,
            "final_url": where.final,
            "diff_url": where.diff,
            "delivery_url": where.delivery,
            "rescan_used": order.rescan_used,
            "rescan_url": order.rescan_url or address(settings.base_url, "rescan", order.id),
            "rescan_available": order.can_rescan(now),
            "stages": v2_stages(dossier, now, settings.draft_after_s),
            "source": order.source,
            "language": order.language,
            "poll_interval_sec": order.poll_s(settings.sandbox_step_s),
            "created_at": rfc3339(order.created_at),
            "updated_at": rfc3339(order.updated_at),
            **{name: rfc3339_or_none(getattr(order, name)) for name in TIMESTAMPS},
            "expires_at": rfc3339(order.expires_at),
            "message": end_of_reads(order, settings),
            "sandbox": order.sandbox,
            "_links": links(dossier, now, settings, where),
        },
    )


def addresses(dossier: Dossier, now: int, settings: Settings) -> Addresses:
    order = dossier.order
    delivered = order.status == Status.DELIVERED

    def where(relation: str, file: str, named: str | None, available: bool) -> str | None:
        if not available:
            return None
        return named or (address(settings.base_url, relation, order.id) if file in dossier.files else None)

    return Addresses(
        pay=address(settings.base_url, "pay", order.id) if order.state.asks == "payment" else None,
        draft=where("draft_result", DRAFT, order.draft_url, order.draft_is_live(now)),
        final=where("result", FINAL, order.final_url, delivered),
        diff=where("diff", DIFF, order.diff_url, delivered),
    )


def links(dossier: Dossier, now: int, settings: Settings, where: Addresses) -> dict[str, Any]:
    """The links that work now."""
    order = dossier.order
    hrefs: dict[str, str | None] = {"self": None, "status_page": None}
    if where.pay:
        hrefs["pay"] = where.pay
    if order.state.asks == "answer":
        hrefs["provide_info"] = None
    for relation, href in (("draft_result", where.draft), ("result", where.final), ("diff", where.diff)):
        if href:
            hrefs[relation] = href
    if order.can_rescan(now):
        hrefs["rescan"] = order.rescan_url
    return {name: order_link(settings.base_url, name, order.id, href) for name, href in hrefs.items()}
