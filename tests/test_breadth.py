"""What an ordinary run leaves to the whole one is still held by a test that it runs."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.harness import breadth, schedule

ROOT = Path(__file__).parents[1]
NAMED = re.compile(r"whole_only\(\s*\"([^\"]+)\"")
LEFT_OUT = re.compile(r"@(?:breadth\.)?whole_only\([^)]*\)\n(?:@[^\n]*\n|[ \])][^\n]*\n)*def (\w+)\(")


def test_each_sentence_that_is_left_out_names_a_test_that_an_ordinary_run_proves_it_by() -> None:
    missing = []
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        if path == Path(__file__):
            continue
        for held_by in NAMED.findall(path.read_text("utf-8")):
            place, _, name = held_by.rpartition("::")
            text = (ROOT / place if place else path).read_text("utf-8")
            if f"def {name}(" not in text or name in LEFT_OUT.findall(text):
                missing.append(f"{path.relative_to(ROOT)}: {held_by}")
    assert missing == []


def test_a_part_is_spread_over_all_cases_and_the_same_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(breadth, "WHOLE", False)
    assert list(breadth.some(range(10), 4)) == [0, 3, 6, 9]
    assert list(breadth.some("abc", 5)) == list("abc")
    assert list(breadth.some("abc", 1)) == ["a"]
    monkeypatch.setattr(breadth, "WHOLE", True)
    assert list(breadth.some(range(10), 4)) == list(range(10))


def test_a_covering_part_meets_all_that_any_case_brings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(breadth, "WHOLE", False)
    assert breadth.covering(["ab", "a", "b", "bc", ""], of=set) == ["ab", "bc"]
    assert breadth.covering(["a", "b", "c", "abc", "cd"], of=set) == ["abc", "cd"]
    assert breadth.covering(["abcd", "abe", "cdf"], of=set) == ["abe", "cdf"]


def test_of_several_cases_on_both_databases_each_is_met_once_and_so_are_both() -> None:
    cases = [f"cases[{database}-{case}]" for case in "abc" for database in ("sqlite", "postgres")]
    alone = ["alone[sqlite]", "alone[postgres]", "one[sqlite-a]", "one[postgres-a]"]
    bound = [f"bound[sqlite-{case}]" for case in "abc"]
    items = map(collected, [*cases, *alone, *bound, "plain"])
    left = {item.nodeid for item in breadth._on_the_other_database(items)}
    assert set(cases) - left == {"cases[sqlite-a]", "cases[postgres-b]", "cases[sqlite-c]"}
    assert left <= set(cases)


def test_a_quick_run_of_everything_has_few_cases_of_each_test_and_every_test() -> None:
    items = list(map(collected, [*(f"many[{number}]" for number in range(9)), "two[a]", "two[b]", "plain"]))
    kept = {item.nodeid for item in items} - {item.nodeid for item in breadth.further_cases(items, 2)}
    assert kept == {"many[0]", "many[8]", "two[a]", "two[b]", "plain"}


@pytest.mark.parametrize("start", [*schedule.SLOW, *schedule.LONGEST_FIRST])
def test_what_is_slow_is_there(start: str) -> None:
    place, _, name = start.partition("::")
    assert (ROOT / place).exists() or list(ROOT.glob(f"{place}*.py")), place
    assert not name or re.search(
        rf"^ *(?:async def|def|class) {name}", (ROOT / place).read_text("utf-8"), re.M
    )


@dataclasses.dataclass(frozen=True, eq=False)
class Collected:
    """As much of a collected test as is asked about."""

    nodeid: str
    callspec: SimpleNamespace


def collected(name: str) -> Any:
    """As much of a collected test as is asked about."""
    database, _, case = name.partition("[")[2].rstrip("]").partition("-")
    given = {"database_url": database, **({"case": case} if case else {})} if database else {}
    return Collected(nodeid=name, callspec=SimpleNamespace(params=given, id=f"{database}-{case}"))
