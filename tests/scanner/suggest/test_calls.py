"""Buttons and forms: the page's own words for the goal first, a way that works, and no more fields than needed."""

from __future__ import annotations

from typing import get_args

import pytest

from coldread.scanner.goals import GOALS, PrimaryGoal
from coldread.scanner.page.observe.fields import FieldKind
from coldread.scanner.suggest.calls import anchor, form_fields, kept_fields, label, target
from coldread.scanner.suggest.fields import FIELD, FIELDS
from coldread.scanner.suggest.ids import free_id

from ..seeing import document, page


def test_a_button_keeps_the_page_s_own_words_for_the_goal() -> None:
    html = document('<main><h1>Bread</h1><a role="button" href="/demo">Book my bakery demo</a></main>')
    assert label(page(html, "demo")) == "Book my bakery demo"
    assert label(page(html, "newsletter")) == "Get the newsletter"


def test_words_of_another_step_are_not_borrowed_because_they_lead_to_the_goal() -> None:
    html = document('<main><h1>Bread</h1><a role="button" href="/book-a-demo">See our prices</a></main>')
    assert label(page(html, "demo")) == "Book a demo"


def test_the_button_of_a_form_speaks_of_its_form_alone() -> None:
    html = document('<main><form><input type="email"><button>Book my bakery demo</button></form></main>')
    assert label(page(html, "demo")) == "Book a demo"


def test_only_the_owner_knows_what_the_button_of_another_goal_says() -> None:
    assert label(page(document("<h1>Bread</h1>"), "other")) == ""


def test_a_swedish_page_gets_swedish_words_and_any_other_english_ones() -> None:
    swedish = document("<h1>Bröd</h1>", lang="sv")
    assert label(page(swedish, "book_call")) == "Boka ett samtal"
    assert anchor(page(swedish, "book_call")) == "boka-samtal"
    assert label(page(document("<h1>Brot</h1>", lang="de"), "book_call")) == "Book a call"


FORM = '<form><label for="e">Email</label><input id="e" type="email"><button>Book a call</button></form>'


def test_a_button_leads_where_a_working_one_does_or_to_the_goal_s_form() -> None:
    working = '<a role="button" href="/calls">Book a call</a>'
    assert target(page(document(f"<main>{working}<section id='talk'>{FORM}</section></main>"))) == "/calls"
    assert target(page(document(f"<main><section id='talk'>{FORM}</section></main>"))) == "#talk"
    assert target(page(document(f"<main>{FORM}</main>"))) == "", "there is no id to name"


def test_a_newsletter_is_no_way_to_an_account() -> None:
    letters = '<section id="news"><h2>Newsletter</h2><form><input type="email"><button>Subscribe</button></form></section>'
    told = page(document(f"<main>{letters}</main>"), "paid_signup")
    assert target(told) == ""
    assert target(page(document(f"<main>{letters}</main>"), "newsletter")) == "#news"


def test_an_id_that_is_taken_is_numbered_until_it_is_free() -> None:
    assert free_id("Så här!", ()) == "sa-har"
    assert free_id("sign-up", {"sign-up", "sign-up-2"}) == "sign-up-3"
    assert free_id("2 ways", ()) == "field-2-ways"


@pytest.mark.parametrize("goal", PrimaryGoal)
def test_the_form_of_every_goal_is_made_of_fields_that_we_can_write(goal: PrimaryGoal) -> None:
    rows = form_fields(page(document(""), goal))
    assert rows
    assert all(row.kind in get_args(FieldKind) for row in rows)
    limit = next(row.most_fields for row in GOALS if row.goal == goal)
    assert limit is None or len(rows) <= limit


def test_every_kind_of_field_has_one_row() -> None:
    assert len(FIELD) == len(FIELDS)
    assert set(FIELD) <= set(get_args(FieldKind))


def test_a_form_keeps_what_the_goal_needs_and_a_way_to_answer() -> None:
    fields = '<input name="name"><input type="email"><input type="tel"><input name="company"><textarea name="message"></textarea>'
    told = page(
        document(f"<main><h2>Book a call</h2><form>{fields}<button>Book a call</button></form></main>")
    )
    assert kept_fields(told, told.forms[0]) == {"name", "phone"}
    only_mail = page(
        document(
            '<main><form><input name="name"><input type="email"><button>Book a call</button></form></main>'
        )
    )
    assert kept_fields(only_mail, only_mail.forms[0]) == {"name", "email"}
