"""Every finding can be looked up: the selector finds the node, the snippet stands in the page."""

from __future__ import annotations

import html as entities

import pytest
from selectolax.lexbor import LexborHTMLParser

from coldread.scanner.brief import Brief
from coldread.scanner.engine import review
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge.finding import Evidence
from coldread.scanner.page.observe.element_tree import collapse

from .seeing import BAD, GOLD, brief, document, finding, rendered, seen, site, violation

GOALS = ("newsletter", "demo", "book_call", "paid_signup", "other")


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("name", GOLD | BAD)
def test_every_selector_finds_a_node_and_every_snippet_stands_in_the_page(
    name: str, goal: PrimaryGoal
) -> None:
    html = site(name)
    parsed = LexborHTMLParser(html)
    assert parsed.body is not None
    source, text = collapse(html), collapse(parsed.body.text(separator=" "))
    for item in review(seen(html), Brief(goal=goal, audience="astronauts")).findings:
        for proof in item.evidence:
            assert parsed.css_first(proof.selector) is not None, (item.id, proof.selector)
            said = proof.snippet.removesuffix("…")
            places = (source, entities.unescape(source), text, text.replace(" ", ""))
            found = any(said in place for place in places) or said.replace(" ", "") in places[-1]
            assert found or proof.snippet == proof.selector, (item.id, proof.snippet)


def test_the_mark_of_a_finding_does_not_depend_on_address_or_language() -> None:
    html = site("bad_en")
    here = review(seen(html), brief("demo"))
    there = review(
        seen(html, url="https://other.example/x", final_url="https://other.example/x"),
        brief("demo", lang="sv"),
    )
    marks = {item.id: item.fingerprint for item in here.findings}
    assert marks == {item.id: item.fingerprint for item in there.findings}
    assert len(set(marks.values())) == len(marks)


@pytest.mark.parametrize(
    "attributes", ['class="icon" data-a="x"', 'data-a="x" class="icon"', "CLASS='icon' data-a=x"]
)
def test_what_has_neither_text_nor_name_is_quoted_alike_however_it_is_spelled(attributes: str) -> None:
    link = f"<a {attributes}></a>"
    record = rendered(document(f"<h1>Bread</h1>{link}"), axe=(violation("link-name", "body > a"),))
    assert finding("a11y.link-name", record).evidence[0].snippet == "<a"


def test_what_is_not_there_is_left_out_of_the_shape() -> None:
    assert Evidence(layer="static", selector="head", snippet="head").to_dict() == {
        "layer": "static",
        "selector": "head",
        "snippet": "head",
    }


def test_at_most_twenty_places_are_listed_and_all_are_counted() -> None:
    item = finding("perf.img-dimensions", document('<img src="a.png">' * 33))
    assert len(item.evidence) == 20
    assert item.count == 33
