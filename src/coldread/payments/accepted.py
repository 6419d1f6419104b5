"""The table of payment methods. A row here is enough to sell by it, wherever prices are listed."""

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
    """The methods by name. Refuses a table in which two methods share a name."""
    named = {row.name: row for row in methods}
    if len(named) != len(methods):
        raise ValueError(f"two payment methods have one name: {[row.name for row in methods]}")
    return named


METHOD = by_name(METHODS)
#: from a checkout; the package is in no public index
INSTALL = "pip install '.[payments]'"


def installed_methods(price: CallPrice | None = None) -> dict[str, PaymentMethod]:
    """The methods, by name, whose libraries are installed: for sale, or to pay for a call."""
    return {
        name: row
        for name, row in METHOD.items()
        if all(map(_is_installed, row.libraries)) and (price is None or row.pays(price))
    }


def is_network_named(settings: Settings) -> bool:
    """Whether the settings name a network that calls are paid on."""
    return any(getattr(settings, row.network) for row in installed_methods().values())


@cache
def _is_installed(module: str) -> bool:
    return find_spec(module) is not None


def is_sent_by_payer(method: str, kind: str) -> bool:
    """Whether the money may have moved before we see this payload: true for `push`."""
    row = METHOD.get(method)
    return row is not None and row.modes.get(kind) == "push"


def missing_settings(settings: Settings) -> list[str]:
    """The settings that production needs before it sells by these methods; empty outside production."""
    if not settings.is_production:
        return []
    return [
        f"{env_name(name)}: needed to take payments by {row.name}"
        for row in installed_methods().values()
        for name in row.needs
        if not getattr(settings, name)
    ]
