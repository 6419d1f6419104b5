"""Patterns that begin with a figure find the same, wherever they are tried."""

from __future__ import annotations

import random
import re

import pytest

from coldread.scanner.page.figures import first_figure, from_figures
from coldread.scanner.page.observe.claims import _people_counted, _record_counted, _users_counted
from coldread.scanner.reading.prices import _RATE
from coldread.scanner.reading.self_praise import _RESULT

PATTERNS = {
    "users": _users_counted(), "people": _people_counted(), "record": _record_counted(),
    "rate": _RATE, "result": _RESULT,
}  # fmt: skip
#: none of them spells a number out, nor says "over"
PARTS = (
    "500", "1,200", "12", "3.5", "2019", "007", "4", "٣", "%", "+", "x", "-", " ", " ", " ", " ", ".", ", ", "customers",
    "kunder", "bakers", "use", "days", "dagar", "money back", "years of experience", "commission", "per order", "faster",
    "500 small bakers already use", "8 % per order", "14 days right of withdrawal", "since 2010", "happy", "loaves", "baked", "companies", "$", "€", "a", "times", "hours", "\n",
)  # fmt: skip


@pytest.mark.parametrize("name", PATTERNS)
def test_the_same_is_found(name: str) -> None:
    chance, pattern, hits = random.Random(name), PATTERNS[name], 0
    for _ in range(3_000):
        text = "".join(chance.choice(PARTS) for _ in range(chance.randrange(14)))
        wanted = [match.span() for match in pattern.finditer(text)]
        assert [match.span() for match in from_figures(pattern, text)] == wanted, text
        first = first_figure(pattern, text)
        assert (first.span() if first else None) == (wanted[0] if wanted else None)
        hits += bool(wanted)
    assert hits


def test_it_is_tried_at_figures_alone() -> None:
    assert first_figure(re.compile("[a-z]"), "a1b") is None
