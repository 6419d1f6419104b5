"""A text stands in every language, or the program does not start."""

from __future__ import annotations

import pytest

from coldread.base.complete import Incomplete
from coldread.base.texts.said import Said


def test_a_text_is_said_in_the_language_asked_for_with_its_gaps_filled() -> None:
    said = Said(en="{count} calls", sv="{count} samtal")
    assert (said("en", count=2), said("sv", count=2)) == ("2 calls", "2 samtal")


def test_a_text_that_lacks_a_language_is_refused_and_named() -> None:
    with pytest.raises(Incomplete, match=r"'a call' lacks sv"):
        Said(en="a call")


def test_languages_with_different_gaps_are_refused() -> None:
    with pytest.raises(Incomplete, match="different gaps"):
        Said(en="{count} calls", sv="{antal} samtal")
