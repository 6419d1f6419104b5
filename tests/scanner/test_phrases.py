"""Lists of phrases are searched in two steps; what is found is what their one pattern finds."""

from __future__ import annotations

import random
import re

import pytest

from coldread.scanner.page.phrases import (
    _GAP,
    _LETTERS,
    MOST_REMEMBERED,
    Phrases,
    compile_all,
    phrases,
    remembered,
)

LISTS = (
    "headline.greeting",
    "headline.empty",
    "proof.people",
    "reading.next_step",
    "risk.phrases",
    "buzzwords.phrases",
)
WORDS = (
    "Welcome", "to", "world-class", "solution", "we", "bake", "KUNDER", "customers", "30", "minutes", "no", "obligation",
    "öppet", "köp", "money", "back", "–", "-", "i", "the", "İstanbul", "ſolution", "innovative", "gratis", "ett", "samtal", "360", "",
)  # fmt: skip


@pytest.mark.parametrize("path", LISTS)
def test_the_two_steps_find_what_the_pattern_finds(path: str) -> None:
    chance, listed = random.Random(path), phrases(path)
    said = [phrase.replace("*", "x").replace("?", "s") for phrase in listed._listed]
    for _ in range(300):
        parts = [chance.choice(chance.choice((WORDS, said))) for _ in range(chance.randrange(12))]
        text = chance.choice((" ", "  ", ", ", "")).join(
            chance.choice((str, str.upper, str.title))(part) for part in parts
        )
        exact = listed._exact_pattern
        assert listed.findall(text) == exact.findall(text), text
        assert listed.split(text) == exact.split(text), text
        assert listed.sub(" ", text) == exact.sub(" ", text), text
        assert listed.sub(" ", text, count=1) == exact.sub(" ", text, count=1), text
        first = exact.search(text)
        assert (found := listed.search(text)) is first or (
            found and first and found.span() == first.span()
        ), text


@pytest.mark.parametrize("path", LISTS)
def test_no_phrase_is_missed_by_the_look_at_a_texts_words(path: str) -> None:
    chance, listed = random.Random(path), phrases(path)
    compile_all()  # from here on the list is compared with texts
    for phrase in listed._listed:
        for gap in (" ", "", "-", "  – "):
            filled = phrase.replace("*", chance.choice(("", "x", "abc"))).replace("?", "z")
            text = (
                chance.choice(("", "now ", "30 "))
                + gap.join(filled.split(" "))
                + chance.choice(("", "!", " x"))
            )
            assert (listed.search(text) is None) == (listed._exact_pattern.search(text) is None), text


def test_a_list_that_no_text_was_compared_with_yet_is_searched_all_the_same() -> None:
    assert phrases("headline.greeting").search("hello") is not None
    late = Phrases(["dawn chorus"])
    assert late.search("a DAWN-chorus") is not None
    assert late.search("a dawn") is None
    compile_all()
    assert late.search("a DAWN-chorus") is not None


def test_a_phrase_that_begins_with_no_letter_is_found_where_there_are_none() -> None:
    assert Phrases(["★★★", "best"]).search("★★★") is not None


def test_what_is_remembered_stays_within_its_measure() -> None:
    asked: list[str] = []

    @remembered
    def length(text: str) -> int:
        asked.append(text)
        return len(text)

    assert [length("bread"), length("bread")] == [5, 5]
    assert asked == ["bread"]
    for number in range(MOST_REMEMBERED // 50 + 1):
        length(str(number))
    length("bread")
    assert asked.count("bread") == 2  # forgotten, with everything else
    assert [length("x" * 3_000), length("x" * 3_000)] == [3_000, 3_000]
    assert asked.count("x" * 3_000) == 2  # too long to be kept


def test_what_is_told_in_parts_is_what_one_set_would_take() -> None:
    chance = random.Random(7)
    for parts, whole in ((_GAP, r"[\s\-‑–]{0,8}"), (_LETTERS, r"[\w'’-]*")):
        for _ in range(2_000):
            text = "".join(chance.choice(" \t-‑–‒’'aÖ9_.") for _ in range(chance.randrange(12)))
            for behind in ("", "(?!\\w)", "-", "a"):
                one, other = re.match(parts + behind, text), re.match(whole + behind, text)
                assert (one and one.span()) == (other and other.span()), (text, behind)


def test_a_phrase_that_may_begin_with_any_words_is_found_before_another() -> None:
    listed = Phrases(["* minutes", "free for", "/month"])
    for text, said in (
        ("takes 30 minutes, free for all", "takes 30 minutes"),
        ("free for all, in 30 minutes", "free for"),
        ("free bread, $9 /month", "/month"),
        ("free bread for a minute", ""),
    ):
        found = listed.search(text)
        assert (found[0] if found else "") == said
