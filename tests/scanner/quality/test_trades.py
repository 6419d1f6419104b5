"""Good pages of many trades, in markup and words that no rule was written after."""

from __future__ import annotations

import pytest

from coldread.scanner.brief import Brief
from coldread.scanner.engine import review

from ..seeing import seen_site

TRADES = {
    "dentist_en": Brief(goal="book_call", audience="nervous patients"),
    "electrician_sv": Brief(goal="book_call", audience="villaägare", lang="sv"),
    "energy_en": Brief(goal="book_call", audience="shop owners"),
    "lawyer_sv": Brief(goal="book_call", audience="föräldrar som skiljer sig", lang="sv"),
    "letter_en": Brief(goal="newsletter", audience="gardeners"),
    "sensors_en": Brief(goal="demo", audience="cold store managers"),
    "course_en": Brief(goal="paid_signup"),
    "gym_sv": Brief(goal="paid_signup", lang="sv"),
}


@pytest.mark.parametrize("name", TRADES)
def test_a_good_page_of_another_trade_is_left_in_peace(name: str) -> None:
    report = review(seen_site(f"trades/{name}"), TRADES[name])
    assert [item.id for item in report.findings if item.severity != "info"] == []
