"""Against an earlier answer: what counts as new, as worse, and as the same."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from coldread.cli.scanning.baseline import Baseline, Known, compare, read
from coldread.cli.scanning.exits import Stop
from coldread.scanner.judge.finding import Finding, Severity
from coldread.scanner.judge.version import RUBRIC_VERSION
from tests.cli.scanning.bad_page import report


def title() -> Finding:
    return next(item for item in report().findings if item.id == "seo.title")


def note() -> Finding:
    return replace(report().findings[0], severity=Severity.INFO)


def known(finding: Finding, **other: object) -> Known:
    facts = {"id": finding.id, "severity": finding.severity.value, "count": finding.count}
    return Known(**(facts | other))  # type: ignore[arg-type]


def test_an_answer_compared_with_itself_has_nothing_new(tmp_path: Path) -> None:
    file = tmp_path / "before.json"
    answer = {"_source": "lite", "scores": report().scores.to_dict(), "findings": report().findings_dict()}
    file.write_text(json.dumps(answer), "utf-8")
    before = read(file)
    comparison = compare(report().findings, before.known)
    assert not comparison.setbacks
    assert not comparison.gone
    assert not before.differences("lite", RUBRIC_VERSION)


def test_an_answer_seen_or_judged_otherwise_is_told() -> None:
    before = Baseline(source="lite", rubric="0.9")
    assert before.differences("pipeline", "1.0") == [
        "it was made without a browser and this answer was not",
        "it follows rubric 0.9, this answer 1.0",
    ]


def test_a_finding_whose_title_alone_has_changed_is_not_gone() -> None:
    reworded = replace(title(), title="Other words")
    compared = compare([reworded], [known(title())])
    assert (compared.gone, [change.state for change in compared.changes]) == ((), ["unchanged"])


def test_a_finding_that_was_not_there_is_new() -> None:
    assert [change.state for change in compare([title()], []).setbacks] == ["new"]


def test_the_same_defect_in_other_markup_is_not_new() -> None:
    assert not compare([replace(title(), fingerprint="0" * 16)], [known(title())]).setbacks


def test_what_a_retired_check_said_is_known_to_the_one_that_took_its_place() -> None:
    amount = next(item for item in report().findings if item.id == "trust.no-direct-contact")
    earlier = Known(id="trust.contact", severity="P1", count=1)
    comparison = compare([amount], [earlier])
    assert (comparison.setbacks, comparison.gone) == ((), ())
    other = Known(id="trust.no-proof", severity="P1", count=1)
    comparison = compare([amount], [other])
    assert ([change.state for change in comparison.setbacks], comparison.gone) == (["new"], (other,))


@pytest.mark.parametrize("was", [{"severity": "info"}, {"count": 0}])
def test_a_finding_that_weighs_or_counts_more_is_worse(was: dict[str, object]) -> None:
    assert [change.state for change in compare([title()], [known(title(), **was)]).setbacks] == ["updated"]


def test_a_milder_finding_is_no_setback() -> None:
    assert not compare([title()], [known(title(), severity="P0", count=9)]).setbacks


def test_what_is_never_scored_never_counts_as_new() -> None:
    assert not compare([note()], []).setbacks


def test_what_is_gone_is_told() -> None:
    assert [item.id for item in compare([], [known(title())]).gone] == ["seo.title"]


@pytest.mark.parametrize(
    "text",
    ["", "[]", '{"findings": []}', '{"findings": {"items": [{"id": "x", "severity": "P9", "count": 1}]}}'],
)
def test_what_is_no_earlier_answer_is_refused_with_how_to_write_one(tmp_path: Path, text: str) -> None:
    file = tmp_path / "before.json"
    file.write_text(text, "utf-8")
    with pytest.raises(Stop, match="--format json"):
        read(file)
