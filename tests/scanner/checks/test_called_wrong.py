"""What two matchers of the fifth test called wrong, by class: each is told no more, and its neighbour still is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coldread.scanner.judge.finding import Finding
from coldread.scanner.page.observations import FailedRequest
from coldread.scanner.page.page import Page
from coldread.scanner.reading.languages import other_languages
from coldread.scanner.reading.read import reading_of
from coldread.scanner.reading.unready import still_loading
from tests.scanner.patch.mending import ids
from tests.scanner.seeing import ENGLISH, brief, button, document, drawn, page, rendered, report, verdict

BREAD = "<h1>Bread for offices in Lund</h1><p>We bake in the night and bring it at seven.</p>"


def told(body: str, check_id: str, goal: str = "book_call") -> bool:
    return check_id in ids(report(document(body), goal))


@pytest.mark.parametrize(
    ("body", "is_told"),
    [
        ("<div><button>What is in it?</button><div class='accordion-content'>Rye and salt.</div></div>", False),
        ("<div><h3><button>What is in it?</button></h3><div hidden>Rye and salt.</div></div>", False),
        ("<ul><li><button>Breads</button><div class='nav-dropdown'><a href='/rye'>Rye</a></div></li></ul>", False),
        ("<div><button aria-label='Next month'>›</button></div>", False),
        ("<div><button>Order bread</button><div class='note'>Until noon.</div></div>", True),
        ("<div><button>Order bread</button></div>", True),
    ],
)  # fmt: skip
def test_what_opens_the_part_beside_it_is_not_dead(body: str, is_told: bool) -> None:
    html = document(f"<main>{BREAD}<section>{body}</section></main>")
    pressed = page(html).dom.all("button")
    seen = rendered(html, *(button(one.selector, one.text) for one in pressed))
    assert ("cta.dead-link" in ids(report(seen))) is is_told


@pytest.mark.parametrize(
    ("said", "is_told"),
    [
        ("Our team responds within 2 hours. We deliver too.</p><p>Delivered early: we recommend booking 4 weeks ahead.", False),
        ("Delivered in 2 days.</p><p>Delivered in 4 weeks.", True),
        ("600+ customers</p><p>1300+ treated customers", False),
        ("600+ loaves</p><p>1300+ loaves", True),
    ],
)  # fmt: skip
def test_figures_about_different_things_are_no_contradiction(said: str, is_told: bool) -> None:
    assert told(f"{BREAD}<p>{said}</p>", "copy.contradiction") is is_told


def test_links_to_whole_lists_are_no_other_names_of_a_step() -> None:
    def named(*labels: str) -> bool:
        links = "".join(f'<p><a class="btn" href="/order">{label}</a></p>' for label in labels)
        return told(BREAD + links, "cta.label-varies", "paid_signup")

    assert named("Order bread", "Buy a loaf", "Get your bread")
    assert not named("Order bread", "View all", "All reviews")


def test_an_address_inside_a_link_can_be_pressed() -> None:
    plain = "<p>hello@rye-and-salt.se</p>"
    assert told(BREAD + plain, "trust.contact-unlinked")
    assert not told(BREAD + f'<a href="/talk">Talk to a baker {plain}</a>', "trust.contact-unlinked")


def test_a_guests_superlative_is_no_claim_and_a_text_shown_again_is_one() -> None:
    def claims(*lines: str) -> int:
        return len(reading_of(page(document(BREAD + "".join(f"<p>{line}</p>" for line in lines)))).claims)

    praise = "We are the best bakery in town."
    assert claims(praise, praise) == 1
    assert claims("Thank you for everything, you are the best bakery in town.") == 0


def test_titles_of_sources_are_no_line_in_another_language() -> None:
    def foreign(line: str) -> bool:
        swedish = "<p>Vi bakar ditt bröd på natten och ställer det på trappan så att du kan sova.</p>" * 2
        return bool(other_languages(page(document(f"{swedish}<p>{line}</p>", lang="sv"))))

    assert foreign("Where is the value in what they have to say about us")
    assert not foreign("Källor: Where is the value in what they have to say about us")


def test_a_box_whose_filling_was_out_of_reach_is_not_called_empty() -> None:
    html = document(f"{BREAD}<p>Loading…</p>")
    seen = rendered(html)
    assert seen.desktop is not None
    assert still_loading(Page(seen, brief()))
    gone = FailedRequest(url="https://flour.example/list", status=0, reason="net::ERR_NAME_NOT_RESOLVED")
    late = replace(seen, desktop=replace(seen.desktop, failed=(gone,)))
    assert not still_loading(Page(late, brief()))


@pytest.mark.parametrize(
    ("line", "amounts"),
    [
        ("Today's market: $25–37B a year.", []),
        ("A market of $4bn, growing.", []),
        ("Bread for $25–37 a week.", ["$25"]),
    ],
)
def test_the_size_of_a_market_is_no_price(line: str, amounts: list[str]) -> None:
    html = document(f"<main>{BREAD}<p>{line}</p></main>")
    assert [price.amount for price in reading_of(page(html)).prices] == amounts


@pytest.mark.parametrize(("text", "is_told"), [("Clean QWERTY keystrokes go out.", False), ("qwerty", True)])
def test_the_name_of_a_keyboard_is_filler_only_where_it_stands_alone(text: str, is_told: bool) -> None:
    assert told(f"<main>{BREAD}<p>{text}</p></main>", "clarity.placeholder") is is_told


def test_a_copyright_line_explains_nothing() -> None:
    html = document(
        "<main><h1>Yorkshire canine care</h1><p>Copyright 2024. Yorkshire Canine Care Ltd. All rights reserved.</p></main>"
    )
    assert reading_of(page(html)).subhead is None


@pytest.mark.parametrize(
    ("word", "is_told"), [("successfully", False), ("successfull", True), ("seperated", True)]
)
def test_a_word_that_begins_like_a_slip_is_none_where_it_is_a_word(word: str, is_told: bool) -> None:
    assert (
        told(
            f"<main>{BREAD}<p>The bakery was {word} opened last year by two people.</p></main>",
            "copy.spelling",
        )
        is is_told
    )


def test_a_line_on_the_first_screen_is_not_said_to_stand_further_down() -> None:
    """The group stands right below the headline, in a line that names it only in passing."""
    line = "One control layer for the people who run the company, from the first order to the last invoice."
    html = document(f"<main><h1>Clarity in control</h1><p>{line}</p>{ENGLISH}</main>")
    items = (
        drawn("body > main > h1", text="Clarity in control", box=(40.0, 100.0, 800.0, 60.0), font_size=48.0),
        drawn("body > main > p:nth-of-type(1)", text=line, box=(40.0, 200.0, 800.0, 40.0)),
    )
    told = verdict("clarity.audience-unclear", rendered(html, *items), "demo")
    assert not (isinstance(told, Finding) and "further down" in told.title)
