"""Spelling: what is one slip away from a common word is found, and whatever could be meant is left alone."""

from __future__ import annotations

import time

import pytest

from coldread.scanner.page.dictionary import FOLDER, common_words, is_known, is_listed
from coldread.scanner.reading.spelling import meant_by, slips

from ..seeing import ENGLISH, SWEDISH, document, finding, verdict


def found(line: str, language: str = "en", *more: str, names: frozenset[str] = frozenset()) -> dict[str, str]:
    return {slip.word: slip.meant for slip in slips([line, *more], language, names)}


@pytest.mark.parametrize(
    ("language", "line", "word", "meant"),
    [
        ("en", "We remove trees safely and eficiently every week.", "eficiently", "efficiently"),
        ("en", "Will you conect/disconnect my things for me?", "conect", "connect"),
        ("en", "A libary of recipes for your whole family.", "libary", "library"),
        ("en", "The orginal and still the one that people ask for.", "orginal", "original"),
        ("en", "All of the information you recieve from us.", "recieve", "receive"),
        ("sv", "Lång erfarenhet inom träning och mauell terapi.", "mauell", "manuell"),
        ("sv", "Du får hjälp med intallation av värmepumpen hemma.", "intallation", "installation"),
        ("sv", "Mail addresser", "addresser", "adresser"),
        ("sv", "En trejde man behöver inte vara med när du skriver på.", "trejde", "tredje"),
    ],
)  # fmt: skip
def test_slips_are_found_with_what_was_meant(language: str, line: str, word: str, meant: str) -> None:
    assert found(line, language) == {word: meant}


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Our backend and frontend devs love webhooks, doulas and influencers."),
        ("en", "We organise and organize colours and colors in our timeslots."),
        ("en", "Talk to Jonatan Karlson about the Conect suite."),
        ("en", "Write to sales@conect.io or see conect.io/libary for more of it."),
        ("en", "dnf / zypper"),
        ("en", "Technicals, prenatals and reposts: endings are how words are made."),
        ("sv", "Vi fixar onlinebokning, kundresor, solcellspaket och rekonditionering åt er."),
        ("sv", "Arbetsglädje, verksamhetsutveckling och kvalitetssäkrade kundmöten."),
        ("sv", "Vårt team bygger communityn med content, performance och lifestyle."),
        ("sv", "Genvägar och modifierare som hjälper dig att ordna allt."),
        ("en", "Lorem quidem reiciendis aspernatur voluptatibus internos facere culpa."),
    ],
)  # fmt: skip
def test_words_that_may_be_meant_are_left_alone(language: str, line: str) -> None:
    assert found(line, language) == {}


def test_names_and_words_that_come_often_are_left_alone() -> None:
    line = "The conect way of doing things in a new way."
    assert found(line) == {"conect": "connect"}
    assert found(line, names=frozenset({"conect"})) == {}
    assert found(line, "en", "Conect is our name and we like it.") == {}
    assert found(line, "en", "With conect you save time.", "Ask conect about it today.") == {}
    # the same line again is one
    assert found(line, "en", line, line, line) == {"conect": "connect"}


def test_two_words_that_could_be_meant_are_none() -> None:
    assert meant_by("bable", "en") == ""
    assert meant_by("zypper", "en", strict=True) == ""


def test_a_page_is_told_with_the_place_and_never_above_p2() -> None:
    page = document(f"<main><h1>Trees removed eficiently and safely</h1>{ENGLISH}</main>")
    item = finding("copy.spelling", page)
    assert (item.severity, item.evidence[0].value, item.evidence[0].selector) == (
        "P2",
        "eficiently",
        "body > main > h1",
    )
    swedish = document(
        f"<main><h1>Bröd</h1>{SWEDISH}<p>Vi har lång erfarenhet av mauell terapi.</p></main>", lang="sv"
    )
    assert "mauell" in finding("copy.spelling", swedish, lang="sv").title
    for around in (
        "<code>{}</code>",
        "<blockquote><p>{}</p><cite>Anna Berg, baker</cite></blockquote>",
        '<p lang="de">{}</p>',
        '<p translate="no">{}</p>',
    ):
        quiet = document(
            f"<main><h1>Bread</h1>{ENGLISH}{around.format('We work eficiently with it all.')}</main>"
        )
        assert verdict("copy.spelling", quiet) is None, around


def test_the_lists_are_small_and_hold_what_they_should() -> None:
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < 1_000_000
    for language, words in (
        ("en", "bread across business organisation webhook"),
        ("sv", "bröd tvätt företagets kvalitet rotavdrag"),
    ):
        assert all(is_listed(word, language) for word in words.split())
        assert all(is_known(word, language) for word in common_words(language))
    assert is_known("kundresa", "sv")
    assert not is_listed("eficiently", "en")


def test_a_book_of_nonsense_is_not_read_to_its_end() -> None:
    nonsense = [
        " ".join(f"q{chr(97 + a)}{chr(97 + b)}x{chr(97 + c)}wzkv" for c in range(26))
        for a in range(26)
        for b in range(26)
    ]
    began = time.process_time()
    assert slips(nonsense, "en") == []
    assert time.process_time() - began < 30
