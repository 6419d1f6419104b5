"""Whose browser a page is looked at with: that of the readers it is written for."""

from __future__ import annotations

import pytest

from coldread.scanner.visit.render.windows import BEGINNING, DESKTOP, in_language_of


@pytest.mark.parametrize(
    ("html", "locale"),
    [
        ('<!doctype html><html lang="sv">', "sv-SE"),
        ("<HTML class=x LANG=sv-SE>", "sv-SE"),
        ("<html data-lang='sv' lang='en'>", "en-US"),
        ('<html lang="de">', "en-US"),
        ("<p lang=sv>Hej", "en-US"),
        ("", "en-US"),
        (" " * BEGINNING + '<html lang="sv">', "en-US"),
    ],
)
def test_the_first_tag_tells_it(html: str, locale: str) -> None:
    assert in_language_of(DESKTOP, html).locale == locale
