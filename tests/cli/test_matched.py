"""The figures over matched lists, the shift of sentinels, and how far identical requests differ."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from coldread.cli.evaluating.labels import weighted_kappa
from coldread.cli.evaluating.matched import (
    MatchedPage,
    Share,
    between_readers,
    found_of_first,
    matched_table,
    planted_called_wrong,
    share_found,
    share_worth_reading,
    share_wrong,
    shifts,
    spread_of_points,
)
from coldread.cli.main import app


def page(name: str, model: list[dict[str, Any]], rules: list[dict[str, Any]]) -> dict[str, Any]:
    problems = [{"id": f"{reader}{n}", "reader": reader, "rank": n} for reader in "ab" for n in range(1, 5)]
    problems[0]["same_as"] = ["b1"]
    problems[4]["same_as"] = ["a1"]
    points = [
        {"id": f"{kind}{n}", "list": kind, **one}
        for kind, made in (("model", model), ("rules", rules))
        for n, one in enumerate(made)
    ]
    planted = {"id": "x", "list": "rules", "verdict": "wrong", "planted": True, "matches": ["a4"]}
    return {"page": name, "problems": problems, "points": [*points, planted]}


PAGES = [
    page(
        "p1",
        [{"verdict": "worth", "matches": ["a1", "b1"]}, {"verdict": "worth", "matches": ["a4"]}],
        [{"verdict": "wrong"}, {"verdict": "minor", "matches": ["b2"]}],
    ),
    page(
        "p2",
        [{"verdict": "cannot_tell"}, {"verdict": "worth", "matches": ["a1"]}],
        [{"verdict": "worth", "matches": ["a1"]}],
    ),
]


def pages() -> list[MatchedPage]:
    return [MatchedPage.model_validate(one) for one in PAGES]


def test_a_problem_is_found_once_and_planted_points_find_nothing() -> None:
    assert share_found(pages(), "model") == Share(4, 16)
    assert found_of_first(pages(), "model") == Share(3, 12)
    assert share_found(pages(), "rules") == Share(2, 16)
    assert share_worth_reading(pages(), "model") == Share(3, 4)
    assert share_wrong(pages(), "rules") == Share(1, 3)
    assert between_readers(pages()) == Share(4, 16)
    assert planted_called_wrong(pages()) == Share(2, 2)


def test_the_table_has_each_list_its_interval_the_paired_difference_and_the_ceiling() -> None:
    text = "\n".join(matched_table(pages()))
    assert "| 2 pages | model | rules | readers among themselves |" in text
    assert (
        "| readers' problems found | 0.25 (0.12 to 0.38), 4 of 16 | 0.12 (0.12 to 0.12), 2 of 16 | 0.25 |"
        in text
    )
    assert "| model less rules: found, paired | +0.12 (+0.00 to +0.25) |" in text
    assert "| planted points called wrong | 2 of 2 |" in text


def test_a_file_of_matches_is_all_that_the_command_needs(tmp_path: Path) -> None:
    path = tmp_path / "matches.json"
    path.write_text(json.dumps(PAGES))
    done = CliRunner().invoke(app, ["eval", "--matches", str(path)])
    assert "4 of 16" in done.output
    path.write_text('[{"page": 1}]')
    done = CliRunner().invoke(app, ["eval", "--matches", str(path)])
    assert done.exit_code == 1
    assert "holds no matched lists" in done.output


def reading(points: int, answer: str, quote: str) -> dict[str, Any]:
    return {
        "points": points,
        "answers": [{"question": "cost", "answer": answer}],
        "problems": [{"quotes": [quote], "beside": ""}],
    }


def test_sentinels_tell_what_is_said_otherwise() -> None:
    before = {"p1": reading(50, "no", "a"), "p2": reading(60, "no", "b")}
    now = {"p1": reading(58, "no", "a"), "p2": reading(60, "yes", "c"), "p3": reading(1, "no", "d")}
    lines = shifts(before, now)
    assert "| p1 | 50 | 58 | 0 | 0 |" in lines
    assert "| p2 | 60 | 60 | 1 | 1 |" in lines
    assert lines[-1] == "2 pages: points moved by +4.0 on average, 4.0 apart; 1 of 10 answers changed."


def test_identical_requests_are_compared_page_by_page() -> None:
    same = [reading(50, "no", "a")] * 3
    far = [reading(50, "no", "a"), reading(59, "no", "a"), reading(52, "no", "a")]
    assert (
        spread_of_points({"a": same, "b": far, "once": far[:1]})[-1]
        == "2 pages read 3 times each: points 4.5 apart on average (standard deviation 1.9), more than 8 on 1"
    )


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (["yes", "no", "partly"], ["yes", "no", "partly"], 1.0),
        (["yes", "yes", "no", "no"], ["no", "no", "yes", "yes"], -1.0),
        (["yes", "could_not_tell"], ["yes", "yes"], None),
    ],
)
def test_weighted_kappa(left: list[str], right: list[str], expected: float | None) -> None:
    assert weighted_kappa(left, right) == expected
