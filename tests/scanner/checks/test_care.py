"""Whether somebody takes care of the page: what it says in two ways, what is unfinished, empty, cut or left untold."""

from __future__ import annotations

import pytest

from coldread.scanner.judge.finding import Finding, Severity
from coldread.scanner.page.observations import Overlay
from coldread.scanner.page.painted import Painted, TextOverText

from ..seeing import (
    ENGLISH,
    SWEDISH,
    VIEWPORT,
    button,
    desktop,
    document,
    drawn,
    finding,
    mobile,
    rendered,
    verdict,
)


def told(check_id: str, body: str, goal: str = "book_call", lang: str = "en") -> bool:
    return isinstance(verdict(check_id, document(body, lang=lang), goal), Finding)


@pytest.mark.parametrize(
    ("body", "severity"),
    [
        ('<a href="https://YOUR-BOOKING-LINK">Boka</a>', Severity.P1),
        ("<p>Hej {{ namn }}</p>", Severity.P2),
        ('<a href="https://www.facebook.com">Facebook</a>', Severity.P2),
    ],
)
def test_raw_text_and_sample_addresses_are_told(body: str, severity: Severity) -> None:
    assert finding("copy.unfilled", document(SWEDISH + body, lang="sv")).severity is severity


def test_ones_own_page_in_a_network_is_no_leftover() -> None:
    own = (
        '<a href="https://www.facebook.com/bageriet">Facebook</a><p>Vi har en prototyp av ugnen i köket.</p>'
    )
    assert not told("copy.unfilled", SWEDISH + own, lang="sv")


def test_a_heading_with_nothing_below_it() -> None:
    html = document(f"<h1>Bread</h1>{ENGLISH}<h2>Our team</h2><div></div><h2>Prices</h2>{ENGLISH}")
    heads = [
        drawn("body > h1", text="Bread", box=(0.0, 0.0, 600.0, 60.0)),
        drawn("body > h2:nth-of-type(1)", text="Our team", box=(0.0, 300.0, 600.0, 40.0)),
    ]
    far = drawn("body > h2:nth-of-type(2)", text="Prices", box=(0.0, 700.0, 600.0, 40.0))
    near = drawn("body > h2:nth-of-type(2)", text="Prices", box=(0.0, 345.0, 600.0, 40.0))
    assert "Our team" in finding("visual.bare-heading", rendered(html, *heads, far)).title
    assert verdict("visual.bare-heading", rendered(html, *heads, near)) is None


def _phone(*items: object, **more: object) -> dict[str, object]:
    return {"mobile": mobile(*items, **more), "desktop": desktop()}  # type: ignore[arg-type]


def test_a_button_that_the_edge_of_the_phone_cuts() -> None:
    html = document(f"<h1>Trays</h1>{ENGLISH}<button>Add</button><button>Next</button>")
    cut = button("body > button:nth-of-type(1)", "Add", box=(335.0, 900.0, 80.0, 30.0))
    whole = button("body > button:nth-of-type(1)", "Add", box=(300.0, 900.0, 80.0, 30.0))
    beside = button("body > button:nth-of-type(2)", "Next", box=(430.0, 900.0, 80.0, 30.0))
    assert "“Add”" in finding("cta.cut-off", rendered(html, **_phone(cut))).title
    assert verdict("cta.cut-off", rendered(html, **_phone(whole))) is None
    assert verdict("cta.cut-off", rendered(html, **_phone(cut, beside))) is None, "a row to swipe"


def test_a_phone_that_makes_room_for_what_is_too_wide() -> None:
    html = document(f"<header>Bread</header>{ENGLISH}", head=VIEWPORT)
    bar = Overlay(
        selector="body > header", text="Bread", covers=0.08, opaque=True, box=(0.0, 0.0, 539.0, 87.0)
    )
    fits = Overlay(
        selector="body > header", text="Bread", covers=0.08, opaque=True, box=(0.0, 0.0, 390.0, 87.0)
    )
    assert "149 px" in finding("visual.overflow-x", rendered(html, **_phone(overlays=(bar,)))).title
    assert verdict("visual.overflow-x", rendered(html, **_phone(overlays=(fits,)))) is None


# what strangers called wrong


def test_one_step_under_two_buttons_does_not_compete() -> None:
    html = document(
        '<header><a href="/demo">Book demo</a></header><h1>Bread</h1><a href="/demo">Book a demo</a>'
        f'<a href="/video">See it</a><button role="tab">Reports</button>{ENGLISH}'
    )
    steps = [
        button("body > header > a", "Book demo"),
        button("body > a:nth-of-type(1)", "Book a demo"),
        button("body > a:nth-of-type(2)", "See it"),
        button("body > button", "Reports"),
    ]
    assert verdict("cta.many-buttons", rendered(html, *steps)) is None
    other = html.replace('href="/demo">Book a demo', 'href="/buy">Buy it')
    assert finding("cta.many-buttons", rendered(other, *steps)).count == 3


def test_a_drawer_beside_the_window_does_not_compete() -> None:
    html = document(
        f'<h1>Bread</h1><a href="/a">Shop</a><a href="/b">Cleanse</a>{ENGLISH}<a href="/c">Order</a>'
    )
    places = [(40.0, 300.0), (300.0, 300.0), (1411.0, 600.0)]
    rows = [
        button(f"body > a:nth-of-type({number})", "Shop", box=(x, y, 200.0, 48.0))
        for number, (x, y) in enumerate(places, start=1)
    ]
    assert verdict("cta.many-buttons", rendered(html, *rows)) is None


def test_a_label_that_nothing_links_is_a_label() -> None:
    beside = '<form action="/go"><div><label>Full name</label><input type="text" placeholder="Your name"></div></form>'
    bare = '<form action="/go"><div><input type="text" placeholder="Your name"></div></form>'
    assert finding("form.placeholder-as-label", document(ENGLISH + beside)).severity is Severity.INFO
    assert finding("form.placeholder-as-label", document(ENGLISH + bare)).severity is Severity.P2


def test_large_letters_that_end_where_the_next_line_begins_do_not_overlap() -> None:
    html = document(f"<h1>House</h1><p>A story.</p>{ENGLISH}")
    heading = drawn("body > h1", text="House", box=(100.0, 320.0, 1000.0, 120.0), font_size=120.0)
    shared = TextOverText(selector="body > p", other="body > h1", box=(100.0, 444.0, 400.0, 16.0))
    for top, lies in ((440.0, False), (400.0, True)):
        line = drawn("body > p", text="A story.", box=(100.0, top, 400.0, 54.0))
        view = desktop(heading, line, painted=Painted(reached=2000, overlapping=(shared,)))
        look = rendered(html, heading, line, desktop=view)
        assert isinstance(verdict("visual.text-overlap", look), Finding) is lies
