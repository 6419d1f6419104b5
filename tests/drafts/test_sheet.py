"""A work sheet guesses nothing: every sentence of it is the buyer's, or can be looked up on the page."""

from __future__ import annotations

import dataclasses
import re

import pytest

from coldread.base.languages import Language
from coldread.drafts.document.change import place_text
from coldread.drafts.document.quoting import words_of
from coldread.drafts.source_edits.built_pages import MARKS, find_build_tool
from coldread.drafts.write import write
from coldread.scanner.engine import review
from coldread.scanner.judge.finding import Evidence
from coldread.scanner.page.observations import FailedRequest
from tests.drafts.ordering import made
from tests.drafts.sheets import behind, sheet, shows
from tests.scanner.seeing import desktop, document, rendered, seen

FORM = (
    '<form action="/x" method="post"><label>Name <input name="n" required></label><label>Mail <input name="m"></label>'
    "<button>Send</button></form>"
)
BODY = (
    '<main><h1>Rye bread from Malmö</h1><p>We bake for cafés.</p><a class="btn" href="/prices.html">Prices</a>'
    f'<a href="https://maps.example/x">Map</a>{FORM}</main>'
)
PAGE = document(BODY, head="<title>Kvarnen</title>")


def test_what_the_page_shows_is_told_by_subject() -> None:
    told = shows(sheet(made(PAGE, audience="owners of small cafés, bakers")))
    assert (
        "**Title and heading.** The tab is titled “Kvarnen”. The main heading (h1) says “Rye bread from Malmö”."
        in told
    )
    assert "Sentences of the page that share words with your audience: “We bake for cafés”." in told
    assert "We found no figure with a currency in the text that we saw." in told
    assert "“Prices” → `/prices.html`, “Map” → `https://maps.example/x`." in told
    assert "A form has 2 fields; marked as required (by `required` or a star): “Name”." in told


def test_a_sheet_gives_no_answers_of_rules() -> None:
    text = sheet(made(PAGE))
    assert "Rules:" not in text
    assert "Is it for me?" not in text


@pytest.mark.parametrize(
    ("form", "told"),
    [
        (FORM, "marked as required (by `required` or a star): “Name”."),
        (FORM.replace(" required", ""), "none is marked as required."),
        (
            FORM.replace('name="m"', 'name="m" required'),
            "marked as required (by `required` or a star): “Name”, “Mail”.",
        ),
    ],
)
def test_what_a_form_requires_is_what_its_markup_says(form: str, told: str) -> None:
    assert told in shows(sheet(made(PAGE.replace(FORM, form))), "Forms")


def test_an_amount_one_click_away_is_named_beside_the_page_that_has_none() -> None:
    case = made(PAGE)
    assert "Only this page was searched." in sheet(case)
    prices = behind("https://page.example/prices.html", document("<main><p>A loaf costs 39 kr.</p></main>"))
    text = sheet(dataclasses.replace(case, around=(prices,)))
    told = "Another page of the site, `/prices.html`, says: “A loaf costs 39 kr”."
    assert told in shows(text, "Money")
    finding = text.partition("no figure with a currency in this page")[2].partition("\n### ")[0]
    assert told in finding


@pytest.mark.parametrize(
    ("words", "goal", "told"),
    [("", "book_call", True), ("Fewer calls", "book_call", False), ("", "other", False)],
)
def test_the_chosen_goal_is_named_where_the_buyer_wrote_none(words: str, goal: str, told: bool) -> None:
    text = sheet(made(PAGE, goal=words, primary_goal=goal))
    assert ("**Chosen in the order:** Book an appointment or a call" in text) is told
    assert "Measured as" not in text


def test_only_sentences_with_a_word_of_the_audience_are_quoted_those_with_most_first() -> None:
    page = PAGE.replace("<p>We bake for cafés.</p>", "")
    page = page.replace(
        "</main>", "<p>Bring boots. Our bread is for bakers. Small bakers of Malmö start at four.</p></main>"
    )
    told = shows(sheet(made(page, audience="bakers of Malmö")), "The words")
    assert "“Small bakers of Malmö start at four”, “Rye bread from Malmö”." in told
    assert not shows(sheet(made(PAGE, audience="")), "The words")


def test_a_line_in_quotation_marks_gets_no_second_pair() -> None:
    assert words_of('"Good bread."', "en") == "“Good bread.”"
    assert words_of('"Good" and "bread"', "en") == '“"Good" and "bread"”'


def test_what_was_not_measured_stands_once_and_at_the_top() -> None:
    html = PAGE
    record = rendered(html, axe=None, axe_tap_targets=None, caveats=("budget-bytes", "axe-failed"))
    record = dataclasses.replace(record, url="https://page.example/", final_url="https://page.example/")
    case = made(html)
    text = sheet(dataclasses.replace(case, report=review(record, case.assignment.brief)))
    top, _, below = text.partition("## Your order")
    assert "> **Not all of it was measured.** The page was cut off at our limit of transferred bytes." in top
    assert "axe-core, which tests accessibility, did not finish" in top
    assert "cut off at our limit" not in below
    assert "axe-core did not run" not in below
    assert "axe-core could not finish" not in text
    assert "Not all of it was measured" not in sheet(made(PAGE))


def test_a_canonical_address_is_held_against_the_address_that_was_opened() -> None:
    page = PAGE.replace("<title>", '<link rel="canonical" href="https://kvarnen.example.org/"><title>')
    assert "names kvarnen.example.org, and the page was opened at page.example" in sheet(made(page))


@pytest.mark.parametrize("lang", list(Language))
def test_a_sheet_weighs_by_the_rubric_and_says_nothing_of_losses(lang: Language) -> None:
    text = sheet(made(PAGE, lang=lang))
    assert "(P2)" in text
    assert not re.search(r"costs? visitors|kostar .*besökare", text, re.IGNORECASE)


def test_speed_is_spoken_of_only_where_it_was_measured() -> None:
    assert "our lab" not in sheet(made(PAGE))


MADE_BY = {
    "Next.js": '<script src="/_next/static/chunks/main-app-0f3c1.js" async></script>',
    "Nuxt": '<link rel="modulepreload" href="/_nuxt/entry.d31ad.js">',
    "Gatsby": '<div id="___gatsby"></div>',
    "SvelteKit": '<link href="/_app/immutable/entry/start.1.js" rel="modulepreload">',
    "Astro": '<link rel="stylesheet" href="/_astro/index.B8x.css">',
    "Angular": '<app-root ng-version="17.1.0"></app-root>',
    "Create React App": '<script defer src="./static/js/main.7b1c2d3e.js"></script>',
    "Vite": '<script type="module" crossorigin src="assets/index-DiwrgTda.js"></script>',
}


def test_each_mark_of_a_build_has_its_page() -> None:
    assert list(MADE_BY) == [name for name, _ in MARKS]


@pytest.mark.parametrize("name", list(MADE_BY))
@pytest.mark.parametrize("sent", [True, False])
def test_html_that_a_build_wrote_gets_no_diff_and_the_sheet_says_which(name: str, sent: bool) -> None:
    page = PAGE.replace("</body>", f"{MADE_BY[name]}</body>")
    assert write(made(PAGE), {}, None).diff is not None
    written = write(made(page), {"html": page} if sent else {}, None)
    assert written.diff is None
    assert f"a build wrote it ({name}: `" in written.spec_md
    assert " · in the diff" not in written.spec_md


def test_a_page_that_scripts_fill_in_gets_no_diff_against_its_empty_html() -> None:
    shell = document('<div id="app"></div><script src="app.js"></script>', head="<title>Kvarnen</title>")
    case = made(PAGE)
    assert case.report is not None
    words = " ".join(
        one + other for one in ("rye", "oat", "mill", "oven", "loaf", "dough") for other in "abcdef"
    )
    record = dataclasses.replace(
        seen(shell),
        url="https://page.example/",
        final_url="https://page.example/",
        rendered_html=document(f"<h1>Rye bread</h1><p>{words}</p>", head="<title>Kvarnen</title>"),
    )
    case = dataclasses.replace(case, report=review(record, case.assignment.brief))
    written = write(case, {}, None)
    assert written.diff is None
    assert "most of the page's words are not in it before scripts run" in written.spec_md


def test_a_component_is_mended_though_its_page_is_built() -> None:
    page = PAGE.replace("</body>", f"{MADE_BY['Next.js']}</body>")
    jsx = 'export default () => (\n  <main><h1>Rye bread from Malmö</h1><input name="m" placeholder="Mail" /></main>\n);\n'
    assert find_build_tool(page) is not None
    assert "a build wrote it" not in write(made(page), {"jsx": jsx}, None).spec_md


@pytest.mark.parametrize("after", ["<h2>About us</h2>", '<a href="/">About us</a>'])
def test_the_line_after_the_main_heading_is_no_heading_and_no_link(after: str) -> None:
    page = PAGE.replace("</h1><p>We bake for cafés.</p>", f"</h1>{after}", 1)
    assert "About us" not in shows(sheet(made(page)), "Title")


def test_what_was_seen_is_said_so_that_its_owner_understands_it() -> None:
    """What is not there is not called measured, what is too little is not beside a limit, and a tag is whole."""
    text = sheet(made(PAGE))
    assert "- not found: `og:title, og:image`" in text
    assert "measured on the whole page: `og:" not in text
    assert "- looked for in `body`, not found" in text
    assert "- looked for in `head`, not found" in text
    assert "`0`" not in text
    field = Evidence(layer="axe", selector="form > textarea", snippet="<textarea")
    assert place_text(field, Language.EN) == "`<textarea>` (`form > textarea`)"


def test_a_quoted_attribute_stands_as_a_reader_writes_it_and_other_line_ends_are_told() -> None:
    proof = Evidence(layer="rendered", selector="meta", snippet="Build &amp; clean", value=200)
    assert place_text(proof, Language.EN) == "`Build & clean` (`meta`) — `200`"
    html = PAGE.replace('<html lang="en">', "<html>").replace("<main>", "\r\n<main>\r\n")
    assert "Its lines end with CRLF" in sheet(made(html), html)
    assert "CRLF" not in sheet(made(PAGE.replace('<html lang="en">', "<html>")), PAGE)


def test_the_hosts_of_files_that_did_not_load_are_named_once_at_the_top() -> None:
    lost = [
        FailedRequest(url=f"https://{host}", status=status, reason=reason)
        for host, status, reason in (
            ("fonts.example/a.css", 0, "net::ERR_NAME_NOT_RESOLVED"),
            ("fonts.example/b.css", 0, "net::ERR_FAILED"),
            ("video.example/v.mp4", 0, "net::ERR_ABORTED"),
            ("page.example/x.png", 404, ""),
        )
    ]
    record = rendered(PAGE, desktop=desktop(failed=tuple(lost)))
    record = dataclasses.replace(record, url="https://page.example/", final_url="https://page.example/")
    case = made(PAGE)
    text = sheet(dataclasses.replace(case, report=review(record, case.assignment.brief)))
    top = text.partition("## Your order")[0]
    assert "Files from `fonts.example` did not load in our browser;" in top
    assert "Some files that style or run the page" not in top
    assert "did not load in our browser" not in sheet(case)
