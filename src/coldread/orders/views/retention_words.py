"""How long things can be read, in words, by this service's settings. Pure."""

from __future__ import annotations

from coldread.base.clock import DAY
from coldread.base.dates import moment
from coldread.base.links import address
from coldread.base.settings import Settings
from coldread.base.texts.shared_texts import say
from coldread.orders.rules.expiry import LIFETIME
from coldread.orders.rules.order import Order

_NUMBERS = {7: "seven", 14: "fourteen"}
_LIFETIME = f"{_NUMBERS.get(LIFETIME // DAY, LIFETIME // DAY)} days"


#: by policy: what moves an order's end
_MOVED_BY = {"strict": "", "keep_paid": "paid", "extend_paid": "invoiced or paid"}


def orders_readable(settings: Settings) -> str:
    """The end of “orders can be read for …”."""
    moved = _MOVED_BY[settings.expiry_policy]
    return _LIFETIME + (f", longer once they are {moved}" if moved else "")


def order_ends(settings: Settings) -> str:
    """The end of “answers 404 …”."""
    moved = _MOVED_BY[settings.expiry_policy]
    return f"{_LIFETIME} after creation" + (f", later once it is {moved}" if moved else "")


def end_of_reads(order: Order, settings: Settings) -> str | None:
    """A warning for pollers that the API may stop answering before the order ends; None if that cannot happen.

    Under `strict` it can happen to every order that is not declined, under `keep_paid` to one that is not paid yet."""
    state, policy = order.state, settings.expiry_policy
    if state.is_declined or policy == "extend_paid" or (policy == "keep_paid" and state.paid_for):
        return None
    return say(
        order.language,
        f"order.ends_{policy}",
        when=moment(order.expires_at, order.language),
        page=address(settings.base_url, "status_page", order.id),
    )


def deliverables_readable(settings: Settings) -> str:
    """`12 months`, or the number of days in the settings."""
    years, rest = divmod(settings.retention_days, 365)
    return f"{12 * years} months" if years and not rest else f"{settings.retention_days} days"
