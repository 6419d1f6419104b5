"""What the measured checks say is a fact of the page, whatever the page is for."""

from __future__ import annotations

import pytest

from coldread.scanner.judge.finding import Finding, NotMeasured, Severity
from coldread.scanner.page.main_control import main_control, main_controls
from coldread.scanner.page.observations import ProbedTarget
from coldread.scanner.page.page import Page
from tests.scanner.seeing import (
    ENGLISH,
    brief,
    button,
    desktop,
    document,
    drawn,
    finding,
    mobile,
    rendered,
    verdict,
)

#: with words enough to be no shell of an application
HEAD = f"<h1>Bread for offices</h1>{ENGLISH}"


# -- the main control ------------------------------------------------------------------------------------------------


def controls(*items: tuple[str, dict[str, object]]) -> str:
    """The words of the main control of a page with these buttons, drawn so."""
    body = "".join(f'<a href="/{number}">{text}</a>' for number, (text, _) in enumerate(items, start=1))
    shown = [
        button(f"body > a:nth-of-type({number})" if len(items) > 1 else "body > a", text, **look)
        for number, (text, look) in enumerate(items, start=1)
    ]
    main = main_control(Page(rendered(document(HEAD + body + ENGLISH), *shown), brief()))
    return main.label if main is not None else ""


def test_the_main_control_is_the_largest_that_is_filled_whatever_it_says() -> None:
    small: dict[str, object] = {"box": (0.0, 100.0, 100.0, 40.0)}
    large: dict[str, object] = {"box": (0.0, 200.0, 300.0, 60.0)}
    outline: dict[str, object] = {**large, "background": (0, 0, 0, 0.0), "border_sides": 4}
    assert controls(("Book a call", small), ("Read our news", large)) == "Read our news"
    assert controls(("Read our news", small), ("Book a call", outline)) == "Read our news"


def test_what_lies_below_the_first_screen_is_not_the_main_control() -> None:
    low: dict[str, object] = {"box": (0.0, 3000.0, 600.0, 100.0)}
    assert controls(("Book a call", low)) == ""
    assert controls(("Go", {"box": (0.0, 100.0, 60.0, 30.0)}), ("Book a call", low)) == "Go"


def test_those_that_say_the_same_or_lead_to_the_same_place_belong_to_it() -> None:
    html = document(
        '<h1>Bread</h1><a href="/buy">Buy</a><a href="/buy">Order</a><a href="/more">Other</a>' + ENGLISH
    )
    shown = [
        button(f"body > a:nth-of-type({number})", text, box=(0.0, 100.0 * number, 400.0 - number, 50.0))
        for number, text in enumerate(("Buy", "Order", "Other"), start=1)
    ]
    assert [one.label for one in main_controls(Page(rendered(html, *shown), brief()))] == ["Buy", "Order"]


@pytest.mark.parametrize("goal", ["book_call", "newsletter", "other"])
def test_a_main_control_that_is_not_there_blocks_whatever_the_page_is_for(goal: str) -> None:
    html = document(f'{HEAD}<a href="/gone">Order</a><a href="/also">More</a>{ENGLISH}')
    first = button("body > a:nth-of-type(1)", "Order", box=(0.0, 100.0, 300.0, 60.0))
    second = button("body > a:nth-of-type(2)", "More", box=(0.0, 200.0, 100.0, 40.0))
    for selector, severity in ((first.selector, Severity.P0), (second.selector, Severity.P1)):
        gone = ProbedTarget(selector=selector, url="https://page.example/x", status=404)
        told = finding("cta.broken-target", rendered(html, first, second, targets=(gone,)), goal)
        assert told.severity is severity


# -- nothing to press ------------------------------------------------------------------------------------------------


def test_a_first_screen_without_a_button_is_told_for_the_window_that_has_none() -> None:
    html = document(f'{HEAD}{ENGLISH}<a href="/buy">Buy</a>')
    high, low = (button("body > a", "Buy", box=(0.0, top, 200.0, 50.0)) for top in (100.0, 2000.0))
    assert verdict("cta.no-control", rendered(html, desktop=desktop(high), mobile=mobile(high))) is None
    one = finding("cta.no-control", rendered(html, desktop=desktop(high), mobile=mobile(low)))
    assert (one.severity, one.title) == (
        Severity.P2,
        "Menus and controls such as ☰ aside, the first screen at 390 × 844 shows no button, no link drawn as one, and no field",
    )
    both = finding("cta.no-control", rendered(html, desktop=desktop(low), mobile=mobile(low)))
    assert both.severity is Severity.P1
    assert both.title.endswith("at 1366 × 768 or at 390 × 844")


def test_a_field_is_something_to_act_on() -> None:
    html = document(f'{HEAD}{ENGLISH}<form action="/x"><input name="email"></form>')
    field = drawn("body > form > input", box=(0.0, 300.0, 200.0, 40.0))
    assert verdict("cta.no-control", rendered(html, desktop=desktop(field), mobile=mobile(field))) is None


# -- the same words --------------------------------------------------------------------------------------------------


def links(*targets: str, said: str = "Read more") -> str:
    return document(
        HEAD + ENGLISH + "".join(f"<p>About it.</p><p><a href='{to}'>{said}</a></p>" for to in targets)
    )


def test_three_addresses_behind_the_same_words() -> None:
    told = finding("cta.same-words", links("/a", "/b", "/c", "/c"))
    assert told.title == "4 links with the same words, “Read more”, lead to 3 different addresses"
    named = links("/a", "/b", "/c", "/c").replace("<a ", '<a aria-label="More of one thing" ')
    assert verdict("cta.same-words", named) is None, "a name of its own tells them apart"
    assert verdict("cta.same-words", links("/a", "/b", "/b", "/b")) is None
    assert verdict("cta.same-words", links("#", "", "javascript:void(0)", "/a")) is None
    assert finding("cta.same-words", links("/a", "/b", "/c", said="Läs mer")), "in any language"


# -- what stands nowhere ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        "<p>A loaf costs 45 kr.</p>",
        "<p>From <b>€</b>12 a week</p>",
        "<p hidden>$ 120</p>",
        '<div data-plan="49 USD"></div>',
        '<script type="application/ld+json">{"price": "SEK 500"}</script>',
        "<!-- 300:- -->",
        "<p>1&nbsp;200&nbsp;kronor</p>",
        '<script type="application/ld+json">{"offers": {"price": 0, "priceCurrency": "GBP"}}</script>',
        '<script type="application/ld+json">{"lowPrice": "12.50"}</script>',
        '<span itemprop="price" content="49"></span>',
        '<meta property="product:price:amount" content="49">',
    ],
)
def test_an_amount_anywhere_on_the_page_or_in_its_source_is_one(body: str) -> None:
    assert verdict("trust.no-amount", document(HEAD + ENGLISH + body)) is None


@pytest.mark.parametrize(
    "body",
    [
        "<p>A first quote is free of charge.</p>",
        "<p>Gratis offert, och frakten är gratis.</p>",
        "<p>Dairy free since 1990.</p>",
        "<p>45 loaves, 12 shops</p>",
        "<script>a.replace(b, '$1')</script>",
    ],
)
def test_where_no_amount_stands_that_is_told_and_no_more(body: str) -> None:
    told = finding("trust.no-amount", document(HEAD + ENGLISH + body))
    assert (told.severity, told.title) == (
        Severity.P2,
        "We found no figure with a currency in this page's text or in its source",
    )


@pytest.mark.parametrize(
    "body",
    [
        "<p>Det är helt gratis att bli medlem!</p>",
        "<p>Free and open source. Choose your platform.</p>",
        "<p>Membership is free for all students.</p>",
    ],
)
def test_a_page_that_says_it_is_free_lacks_no_amount(body: str) -> None:
    assert verdict("trust.no-amount", document(HEAD + ENGLISH + body)) is None


@pytest.mark.parametrize(
    ("head", "is_told"),
    [
        ("<h1>Brf Bullerbyn</h1>", False),
        ("<h1>Ansgarskyrkans församling</h1>", False),
        ("<h1>Norra Botkyrka Sjöscoutkår</h1>", True),
    ],
)
def test_no_price_is_missed_of_those_who_sell_nothing_and_a_town_is_no_church(
    head: str, is_told: bool
) -> None:
    answer = verdict("trust.no-amount", document(head + ENGLISH), "other")
    assert isinstance(answer, Finding) is is_told


def test_of_a_source_too_long_to_be_searched_nothing_is_said() -> None:
    html = document(HEAD + ENGLISH + "<!--" + "x" * 700_000 + "-->")
    assert isinstance(verdict("trust.no-amount", html), NotMeasured)
    assert isinstance(verdict("trust.no-direct-contact", html), NotMeasured)


@pytest.mark.parametrize(
    "body",
    [
        "<p>Write to hello@bread.example</p>",
        "<p>Ring 08-123 45 67</p>",
        '<a href="tel:+4681234567"><img src="p.png"></a>',
        '<a href="https://wa.me/46701234567">Chat</a>',
        '<script>const to = "hello@bread.example"</script>',
        '<a href="/cdn-cgi/l/email-protection#ab">[protected]</a>',
    ],
)
def test_an_address_or_a_number_anywhere_is_a_way_to_reach_somebody(body: str) -> None:
    assert verdict("trust.no-direct-contact", document(HEAD + ENGLISH + body)) is None


@pytest.mark.parametrize("body", ["", '<img src="logo@2x.png" alt="">', '<a href="/contact">Contact</a>'])
def test_neither_address_nor_number(body: str) -> None:
    assert isinstance(verdict("trust.no-direct-contact", document(HEAD + ENGLISH + body)), Finding)
