"""How broad a run is: an ordinary one proves each sentence by a telling part of its cases, `make test-whole` by all of them.

An ordinary run (`make test`) meets every page, every language, every shape of attack and every kind of fault once; the
products of them, and further kinds of the same family, are walked by `make test-whole` (TEST_WHOLE=1). Whatever is left to
it says which test holds its sentence meanwhile: `tests/test_breadth.py` looks whether that one is there.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import pytest

Case = TypeVar("Case")

WHOLE = bool(os.environ.get("TEST_WHOLE"))
MARKER = "whole_only(held_by): left to `make test-whole`; an ordinary run proves the sentence by the test that is named"


def whole_only(held_by: str) -> pytest.MarkDecorator:
    """Left out of an ordinary run: `held_by` is a test of the same file, or `path::name`, that still proves the sentence."""
    return pytest.mark.whole_only(held_by)


def some(cases: Sequence[Case], few: int) -> Sequence[Case]:
    """So `few` of them in an ordinary run, spread evenly and the same every time, the first and the last among them."""
    if WHOLE or few >= len(cases):
        return cases
    step = (len(cases) - 1) / max(1, few - 1)
    return [cases[round(number * step)] for number in range(few)]


def often(few: int, whole: int) -> int:
    """How many times something is repeated."""
    return whole if WHOLE else few


def left_out(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """What an ordinary run leaves to the whole one."""
    return [] if WHOLE else [item for item in items if item.get_closest_marker("whole_only")]


def covering(cases: Sequence[Case], of: Callable[[Case], Iterable[object]]) -> Sequence[Case]:
    """In an ordinary run only cases that bring something which none before them brought: all that any case brings is met."""
    if WHOLE:
        return cases
    met: set[object] = set()
    chosen = []
    for case in cases:
        if brought := set(of(case)) - met:
            met |= brought
            chosen.append(case)
    return chosen
