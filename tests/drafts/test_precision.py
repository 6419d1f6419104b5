"""What a draft must not say: each by a small page on which a rule once said too much."""

from __future__ import annotations

from coldread.drafts.remedies.table import REMEDIES
from coldread.drafts.remedies import parts
from coldread.drafts.say import TEXTS
from coldread.drafts.spec import spec_md
from tests.drafts.test_ordered import made
from tests.scanner.seeing import document

LETTER = document(
    '<nav><a href="https://page.example/">Nyhetsbrev</a></nav><main><h1>Håll kreativiteten vid liv</h1><p>Prenumerera på '
    'vårt brev om färg och form.</p><form action="/ta-emot" method="post"><label>E-post <input type="email" name="e"></label>'
    "<button>Ja, ge mig inspiration!</button></form></main>",
    lang="sv",
)


def test_no_colour_is_proposed_for_a_rule_that_stands_on_other_grounds() -> None:
    assert REMEDIES["a11y.color-contrast"] is REMEDIES["cta.low-contrast"] is parts.places


def test_no_tally_of_findings() -> None:
    for lang in ("en", "sv"):
        assert "{before" not in TEXTS.of(lang)["diff.proven"]


def test_a_form_on_the_page_comes_before_a_link_to_the_page_itself() -> None:
    told = made(LETTER, goal="Fler som prenumererar på nyhetsbrevet", primary_goal="newsletter", lang="sv")
    assert told.settled is not None
    assert told.settled.control is not None
    assert told.settled.control.label == "Ja, ge mig inspiration!"
    assert "Enda vägen" not in spec_md(told)


def test_a_button_in_the_header_that_joins_a_group_is_the_way() -> None:
    html = document(
        '<header><a class="btn" href="https://www.facebook.com/groups/1/">Bli medlem</a></header><main><h1>Bilar</h1>'
        '<p>Skriv till kontakt@bilar.se.</p><a href="mailto:kontakt@bilar.se">kontakt@bilar.se</a></main>',
        lang="sv",
    )
    told = made(html, goal="Fler medlemmar", lang="sv")
    assert told.settled is not None
    assert told.settled.control is not None
    assert told.settled.control.label == "Bli medlem"
    assert "ingen knapp" not in spec_md(told)


def test_nobody_is_told_that_there_is_no_button_where_one_could_be_it() -> None:
    html = document(
        '<main><h1>Knitters</h1><a class="button" href="/tuesdays">See you on Tuesday</a>'
        '<a href="mailto:hi@knit.org">hi@knit.org</a></main>'
    )
    told = made(html, goal="More members")
    assert told.settled is not None
    assert told.settled.step == "open"
    text = spec_md(told)
    assert "no button" not in text
    assert "Which button or link on the page is meant for your goal?" in text


def test_the_sign_of_a_basket_is_no_button() -> None:
    html = document(
        '<header><button aria-label="Open cart"><svg></svg></button></header><main><h1>Cold juices</h1>'
        '<a class="btn" href="/shop.html">Shop juices</a></main>'
    )
    told = made(html, goal="More online orders", primary_goal="paid_signup")
    assert told.settled is not None
    assert told.settled.control is None or told.settled.control.label == "Shop juices"
