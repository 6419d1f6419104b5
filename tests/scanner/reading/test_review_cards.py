"""Reviews are known by what pages do with them: a name beside the words, under a heading that promises voices or in a box called after them."""

from __future__ import annotations

import pytest

from coldread.scanner.page.observe.review_cards import name_in
from tests.drafts.ordering import made
from tests.scanner.seeing import document

SAID = "They came the same day and the tap has not dripped since then"


def signed(body: str) -> list[str]:
    told = made(document(f"<main><h1>Plumbing in York</h1><p>We mend taps.</p>{body}</main>"))
    assert told.report is not None
    return [one.who for one in told.report.reading.proofs if one.kind == "quote" and one.who]


@pytest.mark.parametrize(
    "body",
    [
        f"<h2>What our customers say</h2><div><p>{SAID}</p><h4>Karin Ekström</h4></div><div><p>{SAID} again.</p><h4>Olle Brandt</h4></div>",
        f"<h2>Reviews</h2><ul><li><strong>Karin Ekström</strong><p>{SAID}</p></li><li><strong>Olle Brandt</strong><p>{SAID} now</p></li></ul>",
        f'<div class="testimonial-slider"><div class="slide"><p>{SAID}</p><span>Karin Ekström, York</span></div><div class="slide"><p>{SAID} too</p><span>Olle Brandt</span></div></div>',
        f"<h2>Det säger våra kunder</h2><p>{SAID}</p><p>Karin Ekström</p><p>{SAID} sedan dess</p><p>Olle Brandt</p>",
    ],
)
def test_words_with_a_name_beside_them_are_somebody_s(body: str) -> None:
    assert signed(body) == ["Karin Ekström", "Olle Brandt"]


@pytest.mark.parametrize(
    "body",
    [
        f"<h2>Our services</h2><div><p>{SAID}</p><h4>Karin Ekström</h4></div>",
        f'<div class="preview"><p>{SAID}</p><span>Karin Ekström</span></div>',
        f"<h2>What our customers say</h2><p>{SAID}</p><p>Read more</p>",
        f"<h2>Reviews</h2><p>{SAID}</p><h2>The team</h2><p>We are four people who have mended taps for years.</p><p>Karin Ekström</p>",
    ],
)
def test_words_elsewhere_or_without_a_name_are_not(body: str) -> None:
    assert signed(body) == []


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Karin Ekström", "Karin Ekström"), ("— Olle Brandt, Dalby", "Olle Brandt"), ("Maria K.", "Maria K."), ("★★★★★", ""), ("Read more", ""),
        ("Verified Customer", ""), ("Board-Certified Plastic Surgeon", ""), ("Maria Lind - York", "Maria Lind"), ("We are four people who mend taps every day", ""),
    ],
)  # fmt: skip
def test_a_name_is_told_from_words(line: str, name: str) -> None:
    assert name_in(line) == name


def test_the_town_after_a_title_signs_nothing() -> None:
    body = f"<h2>What our clients say</h2><div><p>{SAID}</p><p>Plastic surgeon</p><p>Manhattan, New York</p></div>"
    assert signed(body) == []


BOX = '<div class="testimonials">{rows}</div>'


@pytest.mark.parametrize("title", ["Businesses Outgrowing Operations", "Karin Ekström"])
def test_in_a_box_that_is_only_called_after_reviews_a_heading_before_the_words_is_their_title(
    title: str,
) -> None:
    assert signed(BOX.format(rows=f"<div><h3>{title}</h3><p>{SAID}</p></div>")) == []
    told = f"<h2>What our customers say</h2><div><h3>{title}</h3><p>{SAID}</p></div>"
    assert signed(told) == [title]


def test_days_are_nobody_s_name() -> None:
    assert signed(BOX.format(rows=f"<div><p>{SAID}</p><span>Mån–fre: 09:00 – 18:00</span></div>")) == []


def test_a_first_name_and_an_initial_are_a_name_there() -> None:
    assert signed(BOX.format(rows=f"<div><p>{SAID}</p><span>Milad I.</span></div>")) == ["Milad I."]


def test_whose_the_page_is_is_nobody_s_word() -> None:
    rights = (
        "<p>© 2025 Nordic Dental Centre in Lund. All rights reserved by us.</p><span>Karin Ekström</span>"
    )
    assert signed(BOX.format(rows=f"<div>{rights}</div>")) == []


@pytest.mark.parametrize(
    ("around", "counts"),
    [
        ('class="chat-window"', False),
        ('class="demo-prompts prompt"', False),
        ('class="testimonial chat-bubble"', True),
        ('class="card"', True),
    ],
)
def test_what_a_program_is_asked_in_an_example_is_nobodys_praise(around: str, counts: bool) -> None:
    said = "<blockquote>“Compare the sales of all 40 shops and say which grew by 18%.”</blockquote>"
    case = made(document(f"<main><h1>Ask your books</h1><div {around}>{said}</div></main>"))
    assert case.page is not None
    assert case.report is not None
    assert bool(case.page.proofs) is counts
    assert not (not counts and case.report.reading.claims)
