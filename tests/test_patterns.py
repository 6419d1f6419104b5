"""No pattern of the code goes back and forth over outsiders' text: each is found by itself, and attacked."""

from __future__ import annotations

import re

import pytest
from bench.linear.patterns import BOUNDED, MOST, found_patterns, slow_patterns, worst

#: they are found once, on one worker
pytestmark = pytest.mark.together("patterns")


def test_every_pattern_takes_as_long_as_its_text() -> None:
    slow = slow_patterns()
    assert not [
        f"{place} grows {grown:.0f} times for 4 times {unit!r}" for place, (grown, unit) in slow.items()
    ]


def test_what_is_bounded_otherwise_is_still_there() -> None:
    places = list(found_patterns())
    assert not [begin for begin in BOUNDED if not any(place.startswith(begin) for place in places)]


def test_the_attack_finds_one_that_does_not() -> None:
    for written in (r"\s+$", r"(\w+)\s*=", r"\s*[>+~]\s*|\s+(?![^\[]*\])", r"<[^>]*>x"):
        grown, unit = worst(re.compile(written))
        assert grown > MOST, (written, grown, unit)
    for written in (r"\d{1,3}(?:[ ,.]\d{3}){0,3}\s?kr", r"<!--|<script\b", r",[^,]{0,20}"):
        grown, unit = worst(re.compile(written))
        assert grown <= MOST, (written, grown, unit)


def test_patterns_are_found_wherever_they_stand() -> None:
    places = found_patterns()
    assert len(places) > 500
    assert any(place.startswith("scanner.page.observe.claims:") for place in places)  # of a module
    assert any(".py:" in place for place in places)  # in a function
    assert any(place.endswith(" exact") for place in places)  # of a lexicon
