"""Copy: is it written so that people read it?"""

from __future__ import annotations

import pytest

from coldread.scanner.judge.checks.copy.readability import lix
from coldread.scanner.judge.finding import Finding, NotApplicable, NotMeasured

from ..seeing import ENGLISH, SWEDISH, document, finding, page, verdict

HARD = (
    "<p>Notwithstanding considerable organisational heterogeneity, comprehensive implementation methodologies necessitate interdisciplinary "
    "collaboration throughout multinational environments, particularly concerning infrastructural interdependencies affecting contemporary "
    "administrative responsibilities, whereas complementary operational considerations nevertheless demonstrate substantial incompatibilities "
    "between conventional procurement procedures and sophisticated technological requirements, consequently generating unforeseeable budgetary "
    "complications whenever departmental representatives inadequately communicate fundamental expectations regarding deliverables.</p>"
)


def test_lix_is_words_per_sentence_plus_the_share_of_long_words() -> None:
    assert lix(["One two three. Four five sixteen."]) == pytest.approx(3 + 100 / 6)
    assert lix(["short item", "another item"]) == pytest.approx(2 + 25)


def test_hard_copy_is_told_with_more_confidence_the_harder_it_is() -> None:
    item = finding("copy.readability", document(HARD + HARD))
    assert (item.severity, item.confidence) == ("P2", 0.9)
    assert verdict("copy.readability", document(ENGLISH + ENGLISH)) is None
    assert isinstance(verdict("copy.readability", document("<p>Too short.</p>")), NotMeasured)


def test_headings_navigation_buttons_and_footers_are_not_read_as_copy() -> None:
    html = document(f"<nav><p>{HARD}</p></nav><h2>{HARD}</h2>{ENGLISH}{ENGLISH}<footer>{HARD}</footer>")
    assert verdict("copy.readability", html) is None


def test_a_div_that_holds_a_sentence_is_a_paragraph() -> None:
    html = document("<div>We bake your bread tonight and bring it to your door at seven.</div>")
    assert [block.kind for block in page(html).copy] == ["paragraph"]


def test_a_paragraph_of_more_than_ninety_words_is_a_wall() -> None:
    assert finding("copy.wall-of-text", document(f"<p>{'bread ' * 91}</p>")).evidence[0].value == 91
    assert verdict("copy.wall-of-text", document(f"<p>{'bread ' * 90}</p>")) is None
    assert finding("copy.wall-of-text", document(f"<div>{'bread ' * 91}</div>"))


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("en", SWEDISH, "sv"),
        ("sv", ENGLISH, "en"),
        ("sv-SE", SWEDISH, None),
        ("en-US", ENGLISH, None),
        ("nb", SWEDISH, None),
        ("da", SWEDISH, None),
        ("de", ENGLISH, "en"),
    ],
)
def test_the_declared_language_is_compared_with_the_real_one(
    lang: str, text: str, expected: str | None
) -> None:
    answer = verdict("copy.lang-mismatch", document(text, lang=lang))
    assert answer is None or isinstance(answer, Finding)
    assert (answer.evidence[0].threshold if answer is not None else None) == expected


def test_a_page_of_few_small_words_is_not_called_unclear_in_the_language_that_it_declares() -> None:
    names = "<h1>Professional weed control services Kent</h1>" + "".join(
        f"<h3>{one}</h3>"
        for one in (
            "Commercial site clearance",
            "Residential weed management",
            "Hard surface treatments",
            "Invasive species management",
            "Aquatic weed control",
            "Public liability cover",
            "Quick quotations, flexible scheduling",
            "Environmental site management",
        )
    )
    assert verdict("copy.lang-mismatch", document(names)) is None
    assert isinstance(verdict("copy.lang-mismatch", document(names, lang="sv")), NotMeasured)


def test_too_little_text_and_no_declaration_are_not_judged() -> None:
    assert isinstance(verdict("copy.lang-mismatch", document("<p>Bröd</p>", lang="en")), NotMeasured)
    assert isinstance(verdict("copy.lang-mismatch", f"<html><body>{SWEDISH}</body></html>"), NotApplicable)
