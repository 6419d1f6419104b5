"""What matchers of the seventh test called wrong, by class: each is told no more, and its neighbour still is."""

from __future__ import annotations

import dataclasses

import pytest

from coldread.scanner.judge.finding import Finding
from coldread.scanner.page.observations import Drawn, Overlay
from coldread.scanner.page.observe.made_up import is_network_itself
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.page import Page
from coldread.scanner.page.painted import Painted, TextOverText
from coldread.scanner.reading.read import reading_of
from tests.scanner.patch.mending import ids
from tests.scanner.seeing import (
    ENGLISH,
    brief,
    button,
    desktop,
    document,
    drawn,
    page,
    rendered,
    report,
    verdict,
)

BREAD = "<h1>Bread for offices in Lund</h1><p>We bake in the night and bring it at seven.</p>"


def told(body: str, check_id: str, goal: str = "book_call") -> bool:
    return check_id in ids(report(document(body), goal))


@pytest.mark.parametrize(
    ("line", "counts"),
    [
        ("Lär er jobba rätt i Office 365 och Teams.", False),
        ("Runs on Windows 11 for schools and teams.", False),
        ("Vi har hjälpt 365 team.", True),
        ("Trusted by 1100 teams.", True),
    ],
)
def test_a_figure_that_ends_a_name_counts_nobody(line: str, counts: bool) -> None:
    proofs = reading_of(page(document(f"<main>{BREAD}<p>{line}</p></main>"))).proofs
    assert any(item.kind == "count" for item in proofs) is counts


def test_a_customers_words_name_no_group() -> None:
    said = "“They found us skilled lawyers for small shops within a week, and we stayed.”"
    quoted = document(f"<main><h1>Order in the papers</h1><blockquote>{said}</blockquote></main>")
    own = document("<main><h1>Order in the papers</h1><p>Skilled lawyers for small shops.</p></main>")
    assert not reading_of(page(quoted)).audience
    assert reading_of(page(own)).audience


def test_text_to_be_written_is_told_once() -> None:
    html = document(f"<main>{BREAD}<p>Placeholder</p></main>")
    assert {"clarity.placeholder", "copy.unfilled"} & ids(report(html)) == {"clarity.placeholder"}


def opened(first: str, *lines: tuple[str, float, float]) -> tuple[str, tuple[Drawn, ...]]:
    """A page of lines with their place and size, the first of the markup given."""
    texts = [first, *(line for line, _, _ in lines)]
    html = document("<main>" + "".join(texts) + ENGLISH + "</main>")
    elements = [one for one in page(html).dom.all("h1", "h2", "p") if one.text][: len(texts)]
    return html, tuple(
        drawn(one.selector, text=one.text, own_chars=len(one.text), box=(40.0, top, 800.0, size), font_size=size)
        for one, (_, top, size) in zip(elements, [("", 20.0, 18.0), *lines], strict=True)
    )  # fmt: skip


def test_the_line_that_anybody_sees_first_is_the_headline() -> None:
    """A name marked as h1 above a line of three times its size."""
    html, items = opened(
        "<h1>Rye &amp; Salt, 90 loaves</h1>", ("<h2>Bread for offices in Lund</h2>", 200.0, 56.0)
    )
    read = reading_of(Page(rendered(html, *items), brief()))
    assert read.headline is not None
    assert read.headline.text == "Bread for offices in Lund"
    assert not isinstance(verdict("visual.flat-hierarchy", rendered(html, *items)), Finding)


def test_a_plain_h1_stays_the_headline_beside_a_larger_figure() -> None:
    html, items = opened("<h1>Bread for offices in Lund</h1>", ("<p>1,200 loaves</p>", 200.0, 24.0))
    read = reading_of(Page(rendered(html, *items), brief()))
    assert read.headline is not None
    assert read.headline.text == "Bread for offices in Lund"


def test_a_sign_that_floats_over_words_covers_nothing() -> None:
    html = document(f"<main>{BREAD}<div>✨</div><div>Today only</div></main>")
    spots = [one.selector for one in page(html).dom.all("div")]
    items = (
        drawn("body > main > h1", text="Bread for offices in Lund", own_chars=25, box=(40.0, 100.0, 600.0, 60.0)),
        drawn(spots[0], text="✨", own_chars=1, box=(60.0, 110.0, 40.0, 40.0)),
        drawn(spots[1], text="Today only", own_chars=9, box=(60.0, 110.0, 90.0, 40.0)),
    )  # fmt: skip

    def is_told(other: str) -> bool:
        lying = TextOverText(selector="body > main > h1", box=(40.0, 100.0, 600.0, 60.0), other=other)
        view = desktop(*items, painted=Painted(reached=2000, overlapping=(lying,)))
        return isinstance(verdict("visual.text-overlap", rendered(html, desktop=view)), Finding)

    assert not is_told(spots[0])
    assert is_told(spots[1])


def pressed(html: str, labels: str = "button", **more: object) -> list[Drawn]:
    found = page(html).dom.all(labels)
    places = [(40.0 + 220.0 * at, 300.0, 200.0, 48.0) for at in range(len(found))]
    return [
        button(one.selector, one.text, **{"box": box, **more}) for one, box in zip(found, places, strict=True)
    ]


ROW = "<a class='btn' href='/order'>Order bread</a><a class='btn' href='/call'>Call us</a><a class='btn' href='/way'>Find us</a>"


@pytest.mark.parametrize(
    ("dressed", "is_told"),
    [
        ({}, True),
        ({"background": (254, 252, 251, 1.0), "border_sides": 4, "border_width": 1.0}, False),  # outlines
    ],
)
def test_outlines_do_not_shout(dressed: dict[str, object], is_told: bool) -> None:
    html = document(f"<main>{BREAD}{ROW}</main>")
    first, *others = pressed(html, "a")
    items = [first, *(dataclasses.replace(item, **dressed) for item in others)]  # type: ignore[arg-type]
    assert isinstance(verdict("cta.many-buttons", rendered(html, *items)), Finding) is is_told


@pytest.mark.parametrize(("covers", "label"), [(0.9, "Order bread"), (0.1, "Send")])
def test_what_opens_over_the_page_is_not_what_it_leads_with(covers: float, label: str) -> None:
    layer = "<div id='ask'><form><input name='email'><button>Send</button></form></div>"
    html = document(f"<main>{BREAD}<a class='btn' href='/order'>Order bread</a></main>{layer}")
    items = [
        *pressed(html, "a", box=(40.0, 300.0, 100.0, 30.0)),
        *pressed(html, "button", box=(300.0, 300.0, 400.0, 60.0)),
    ]
    over = Overlay(selector="#ask", text="Send", covers=covers, opaque=True, box=(0.0, 0.0, 1366.0, 768.0))
    seen = rendered(html, desktop=desktop(*items, overlays=(over,)))
    primary = Page(seen, brief("other")).primary
    assert primary is not None
    assert primary.label == label


def test_a_part_with_a_name_of_its_own_stands_in_its_bar() -> None:
    """Its letters are as light as the page further down, and the bar lets the dark picture behind it shine through."""
    html = document(
        f"<header><nav id='bar'><ul id='links'><li><a class='btn' href='/book'>Book a table</a></li></ul></nav></header><main>{BREAD}</main>"
    )
    light = (241, 232, 210, 1.0)
    link = button(
        "#links > li > a", "Book a table", box=(900.0, 20.0, 190.0, 36.0),
        background=(0, 0, 0, 0.0), color=light, behind=light, border_sides=4, border_width=1.0,
    )  # fmt: skip
    bar = drawn("#bar", box=(0.0, 0.0, 1366.0, 90.0), position="fixed")
    still = drawn("#bar", box=(0.0, 0.0, 1366.0, 90.0))
    assert not isinstance(verdict("cta.low-contrast", rendered(html, bar, link)), Finding)
    assert isinstance(verdict("cta.low-contrast", rendered(html, still, link)), Finding)


def test_cards_that_can_be_pressed_do_not_shout() -> None:
    def is_told(high: float) -> bool:
        cards = "".join(
            f"<div role='button' onclick='go()'><h3>{name}</h3>How it works</div>"
            for name in ("Drive in", "Park", "Pay later")
        )
        html = document(f"<main>{BREAD}{cards}</main>")
        items = pressed(html, "div", border_sides=4, border_width=1.0, background=(0, 0, 0, 0.4))
        grown = [dataclasses.replace(item, box=(*item.box[:3], high)) for item in items]
        return isinstance(verdict("cta.many-buttons", rendered(html, *grown), "other"), Finding)

    assert is_told(48.0)
    assert not is_told(135.0)


def test_a_button_in_an_h1_that_only_says_read_more_is_no_headline() -> None:
    html = document(
        '<main><h1><a href="/more">Read more</a></h1><h2>Knives sharpened at your door</h2></main>'
    )
    assert page(html).headline is None
    kept = html.replace("Read more", "Book a sharpening at home")
    assert page(kept).headline is not None


def test_what_customers_write_about_a_firm_is_no_text_to_come() -> None:
    assert not placeholder_in("Läs gärna vad våra kunder skriver om oss här på sidan.")
    assert placeholder_in("Skriv er text här")


CHAT = '<main><h1>Answers missed calls</h1>{before}<h2>In the phone</h2><div class="demo-bubble"><p>Hi, this is Ellie, I can help you book a plumber for today. My number is 941-555-0192.</p></div>{after}</main>'
SAID_AGAIN = "<p>Hi, this is Ellie, I can help you book a plumber for today. My number is 941-555-0192.</p>"


def test_an_example_s_customer_may_be_shown_twice() -> None:
    example = f'<h2>See it work</h2><div class="chat">{SAID_AGAIN}</div>'
    html = document(CHAT.format(before="", after=example))
    assert not isinstance(verdict("copy.repeated", html), Finding)
    plain = document(CHAT.format(before="", after=f"<h2>Call us</h2>{SAID_AGAIN}<h2>Ring</h2>{SAID_AGAIN}"))
    assert isinstance(verdict("copy.repeated", plain), Finding)


@pytest.mark.parametrize(
    ("href", "is_so"),
    [
        ("https://apps.apple.com", True),
        ("https://apps.apple.com/", True),
        ("https://play.google.com/store", True),
        ("https://www.facebook.com/?locale=sv_SE", True),
        ("https://apps.apple.com/se/app/hydrate/id123456789", False),
        ("https://play.google.com/store/apps/details?id=se.hydrate", False),
        ("https://www.facebook.com/hydrate", False),
    ],
)
def test_a_shop_s_front_door_is_nobody_s_app(href: str, is_so: bool) -> None:
    assert is_network_itself(href) is is_so
