"""When an order's time is over: computed when it is read, by one of two policies. Pure."""

from __future__ import annotations

from coldread.base.clock import DAY, HOUR, SECOND
from coldread.base.settings import Settings
from coldread.orders.rules.lifecycle import Status

LIFETIME = 7 * DAY
FINAL_WITHIN = 72 * HOUR
AFTER_FINAL = 30 * DAY
AFTER_INVOICE = 17 * DAY  # net 14 days and a weekend's grace
RESCAN_WITHIN = 30 * DAY


def expiry_after(settings: Settings, status: Status, entered_at: int, current: int) -> int:
    """The end after entering `status`: `extend_paid` gives an invoice and a paid order more time."""
    if settings.expiry_policy == "strict":
        return current
    if status == Status.BILLING_PENDING:
        return max(current, entered_at + AFTER_INVOICE)
    if status == Status.PAID:
        return max(current, entered_at + FINAL_WITHIN + AFTER_FINAL)
    return current


def draft_due(settings: Settings, paid_at: int, now: int) -> int:
    """When a draft that is stored now can be read: at its time after the payment, or at once if that has passed."""
    return max(now, paid_at + settings.draft_after_s * SECOND)


def has_lapsed(expires_at: int, now: int) -> bool:
    return now >= expires_at


def rescan_ends(delivered_at: int) -> int:
    return delivered_at + RESCAN_WITHIN


def deliverables_end(settings: Settings, delivered_at: int) -> int:
    return delivered_at + settings.retention_days * DAY
