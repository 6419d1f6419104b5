"""What matchers of the seventh test called wrong, by class: each is told no more, and its neighbour still is."""

from __future__ import annotations

import dataclasses

import pytest

from coldread.scanner.judge.answers import Answer
from coldread.scanner.judge.finding import Finding, Severity
from coldread.scanner.judge.questions import Question
from coldread.scanner.page.observations import Drawn, Observations, Overlay
from coldread.scanner.page.observe.made_up import is_network_itself
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.page import Page
from coldread.scanner.page.painted import Painted, TextOverText
from coldread.scanner.reading.read import reading_of
from tests.scanner.patch.mending import ids
from tests.scanner.seeing import (
    ENGLISH,
    SWEDISH,
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


@pytest.mark.parametrize(
    ("title", "body", "lang", "asked"),
    [
        ("Lindby kyrka", f"<h1>Välkommen hem</h1>{SWEDISH}", "sv", False),
        ("St. Anne's Parish", f"<h1>Come as you are</h1>{ENGLISH}", "en", False),
        ("Lindby golfklubb", f"<h1>Bli medlem</h1>{SWEDISH}", "sv", True),
    ],
)
def test_nobody_asks_what_a_congregation_costs(title: str, body: str, lang: str, asked: bool) -> None:
    seen = report(document(f"<main>{body}</main>", head=f"<title>{title}</title>", lang=lang), "other")
    assert ("trust.price-absent" in ids(seen)) is asked
    cost = next(row for row in seen.answers if row.question is Question.COST)
    assert (cost.answer is Answer.NOT_APPLICABLE) is not asked


@pytest.mark.parametrize(
    ("heading", "order", "asked"),
    [
        ("Pottery from our own kiln", '<a class="btn" href="/cart">Order now</a>', True),
        ("Pottery from our own kiln", '<a class="btn" href="tel:+46401234567">Order now</a>', False),
        ("Anna's bakery and cafe", '<a class="btn" href="/menu">Order now</a>', False),
    ],
)
def test_what_is_fetched_or_ordered_by_voice_needs_no_terms_of_delivery(
    heading: str, order: str, asked: bool
) -> None:
    body = f"<main><h1>{heading}</h1><p>Cups and plates for every day, made by hand.</p>{order}</main>"
    assert told(body, "trust.delivery-untold", "paid_signup") is asked


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("We talk every week in a video call and write in between.", False),
        ("We come to your home and look at the wall together.", True),
    ],
)
def test_what_is_done_from_afar_has_no_town_to_name(line: str, asked: bool) -> None:
    html = document(f"<main><h1>Build the habit you keep breaking</h1><p>{line}</p>{ENGLISH}</main>")
    assert isinstance(verdict("clarity.place-absent", rendered(html)), Finding) is asked


def test_a_customers_words_name_no_group() -> None:
    said = "“They found us skilled lawyers for small shops within a week, and we stayed.”"
    quoted = document(f"<main><h1>Order in the papers</h1><blockquote>{said}</blockquote></main>")
    own = document("<main><h1>Order in the papers</h1><p>Skilled lawyers for small shops.</p></main>")
    assert not reading_of(page(quoted)).audience
    assert reading_of(page(own)).audience


@pytest.mark.parametrize(
    ("said", "vague"),
    [
        ("Welcome to Anna's Bakery in Pennington Gap", False),
        ("Välkommen till Annas bageri i Lund", False),
        ("Welcome to Nordvik in Lund", True),
        ("Welcome to Anna's House", True),
    ],
)
def test_a_greeting_that_names_trade_and_town_says_enough(said: str, vague: bool) -> None:
    name = said.removeprefix("Welcome to ").removeprefix("Välkommen till ")
    head = f'<title>{name}</title><meta property="og:site_name" content="{name}">'
    seen = report(document(f"<main><h1>{said}</h1>{ENGLISH}</main>", head=head))
    assert ("clarity.h1-vague" in ids(seen)) is vague


def test_a_price_beside_a_session_is_paid_once() -> None:
    def asked(card: str) -> bool:
        cards = "".join(f"<div><h3>Reading {at}</h3><p>{card}</p><p>${at}25</p></div>" for at in range(1, 4))
        far = "<section><p>I have done this for a year, and plan my days with care.</p></section>"
        body = f"<main>{BREAD}<section>{cards}</section>{far}</main>"
        return told(body, "trust.price-unclear", "paid_signup")

    assert not asked("A session of forty minutes")
    assert asked("A membership with everything")


def test_a_headline_that_is_a_name_is_told_once() -> None:
    html = document(f"<main><h1>Nordviks Byggnads AB</h1><p>Since then, together.</p>{ENGLISH}</main>")
    places = page(html).dom.all("h1", "p")
    items = [
        drawn(one.selector, text=one.text, own_chars=20, box=(40.0, top, 800.0, 40.0), font_size=size)
        for one, top, size in zip(places, (100.0, 200.0, 1500.0), (48.0, 16.0, 16.0), strict=True)
    ]
    named = {"clarity.headline-name", "clarity.offer-unclear"} & ids(report(rendered(html, *items)))
    assert len(named) == 1


def test_text_to_be_written_is_told_once() -> None:
    html = document(f"<main>{BREAD}<p>Placeholder</p></main>")
    assert {"clarity.placeholder", "copy.leftover"} & ids(report(html)) == {"clarity.placeholder"}


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


def test_an_h1_over_a_part_further_down_is_not_the_headline() -> None:
    html = document(f"<main><h2>Bread for offices in Lund</h2>{ENGLISH}<h1>Our plans</h1></main>")
    items = (
        drawn("body > main > h2", text="Bread for offices in Lund", own_chars=25, box=(40.0, 100.0, 800.0, 30.0), font_size=28.0),
        drawn("body > main > h1", text="Our plans", own_chars=9, box=(40.0, 1800.0, 800.0, 44.0), font_size=40.0),
    )  # fmt: skip
    seen = rendered(html, *items)
    read = reading_of(Page(seen, brief()))
    assert read.headline is not None
    assert read.headline.text == "Bread for offices in Lund"
    for check_id in ("clarity.h1-below-fold", "clarity.subhead-missing", "clarity.h1-missing"):
        assert not isinstance(verdict(check_id, seen), Finding), check_id


def test_a_plain_h1_stays_the_headline_beside_a_larger_figure() -> None:
    html, items = opened("<h1>Bread for offices in Lund</h1>", ("<p>1,200 loaves</p>", 200.0, 24.0))
    read = reading_of(Page(rendered(html, *items), brief()))
    assert read.headline is not None
    assert read.headline.text == "Bread for offices in Lund"


@pytest.mark.parametrize(
    ("said", "is_told"),
    [
        ("Clear settling for newcomers to the valley", False),
        ("Clear the valley. Settle the newcomers.", True),
        ("Grow Faster. Smile More.", True),
    ],
)
def test_a_whole_line_that_tells_is_no_slogan(said: str, is_told: bool) -> None:
    assert isinstance(verdict("clarity.headline-slogan", valley(said)), Finding) is is_told


def valley(said: str) -> Observations:
    """A page about settling in a valley, most of it below the first screen."""
    line = (
        "We find a house, a school and a doctor for families who move here, and stay beside them for a year."
    )
    more = "".join(
        f"<p>Settling in the valley, part {at}: newcomers and a clear week.</p>" for at in range(6)
    )
    html = document(f"<main><h1>{said}</h1><p>{line}</p><section>{more}{ENGLISH}</section></main>")
    below = page(html).dom.all("p")[1:]
    return rendered(
        html,
        drawn("body > main > h1", text=said, own_chars=20, box=(40.0, 100.0, 800.0, 60.0), font_size=48.0),
        drawn("body > main > p", text=line, own_chars=60, box=(40.0, 200.0, 800.0, 40.0)),
        *(drawn(one.selector, text=one.text, own_chars=60, box=(40.0, 1500.0, 800.0, 40.0)) for one in below),
    )


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
    assert isinstance(verdict("cta.competing", rendered(html, *items)), Finding) is is_told


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


def test_a_hint_at_the_group_is_told_and_not_counted() -> None:
    hint = verdict("clarity.audience-unclear", valley("A calm valley for growing businesses"), "demo")
    assert isinstance(hint, Finding)
    assert (hint.severity, "hints" in hint.title) == (Severity.INFO, True)


def test_cards_that_can_be_pressed_do_not_shout() -> None:
    def is_told(high: float) -> bool:
        cards = "".join(
            f"<div role='button' onclick='go()'><h3>{name}</h3>How it works</div>"
            for name in ("Drive in", "Park", "Pay later")
        )
        html = document(f"<main>{BREAD}{cards}</main>")
        items = pressed(html, "div", border_sides=4, border_width=1.0, background=(0, 0, 0, 0.4))
        grown = [dataclasses.replace(item, box=(*item.box[:3], high)) for item in items]
        return isinstance(verdict("cta.competing", rendered(html, *grown), "other"), Finding)

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


def test_an_example_s_customer_may_have_a_number_that_rings_nowhere_and_be_shown_twice() -> None:
    example = f'<h2>See it work</h2><div class="chat">{SAID_AGAIN}</div>'
    html = document(CHAT.format(before="", after=example))
    assert not isinstance(verdict("copy.leftover", html), Finding)
    assert not isinstance(verdict("copy.repeated", html), Finding)
    plain = document(CHAT.format(before="", after=f"<h2>Call us</h2>{SAID_AGAIN}<h2>Ring</h2>{SAID_AGAIN}"))
    assert isinstance(verdict("copy.leftover", plain), Finding)
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
