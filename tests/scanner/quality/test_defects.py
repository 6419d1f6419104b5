"""Every injected defect that shows in the HTML is noticed on every good page it fits."""

from __future__ import annotations

import functools

import pytest
from bench.quality.defects import DEFECTS, Defect
from bench.quality.measure import damaged, recall, static_trials, wilson
from bench.quality.subjects import Subject, own, record

from coldread.scanner.engine import review

SUBJECTS = own()
STATIC = [defect for defect in DEFECTS if not defect.rendered]


def test_there_are_enough_ways_to_damage_a_page() -> None:
    assert len(DEFECTS) >= 50
    assert len({defect.check for defect in DEFECTS}) >= 42


@functools.cache
def good_score(subject: Subject) -> int:
    return review(record(subject.html), subject.brief).scores.overall


@pytest.mark.parametrize("defect", STATIC, ids=lambda defect: f"{defect.check}: {defect.name}")
def test_a_defect_is_noticed_on_every_page_it_fits_and_removing_it_never_lowers_a_score(
    defect: Defect,
) -> None:
    fitting = [(subject, html) for subject in SUBJECTS if (html := damaged(defect, subject)) is not None]
    assert fitting, "a defect that fits no page measures nothing"
    for subject, html in fitting:
        report = review(record(html), subject.brief)
        assert defect.check in {item.id for item in report.findings}, subject.name
        assert good_score(subject) >= report.scores.overall


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.name)
def test_a_good_page_gets_no_serious_finding(subject: Subject) -> None:
    report = review(record(subject.html), subject.brief)
    assert [item.id for item in report.findings if item.severity != "info"] == []
    # 69 at most: no browser saw it, so nobody knows whether the goal is blocked; a demo that names no price gets less
    assert 55 <= report.scores.overall <= 69
    assert [item.question for item in report.answers if item.answer == "no"] == []


def test_recall_is_counted_per_check_with_its_interval() -> None:
    rows = recall(static_trials(SUBJECTS[:1]))
    assert all(row.noticed == row.tried for row in rows)
    low, high = wilson(9, 10)
    assert (round(low, 2), round(high, 2)) == (0.6, 0.98)
