"""An owner reads words; names of rules, places in the document and measures stand at the end, for whoever changes the code."""

from __future__ import annotations

import re

import pytest

from coldread.base.languages import Language
from coldread.scanner.judge.finding import Evidence
from coldread.scanner.judge.rubric import CHECKS
from coldread.scanner.page.observations import AxeNode, AxeViolation
from coldread.scanner.report.markdown import report_md
from coldread.scanner.report.measured_words import measured_words

from ..seeing import ENGLISH, SWEDISH, desktop, document, rendered, report, seen, site

FOR_CODE = {"en": "## For your developer", "sv": "## Till din utvecklare"}


def owners_part(text: str, lang: str) -> str:
    part, mark, rest = text.partition(FOR_CODE[lang])
    assert mark
    assert rest
    return part


@pytest.mark.parametrize(("name", "goal", "lang"), [("bad_en", "demo", "en"), ("bad_sv", "newsletter", "sv")])
def test_the_owner_meets_no_rule_selector_or_severity(name: str, goal: str, lang: str) -> None:
    text = report_md(report(site(name), goal, lang=lang))
    part = owners_part(text, lang)
    ids = {row.meta.id for row in CHECKS}
    assert not {one for one in ids if one in part}
    assert not re.search(
        r"\bP[012]\b|nth-of-type|canonical|JSON-LD|landmark|practitioner|praktiker", part, re.IGNORECASE
    )
    assert {one for one in ids if one in text}


def test_no_check_speaks_of_what_practitioners_think() -> None:
    for row in CHECKS:
        for lang in Language:
            told = row.meta.text(lang)
            assert not re.search(r"practitioner|praktiker", told.why + told.fix, re.IGNORECASE), row.meta.id


def pale(colours: str, lang: str = "sv") -> str:
    fore, back = colours.split("/")
    summary = f"Fix any of the following: Element has insufficient color contrast of 2.5 (foreground color: {fore}, background color: {back}, font size: 12.0pt). Expected contrast ratio of 4.5:1"
    node = AxeNode(selector="body > p", html="<p>", summary=summary)
    rule = AxeViolation(rule="color-contrast", impact="serious", help="", tags=("wcag2aa",), nodes=(node,))
    html = document(f"{SWEDISH if lang == 'sv' else ENGLISH}", lang=lang)
    told = report(rendered(html, axe=(rule,)), lang=lang)
    (item,) = (one for one in told.findings if one.id == "a11y.color-contrast")
    return item.fix.summary


def test_white_words_are_not_to_be_darkened() -> None:
    assert pale("#ffffff/#fd7e14").startswith("Texten är ljus: gör bakgrunden mörkare")
    assert pale("#999999/#ffffff").startswith("Gör texten mörkare")
    assert pale("#ffffff/#fd7e14", "en").startswith("The text is light: make the background darker")


def test_a_mail_address_is_not_told_as_a_number() -> None:
    told = report(document(f"<h1>Bröd</h1>{SWEDISH}<p>hej@brod.example</p>", lang="sv"), lang="sv")
    (item,) = (one for one in told.findings if one.id == "trust.contact-unlinked")
    assert "nummer" not in item.why + item.fix.summary
    assert "mejl" in item.fix.summary
    told = report(document(f"<h1>Bröd</h1>{SWEDISH}<p>Ring 021-41 96 40</p>", lang="sv"), lang="sv")
    (item,) = (one for one in told.findings if one.id == "trust.contact-unlinked")
    assert "ringer upp" in item.fix.summary


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("http://127.0.0.1:43031/index.html", "Bread & Sons"),
        ("http://localhost:8000/", "Bread & Sons"),
        ("web/index.html", "web/index.html"),
        ("https://www.bread.example:8443/index.html", "bread.example"),
        ("https://bread.example/offer", "bread.example/offer"),
    ],
)
def test_the_title_names_the_page_as_its_owner_would(url: str, name: str) -> None:
    html = document(f"<h1>Bread</h1>{ENGLISH}", head="<title>Bread & Sons</title>")
    first = report_md(report(seen(html, url=url, final_url=url))).splitlines()[0]
    assert first.endswith(f": {name}")


def test_a_window_is_named_by_its_size() -> None:
    from coldread.scanner.judge.windows import window_words

    assert window_words("mobile", Language.SV) == "vid 390 × 844"
    assert window_words("desktop", Language.SV) == "vid 1366 × 768"


def test_a_swedish_report_quotes_no_english_of_ours() -> None:
    html = document(f"<h1>Bröd</h1>{SWEDISH}<button>Läs om kursen</button>", lang="sv")
    text = report_md(report(rendered(html, desktop=desktop()), lang="sv"))
    assert "no script waits" not in text


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "measured 1.16, target 4.5"), ("sv", "uppmätt 1,16, riktvärde 4,5")]
)
def test_what_was_measured_is_written_as_the_language_writes_numbers(lang: str, told: str) -> None:
    proof = Evidence(layer="axe", selector="a", snippet="Read more", value="1.16", threshold=4.5)
    assert measured_words(proof, Language(lang)) == told
