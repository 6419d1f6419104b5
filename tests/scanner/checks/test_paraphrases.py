"""Rules hold for a meaning, whatever words it comes in."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from coldread.scanner.page.observe.calls import is_generic
from coldread.scanner.page.observe.claims import counts_people_or_results, states_rating
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.phrases import phrases

from .paraphrases import PARAPHRASES


def found_by(path: str) -> Callable[[str], bool]:
    return lambda said: bool(phrases(path).search(said))


MEANINGS: dict[str, Callable[[str], bool]] = {
    "generic": is_generic,
    "placeholder": lambda said: bool(placeholder_in(said)),
    "proof": lambda said: states_rating(said) or counts_people_or_results(said),
    "risk": lambda said: bool(phrases("risk.phrases").search(phrases("risk.not").sub(" ", said))),
    "privacy": found_by("privacy.links"),
    **{goal: found_by(f"goals.{goal}.labels") for goal in ("newsletter", "demo", "book_call", "paid_signup")},
}


def test_every_list_has_its_rule() -> None:
    assert set(MEANINGS) == set(PARAPHRASES)


@pytest.mark.parametrize("meaning", MEANINGS)
def test_a_meaning_is_recognised_in_other_words(meaning: str) -> None:
    says, _ = PARAPHRASES[meaning]
    assert [said for said in says if not MEANINGS[meaning](said)] == []


@pytest.mark.parametrize("meaning", MEANINGS)
def test_similar_words_with_another_meaning_are_left_alone(meaning: str) -> None:
    _, does_not = PARAPHRASES[meaning]
    assert [said for said in does_not if MEANINGS[meaning](said)] == []
