"""What two matchers of the fifth test called wrong, by class: each is told no more, and its neighbour still is."""

from __future__ import annotations

import pytest

from coldread.scanner.reading.languages import other_languages
from coldread.scanner.reading.read import reading_of
from tests.scanner.patch.mending import ids
from tests.scanner.seeing import button, document, page, rendered, report

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
