"""What owners found misread in reports on their own pages, by class: each is told no more, and its neighbour still is."""

from __future__ import annotations

import pytest

from coldread.scanner.reading.read import reading_of
from tests.scanner.checks.test_asked_in_vain import BREAD, told
from tests.scanner.patch.mending import ids
from tests.scanner.seeing import (
    VIEWPORT,
    document,
    finding,
    mobile,
    page,
    rendered,
    report,
)


def _reached(body: str) -> list[str]:
    return [contact.value for contact in reading_of(page(document(BREAD + body))).contacts]


@pytest.mark.parametrize(
    ("body", "numbers"),
    [
        ("<p>(618) 222-1942<br><span>Fax: (618) 222-2819</span></p>", ["(618) 222-1942"]),
        ("<p>Tel 046-12 34 56, fax 046-12 34 57</p>", ["046-12 34 56"]),
        ("<h4>Fax</h4><p>046-12 34 57</p>", []),
        ("<p>046-12 34 57 (fax)</p>", []),
        ("<p>Tel/fax: 046-12 34 56</p>", ["046-12 34 56"]),
        ("<p>T: 046-12 34 56 F: 046-12 34 57</p>", ["046-12 34 56"]),
    ],
)
def test_nobody_answers_a_fax(body: str, numbers: list[str]) -> None:
    assert _reached(body) == numbers
    assert told(BREAD + body, "trust.contact-unlinked") is bool(numbers)


def test_an_address_for_mail_is_read_as_it_is_written_to() -> None:
    written = (
        "<a href='mailto:news%2bjoin@rye-and-salt.se?subject=Hi'>Join</a><p>news+join@rye-and-salt.se</p>"
    )
    assert _reached(written) == ["news+join@rye-and-salt.se"]
    assert not told(BREAD + written, "trust.contact-unlinked")


@pytest.mark.parametrize(
    ("body", "is_told"),
    [
        ("<div><h3>Kallelse</h3><div>2020-10-27</div><p>Plats: Hanstavägen 84A</p></div>", False),
        ("<div><p>Welcome to our open day on 3 May 2025 at Hanstavägen 84.</p></div>", False),
        ("<div><h3>Contact</h3><p>Hanstavägen 84</p><p>Closed on 3 May 2025.</p></div>", True),
        ("<footer><p>Hanstavägen 84</p><p>2025-05-03</p></footer>", True),
        ("<div><h3>The bakery</h3><p>Hanstavägen 84</p></div>", True),
    ],
)
def test_the_place_of_a_meeting_is_not_where_one_is_reached(body: str, is_told: bool) -> None:
    assert bool(_reached(f"<section>{body}</section>")) is is_told


def _form(*fields: str) -> str:
    asked = "".join(fields)
    return f"<form><h2>Contact us</h2>{asked}<button>Book a call</button></form>"


_MUST = [
    f"<input type='{kind}' placeholder='{name}' required>"
    for kind, name in (("text", "First name"), ("text", "Last name"), ("email", "E-mail"), ("tel", "Phone"))
]
_MAY = [f"<input placeholder='{name}'>" for name in ("Company", "Street", "Town")]


@pytest.mark.parametrize(
    ("fields", "is_told"),
    [
        ([*_MUST, *_MAY], False),
        ([one.replace(" required", "") for one in _MUST] + _MAY, True),
        ([one.replace(" required", "") for one in _MUST] + [one.replace("'>", " (optional)'>") for one in _MAY], False),
        ([one.replace(" required", "") for one in _MUST] + [one.replace("'>", " (valfritt)'>") for one in _MAY], False),
        (_MUST + [one.replace(">", " required>") for one in _MAY], True),
    ],
)  # fmt: skip
def test_what_may_stay_empty_is_not_asked_for(fields: list[str], is_told: bool) -> None:
    assert told(BREAD + _form(*fields), "form.many-fields") is is_told


def test_the_fields_that_must_be_filled_in_are_counted_and_told_so() -> None:
    asked = [*_MUST, *(one.replace(">", " required>") for one in _MAY), "<textarea></textarea>"]
    title = finding("form.many-fields", document(BREAD + _form(*asked))).title
    assert title == "A form marks 7 fields as required"


def _quotes(body: str) -> int:
    return sum(piece.kind == "quote" for piece in page(document(BREAD + body)).proofs)


@pytest.mark.parametrize(
    ("said", "quotes"),
    [
        ("Master Siever began training with us in the spring of 1993 and earned a belt.", 1),
        ("Master Siever began training in the spring of 1993. He earned his belt in 2023.", 0),
        ("Master Heintz is the best teacher in the whole of Lund.", 1),
    ],
)
def test_a_portrait_is_no_praise_by_the_person_it_tells_of(said: str, quotes: int) -> None:
    card = f"<figure><figcaption><h3>Master Bryan Siever</h3><blockquote>{said}</blockquote></figcaption></figure>"
    assert _quotes(card) == quotes


def test_praise_of_a_person_under_a_heading_with_the_name_stays_praise() -> None:
    praise = "<blockquote>Anna was kind and quick with the bread.</blockquote><p>Karin Ek, Lund, came for rye in May</p>"
    assert _quotes(f"<section><h2>Meet Anna</h2>{praise}</section>") == 1


@pytest.mark.parametrize(
    ("head", "first"),
    [("", "The page does not say which"), ("<meta charset='utf-8'>", "The text was saved in one")],
)
def test_broken_letters_are_told_by_the_whole_word_and_a_page_without_an_encoding_declares_one(
    head: str, first: str
) -> None:
    before = "We collect coins and write about them. " * 5
    said = finding("copy.unfilled", document(f"{BREAD}<p>{before}SmÃ¥skrifter</p>", head=head))
    assert "“SmÃ¥skrifter” should be “Småskrifter”" in said.title
    assert said.fix.summary.startswith(first)


@pytest.mark.parametrize(("head", "is_told"), [("", False), (VIEWPORT, True)])
def test_a_page_that_a_phone_shrinks_is_not_wider_than_the_screen(head: str, is_told: bool) -> None:
    html = document(BREAD, head=head)
    wide = rendered(html, mobile=mobile(scroll_width=464))
    assert ("visual.overflow-x" in ids(report(wide))) is is_told
    assert ("mobile.viewport-missing" in ids(report(wide))) is not is_told
