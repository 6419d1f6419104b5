"""Facts of the reading: places, people and prices that a page names, and what only looks like one."""

from __future__ import annotations

import pytest

from coldread.scanner.reading.read import reading_of

from ..seeing import ENGLISH, SWEDISH, document, page


def facts(body: str, *, lang: str = "en") -> dict[str, list[str]]:
    """What the reading is sure of."""
    filler = SWEDISH if lang == "sv" else ENGLISH
    body, _, foot = body.partition("<footer>")
    read = reading_of(page(document(f"<main>{body}{filler}</main>{foot and '<footer>' + foot}", lang=lang)))
    return {
        "audience": [fact.value for fact in read.audience if fact.sure],
        "place": [fact.value for fact in read.place if fact.sure],
        "prices": [f"{price.amount} {price.unit}".strip() for price in read.prices],
    }


@pytest.mark.parametrize(
    "line",
    [
        "Documents are buried in Google Drive folders.",
        "You get everything in Starter, and more.",
        "Lägg till den i Chrome, det är gratis.",
        "Our guests are from Mark Robertson Scarsdale, NY.",
        "Markarbete, som grävning, VA till en fastighet",
        "Go live in Just Three Steps",
    ],
)
def test_a_capital_after_in_is_no_place(line: str) -> None:
    assert not facts(f"<h1>Bread at your door</h1><p>{line}</p><p>{line}</p>")["place"]


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ("<p>222 Mill Road, Virginia Beach, VA 23452</p>", "Virginia Beach, VA"),
        ("<p>Web pages made in Airlie Beach.</p><footer>Built in Airlie Beach.</footer>", "Airlie Beach"),
        ("<footer>New York, NY, 10010</footer>", "New York"),
    ],
)
def test_an_address_and_the_foot_of_the_page_tell_the_place(body: str, place: str) -> None:
    assert facts(f"<h1>Bread at your door</h1>{body}")["place"][0] == place


def test_a_swedish_address_tells_the_place_and_the_end_of_a_phone_number_does_not() -> None:
    body = "<h1>Bröd</h1><footer>Oskarsgatan 4 561 42 Huskvarna</footer>"
    assert facts(body, lang="sv")["place"] == ["Huskvarna"]
    assert not facts("<h1>Bread</h1><footer>+91 90848 48406 Mon - Sat: 10AM - 7PM</footer>")["place"]


@pytest.mark.parametrize(
    ("line", "whom"),
    [
        ("Accounting built for small fleets and freelancers.", "small fleets and freelancers"),
        ("Perfect for new businesses, solo operators and small teams who need a page.", "new businesses, solo operators and small teams"),
        ("For venue owners", "venue owners"),
    ],
)  # fmt: skip
def test_whom_it_is_for_is_told_in_the_page_s_own_words(line: str, whom: str) -> None:
    assert facts(f"<h1>Bread</h1><p>{line}</p>")["audience"][0] == whom


@pytest.mark.parametrize(
    "line",
    [
        "Skincare shop and beauty studio",
        "Tools for better customer engagement.",
        "Secure invitation links for members of your circle.",
        "Beauty Salon & Professional Skincare",
        "A new reason for families to stop.",
    ],
)
def test_a_word_for_people_that_merely_stands_there_is_no_audience(line: str) -> None:
    assert not facts(f"<h1>{line}</h1>")["audience"]


def test_from_so_much_is_a_price_and_what_a_calculator_shows_first_is_none() -> None:
    assert facts("<h1>Bread</h1><p>From $1,500</p>")["prices"] == ["$1,500"]
    assert not facts("<h1>Bread</h1><div><input name=size><p>0 kr</p></div>")["prices"]
    assert not facts("<h1>Bread</h1><p>Over 5 years you could earn approximately $409,500</p>")["prices"]


def brand(body: str, title: str) -> str:
    body, _, foot = body.partition("<footer>")
    html = document(
        f"<main>{body}{ENGLISH}</main>{foot and '<footer>' + foot}", head=f"<title>{title}</title>"
    )
    read = reading_of(page(html)).brand
    return read.value if read is not None and read.sure else ""


def test_who_it_is_stands_elsewhere_too_and_is_no_name_of_a_page() -> None:
    mark = "<footer>© 2026 Comptronics</footer>"
    assert brand(f"<h1>Bread</h1>{mark}", "Comptronics - Home") == "Comptronics"
    assert not brand("<h1>Bread</h1>", "Fresh bread - Home")
    assert brand("<h1>TK Tree Services</h1>", "TK Tree Services - Prior Lake, MN") == "TK Tree Services"
