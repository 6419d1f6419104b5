"""What a page of an order can claim, and which claims contradict each other. Pure."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

Claim = Literal[
    "not paid", "asks for payment", "paid", "refunded", "owes nothing", "buyer's turn", "our turn", "closed",
    "draft coming", "draft there", "final coming", "final there", "rescan open", "nothing to do", "question open",
]  # fmt: skip

#: claims that cannot both be true
OPPOSITES: tuple[tuple[Claim, Claim], ...] = (
    ("not paid", "paid"),
    ("not paid", "refunded"),
    ("asks for payment", "paid"),
    ("asks for payment", "refunded"),
    ("asks for payment", "owes nothing"),
    ("asks for payment", "closed"),
    ("refunded", "paid"),
    ("refunded", "final coming"),
    ("refunded", "draft coming"),
    ("refunded", "rescan open"),
    ("owes nothing", "paid"),
    ("buyer's turn", "our turn"),
    ("buyer's turn", "closed"),
    ("our turn", "closed"),
    ("draft coming", "draft there"),
    ("draft coming", "final there"),
    ("final coming", "final there"),
    ("final coming", "closed"),
    ("final coming", "not paid"),
    ("final coming", "owes nothing"),
    ("nothing to do", "buyer's turn"),
    ("nothing to do", "question open"),
    ("nothing to do", "asks for payment"),
    ("question open", "closed"),
    ("question open", "refunded"),
)


def contradictions(claims: Collection[str]) -> list[str]:
    """Pairs of claims that one page must not make."""
    return [f"{claim} and {other}" for claim, other in OPPOSITES if claim in claims and other in claims]
