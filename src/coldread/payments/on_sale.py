"""Which calls are sold on this server, and the note beside a listed call that is not. Pure."""

from __future__ import annotations

from typing import Any

from coldread.base.clock import DAY, SECOND
from coldread.base.problems import Problem
from coldread.base.settings import Settings
from coldread.payments.prices import CALL, CALLS, CallPrice

#: the state of a skill whose call is not sold
UNAVAILABLE = "unavailable"
_WHY = "Unavailable on this server: no model is configured, and without one this call is not sold (503, nothing is charged)."


def is_sold(call: CallPrice, settings: Settings) -> bool:
    """In production a call that a model does is sold only if a model is configured, unless the operator's settings
    override it."""
    has_model = settings.llm_provider != "none" or settings.sell_without_model
    return has_model or not call.by_model or not settings.is_production


def why_unsold(call: CallPrice, settings: Settings) -> str:
    """Why the call is not sold; empty if it is."""
    return "" if is_sold(call, settings) else _WHY


def with_sale_note(text: str, name: str, settings: Settings) -> str:
    """The text about a call, with the note if it is not sold. Anything but a call stays as it is."""
    why = why_unsold(CALL[name], settings) if name in CALL else ""
    return f"{text} {why}" if why else text


def listed_calls(settings: Settings) -> list[dict[str, Any]]:
    """All calls for lists: `path`, `usdc`, `base_units`, `meaning`, whether it is `available`, and the `note` if it is
    not."""
    return [
        {
            "path": call.path,
            "usdc": call.usdc,
            "base_units": str(call.base_units),
            "meaning": call.meaning,
            "available": is_sold(call, settings),
            "note": why_unsold(call, settings),
        }
        for call in CALLS
    ]


def not_sold() -> Problem:
    """No challenge, so that nobody pays. `Retry-After` is a day: only the operator can change it."""
    return Problem(
        "unavailable",
        f"{_WHY} `POST /v1/scan` and `POST /v1/scan-paid` work.",
        headers={"Retry-After": str(DAY // SECOND)},
    )
