"""A text stands in every language, or the program does not start."""

from __future__ import annotations

import pytest

from coldread.base.table_checks import Incomplete
from coldread.base.texts.inline_text import InlineText


def test_a_text_is_said_in_the_language_asked_for_with_its_gaps_filled() -> None:
    said = InlineText(en="{count} calls", sv="{count} samtal")
    assert (said("en", count=2), said("sv", count=2)) == ("2 calls", "2 samtal")


def test_a_text_that_lacks_a_language_is_refused_and_named() -> None:
    with pytest.raises(Incomplete, match=r"'a call' lacks sv"):
        InlineText(en="a call")


def test_languages_with_different_gaps_are_refused() -> None:
    with pytest.raises(Incomplete, match="different gaps"):
        InlineText(en="{count} calls", sv="{antal} samtal")
