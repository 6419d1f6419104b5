"""The table of ways in which calls are paid: a line here sells by it, everywhere that prices are told."""

from __future__ import annotations

from collections.abc import Sequence

from coldread.base.settings import Settings, env_name
from coldread.payments.methods.method import PaymentMethod
from coldread.payments.methods.tempo import TEMPO

METHODS: tuple[PaymentMethod, ...] = (TEMPO,)


def by_name(methods: Sequence[PaymentMethod]) -> dict[str, PaymentMethod]:
    """Refuses a table in which one name means two ways."""
    named = {row.name: row for row in methods}
    if len(named) != len(methods):
        raise ValueError(f"two payment methods have one name: {[row.name for row in methods]}")
    return named


METHOD = by_name(METHODS)


def missing_settings(settings: Settings) -> list[str]:
    """What production has to name before it sells by these methods."""
    return [
        f"{env_name(name)}: needed to take payments by {row.name}"
        for row in METHODS
        for name in row.needs
        if not getattr(settings, name)
    ]
