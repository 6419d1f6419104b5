"""The published lines of code: every room is there, and the sums are about those of today."""

from __future__ import annotations

import re

import pytest
from bench.lines import FEATURES, PUBLISHED, SIDES, feature_of, feature_table, lines_at, lines_now, table

#: share by which a sum may have moved since it was published
MOVED = 0.05


def published() -> dict[str, list[int]]:
    """Each row's numbers: src before and now, tests before and now."""
    rows = re.findall(r"^\| ([^|]+) \|((?: [*\d,]+ \|){4})$", PUBLISHED.read_text("utf-8"), re.MULTILINE)
    return {
        room.strip("*"): [int(re.sub(r"\D", "", cell)) for cell in cells.split("|")[:-1]]
        for room, cells in rows
    }


def test_every_room_of_today_is_published_and_none_that_is_gone_has_lines() -> None:
    now = lines_now()
    with_lines = {room for counted in now.values() for room in counted}
    rows = published()
    assert {room for room, row in rows.items() if row[1] or row[3]} - {"sum"} == with_lines


@pytest.mark.parametrize(("place", "side"), [(1, "src/coldread"), (3, "tests")])
def test_a_published_sum_is_about_that_of_today(place: int, side: str) -> None:
    rows = published()
    assert rows["sum"][place] == sum(row[place] for room, row in rows.items() if room != "sum")
    assert rows["sum"][place] == pytest.approx(lines_now()[side].total(), rel=MOVED), (
        "write it again: python -m bench.lines COMMIT --write"
    )


def test_lines_of_a_commit_are_counted_as_those_of_today() -> None:
    rows = table(lines_at("HEAD"), lines_at("HEAD"))
    sums = re.findall(r"\*\*([\d,]+)\*\*", rows[-1])
    assert sums[0] == sums[1] != "0"
    assert len(sums) == 2 * len(SIDES)
    assert not any("|  |" in row for row in rows)


def test_new_features_are_counted_apart_and_leave_the_rest() -> None:
    now = lines_now(feature_of)
    rows = {
        cells[0].strip("*"): cells[1:]
        for row in feature_table(now)[2:]
        if (cells := re.findall(r"[^|]+", row.replace(" ", "")))
    }
    for place, side in enumerate(SIDES):
        new, left = (int(re.sub(r"\D", "", rows[name][place])) for name in ("sum", "everythingelse"))
        assert new + left == now[side].total()
        assert new == sum(now[side][name] for name in FEATURES)


@pytest.mark.parametrize("name", FEATURES)
def test_each_new_feature_has_files(name: str) -> None:
    assert lines_now(feature_of)["src/coldread"][name] > 0
