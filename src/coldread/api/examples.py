"""Examples of the interface description: requests by hand, answers from the code that builds the real ones."""

from __future__ import annotations

import dataclasses
from typing import Any

from coldread.base import settings as settings_of
from coldread.base.clock import HOUR
from coldread.base.languages import Language
from coldread.base.shapes import built
from coldread.orders.acts.advance import transition_answer
from coldread.orders.acts.buyer_answer import Taken, info_answer
from coldread.orders.acts.place import placed_answer
from coldread.orders.push.outcomes import MEANING, Outcome
from coldread.orders.push.webhook_status import Fate, Webhooks, WebhookSeen
from coldread.orders.rules import expiry
from coldread.orders.rules.lifecycle import Status
from coldread.orders.rules.order import Dossier, Order, StatusEntry
from coldread.orders.rules.requests import NewOrder, Source
from coldread.orders.rules.whose_turn import WaitFacts, wait_of
from coldread.orders.views import legacy_view
from coldread.orders.views.dry_run import dry_run
from coldread.orders.views.projection import project
from coldread.payments.prices import BillingMethod
from coldread.scanner.goals import PrimaryGoal

ORDER_ID = "INV-7Hq2mXpR"
PLACED = 1_795_000_000_000_000  # 2026-11-18
SETTINGS = settings_of.read({"COLDREAD_BASE_URL": "https://coldread.example"})

ORDER_REQUEST: dict[str, Any] = {
    "url": "https://shop.example/",
    "goal": "More trial sign-ups from the pricing section",
    "audience": "Owners of small bakeries",
    "contact_email": "anna@shop.example",
    "primary_goal": "paid_signup",
    "html": "<!doctype html><html lang=en><title>Shop</title><h1>Welcome</h1></html>",
    "billing_method_preference": "umbrella_invoice",
    "billing": {"company_name": "Bageriet AB", "org_number": "556016-0680"},
    "client": {"type": "agent", "name": "helper"},
}
V1_REQUEST: dict[str, Any] = {
    "url": "https://shop.example/",
    "primary_goal": "paid_signup",
    "audience": "Owners of small bakeries",
    "pain_point": "Visitors leave at the price table",
    "email": "anna@shop.example",
    "client": {"type": "agent"},
}
INFO: dict[str, Any] = {
    "message": "The main product is the yearly plan.",
    "repo_url": "https://git.example/shop",
}
WEBHOOKS: dict[str, Any] = built(
    Webhooks,
    {
        "order_id": ORDER_ID,
        "webhooks": [
            built(
                WebhookSeen,
                {
                    "name": "order",
                    "host": "agent.example",
                    "state": Fate.RETRYING,
                    "last_attempt_at": "2026-11-18T13:06:40.000000Z",
                    "last_outcome": Outcome.ERROR_STATUS,
                    "meaning": MEANING[Outcome.ERROR_STATUS],
                    "attempts": 2,
                    "next_attempt_at": "2026-11-18T13:07:40.000000Z",
                    "waiting": 1,
                    "given_up": 0,
                },
            )
        ],
    },
)
RESCAN: dict[str, Any] = {"url": "https://shop.example/"}
TRANSITION: dict[str, Any] = {
    "to_status": "paid",
    "note": "Bank statement of today",
    "patch": {"billing_method_final": "umbrella_invoice", "external_reference": "F-1042"},
}


def _new_order() -> NewOrder:
    return NewOrder(
        url=ORDER_REQUEST["url"],
        goal=ORDER_REQUEST["goal"],
        audience=ORDER_REQUEST["audience"],
        contact_email=ORDER_REQUEST["contact_email"],
        primary_goal=PrimaryGoal.PAID_SIGNUP,
        html=ORDER_REQUEST["html"],
        billing_method_preference=BillingMethod.UMBRELLA_INVOICE,
        billing=ORDER_REQUEST["billing"],
        source=Source.AGENT,
        language=Language.EN,
    )


def _order(status: Status) -> Order:
    new_order = _new_order()
    return Order(
        id=ORDER_ID,
        status=status.value,
        source=new_order.source.value,
        language=new_order.language.value,
        contact_email=new_order.contact_email,
        request=new_order.stored(),
        billing_status="pending" if status == Status.BILLING_PENDING else "not_started",
        delivery_status="not_started",
        created_at=PLACED,
        updated_at=PLACED + HOUR,
        expires_at=PLACED + expiry.LIFETIME,
        billing_pending_at=PLACED + HOUR if status == Status.BILLING_PENDING else None,
    )


def _dossier() -> Dossier:
    path = (Status.SUBMITTED, Status.REVIEWING, Status.ACCEPTED, Status.BILLING_PENDING)
    return Dossier(
        order=_order(Status.BILLING_PENDING),
        entries=tuple(StatusEntry(status=status.value, at=PLACED + HOUR) for status in path),
        files=frozenset(),
    )


def order_placed() -> dict[str, Any]:
    return placed_answer(_order(Status.SUBMITTED), SETTINGS)


def order() -> dict[str, Any]:
    dossier = _dossier()
    wait = wait_of(WaitFacts(order=dossier.order, entered_at=PLACED + HOUR))
    return project(dossier, wait, PLACED + HOUR, SETTINGS)


def dry_run_answer() -> dict[str, Any]:
    return dry_run(_new_order(), SETTINGS)


def invoice_placed() -> dict[str, Any]:
    return legacy_view.placed_answer(_order(Status.BILLING_PENDING), SETTINGS)


def invoice() -> dict[str, Any] | None:
    dossier = _dossier()
    wait = wait_of(WaitFacts(order=dossier.order, entered_at=PLACED + HOUR))
    return legacy_view.status_answer(dossier, wait, PLACED + HOUR, SETTINGS)


def info_taken() -> dict[str, Any]:
    asked = dataclasses.replace(_order(Status.NEEDS_INFO), question="Which plan do most customers choose?")
    entered = StatusEntry(status=asked.status, at=PLACED + HOUR)
    wait = wait_of(WaitFacts(order=asked, entered_at=entered.at, answered_at=PLACED + 2 * HOUR))
    dossier = Dossier(order=asked, entries=(entered,), files=frozenset())
    return info_answer(Taken(dossier=dossier, wait=wait, answers=1), PLACED + 2 * HOUR, SETTINGS)


def transitioned() -> dict[str, Any]:
    paid = dataclasses.replace(
        _order(Status.PAID), billing_status="confirmed", delivery_status="queued", paid_at=PLACED + HOUR
    )
    return transition_answer(paid, wait_of(WaitFacts(order=paid, entered_at=PLACED + HOUR)))
