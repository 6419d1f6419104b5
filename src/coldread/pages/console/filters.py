"""How the console words numbers and names. Pure; registered as template filters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from coldread.base.addresses import split_address
from coldread.base.clock import DAY, HOUR, MINUTE, date_time
from coldread.base.dates import STOCKHOLM

YEAR = 365 * DAY


def span(microseconds: int) -> str:
    """`47 min`, `5 h`, `3 d`, `9 years`: the largest unit that says something; the sign is left to the words around it."""
    length = abs(microseconds)
    if length < 2 * HOUR:
        return f"{length // MINUTE} min"
    if length >= 2 * YEAR:
        return f"{length // YEAR} years"
    return f"{length // HOUR} h" if length < 2 * DAY else f"{length // DAY} d"


def short_moment(at: int) -> str:
    """`15 Nov 2026 10:20 CET`, in Stockholm; the console's script shows the operator's own zone instead."""
    return date_time(at).astimezone(STOCKHOLM).strftime("%-d %b %Y %H:%M %Z")


def plain(name: str) -> str:
    """`billing_pending` as a person says it."""
    return str(name).replace("_", " ")


def web_address(address: str) -> str:
    """What may stand in an href: web addresses only, whatever a buyer sent."""
    try:
        scheme = split_address(address).scheme
    except ValueError:
        return ""
    return address if scheme in {"http", "https"} else ""


#: how the console calls the ways to pay
METHOD_NAMES = {
    "umbrella_invoice": "invoice to a company",
    "mobile_payment": "mobile payment, private person",
    "undecided": "not chosen yet",
}


def method_name(method: str) -> str:
    return METHOD_NAMES.get(str(method), plain(method))


FILTERS: dict[str, Callable[..., Any]] = {
    "span": span,
    "short_moment": short_moment,
    "plain": plain,
    "method_name": method_name,
    "web_address": web_address,
}
