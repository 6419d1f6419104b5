"""Which language a page is in: template Latin is nobody's, and a country is what many write for a language."""

from __future__ import annotations

import pytest

from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.page.observe.text import is_filler
from coldread.scanner.page.page import Page
from coldread.scanner.patch.make_patches import make_patches

from .seeing import SWEDISH, report, seen

LATIN = (
    "Nullam in dui mauris. Vivamus hendrerit arcu sed erat molestie vehicula.",
    "Cras mattis purus sit amet fermentum, donec sed odio dui nulla vitae elit libero.",
    "Sed ut perspiciatis unde omnis: aenean lacinia bibendum nulla sed consectetur.",
    "Maecenas faucibus mollis interdum. Vestibulum id ligula porta felis euismod semper.",
)
PROPER = (
    "In sum, we sit at your desk and do the books.",
    "Vi ses i natt, et cetera: en massa lampor och en cursus till.",
    "Integer programming for planners: quick, exact, and in your own cloud.",
    "Magna Carta tours in Salisbury, every day at ten.",
)


def page(html: str) -> Page:
    return Page(seen(html), Brief(goal=PrimaryGoal.OTHER, audience=""))


@pytest.mark.parametrize("text", LATIN)
def test_template_latin_is_filler(text: str) -> None:
    assert is_filler(text)


@pytest.mark.parametrize("text", PROPER)
def test_what_somebody_wrote_is_not(text: str) -> None:
    assert not is_filler(text)


def test_a_page_full_of_latin_keeps_the_language_of_its_own_words() -> None:
    html = f"<html><body><h1>Byråernas julinsamling</h1>{SWEDISH}{''.join(f'<p>{one * 3}</p>' for one in LATIN)}</body></html>"
    assert page(html).language == "sv"
    assert 'lang="la"' not in make_patches(html, report(html)).diff


@pytest.mark.parametrize(("declared", "meant"), [("se", "sv"), ("sv-SE", "sv"), ("SE", "sv")])
def test_a_country_is_taken_for_its_language(declared: str, meant: str) -> None:
    short = "<h1>Honung från Allerum</h1><p>Köp vår goda honung direkt från bonden.</p>"
    assert page(f"<html lang='{declared}'><body>{short}</body></html>").language == meant
    assert page(f"<html lang='{declared}'><body>{short}{SWEDISH}</body></html>").language == meant


def test_northern_sami_stays_what_it_says() -> None:
    sami = (
        "<p>Bures boahtin min siidui. Mii leat dáppe du dihte ja veahkehit du buot áššiin mat gusket girjjiide ja mánáide.</p>"
        * 4
    )
    assert page(f"<html lang='se'><body>{sami}</body></html>").language == "se"
