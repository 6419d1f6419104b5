"""A link is asked for as a browser asks for it, and a shortened address still says which file it is."""

from __future__ import annotations

import pytest

from coldread.base.incoming.addresses import join_address, shortened_address
from coldread.egress.target import parse

HERE = "https://page.example/om/"


@pytest.mark.parametrize(
    ("href", "asked"),
    [
        ("our prices.html", "https://page.example/om/our%20prices.html"),
        (" our%20prices.html ", "https://page.example/om/our%20prices.html"),
        ("/våra priser.html?dag=lör dag", "https://page.example/v%C3%A5ra%20priser.html?dag=l%C3%B6r%20dag"),
        ("/pri\n\tser.html", "https://page.example/priser.html"),
        ("/100%.html", "https://page.example/100%.html"),
        ("https://page.example/a b", "https://page.example/a%20b"),
    ],
)
def test_a_link_with_blanks_is_asked_for_as_a_browser_does(href: str, asked: str) -> None:
    assert parse(join_address(HERE, href)).url == asked
    assert parse(HERE).target_of_link(href).url == asked, "as a redirect names it"


def test_a_place_on_the_page_and_a_mail_address_stay_as_they_are_written() -> None:
    assert join_address(HERE, "#so it goes") == f"{HERE}#so it goes"
    assert join_address(HERE, "mailto:a@b.se?subject=Hej du") == "mailto:a@b.se?subject=Hej du"


def test_a_shortened_address_shows_that_it_is_one_and_how_it_ends() -> None:
    long = f"https://page.example/{'uploads/' * 20}coaches.jpg.png"
    assert shortened_address("https://page.example/coaches.jpg", 120) == "https://page.example/coaches.jpg"
    short = shortened_address(long, 120)
    assert len(short) == 120
    assert short.startswith("https://page.example/uploads/")
    assert "…" in short
    assert short.endswith("/coaches.jpg.png")
