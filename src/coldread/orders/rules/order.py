"""An order: one frozen record of its row, and plain facts that follow from it."""

from __future__ import annotations

import dataclasses
import json
from functools import cached_property
from typing import Any

from coldread.base.settings import Settings
from coldread.orders.rules import expiry
from coldread.orders.rules.lifecycle import STATE, BillingStatus, State, Status
from coldread.orders.rules.requests import billing_method
from coldread.payments.prices import BillingMethod, Price, cold_read_price


@dataclasses.dataclass(frozen=True, kw_only=True)
class Order:
    """The columns of `orders`, in their order; `tables` has their meanings."""

    id: str
    status: str
    substatus: str | None = None
    source: str
    language: str
    contact_email: str | None
    request: str
    billing_method_final: str | None = None
    billing_status: str
    delivery_status: str
    external_reference: str | None = None
    draft_url: str | None = None
    final_url: str | None = None
    diff_url: str | None = None
    rescan_url: str | None = None
    draft_live_at: int | None = None
    rescan_used: bool = False
    api_key_hash: str | None = None
    api_key_last4: str | None = None
    created_at: int
    updated_at: int
    expires_at: int
    reviewed_at: int | None = None
    accepted_at: int | None = None
    rejected_at: int | None = None
    billing_pending_at: int | None = None
    paid_at: int | None = None
    in_progress_at: int | None = None
    delivered_at: int | None = None
    sandbox: bool = False
    question: str | None = None
    by_form: bool = False
    received: int = 0
    to_return: int = 0

    @cached_property
    def asked(self) -> dict[str, Any]:
        """What the buyer sent."""
        asked: dict[str, Any] = json.loads(self.request)
        return asked

    def row(self) -> dict[str, Any]:
        """The order as a row of `orders`."""
        return {name: getattr(self, name) for name in _COLUMNS}

    @cached_property
    def state(self) -> State:
        return STATE[Status(self.status)]

    @property
    def billing_method(self) -> BillingMethod:
        return billing_method(self.asked, self.billing_method_final)

    @cached_property
    def price(self) -> Price:
        return cold_read_price(self.billing_method, (self.asked.get("billing") or {}).get("vat_id"))

    def poll_s(self, sandbox_step_s: int) -> int:
        """Recommended seconds between polls; half a step in the sandbox, so that a poller sees every status."""
        return max(1, min(self.state.poll, sandbox_step_s // 2)) if self.sandbox else self.state.poll

    def has_lapsed(self, now: int) -> bool:
        """Whether the order has ended, by the clock or by a move."""
        return self.state.is_gone or expiry.has_expired(self.expires_at, now)

    @property
    def is_refunded(self) -> bool:
        """Refunded: nothing is owed any more."""
        return self.paid_at is not None and self.billing_status == BillingStatus.WAIVED

    @property
    def is_part_paid(self) -> bool:
        """Some of the money has come in, and nobody has confirmed the payment."""
        return self.received > 0 and self.paid_at is None

    @property
    def remaining(self) -> int:
        """What is left to pay; 0 once the payment is confirmed."""
        return max(0, self.price.total - self.received) if self.paid_at is None else 0

    @property
    def money_in(self) -> int:
        """What has come in; a payment that was confirmed without a sum is the price."""
        return self.received or (self.price.total if self.paid_at is not None else 0)

    def page_ends(self, settings: Settings) -> int | None:
        """When the buyer's page ends; None: not before the delivery."""
        # erased, or declined, so nothing was promised
        if self.contact_email is None or self.state.is_declined:
            return self.expires_at
        return expiry.page_ends(
            settings,
            expires_at=self.expires_at,
            invoiced_at=self.billing_pending_at if self.state.asks == "payment" else None,
            paid_at=self.paid_at,
            delivered_at=self.delivered_at,
        )

    def is_shown(self, settings: Settings, now: int) -> bool:
        """Whether the buyer's page exists."""
        end = self.page_ends(settings)
        return end is None or now < end

    def draft_is_live(self, now: int) -> bool:
        return self.draft_live_at is not None and self.draft_live_at <= now

    def can_rescan(self, now: int) -> bool:
        return (
            self.status == Status.DELIVERED
            and not self.sandbox
            and not self.rescan_used
            and self.delivered_at is not None
            and now < expiry.rescan_ends(self.delivered_at)
        )


_COLUMNS = tuple(field.name for field in dataclasses.fields(Order))


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class StatusEntry:
    """One entry into a status."""

    status: str
    at: int


@dataclasses.dataclass(frozen=True, kw_only=True)
class Dossier:
    """An order with everything that its answers are made of."""

    order: Order
    #: every status entered, oldest first
    entries: tuple[StatusEntry, ...]
    #: names of the stored files
    files: frozenset[str]
