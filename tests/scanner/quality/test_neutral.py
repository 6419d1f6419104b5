"""Changes that mean nothing to a visitor change no finding."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from bench.quality.neutral import NEUTRAL
from bench.quality.subjects import record

from coldread.scanner.brief import Brief
from coldread.scanner.engine import review

from ..seeing import BAD, GOLD, site


@pytest.mark.parametrize("change", NEUTRAL, ids=lambda change: change.__name__)
@pytest.mark.parametrize(("name", "brief"), (GOLD | BAD).items())
def test_a_neutral_change_changes_no_finding(name: str, brief: Brief, change: Callable[[str], str]) -> None:
    html = site(name)
    assert change(html) != html or change.__name__ == "classes_renamed"
    before, after = review(record(html), brief), review(record(change(html)), brief)
    assert after.findings_dict() == before.findings_dict()
    assert after.scores == before.scores
