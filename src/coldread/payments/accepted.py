"""The table of ways in which calls are paid: a line here sells by it, everywhere that prices are told."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec

from coldread.base.settings import Settings, env_name
from coldread.payments.methods.method import PaymentMethod
from coldread.payments.methods.tempo import TEMPO
from coldread.payments.prices import CallPrice

METHODS: tuple[PaymentMethod, ...] = (TEMPO,)


def by_name(methods: Sequence[PaymentMethod]) -> dict[str, PaymentMethod]:
    """Refuses a table in which one name means two ways."""
    named = {row.name: row for row in methods}
    if len(named) != len(methods):
        raise ValueError(f"two payment methods have one name: {[row.name for row in methods]}")
    return named


METHOD = by_name(METHODS)
#: from a checkout; the distribution stands on no public index
INSTALL = "pip install '.[payments]'"


def taken(price: CallPrice | None = None) -> dict[str, PaymentMethod]:
    """By name those that can be sold by, or that a call can be paid by: what their extra brings is installed."""
    return {
        name: row
        for name, row in METHOD.items()
        if all(map(_is_installed, row.libraries)) and (price is None or row.pays(price))
    }


def named(settings: Settings) -> bool:
    """Whether the settings name a network that calls are paid on."""
    return any(getattr(settings, row.network) for row in taken().values())


@cache
def _is_installed(module: str) -> bool:
    return find_spec(module) is not None


def is_sent_by_payer(method: str, kind: str) -> bool:
    """Whether money may have left before we are shown this payload: one by `push`."""
    row = METHOD.get(method)
    return row is not None and row.modes.get(kind) == "push"


def missing_settings(settings: Settings) -> list[str]:
    """What production has to name before it sells by these methods; nothing outside production."""
    if not settings.is_production:
        return []
    return [
        f"{env_name(name)}: needed to take payments by {row.name}"
        for row in taken().values()
        for name in row.needs
        if not getattr(settings, name)
    ]
