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


def left_out(items: Sequence[pytest.Item], *, both_databases: bool) -> list[pytest.Item]:
    """What an ordinary run leaves to the whole one; a quick one has one database, and so all cases on it."""
    if WHOLE:
        return []
    left = [item for item in items if item.get_closest_marker("whole_only")]
    return left + _on_the_other_database(items) if both_databases else left


def further_cases(items: Sequence[pytest.Item], most: int) -> set[pytest.Item]:
    """All but `most` cases of each test, which are spread evenly: a quick run of everything meets each sentence, not each case."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    return set(items).difference(*(some(one, most) for one in cases.values()))


def _on_the_other_database(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """Of a test that has several cases on both databases each case goes to one, in turn: every case and both are met."""
    cases: dict[str, list[str]] = {}
    databases: dict[str, set[str]] = {}
    left = []
    for item in items:
        given = getattr(getattr(item, "callspec", None), "params", {})
        if "database_url" not in given or len(given) == 1:
            continue
        database = given["database_url"]
        test = item.nodeid.partition("[")[0]
        databases.setdefault(test, set()).add(database)
        met = cases.setdefault(test, [])
        case = "-".join(part for part in item.callspec.id.split("-") if part != database)  # type: ignore[attr-defined]
        if case not in met:
            met.append(case)
        if (met.index(case) + (database == "postgres")) % 2:
            left.append(item)
    # a single case runs on both databases; a test that is bound to one database runs all of its cases there
    alone = {test for test, met in cases.items() if len(met) == 1 or len(databases[test]) == 1}
    return [item for item in left if item.nodeid.partition("[")[0] not in alone]


def covering(cases: Sequence[Case], of: Callable[[Case], Iterable[object]]) -> Sequence[Case]:
    """In an ordinary run as few cases as bring all that any of them brings: the one that brings most comes first."""
    if WHOLE:
        return cases
    brings = [set(of(case)) for case in cases]
    missing = set().union(*brings)
    chosen: list[int] = []
    while missing:
        chosen.append(max(range(len(cases)), key=lambda number: (len(brings[number] & missing), -number)))
        missing -= brings[chosen[-1]]
    for number in sorted(chosen, key=lambda number: len(brings[number])):
        others = set().union(*(brings[other] for other in chosen if other != number))
        if brings[number] <= others:  # those that came later bring all of it too
            chosen.remove(number)
    return [cases[number] for number in sorted(chosen)]
