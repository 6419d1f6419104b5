"""Real scans of a page in Chromium: scanned again it has not changed; edited, each edit is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from coldread.scanner.brief import Brief
from coldread.scanner.engine import review
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge.probes import plan_probes
from coldread.scanner.report.answer import page_answer
from coldread.scans.comparison.matters import Known, Run, changes_that_matter
from coldread.scans.comparison.page_state import PageState, page_state
from coldread.scans.comparison.pages import compare_pages
from tests.scanner.render.studio import Studio
from tests.scanner.seeing import site

BRIEF = Brief(goal=PrimaryGoal.PAID_SIGNUP, audience="freelancers")
PAGE = site("signup_en")
BESIDE = dict.fromkeys(
    ("/signup", "/login", "/privacy", "/terms"), "<!doctype html><title>A page</title><h1>Here</h1>"
)


def scanned(studio: Studio, page: str, beside: Mapping[str, str] = BESIDE) -> PageState:
    result = studio.look({"/": page, **beside}, plan=lambda first: plan_probes(first, BRIEF))
    report = review(result.observations, BRIEF)
    shows = {"shows": report.facts["shows"]}
    return page_state(
        {"url": "http://page.example/", "_source": report.source, **page_answer(report), **shows}
    )


def without(text: str, *places: str) -> str:
    for place in places:
        assert place in text
        text = text.replace(place, "")
    return text


def put(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new)


@pytest.fixture(scope="module")
def before(studio: Studio) -> PageState:
    return scanned(studio, PAGE)


#: what somebody edits, and what is told of it
EDITS: dict[str, tuple[Callable[[str], str], set[str]]] = {
    "the headline": (
        lambda page: put(page, "without writing awkward e-mails</h1>", "and stop chasing clients</h1>"),
        {"headline_changed"},
    ),
    "the price": (lambda page: put(page, "£7 per month", "£9 per month"), {"price_changed"}),
    "the main button": (
        lambda page: put(page, "Start your free trial", "Try Nudge for 14 days"),
        {"main_button_changed"},
    ),
    "a button that leads nowhere": (
        lambda page: put(page, 'class="act" href="/signup"', 'class="act" href="#"'),
        {"new_blocking_finding", "score_moved"},
    ),
    "a form that sends nothing": (
        lambda page: put(
            page, "<footer>\n    <p>Questions",
            '<form><label>Your e-mail <input type="email" autocomplete="email"></label><button>Send it to me</button></form>'
            "<footer>\n    <p>Questions",
        ),
        {"new_blocking_finding", "score_moved"},
    ),
    "words too pale to read": (
        lambda page: put(page, "body { margin: 0;", "main p { color: #c9cdd6 } body { margin: 0;"),
        {"new_costly_finding"},
    ),
    "no price any more": (
        lambda page: without(page, "£7 per month for as many invoices as you like. "),
        {"price_changed"},
    ),
    "a colour that everybody can read": (lambda page: put(page, "background: #b3123f", "background: #7a0c2b"), set()),
    "a paragraph more": (
        lambda page: put(page, "<p>You choose the tone", "<p>Nudge knows when a client is away.</p><p>You choose the tone"),
        set(),
    ),
}  # fmt: skip


def test_a_page_that_is_scanned_again_has_not_changed(studio: Studio, before: PageState) -> None:
    known = changes_that_matter(Known(), Run(page=before)).known
    for _ in range(3):
        again = scanned(studio, PAGE)
        assert compare_pages(before, again)["outcome"] == "nothing_changed"
        told = changes_that_matter(known, Run(page=again))
        assert (told.outcome, told.changes) == ("quiet", ())
        known = told.known


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_is_told(studio: Studio, before: PageState, name: str) -> None:
    edit, expected = EDITS[name]
    known = changes_that_matter(Known(), Run(page=before)).known
    after = scanned(studio, edit(PAGE))
    kinds = []
    for _ in range(4):
        told = changes_that_matter(known, Run(page=after))
        kinds += [change.kind.value for change in told.changes]
        known = told.known
    assert expected <= set(kinds) if expected else not kinds
    assert len(kinds) == len(set(kinds))  # once
    if expected:
        assert compare_pages(before, after)["outcome"] == "changed"


PARKED = (
    "<!doctype html><html lang=en><title>shop.example</title><meta name=viewport content='width=device-width'>"
    "<h1>This domain is parked</h1><p>The name may be for sale. Ask the registrar who owns it today.</p>"
    "<a href='/signup'>Ask for the name</a></html>"
)


def test_another_page_at_the_address_is_told_as_one_change(studio: Studio, before: PageState) -> None:
    known = changes_that_matter(Known(), Run(page=before)).known
    told = []
    for page in (PARKED, PARKED, PARKED, PAGE, PAGE):
        one = changes_that_matter(known, Run(page=scanned(studio, page)))
        told.append([(change.kind.value, change.after) for change in one.changes])
        known = one.known
    parked, back = ("page_replaced", "shop.example"), ("page_replaced", before.title)
    assert told == [[], [parked], [], [], [back]]


def test_a_target_that_answers_with_an_error_is_told_the_second_time(
    studio: Studio, before: PageState
) -> None:
    gone = {path: text for path, text in BESIDE.items() if path != "/signup"}
    assert before.control is not None
    assert (before.control.works, before.control.target) == (True, "/signup")
    known = changes_that_matter(Known(), Run(page=before)).known
    kinds = []
    for _ in range(3):
        told = changes_that_matter(known, Run(page=scanned(studio, PAGE, gone)))
        kinds.append([change.kind.value for change in told.changes])
        known = told.known
    assert kinds == [[], ["target_fails", "score_moved"], []]
