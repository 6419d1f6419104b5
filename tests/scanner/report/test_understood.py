"""“What we understood” tells what is sure, in the page's own words, and is silent about the rest."""

from __future__ import annotations

import pytest

from coldread.scanner.reading.read import reading_of
from coldread.scanner.report.reading_lines import rows

from ..seeing import ENGLISH, SWEDISH, document, page, report


def told(body: str, *, title: str = "", lang: str = "en", goal: str = "book_call") -> dict[str, str]:
    filler = SWEDISH if lang == "sv" else ENGLISH
    head = f"<title>{title}</title>" if title else ""
    body, _, foot = body.partition("<footer>")
    html = document(f"<main>{body}{filler}</main>{foot and '<footer>' + foot}", head=head, lang=lang)
    return dict(rows(report(html, goal, lang=lang)))


def test_what_was_not_understood_is_not_called_missing() -> None:
    assert "not found" not in " ".join(told("<h1>Hello</h1>").values())
    assert "hittades inte" not in " ".join(told("<h1>Hej</h1>", lang="sv").values())


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
    assert "Where" not in told(f"<h1>Bread at your door</h1><p>{line}</p><p>{line}</p>")


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ("<p>222 Mill Road, Virginia Beach, VA 23452</p>", "Virginia Beach, VA"),
        ("<p>Web pages made in Airlie Beach.</p><footer>Built in Airlie Beach.</footer>", "Airlie Beach"),
        ("<footer>New York, NY, 10010</footer>", "New York"),
    ],
)
def test_an_address_and_the_foot_of_the_page_tell_the_place(body: str, place: str) -> None:
    assert told(f"<h1>Bread at your door</h1>{body}")["Where"] == place


def test_a_swedish_address_tells_the_place_and_the_end_of_a_phone_number_does_not() -> None:
    body = "<h1>Bröd</h1><footer>Oskarsgatan 4 561 42 Huskvarna</footer>"
    assert told(body, lang="sv")["Var"] == "Huskvarna"
    assert "Where" not in told("<h1>Bread</h1><footer>+91 90848 48406 Mon - Sat: 10AM - 7PM</footer>")


@pytest.mark.parametrize(
    ("line", "whom"),
    [
        ("Accounting built for small fleets and freelancers.", "small fleets and freelancers"),
        ("Perfect for new businesses, solo operators and small teams who need a page.", "new businesses, solo operators and small teams"),
        ("For venue owners", "venue owners"),
    ],
)  # fmt: skip
def test_whom_it_is_for_is_told_in_the_page_s_own_words(line: str, whom: str) -> None:
    assert told(f"<h1>Bread</h1><p>{line}</p>")["Who it is for"] == whom


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
    assert "Who it is for" not in told(f"<h1>{line}</h1>")


def test_one_number_is_told_and_the_one_at_the_edge_of_the_page_first() -> None:
    """Others may be those of customers who vouch for it."""
    body = "<h1>Bread</h1><p>Call +46 70 123 45 67 or 021-41 96 40.</p><a href='tel://+46701234567'>Call</a>"
    assert told(body)["How to reach you"] == "+46701234567"
    written = "<h1>Bread</h1><p>Call 021-41 96 40 or write to a@loaf.se.</p>"
    assert told(written)["How to reach you"] == "a@loaf.se, 021-41 96 40"
    vouched = "<h1>Bread</h1><p>Ann Lee, 070-920 88 74</p><footer>Ring oss: 021-41 96 40</footer>"
    assert told(vouched)["How to reach you"] == "021-41 96 40"


def test_from_so_much_is_a_price_and_what_a_calculator_shows_first_is_none() -> None:
    assert told("<h1>Bread</h1><p>From $1,500</p>")["Prices"] == "$1,500"
    assert "Prices" not in told("<h1>Bread</h1><div><input name=size><p>0 kr</p></div>")
    assert "Prices" not in told("<h1>Bread</h1><p>Over 5 years you could earn approximately $409,500</p>")


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
