"""Buttons and forms: the page's own words for the goal first, a way that works, and no more fields than needed."""

from __future__ import annotations

from typing import get_args

from coldread.scanner.page.observe.fields import FieldKind
from coldread.scanner.suggest.calls import suggested_target
from coldread.scanner.suggest.fields import FIELD, FIELDS
from coldread.scanner.suggest.ids import free_id

from ..seeing import document, page

FORM = '<form><label for="e">Email</label><input id="e" type="email"><button>Book a call</button></form>'


def test_a_button_leads_where_a_working_one_does_or_to_the_goal_s_form() -> None:
    working = '<a role="button" href="/calls">Book a call</a>'
    assert (
        suggested_target(page(document(f"<main>{working}<section id='talk'>{FORM}</section></main>")))
        == "/calls"
    )
    assert suggested_target(page(document(f"<main><section id='talk'>{FORM}</section></main>"))) == "#talk"
    assert suggested_target(page(document(f"<main>{FORM}</main>"))) == "", "there is no id to name"


def test_a_newsletter_is_no_way_to_an_account() -> None:
    letters = '<section id="news"><h2>Newsletter</h2><form><input type="email"><button>Subscribe</button></form></section>'
    told = page(document(f"<main>{letters}</main>"), "paid_signup")
    assert suggested_target(told) == ""
    assert suggested_target(page(document(f"<main>{letters}</main>"), "newsletter")) == "#news"


def test_an_id_that_is_taken_is_numbered_until_it_is_free() -> None:
    assert free_id("Så här!", ()) == "sa-har"
    assert free_id("sign-up", {"sign-up", "sign-up-2"}) == "sign-up-3"
    assert free_id("2 ways", ()) == "field-2-ways"


def test_every_kind_of_field_has_one_row() -> None:
    assert len(FIELD) == len(FIELDS)
    assert set(FIELD) <= set(get_args(FieldKind))
