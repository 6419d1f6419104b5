"""When an order ends: computed on reading, by one of three policies. Pure."""

from __future__ import annotations

from coldread.base.clock import DAY, HOUR, SECOND
from coldread.base.settings import Settings

LIFETIME = 7 * DAY
FINAL_WITHIN = 72 * HOUR
AFTER_FINAL = 30 * DAY
AFTER_INVOICE = 17 * DAY  # net 14 days, and a weekend
RESCAN_WITHIN = 30 * DAY
#: an invoice is net 14 days, and its page stays until after its reminder
INVOICE_SHOWN = 30 * DAY
#: within what time we accept, decline or ask, and within what time we read an answer
ANSWER_WITHIN = 24 * HOUR
GO_ON_WITHIN = 4 * HOUR


def expiry_after(
    settings: Settings, *, extends: int, paid_for: bool, is_open: bool, entered_at: int, current: int
) -> int:
    """The order's end after it enters a status, by that status's columns (`lifecycle`). It never becomes earlier."""
    if settings.expiry_policy == "extend_paid" and extends:
        return max(current, entered_at + extends)
    if settings.expiry_policy == "keep_paid" and paid_for:
        work = FINAL_WITHIN if is_open else 0
        return max(current, deliverables_end(settings, entered_at + work))
    return current


def draft_live_at(
    settings: Settings, *, live: int | None, paid_at: int | None, now: int, at_once: bool = False
) -> int | None:
    """When the stored draft becomes readable; None: not before the payment.

    A moment that is already set stays. Otherwise it is the draft's time after the payment, or now if that has
    passed. With `at_once` (a patch names the draft, or the order is delivered) it is never later than now."""
    if at_once:
        return now if live is None else min(live, now)
    if live is not None or paid_at is None:
        return live
    return max(now, paid_at + settings.draft_after_s * SECOND)


def has_expired(expires_at: int, now: int) -> bool:
    return now >= expires_at


def page_ends(
    settings: Settings,
    *,
    expires_at: int,
    invoiced_at: int | None,
    paid_at: int | None,
    delivered_at: int | None,
) -> int | None:
    """When the buyer's own page ends, which outlives the API's reads; None: not before the delivery.

    While an invoice can be paid: 30 days after it. After the delivery: as long as the files and the rescan.
    """
    if delivered_at is not None:
        return max(expires_at, rescan_ends(delivered_at), deliverables_end(settings, delivered_at))
    if paid_at is not None:
        return None
    return expires_at if invoiced_at is None else max(expires_at, invoiced_at + INVOICE_SHOWN)


def rescan_ends(delivered_at: int) -> int:
    return delivered_at + RESCAN_WITHIN


def deliverables_end(settings: Settings, delivered_at: int) -> int:
    return delivered_at + settings.retention_days * DAY
