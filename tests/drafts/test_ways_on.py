"""What can be pressed, called, written to or filled in stands in the sheet, all of it, and nothing is called the main one."""

from __future__ import annotations

import dataclasses

import pytest

from coldread.scanner.engine import review
from coldread.scanner.page.observations import ProbedTarget
from tests.drafts.ordering import made
from tests.drafts.sheets import answers, sheet
from tests.scanner.seeing import ENGLISH, document


def press(body: str, goal: str = "Runners sign up for the race") -> str:
    return answers(sheet(made(document(body), goal=goal)))[4]


def test_links_that_share_a_word_with_the_goal_stand_first_and_in_the_menu_too() -> None:
    told = press(
        '<nav><a href="/">Hjälmargården</a> <a href="https://mittlopp.example/x">löparanmälan</a></nav>'
        '<main><h1>Lopp</h1><div><a href="/sponsors">Sponsors</a></div></main>',
        "Löpare ska anmäla sig till loppet.",
    )
    assert (
        "Links and buttons that share a word with your goal: “löparanmälan” → `https://mittlopp.example/x`."
        in told
    )
    assert "Other buttons outside header, menu and footer: “Sponsors” → `/sponsors`." in told
    assert "Hjälmargården" not in told


def test_every_way_to_reach_somebody_is_listed_once() -> None:
    told = press(
        '<main><h1>Dogs</h1><p>Ring <a href="tel:+447700123456">us</a> on 07700 123456 or write to a@dogs.example.</p>'
        '<p><a href="mailto:a@dogs.example?subject=Hi">Mail</a> <a href="https://wa.me/447700123456">Chat</a></p>'
        '<p><a href="files/form.pdf">The form</a></p></main>'
    )
    assert (
        "Ways to reach somebody on the page: `tel:+447700123456`, `mailto:a@dogs.example`, `wa.me/447700123456`."
        in told
    )
    assert "Files that it links to: `/files/form.pdf`." in told
    assert "We found no" not in told


def test_a_word_begins_as_the_goals_and_the_logo_and_a_question_are_no_step() -> None:
    told = press(
        '<nav><a href="/">Medlemmarnas klubb</a> <a href="/m">Medlemskap</a> <a href="/q">Blir man medlem?</a></nav>'
        '<main><h1>Klubb</h1><button><a href="/k">Kortet för medlem</a></button></main>',
        "Alla ska köpa medlemskort.",
    )
    assert "share a word with your goal: “Medlemskap” → `/m`, “Kortet för medlem” → `/k`." in told, told
    assert "Other buttons" not in told


def test_a_link_that_speaks_of_contact_is_a_way_that_is_told_once() -> None:
    told = press(
        '<nav><a href="/contact">Contact us</a></nav><main><h1>Runs</h1><p>Ask.</p>'
        '<div><a href="/race">Contact the race office</a></div></main>'
    )
    assert "Ways to reach somebody on the page: “Contact us” → `/contact`." in told
    assert told.count("/race") == 1


def test_a_page_that_nobody_can_write_to_is_said_to_have_no_way() -> None:
    said = "We found no e-mail address, telephone number or messenger link in its text and links."
    assert said in press(f"<main><h1>Walks</h1>{ENGLISH}</main>")
    hidden = '<a href="/cdn-cgi/l/email-protection#ab">[protected]</a>'
    assert said not in press(f"<main><h1>Walks</h1>{ENGLISH}{hidden}</main>")


def test_fields_outside_of_forms_are_not_called_a_form() -> None:
    told = press('<main><h1>Cars</h1><div><input name="reg"><button>Check</button></div></main>')
    assert "Outside any form: “reg”." in told
    assert "A form has" not in told


@pytest.mark.parametrize(
    ("link", "told"),
    [
        ('<a href="#">Race</a>', "“Race” (its markup names no address)"),
        ('<a href="#there">Race</a>', "“Race” → `#there` (nothing on the page has that id)"),
        ('<a href="#here">Race</a><i id="here">x</i>', "“Race” → `#here`."),
        ("<button onclick=\"location='/x'\">Race</button>", "“Race” → `/x`."),
        ('<button onclick="open(1)">Race</button>', "“Race”."),
    ],
)
def test_where_a_button_leads_is_what_its_markup_says(link: str, told: str) -> None:
    assert told in press(f"<main><h1>Running</h1>{ENGLISH}<div>{link}</div></main>")


def test_an_address_that_was_asked_is_told_with_its_answer() -> None:
    case = made(
        document(
            '<main><h1>Running</h1><p><a href="/x">Race</a></p><div><button onclick="location.href=\'/x\'">Race again</button></div></main>'
        ),
        goal="Run the race",
    )
    assert case.report is not None
    asked = ProbedTarget(selector="body > main > p > a", url="https://page.example/x", status=404)
    record = dataclasses.replace(case.report.seen, targets=(asked,))
    report = review(record, case.assignment.brief)
    told = answers(sheet(dataclasses.replace(case, report=report)))[4]
    assert "“Race” → `/x` (answered 404 when we asked)" in told
    assert "“Race again” → `/x` (answered 404 when we asked)" in told


def test_an_address_is_listed_once_as_a_way_to_reach_somebody() -> None:
    mail = '<a class=button href="mailto:bread@shop.example">bread@shop.example</a>'
    told = press(f"<main><h1>Bread</h1>{mail}</main>", goal="Orders of bread")
    assert told.count("bread@shop.example") == 1


def test_a_form_is_told_with_the_words_of_its_button() -> None:
    form = "<form action=/ask><label>Mail <input name=mail type=email></label><button>Send us your question</button></form>"
    assert "Its button says: “Send us your question”." in press(f"<main><h1>Bread</h1>{form}</main>")


def test_every_link_with_a_word_of_the_goal_is_named() -> None:
    links = "".join(f'<a href="/{n}">Sign up for race {n}</a> ' for n in range(8))
    told = press(f"<main><h1>Race</h1>{links}</main>")
    assert all(f"`/{n}`" in told for n in range(8))
