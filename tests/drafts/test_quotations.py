"""A quotation of a work sheet holds words that the page paints in one line or paragraph, whole or with its cuts marked."""

from __future__ import annotations

import dataclasses

import pytest

from coldread.base.languages import Language
from coldread.drafts.case import Case
from coldread.drafts.document.quoting import words_of
from coldread.drafts.write import write
from coldread.scanner.engine import review
from coldread.scanner.page.observations import Drawn
from tests.drafts.ordering import assignment, made
from tests.drafts.sheets import behind, sheet, shows
from tests.scanner.seeing import document, drawn, rendered

READERS = "people with windows and a stage"


def quoted_for_readers(body: str, *items: Drawn) -> str:
    """The line of the sheet about the audience's words; with drawn items, of a page that a browser has shown."""
    page = document(f"<main><h1>Hello</h1>{body}</main>")
    if not items:
        return shows(sheet(made(page, audience=READERS)), "The words of your audience")
    asked = assignment(audience=READERS)
    case = Case(
        assignment=asked,
        report=review(rendered(page, *items, url=asked.url, final_url=asked.url), asked.brief),
    )
    return shows(write(case, {}, None).spec_md, "The words of your audience")


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (
            "<p>Our towns:<br>Windows in Lund and Ystad<br>Doors in Lomma and Kivik</p>",
            "“Windows in Lund and Ystad”",
        ),
        (
            "<div><strong>Ben hard at work</strong><span>Windows without any streak.</span></div>",
            "“Windows without any streak”",
        ),
        (
            "<div><span>Light and sound</span> <span>A stage for everyone</span> <span>Since long ago</span></div>",
            "“A stage for everyone”",
        ),
        ("<p>We clean your <b>windows</b> every week.</p>", "“We clean your windows every week”"),
    ],
)
def test_words_of_two_lines_are_not_quoted_as_one_sentence(body: str, told: str) -> None:
    assert f"share words with your audience: {told}." in quoted_for_readers(body)


@pytest.mark.parametrize(("display", "is_one"), [("inline", True), ("block", False)])
def test_a_browser_shows_which_parts_are_in_one_line(display: str, is_one: bool) -> None:
    body = "<div><strong>Ben hard at work</strong> <span>cleans your windows today.</span></div>"
    items = [
        drawn(f"body > main > div > {tag}", text="Ben hard at work", display=display)
        for tag in ("strong", "span")
    ]
    told = quoted_for_readers(body, *items)
    assert ("“Ben hard at work cleans your windows today”" in told) is is_one
    assert ("“cleans your windows today”" in told) is not is_one


@pytest.mark.parametrize("lang", list(Language))
def test_a_price_and_its_hidden_twin_are_not_quoted_as_one(lang: Language) -> None:
    body = (
        '<div><span>Scen</span> <span class="excl">från 599 kr/dygn</span><span class="incl hidden">749 kr/dygn</span>'
        "<button>Lägg i varukorg</button></div>"
    )
    bare = made(document("<main><h1>Scen att hyra</h1></main>"), lang=lang)
    text = sheet(dataclasses.replace(bare, around=(behind("https://page.example/hyra", document(body)),)))
    told = {
        Language.EN: "Another page of the site, `/hyra`, says: “från 599 kr/dygn”.",
        Language.SV: "En annan sida på webbplatsen, `/hyra`, säger: ”från 599 kr/dygn”.",
    }
    assert told[lang] in text
    assert "749" not in text


def test_a_cut_is_marked_and_is_at_the_end_of_a_word() -> None:
    asked = "In your own words, what is happening? (e.g., the printer won’t connect, or the screen is black)"
    form = f'<form action="/x"><textarea name="m" placeholder="{asked}" required></textarea><button>Send</button></form>'
    told = shows(sheet(made(document(f"<main><h1>Help</h1>{form}</main>"))), "Forms")
    assert "“In your own words, what is happening? (e.g., the printer…”" in told
    assert words_of("Sponsors...", "en") == "“Sponsors...”"
    assert words_of("One two", "en", 3) == "“One…”"
    assert words_of("Rye bread.", "en") == "“Rye bread”"


@pytest.mark.parametrize("lang", list(Language))
def test_nothing_is_said_of_the_word_free_whose_sense_nobody_knows(lang: Language) -> None:
    body = "<main><h1>Windows</h1><p>They are left streak free once dry.</p><p>Systems free of bloat, helt gratis!</p></main>"
    told = shows(sheet(made(document(body), lang=lang)))
    assert "free" not in told.lower().replace("free of charge", "")
    assert "gratis" not in told


@pytest.mark.parametrize(
    ("head", "lang", "told"),
    [
        ("<title></title>", Language.EN, "The `title` element is empty."),
        ("<title> </title>", Language.SV, "Elementet `title` är tomt."),
        ("", Language.EN, "We found no `title` element."),
        ("", Language.SV, "Vi hittade inget `title`-element."),
    ],
)
def test_an_empty_title_is_not_called_missing(head: str, lang: Language, told: str) -> None:
    assert told in shows(sheet(made(document("<h1>Bread</h1>", head=head), lang=lang)))


@pytest.mark.parametrize(
    ("lang", "heading", "denied"),
    [
        (Language.EN, "**E-mail and telephone.**", "other pages are not"),
        (Language.SV, "**E-post och telefon.**", "andra sidor söks inte"),
    ],
)
def test_a_sheet_says_what_it_lists_and_does_not_deny_what_it_searched(
    lang: Language, heading: str, denied: str
) -> None:
    page = document('<main><h1>Via</h1><a href="mailto:via@via.example">Skriv</a> Storgatan 4</main>')
    case = dataclasses.replace(
        made(page, lang=lang),
        around=(behind("https://page.example/two", document("<p>Medlem kostar 200 kr.</p>")),),
    )
    text = sheet(case)
    assert heading in text
    assert "`trust.no-amount`" in text
    assert denied not in text
