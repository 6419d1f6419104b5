"""How long things can be read, in words, as this service is set. Pure."""

from __future__ import annotations

from coldread.base.clock import DAY
from coldread.base.settings import Settings
from coldread.orders.rules.expiry import LIFETIME

_NUMBERS = {7: "seven", 14: "fourteen"}
_LIFETIME = f"{_NUMBERS.get(LIFETIME // DAY, LIFETIME // DAY)} days"


def orders_readable(settings: Settings) -> str:
    """Ends “orders can be read for …”."""
    return _LIFETIME + (", longer once they are invoiced or paid" if _moves(settings) else "")


def order_ends(settings: Settings) -> str:
    """Ends “answers 404 …”."""
    return f"{_LIFETIME} after creation" + (", later once it is invoiced or paid" if _moves(settings) else "")


def deliverables_readable(settings: Settings) -> str:
    """`12 months`, or the days that the operator has set."""
    years, rest = divmod(settings.retention_days, 365)
    return f"{12 * years} months" if years and not rest else f"{settings.retention_days} days"


def _moves(settings: Settings) -> bool:
    return settings.expiry_policy == "extend_paid"
