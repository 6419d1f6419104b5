"""What can be pressed, called, written to or filled in stands in the sheet, all of it, and nothing is called the main one."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from coldread.scanner.engine import review
from coldread.scanner.page.observations import FailedRequest, ProbedTarget, UseResult
from tests.drafts.ordering import made
from tests.drafts.sheets import sheet, shows
from tests.scanner.seeing import ENGLISH, desktop, document, drawn, rendered


def links(body: str) -> str:
    return shows(sheet(made(document(body))), "Links")


def reached(body: str) -> str:
    return shows(sheet(made(document(body))), "E-mail and telephone")


def forms(body: str) -> str:
    return shows(sheet(made(document(body))), "Forms")


def seen_with(body: str, **more: Any) -> str:
    """The line of links of a page whose record has more than its markup."""
    case = made(document(body))
    assert case.report is not None
    report = review(dataclasses.replace(case.report.seen, **more), case.assignment.brief)
    return shows(sheet(dataclasses.replace(case, report=report)), "Links")


def test_every_link_is_named_in_menus_and_folded_parts_too() -> None:
    told = links(
        '<nav><a href="/join">Join the club</a><ul hidden><li><a href="/queue">Application</a></li></ul></nav>'
        '<main><h1>Lots</h1><div><a href="/sponsors">Sponsors</a> <a href="files/form.pdf">The form</a></div></main>'
    )
    assert "“Join the club” → `/join`, “Sponsors” → `/sponsors`, “The form” → `/files/form.pdf`." in told
    assert "Not visible in our browser when the page had opened: “Application” → `/queue`." in told


def test_the_words_of_all_links_to_one_address_stand_with_it() -> None:
    told = links(
        '<nav><a href="#quote">Contact</a></nav><main><h1>Baths</h1><div><a href="#quote">FREE QUOTE</a> <a href="#quote">free quote</a></div><p id="quote">Ask</p></main>'
    )
    assert "“Contact” / “FREE QUOTE” → `#quote`." in told


@pytest.mark.parametrize(
    ("failed", "told"),
    [("", "On the first screen at 1366 × 768: “Rules” → `/a`."), ("x.css", "On the page: “Rules” → `/a`.")],
)
def test_where_a_link_stands_is_told_only_of_a_page_whose_style_sheets_came(failed: str, told: str) -> None:
    lost = (
        (FailedRequest(url="https://cdn.example/x.css", status=0, reason="net::ERR_FAILED"),)
        if failed
        else ()
    )
    html = document('<main><h1>Club</h1><p>See <a href="/a">Rules</a></p></main>')
    look = rendered(html, desktop=desktop(drawn("body > main > p > a", text="Rules"), failed=lost))
    case = made(html)
    record = dataclasses.replace(look, url=case.assignment.url, final_url=case.assignment.url)
    case = dataclasses.replace(case, report=review(record, case.assignment.brief))
    assert told in shows(sheet(case), "Links")


def test_the_words_of_a_link_stand_where_the_link_is() -> None:
    html = document(
        '<main><h1>Club</h1><p>See <a href="/a">Rules</a></p><h2>More</h2><b><a href="/a">Read on</a> <a href="/a">Rules</a></b></main>'
    )
    places = [drawn("body > main > p > a", text="Rules", box=(0, 90, 80, 20))]
    places += [
        drawn(f"body > main > b > a:nth-of-type({n})", text="Rules", box=(0, 2000, 80, 20)) for n in (1, 2)
    ]
    case = made(html)
    record = dataclasses.replace(
        rendered(html, *places), url=case.assignment.url, final_url=case.assignment.url
    )
    told = shows(sheet(dataclasses.replace(case, report=review(record, case.assignment.brief))), "Links")
    assert (
        "On the first screen at 1366 × 768: “Rules” → `/a`. Elsewhere on the page: “Read on” → `/a`." in told
    )


def test_an_entry_that_opens_a_list_is_listed_by_its_address() -> None:
    told = links(
        '<nav><ul><li><a href="#">Join</a><ul hidden><li><a href="/queue">Queue</a></li></ul></li></ul></nav><main><h1>A</h1></main>'
    )
    assert "“Join” → `#`." in told


@pytest.mark.parametrize("body", ["", '<iframe src="https://form.example/book"></iframe>'])
def test_a_form_that_is_not_in_the_document_is_not_said_to_be_missing(body: str) -> None:
    """A script that did not come, or another site's frame, may show one."""
    assert not forms(f"<main><h1>Club</h1>{body}</main>")


def test_a_link_without_words_and_an_address_with_a_place_are_told() -> None:
    told = links('<main><h1>Club</h1><p>x <a href="/sponsors.html?y=2#top"><i></i></a></p></main>')
    assert "a link without words → `/sponsors.html?y=2#top`" in told


def test_every_way_to_reach_somebody_is_listed_once_with_its_words() -> None:
    body = (
        '<main><h1>Dogs</h1><p>Ring <a href="tel:+447700123456">us</a> on 07700 123456 or write to a@dogs.example.</p>'
        '<p><a href="mailto:a@dogs.example?subject=Hi">a@dogs.example</a> <a href="https://wa.me/447700123456">Chat</a></p></main>'
    )
    assert (
        "In its links and text: “us” → `tel:+447700123456`, `mailto:a@dogs.example`, “Chat” → `wa.me/447700123456`."
        in reached(body)
    )
    assert not links(body)


def test_of_what_was_not_found_nothing_is_said() -> None:
    assert not reached(f"<main><h1>Walks</h1>{ENGLISH}</main>")


def test_fields_outside_of_forms_are_counted_and_not_called_a_form() -> None:
    told = forms(
        '<main><h1>Cars</h1><div><input name="reg"><select name=c></select><button>Check</button></div></main>'
    )
    assert told == "- **Forms.** 2 fields stand outside any form."


@pytest.mark.parametrize(
    "form",
    ["<form role=search><input type=search name=q></form>", "<form action=/x><button>Go</button></form>"],
)
def test_a_page_with_any_form_is_not_said_to_have_none(form: str) -> None:
    assert "no form" not in forms(f"<main><h1>Cars</h1>{form}</main>")


@pytest.mark.parametrize(
    ("link", "told"),
    [
        ('<a href="#">Race</a>', "“Race” → `#`."),
        ("<a>Race</a>", "“Race” (its markup names no address)."),
        ('<a href="#there">Race</a>', "“Race” → `#there` (nothing on the page has that id)"),
        ('<a href="#here">Race</a><i id="here">x</i>', "“Race” → `#here`."),
        ("<button onclick=\"location='/x'\">Race</button>", "“Race” → `/x`."),
        ('<button onclick="open(1)">Race</button>', "“Race”."),
    ],
)
def test_where_a_button_leads_is_what_its_markup_says(link: str, told: str) -> None:
    assert told in links(f"<main><h1>Running</h1>{ENGLISH}<div>{link}</div></main>")


@pytest.mark.parametrize("handled", [True, False])
def test_a_link_without_a_target_is_listed_by_its_address_alone(handled: bool) -> None:
    """An error in a script, a new tab and a menu that a style opens are no answer to where it leads."""
    use = UseResult(selector="body > main > p > a", event="click", handled=handled, how="")
    body = '<main><h1>Running</h1><p>See <a href="#">Race</a></p></main>'
    assert "“Race” → `#`." in seen_with(body, handled=(use,))


def test_an_address_that_was_asked_is_told_with_its_answer() -> None:
    asked = ProbedTarget(selector="body > main > p > a", url="https://page.example/x", status=404)
    body = '<main><h1>Running</h1><p><a href="/x">Race</a></p></main>'
    assert "“Race” → `/x` (answered 404 when we asked)" in seen_with(body, targets=(asked,))


def test_a_form_is_told_with_the_words_of_its_button() -> None:
    form = "<form action=/ask><label>Mail <input name=mail type=email></label><button>Send us your question</button></form>"
    body = f"<main><h1>Bread</h1>{form}</main>"
    assert "Its button says: “Send us your question”." in forms(body)
    assert "Send us" not in links(body)


def test_a_number_or_an_address_that_the_text_calls_an_example_reaches_nobody() -> None:
    body = (
        "<main><h1>Club</h1><p>Ring 08-411 52 00 or write to anna@club.example.</p>"
        "<p>Type the number like this, for example 070-765 43 21, and the mail (e.g. me@firm.example).</p></main>"
    )
    assert reached(body).endswith("In its links and text: `anna@club.example`, `08-411 52 00`.")
