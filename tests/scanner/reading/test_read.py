"""The record: what is understood stands in it with its place on the page."""

from __future__ import annotations

import json

import pytest

from coldread.scanner.page.observations import Observations
from coldread.scanner.page.observe.dom import read_dom
from coldread.scanner.page.observe.text import region_of
from coldread.scanner.page.page import Page
from coldread.scanner.reading.contacts import phone_numbers_in
from coldread.scanner.reading.read import read
from coldread.scanner.reading.record import Quote, Reading

from ..seeing import BAD, ENGLISH, GOLD, brief, document, page, seen_site

SITES = GOLD | BAD


def reading(body: str, goal: str = "book_call", lang: str = "en", head: str = "") -> Reading:
    return read(page(document(body, lang=lang, head=head), goal))


def quotes(value: object) -> list[Quote]:
    if isinstance(value, Quote):
        return [value]
    if isinstance(value, tuple):
        return [quote for item in value for quote in quotes(item)]
    return [quote for item in getattr(value, "__dict__", {}).values() for quote in quotes(item)]


@pytest.mark.parametrize("name", SITES)
def test_every_quote_stands_in_the_page(name: str) -> None:
    seen = Page(seen_site(name), SITES[name])
    told = quotes(read(seen))
    assert told
    for quote in told:
        element = seen.dom.by_selector[quote.selector]
        said = quote.snippet.removesuffix("…")
        assert (
            said == quote.selector
            or said in element.text
            or said in " ".join(element.content.split())
            or said in seen.written
        )


@pytest.mark.parametrize("name", SITES)
def test_a_stored_record_is_read_the_same_again(name: str) -> None:
    seen = seen_site(name)
    again = Observations.from_json(seen.to_json())
    first, second = read(Page(seen, SITES[name])), read(Page(again, SITES[name]))
    assert first == second
    assert json.loads(json.dumps(first.to_dict())) == json.loads(json.dumps(second.to_dict()))


def test_what_is_said_since_a_year_is_no_name() -> None:
    title = "<title>Oxford Students Liberal Association (OSLA) - Liberal since 1913</title>"
    told = reading("<h1>Welcome</h1><p>Liberal since 1913</p>", head=title).brand
    assert told is None or not told.sure


def test_prices_have_a_unit_and_savings_are_none() -> None:
    found = reading(
        f"<h1>Bread</h1>{ENGLISH}<p>It costs £6 per person and month.</p><p>Customers saved £900 last year.</p>"
    )
    assert [(price.amount, price.unit) for price in found.prices] == [("£6", "per person")]
    swedish = reading(
        "<h1>Bröd</h1><p>299 kr i månaden, moms ingår. Vi har sparat 5 000 kr åt varje kund.</p>", lang="sv"
    )
    assert [price.amount for price in swedish.prices] == ["299 kr"]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("From £2,000 + VAT depending on scope.", ["£2,000"]),
        ("Från 2 000 kr + moms.", ["2 000 kr"]),
        ("We have invested $2,000+ in ovens.", []),
    ],
)
def test_a_tax_on_top_makes_a_sum_no_count(said: str, told: list[str]) -> None:
    found = reading(f"<h1>Bread</h1>{ENGLISH}<p>{said}</p>")
    assert [price.amount for price in found.prices] == told


def test_proof_is_told_from_a_template_s_own() -> None:
    found = reading(
        f"<h1>Bread</h1>{ENGLISH}"
        "<figure><blockquote>It changed how we bake every single night.</blockquote><figcaption>Ann Lee, Mill Lane</figcaption></figure>"
        "<figure><blockquote>Best service that we have ever had, truly.</blockquote><figcaption>John Doe, CEO</figcaption></figure>"
    )
    assert [(item.who, item.specific, item.placeholder) for item in found.proofs] == [
        ("Ann Lee", True, False),
        ("John Doe", False, True),
    ]


def test_a_certificate_is_proof_and_an_anonymous_voice_cannot_be_checked() -> None:
    found = reading(
        f"<h1>Hosting</h1>{ENGLISH}<p>We are certified after ISO 27001.</p><blockquote>Best decision we made in years.</blockquote>"
    )
    assert {item.kind: item.specific for item in found.proofs} == {"quote": False, "certificate": True}


def test_a_local_trade_is_known_by_its_address() -> None:
    found = reading(
        f"<main><h1>Dentist in Bath</h1>{ENGLISH}</main><footer><p>Calm Dental, 4 Quiet Street, Bath BA1 2LN</p></footer>"
    )
    assert found.local
    assert found.place[0].value == "Bath"
    assert found.place[0].evidence[0].where == "first-screen"


def test_what_lies_behind_a_step_is_told_by_its_address() -> None:
    found = read(
        Page(
            seen_site("calls_en"),
            brief("book_call"),
        )
    )
    assert [(step.label, step.leads_to) for step in found.steps] == [
        ("Book a 20-minute call", "place"),
        ("Book my call", "form"),
    ]


def test_days_ahead_and_behind_are_told_apart() -> None:
    found = reading(
        f"<h1>Course</h1>{ENGLISH}<p>Register for the course that starts 3 March 2024.</p><p>Next class starts January 12, 2027.</p>"
    )
    assert [(line.date, line.kind, line.past) for line in found.dates] == [
        ("2024-03-03", "upcoming", True),
        ("2027-01-12", "upcoming", False),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "20+ years in hospitality and tourism",
        "It began with 21+ venue convenience.",
        "50 creator searches/month",
        "Up to 1% profit a day, more than others",
        "100% free estimates for all home owners",
        "See the verdict of customers in 20 seconds",
        "Every client gets a private space and a look at how baby is growing (“about the size of a grapefruit at week 22”).",
        "<a href='https://www.google.com/maps/place/x'>41 Mill Lane</a>",
    ],
)
def test_own_years_ages_limits_features_and_maps_are_no_proof(line: str) -> None:
    assert reading(f"<h1>Bread</h1>{ENGLISH}<p>{line}</p>").proofs == ()


@pytest.mark.parametrize(
    ("line", "checkable"),
    [
        ("Join 2,400+ readers", False),
        ("Used by over 50 cities", False),
        ("2,431 bakeries use it", False),
        ("98 % of customers come back, according to a survey in 2025", True),
        ("Join a community of over 50,000 people", False),
    ],
)
def test_a_figure_of_one_s_own_cannot_be_checked(line: str, checkable: bool) -> None:
    (item,) = reading(f"<h1>Bread</h1>{ENGLISH}<p>{line}</p>").proofs
    assert item.specific is checkable


def test_whoever_introduces_themselves_is_no_guest() -> None:
    body = "<p>Jag heter Johanna Hage och har arbetat med massage och min egen studio i många år.</p><p>Anna Berg</p>"
    assert reading(f"<h1>Massage</h1>{body}", lang="sv").proofs == ()


MENU = "".join(
    f'<a href="/{name}.html">{name}</a><br>' for name in ("Start", "Program", "Join us", "History", "Contact")
)


@pytest.mark.parametrize(
    ("page", "region"),
    [
        (f"<table><tr><td>{MENU}</td><td><h1>Coins</h1><p>We meet on Mondays.</p></td></tr></table>", "nav"),
        (f"<nav><a href='/'>Home</a></nav><main><h1>Coins</h1><div>{MENU}</div></main>", "main"),
        (f"<div>{MENU} Our club collects coins and meets in the library every Monday evening.</div>", "main"),
    ],
)
def test_many_short_links_in_one_box_are_the_menu_of_a_page_that_marks_none(page: str, region: str) -> None:
    dom = read_dom(document(page))
    link = next(one for one in dom.all("a") if one.text == "Join us")
    assert region_of(link) == region


def test_a_fee_in_the_text_around_a_title_in_quotation_marks_is_a_price() -> None:
    """A flat old page: everything stands in one cell, and what is between the marks is a link."""
    html = (
        "<table><tr><td>The club was founded in 1969. The yearly fee is 100 kr. Our book "
        '"<b><a href="/a">Coins of the north</a></b>" by Magnus Wijk is out, and so is "<a href="/b">Gold</a>" by Anna Berg.</td></tr></table>'
    )
    found = page(document(f"<h1>Coins</h1>{html}"))
    assert [one.amount for one in read(found).prices] == ["100 kr"]
    assert not found.proofs


@pytest.mark.parametrize(
    ("text", "rung"), [("Mån-Fre 09.30-18.00", []), ("Ring 08-123 45 67, 09.30-18.00", ["08-123 45 67"])]
)
def test_hours_are_no_number_to_ring(text: str, rung: list[str]) -> None:
    assert [one[0].strip(" ,") for one in phone_numbers_in(text)] == rung
