"""What owners found misread in reports on their own pages, by class: each is told no more, and its neighbour still is."""

from __future__ import annotations

import pytest

from coldread.scanner.judge.finding import Finding
from coldread.scanner.reading.read import reading_of
from tests.scanner.checks.test_asked_in_vain import BREAD, told
from tests.scanner.patch.mending import ids
from tests.scanner.seeing import (
    ENGLISH,
    VIEWPORT,
    button,
    document,
    drawn,
    finding,
    mobile,
    page,
    rendered,
    report,
    verdict,
)


def _card(name: str, said: str) -> str:
    return (
        f"<div class='card'><div><img src='a.jpg' alt=''></div><div><h3>{name}</h3><p>{said}</p></div></div>"
    )


@pytest.mark.parametrize(
    ("body", "is_told"),
    [
        (_card("Toni", "With over 15 years of experience, Toni guides you.") + _card("Susan", "Susan brings over 25 years of experience."), False),
        (_card("Toni Berg", "Office manager, 15 years of experience.") + _card("Susan Ek", "Baker, 25 years of experience."), False),
        ("<p>We have 40 years of experience.</p><p>She leads the bakery and has 25 years of experience.</p>", False),
        ("<p>Anna har 15 års erfarenhet av bröd.</p><p>Erik har 25 års erfarenhet av bröd.</p>", False),
        ("<p>We have 15 years of experience.</p><p>With 25 years of experience we know bread.</p>", True),
        (_card("Why us?", "15 years of experience.") + _card("What do we do?", "25 years of experience with rye."), True),
    ],
)  # fmt: skip
def test_years_of_two_persons_do_not_contradict_each_other(body: str, is_told: bool) -> None:
    assert told(f"{BREAD}<section>{body}</section>", "copy.contradiction") is is_told


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
    assert told(BREAD + _form(*fields), "form.too-many-fields") is is_told


def test_the_fields_that_must_be_filled_in_are_counted_and_told_so() -> None:
    asked = [*_MUST, *(one.replace(">", " required>") for one in _MAY), "<textarea></textarea>"]
    title = finding("form.too-many-fields", document(BREAD + _form(*asked))).title
    assert title == "7 fields of the form must be filled in; 5 are enough for this goal"


def _quotes(body: str) -> int:
    return sum(piece.kind == "quote" for piece in page(document(BREAD + body)).proofs)


@pytest.mark.parametrize(
    ("body", "quotes"),
    [
        ('<p>"My goal is to get patients out of pain and give them effective care."</p><p>Dr. Berg has baked here since 1997.</p>', 0),
        ("<blockquote>Våra kunder ska få bröd som är varmt när de vaknar.</blockquote>", 0),
        ("<blockquote>Our guests come first, whatever the weather.</blockquote><p>That is how we work every day.</p>", 0),
        ("<blockquote>It saved our team ten hours a week.</blockquote><p>— Jane Ek, Brede Ltd</p>", 1),
        ("<div class='testimonial'><blockquote>Our team loves the bread every day.</blockquote></div>", 1),
        ("<blockquote>I have never had bread as good as this one.</blockquote>", 1),
    ],
)  # fmt: skip
def test_whoever_speaks_of_our_patients_speaks_for_the_page(body: str, quotes: int) -> None:
    assert _quotes(f"<section>{body}</section>") == quotes
    assert told(f"{BREAD}<section>{body}</section>", "trust.no-proof") is not bool(quotes)


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
    said = finding("copy.leftover", document(f"{BREAD}<p>{before}SmÃ¥skrifter</p>", head=head))
    assert "“SmÃ¥skrifter” should be “Småskrifter”" in said.title
    assert said.fix.summary.startswith(first)


@pytest.mark.parametrize(("head", "is_told"), [("", False), (VIEWPORT, True)])
def test_a_page_that_a_phone_shrinks_is_not_wider_than_the_screen(head: str, is_told: bool) -> None:
    html = document(BREAD, head=head)
    wide = rendered(html, mobile=mobile(scroll_width=464))
    assert ("visual.overflow-x" in ids(report(wide))) is is_told
    assert ("mobile.viewport-missing" in ids(report(wide))) is not is_told


def test_a_button_inside_of_a_link_is_one_thing_to_press() -> None:
    def links(count: int) -> str:
        cards = (
            f"<div><p>Bread {at}</p><a href='/{at}'><button>Read more</button></a></div>"
            for at in range(count)
        )
        return document(f"<main>{BREAD}{''.join(cards)}</main>")

    assert "cta.vague-many" not in ids(report(links(2)))
    assert finding("cta.vague-many", links(3)).title == "3 links only say “Read more”"
    found = page(links(2)).actions
    assert [action.href for action in found] == ["/0", "/1"]


@pytest.mark.parametrize(
    ("menu", "is_told"),
    [
        ("<a href='./contact.html'>Reach us</a>", False),
        ("<a href='/elsewhere'>CONTACT US</a>", False),
        ("<a href='/breads'>Breads</a>", True),
    ],
)
def test_a_step_that_stands_in_the_menu_does_not_come_late(menu: str, is_told: bool) -> None:
    html = document(
        f"<header><nav>{menu}</nav></header><main>{BREAD}{ENGLISH * 3}"
        "<div><a id='step' href='contact.html'>Contact us</a></div></main>"
    )
    link = page(html).dom.all("a")[0]
    seen = rendered(
        html,
        drawn(link.selector, text=link.text, box=(900.0, 20.0, 90.0, 20.0)),
        button("#step", "Contact us", box=(40.0, 2100.0, 200.0, 48.0)),
        mobile=None,
    )
    assert isinstance(verdict("cta.late", seen, "demo"), Finding) is is_told


@pytest.mark.parametrize(
    ("said", "is_spoken_of"),
    [
        ("Let's talk about your oven.", False),
        ("This plan is not a quote, and we do not give a free quote by mail.", False),
        ("Don't hesitate to get a quote.", True),
        ("Why not get a quote today?", True),
        ("Not sure what your office needs – we make a free quote.", True),
        ("Get a quote for your office.", True),
    ],
)
def test_a_quote_is_spoken_of_where_one_can_be_had(said: str, is_spoken_of: bool) -> None:
    title = finding("trust.price-absent", document(f"{BREAD}{ENGLISH}<p>{said}</p>"), "demo").title
    assert ("only that visitors can ask" in title) is is_spoken_of


def test_what_is_said_of_the_demo_is_neither_a_quote_nor_a_free_start() -> None:
    html = document(f"{BREAD}{ENGLISH}<p>The demo takes 20 minutes, and we reply within one day.</p>")
    assert reading_of(page(html, "demo")).next_step
    assert finding("trust.price-absent", html, "demo").title == "We found no price on the page"


def test_a_link_is_as_loud_as_the_button_in_it() -> None:
    html = document(
        f"<main>{BREAD}<a id='more' href='/bread'><button id='in'>Read more</button></a>{ENGLISH * 3}"
        "<a id='step' href='/demo'>Book a demo</a></main>"
    )
    seen = rendered(
        html,
        button(
            "#more", "Read more", background=(0, 0, 0, 0.0), drawn_by="child", area=(40.0, 300.0, 200.0, 48.0)
        ),
        button("#in", "Read more"),
        button("#step", "Book a demo", box=(40.0, 1400.0, 200.0, 48.0)),
    )
    assert isinstance(verdict("cta.loudest-elsewhere", seen, "demo"), Finding)
