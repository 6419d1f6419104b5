"""Titles, descriptions and the firm's name: what the page told stays, and nothing empty takes its place."""

from __future__ import annotations

import json

import pytest

from coldread.scanner.judge.checks.seo import meta_description, title
from coldread.scanner.page.observe.titles import title_parts, title_runs
from coldread.scanner.page.page import Page
from coldread.scanner.suggest.head import (
    description,
    organization,
    page_title,
    shared_title,
    title_with_headline,
)
from coldread.scanner.suggest.names import firm_name, likely_name

from ..seeing import ENGLISH, brief, document, page, seen

VAGUE = f"<main><h1>Welcome to a new experience</h1>{ENGLISH}</main>"
TELLING = f"<main><h1>Fresh bread at your door</h1>{ENGLISH}</main>"


def titled(said: str, body: str = VAGUE) -> Page:
    return page(document(body, head=f"<title>{said}</title>"))


@pytest.mark.parametrize(
    ("long", "short"),
    [
        (
            "Fresh bread at your door | Acme Bakery – The best organic sourdough in all of Stockholm",
            "Fresh bread at your door | Acme Bakery",
        ),
        (
            "Fresh bread at your door every morning before seven, all over Stockholm | Acme",
            "Fresh bread at your door every morning before seven | Acme",
        ),
        (
            "Nordvik Bike Works | Repairs for every bicycle in Uppsala, done while you wait at the counter",
            "Repairs for every bicycle in Uppsala | Nordvik Bike Works",
        ),
    ],
)
def test_a_telling_title_that_is_too_long_is_shortened_to_what_it_tells(long: str, short: str) -> None:
    assert page_title(titled(long)) == short
    assert page_title(titled(long, TELLING)) == short, "before anything is made of the headline"


def test_a_title_is_never_cut_to_a_bare_name() -> None:
    told = "Nordvik Bike Works | " + "Repairsforeverybicycleinuppsaladonewhileyouwaitatthecounter" * 2
    assert page_title(titled(told)) == ""


def test_a_vague_headline_never_becomes_a_title() -> None:
    assert page_title(titled("Bread")) == ""
    assert title_with_headline(titled("Fresh bread")) == ""
    assert title_with_headline(titled("Acme", TELLING)) == "Fresh bread at your door | Acme"


@pytest.mark.parametrize("left_over", ["Lorem ipsum", "Your company name", "Home"])
def test_a_leftover_is_never_kept_in_a_title(left_over: str) -> None:
    assert page_title(titled(left_over, TELLING)) == "Fresh bread at your door"
    assert title_with_headline(titled(left_over, TELLING)) == "Fresh bread at your door"
    assert shared_title(titled(left_over, TELLING)) == "Fresh bread at your door"
    assert shared_title(titled("Acme", TELLING)) == "Acme"


def test_a_title_is_made_of_the_offer_and_the_old_name() -> None:
    assert page_title(titled("Acme", TELLING)) == "Fresh bread at your door | Acme"
    assert (
        page_title(titled("Acme: fresh bread at your door by seven"))
        == "Fresh bread at your door by seven | Acme"
    )


def test_a_shouted_headline_is_calm_in_a_title() -> None:
    assert page_title(titled("", "<h1>FRESH BREAD AT YOUR DOOR</h1>")) == "Fresh bread at your door"


def described(content: str, body: str = TELLING, **more: str) -> str:
    said = description(page(document(body, head=f'<meta name="description" content="{content}">'), **more))
    assert not said or meta_description.SHORTEST <= len(said) <= meta_description.LONGEST
    return said


def test_an_old_description_that_is_too_long_keeps_its_first_sentences() -> None:
    kept = "We bake in the night and bring the bread to your door before you wake up, every day."
    assert described(f"{kept} {'And much more of it. ' * 8}").startswith(kept)


def test_a_leftover_is_never_kept_as_a_description() -> None:
    assert "Lorem" not in described("Lorem ipsum dolor sit amet, consectetur adipiscing elit. " * 4)


def test_a_description_says_what_and_how() -> None:
    said = described("", "<h1>Warm loaves by seven</h1>" + ENGLISH, audience="Owners of small cafés")
    assert said.startswith("Warm loaves by seven. We bring fresh bread to your door")
    said = described("", audience="Owners of small cafés")
    assert said.startswith("We bring fresh bread"), "a headline that the sentence repeats is left out"
    assert "owners of small cafés" not in said, "the order's words are not the page's"


def test_an_audience_alone_describes_nothing() -> None:
    audience = "owners of small companies who want to see their money every single day"
    assert described("", "<h1>Welcome</h1>", audience=audience) == ""


def test_a_firm_is_named_by_its_site_by_its_host_or_at_the_end_of_its_title() -> None:
    assert firm_name(titled("Fresh bread | Acme Bakery")) == "Acme Bakery"
    assert firm_name(titled("Acme Bakery | Fresh bread")) == "Acme Bakery"
    assert firm_name(titled("Bread")) == "", "a title alone may be the offer"
    assert likely_name(titled("Bread")) == "Bread", "and somebody looks at a guess"
    assert firm_name(titled("Agency - Start Bootstrap Theme")) == "Agency", "not its template"
    assert firm_name(titled("Fresh bread | Home")) == ""
    hosted = seen(
        document(VAGUE, head="<title>Nordvik Bike Works</title>"), final_url="https://www.nordvikbikes.se/"
    )
    assert firm_name(Page(hosted, brief())) == "Nordvik Bike Works"
    stated = '<title>Bread</title><meta property="og:site_name" content="Acme">'
    assert firm_name(page(document(VAGUE, head=stated))) == "Acme"


def test_an_organization_has_the_ways_to_be_reached_that_the_page_shows() -> None:
    told = page(document('<a href="mailto:hej@acme.se?subject=x">Mail</a><a href="tel:+468123">Ring</a>'))
    facts = json.loads(organization(told, "Acme </script>"))
    assert facts["email"] == "hej@acme.se"
    assert facts["telephone"] == "+468123"
    assert "</" not in organization(told, "Acme </script>")


def test_a_colon_parts_a_title_only_before_a_clause() -> None:
    assert title_parts("Acme: fresh bread by seven") == ["Acme", "fresh bread by seven"]
    assert title_parts("Acme: bread") == ["Acme: bread"]
    assert title_parts("Open 9–17 · Acme – bread|more") == ["Open 9–17", "Acme", "bread", "more"]


def test_the_runs_of_a_title_keep_its_signs() -> None:
    assert title_runs("a | b – c") == ["a | b", "a", "b – c", "c", "b"]
    assert title_runs("one") == []


def test_limits_are_those_of_the_checks() -> None:
    assert len(page_title(titled("x" * 5, TELLING))) <= title.LONGEST
