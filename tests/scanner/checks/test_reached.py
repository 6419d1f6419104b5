"""Whether a visitor who presses, rings or writes gets anywhere, and knows with whom."""

from __future__ import annotations

import pytest

from coldread.scanner.judge.finding import NotApplicable, Severity
from coldread.scanner.page.observations import Listener

from ..seeing import ENGLISH, desktop, document, drawn, finding, rendered, verdict


def links(*targets: str) -> str:
    return "".join(f'<a href="{target}">Number {number}</a>' for number, target in enumerate(targets))


def test_links_that_lead_nowhere_are_counted() -> None:
    dead = document(f"<main><h1>Bread</h1>{ENGLISH}{links('#', '', '#', '#', '/menu')}</main>")
    item = finding("cta.dead-many", rendered(dead))
    assert (item.severity, item.title) == (
        Severity.P1,
        "At least 4 links have no address or an empty one, or an address that leads to an id not on the page or to an error",
    )
    alive = document(f"<main><h1>Bread</h1>{ENGLISH}{links('#', '/a', '/b', '/c', '/menu')}</main>")
    assert verdict("cta.dead-many", rendered(alive)) is None
    assert isinstance(verdict("cta.dead-many", rendered(document(ENGLISH))), NotApplicable)


def test_a_script_that_waits_for_the_click_makes_a_link_live() -> None:
    html = document(f"<main><h1>Bread</h1>{ENGLISH}<nav>{links('#', '#', '#', '#')}</nav></main>")
    waits = desktop(listeners=(Listener(selector="body > main > nav", event="click"),))
    assert verdict("cta.dead-many", rendered(html, desktop=waits)) is None


def test_a_button_that_nobody_waits_for_is_dead() -> None:
    html = document(f"<main><h1>Bread</h1>{ENGLISH}<button>Book a call</button></main>")
    box = drawn("body > main > button", tag="button", text="Book a call", box=(10.0, 200.0, 200.0, 50.0))
    assert finding("cta.dead-link", rendered(html, box)).severity == Severity.P0


@pytest.mark.parametrize(
    ("words", "sample"),
    [
        ("<p>Ring 021-41 96 40</p>", "021-41 96 40"),
        ("<p>Write to info@bread.example</p>", "info@bread.example"),
        ('<p><a href="tel:+4621419640">021-41 96 40</a></p>', None),
        ('<p>021-41 96 40</p><a href="tel:021419640">Ring us</a>', None),
        ('<p><a href="tel:+442079460123">+44 (0)20 7946 0123</a></p>', None),
        ('<p><a href="mailto:info@bread.example">info@bread.example</a></p>', None),
    ],
)
def test_what_can_be_read_can_be_pressed(words: str, sample: str | None) -> None:
    html = document(f"<main><h1>Bread</h1>{ENGLISH}{words}</main>")
    if sample is None:
        assert verdict("trust.contact-unlinked", html) is None
    else:
        assert finding("trust.contact-unlinked", html).evidence[0].value == sample


@pytest.mark.parametrize("real", ["021-41 96 40", "08-450 22 30", "072-403 67 05", "+46 70 018 52 29"])
def test_a_number_that_somebody_may_have_is_not(real: str) -> None:
    assert verdict("copy.unfilled", document(f"<main>{ENGLISH}<p>Ring {real}</p></main>")) is None


def test_a_button_whose_address_nobody_filled_in_is_a_leftover() -> None:
    page = f"<main><h1>Audits</h1>{ENGLISH}<a href='https://YOUR-BOOKING-LINK'>Book an audit</a></main>"
    assert finding("copy.unfilled", document(page)).evidence[0].value == "https://YOUR-BOOKING-LINK"
    assert (
        verdict("copy.unfilled", document(page.replace("https://YOUR-BOOKING-LINK", "/build-your-page")))
        is None
    )


def test_several_buttons_without_an_address_are_counted_in_the_title() -> None:
    html = document(f"<main><h1>Bread</h1>{ENGLISH}<button>Book a call</button></main>")
    one = finding("cta.dead-link", rendered(html))
    assert one.title == ("“Book a call” has no complete address, and we found no script that answers a press")
    two = html.replace("</main>", "<button>Ask us</button></main>")
    assert finding("cta.dead-link", rendered(two)).title.startswith(
        "“Book a call” and others (2 buttons in all) have no complete address"
    )
