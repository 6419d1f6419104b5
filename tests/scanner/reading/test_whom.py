"""Whom the first screen is for: groups by their role, towns, and what is neither."""

from __future__ import annotations

import pytest

from coldread.scanner.reading.addressed import group_addressed_by, is_broad
from coldread.scanner.reading.whom import whom

from ..seeing import document, page


@pytest.mark.parametrize(
    ("line", "language", "group"),
    [
        ("A clear guide for first-time writers and coaches who want more", "en", "first-time writers and coaches"),
        ("It helps device manufacturers find faults", "en", "device manufacturers"),
        ("Freight owners", "en", "Freight owners"),
        ("Takbesiktning för BRF, fastighetsägare och kommuner i trakten", "sv", "BRF fastighetsägare och kommuner"),
        ("Free shipping for orders over 50 dollars", "en", ""),
        ("Built for long winters", "en", ""),
        ("Kärleken till fotbollen men inte till domaren", "sv", ""),
    ],
)  # fmt: skip
def test_a_group_is_known_by_its_role(line: str, language: str, group: str) -> None:
    assert group_addressed_by(line, language) == group


def test_a_group_that_anybody_belongs_to_is_broad() -> None:
    assert is_broad("growing businesses", "en")
    assert is_broad("alla företag", "sv")
    assert not is_broad("small law firms", "en")
    assert not is_broad("dentists", "en")


def test_a_town_is_where_people_are_and_not_where_goods_go() -> None:
    def told(line: str) -> bool:
        return bool(whom(page(document(f"<main><h1>Granola</h1><p>{line}</p></main>"))).placed)

    assert told("Photographs of families in Winchester and around")
    assert not told("Free shipping to Toronto")
    assert not told("Made in Portland")
    assert not told("We deliver across Canada")
