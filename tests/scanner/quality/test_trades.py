"""Good pages of many trades, in markup and words that no rule was written after."""

from __future__ import annotations

import pytest

from coldread.base.languages import Language
from coldread.scanner.brief import Brief
from coldread.scanner.engine import review
from coldread.scanner.goals import PrimaryGoal

from ..seeing import seen_site

TRADES = {
    "dentist_en": Brief(goal=PrimaryGoal.BOOK_CALL, audience="nervous patients"),
    "electrician_sv": Brief(goal=PrimaryGoal.BOOK_CALL, audience="villaägare", lang=Language.SV),
    "energy_en": Brief(goal=PrimaryGoal.BOOK_CALL, audience="shop owners"),
    "lawyer_sv": Brief(goal=PrimaryGoal.BOOK_CALL, audience="föräldrar som skiljer sig", lang=Language.SV),
    "letter_en": Brief(goal=PrimaryGoal.NEWSLETTER, audience="gardeners"),
    "sensors_en": Brief(goal=PrimaryGoal.DEMO, audience="cold store managers"),
    "course_en": Brief(goal=PrimaryGoal.PAID_SIGNUP),
    "gym_sv": Brief(goal=PrimaryGoal.PAID_SIGNUP, lang=Language.SV),
}


@pytest.mark.parametrize("name", TRADES)
def test_a_good_page_of_another_trade_is_left_in_peace(name: str) -> None:
    report = review(seen_site(f"trades/{name}"), TRADES[name])
    assert [item.id for item in report.findings if item.severity != "info"] == []
