"""What a draft says: in one language, in order, with exact words, and with nothing invented."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from coldread.base.languages import Language
from coldread.drafts.assignment import Assignment, guessed_goal
from coldread.drafts.business.heads import LONGEST
from coldread.drafts.case import Case, Competitor
from coldread.drafts.change import effort, place
from coldread.drafts.copy_edits import copy_edits
from coldread.drafts.deliver import Final, refusals
from coldread.drafts.diff import mendings, patched, whole_diff
from coldread.drafts.excerpt import excerpt
from coldread.drafts.marks import marked, marks_in
from coldread.drafts.proposals import versions
from coldread.drafts.say import TEXTS, say
from coldread.drafts.spec import spec_md
from coldread.llm.grounds import Grounds
from coldread.scanner.engine import review
from coldread.scanner.judge.finding import Evidence
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import language_of_phrase, mid_sentence
from coldread.scanner.suggest.everything import everything
from tests.scanner.seeing import document, seen, site

LOREM = "Lorem ipsum dolor sit amet consectetur"


def assignment(**more: Any) -> Assignment:
    facts: dict[str, Any] = {
        "order_id": "INV-abcdefgh",
        "url": "https://page.example/",
        "goal": "More demo bookings",
        "audience": "Owners of small bakeries",
        "primary_goal": "demo",
        "goal_guessed": False,
        "final_by": 1_794_993_600_000_000,
    }
    return Assignment(**(facts | more))


def case(html: str, **more: Any) -> Case:
    asked = assignment(**more)
    report = review(seen(html), asked.brief)
    return Case(assignment=asked, report=report, mendings=mendings(report, {"html": html}))


def a_page(html: str, **more: Any) -> Page:
    page = case(html, **more).page
    assert page is not None
    return page


@pytest.mark.parametrize("lang", ["en", "sv"])
def test_a_draft_has_all_its_parts_in_its_language(lang: str) -> None:
    spec = spec_md(case(site("bad_en"), lang=lang))
    words = TEXTS.of(lang)
    for part in ("short", "developer", "assignment", "changes", "diff", "unmeasured", "colophon_title"):
        assert f"## {words[f'draft.{part}']}" in spec
    parts = ["point.heading", "first.title", "proof_plan.title"]
    parts += ["sum.ask", "draft.developer", "draft.changes", "sum.appendix"]
    places = [spec.index(f"## {words[part]}\n") for part in parts]
    assert places == sorted(places), "the owner's part leads, the developer's follows"
    assert (
        spec.count(f"**{words['change.done']}**") == len(re.findall(r"^### \d+\. ", spec, re.MULTILINE)) >= 5
    )
    other = TEXTS.of("sv" if lang == "en" else "en")
    assert f"**{other['change.done']}**" not in spec


def test_changes_are_numbered_by_weight() -> None:
    spec = spec_md(case(site("bad_en")))
    words = TEXTS.of("en")
    groups = [spec.index(f"*{words[f'draft.group_{weight}']}*") for weight in ("P0", "P1", "P2")]
    assert groups == sorted(groups)
    numbers = [int(number) for number in re.findall(r"^### (\d+)\. ", spec, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))


def test_nothing_is_proposed_that_the_page_or_the_buyer_has_not_said() -> None:
    for name in ("bad_en", "bad_sv", "calls_en", "signup_en", "demo_sv", "newsletter_sv"):
        page = a_page(site(name), audience="Owners of small bakeries")
        grounds = Grounds(
            page.title, page.dom.body.text, page.brief.audience, "Book a demo", "Boka en demo", "For För"
        )
        for text in everything(page):
            assert grounds.objection(text) is None, (name, text)


def test_a_quotation_never_becomes_a_headline_or_a_description() -> None:
    html = document(
        "<main><h1>Hi</h1><blockquote><p>Since we switched to them our mornings are calm and our bread is "
        f"always warm.</p><footer>Anna, Café Linden</footer></blockquote><p>{LOREM}</p></main>",
        head="<title>Bread</title>",
    )
    page = a_page(html)
    assert not any("mornings" in text for text in everything(page))
    added = [line for line in (whole_diff(case(html).mendings) or "").split("\n") if line.startswith("+")]
    assert "\n".join(added).count("mornings") == 1, "where it stood, and nowhere else"
    assert "Linden</footer>" in "\n".join(added), "and its own footer is not the page's"


def test_the_order_s_words_are_no_part_of_the_diff_and_what_they_suffer_from_no_headline() -> None:
    audience = "Owners of small bakeries in the north that fear an audit"
    for name in ("bad_en", "calls_en", "signup_en", "newsletter_sv"):
        told = case(site(name), audience=audience, goal="More bakers who ring us on Tuesdays")
        public = [text for one in versions(told) for text in (one.headline, one.subhead, one.button)]
        assert not any("fear an audit" in text or "on Tuesdays" in text for text in public), name
        assert "small bakeries" not in (whole_diff(told.mendings) or "")


@pytest.mark.parametrize(
    ("wish", "inside"),
    [
        ("Owners of small bakeries", "owners of small bakeries"),
        ("Småföretagare som vill synas", "småföretagare som vill synas"),
        ("Swedish donors", "Swedish donors"),
        ("HR managers", "HR managers"),
        ("B2B buyers", "B2B buyers"),
        ("E-commerce teams", "e-commerce teams"),
        ("iPhone users", "iPhone users"),
        ("Stockholmare", "Stockholmare"),
        ("Substack writers", "Substack writers"),
        ("C-level in large firms", "C-level in large firms"),
        ("Bostadsrättsföreningar i stan", "bostadsrättsföreningar i stan"),
    ],
)
def test_a_wish_inside_a_sentence_begins_with_a_small_letter_unless_it_is_a_name(
    wish: str, inside: str
) -> None:
    assert mid_sentence(wish) == inside


def test_the_language_of_a_few_words_is_told_or_left_open() -> None:
    assert language_of_phrase("Owners of small companies") == "en"
    assert language_of_phrase("Familjer som letar efter ett hus") == "sv"
    assert language_of_phrase("Bilägare") == "sv"
    assert language_of_phrase("Commuters") == ""


def test_the_goal_is_read_out_of_the_buyers_sentence() -> None:
    assert guessed_goal("More demo bookings") == "demo"
    assert guessed_goal("Fler prenumeranter på nyhetsbrevet") == "newsletter"
    assert guessed_goal("Be taken seriously") == "other"


def test_an_address_without_a_host_is_never_proposed() -> None:
    html = document(
        '<main><h1>Bread for cafés in Malmö</h1><a class="btn" href="https://">Book a demo</a></main>'
    )
    told = case(html)
    html_blocks = re.findall(r"```html\n(.*?)```", spec_md(told), re.DOTALL)
    assert html_blocks
    assert not any('href="https://"' in block for block in html_blocks)
    added = [line for line in (whole_diff(told.mendings) or "").split("\n") if line.startswith("+")]
    assert 'href="#book-a-demo"' in "".join(html_blocks)
    assert len([line for line in added if 'href="https://"' in line]) <= html.count('href="https://"'), (
        "no new one"
    )


def test_hostile_words_stay_words() -> None:
    """An order's fields and a page's texts can neither break out of the document nor run."""
    evil = "</p><script>alert(1)</script>[x](javascript:alert(1)) ```\n# Big"
    told = case(
        document(f"<h1>Welcome</h1><p>{evil}</p>"),
        goal=evil,
        audience=evil,
        pain_point=evil,
        constraints=evil,
    )
    spec = spec_md(told)
    outside_code = re.sub(r"```.*?```|`[^`]*`", "", spec.replace("\\`", "'"), flags=re.DOTALL)
    assert "<script>alert(1)</script>" not in outside_code
    assert "\n# Big" not in spec
    assert "](javascript:" not in outside_code
    assert spec.count("```") % 2 == 0


def test_competitors_stand_side_by_side() -> None:
    told = case(site("bad_en"))
    good = review(seen(site("calls_en")), told.assignment.brief)
    rivals = (
        Competitor(url="https://www.rival.example/", report=good),
        Competitor(url="https://gone.example/", report=None, reason="It does not answer."),
    )
    spec = spec_md(Case(assignment=told.assignment, report=told.report, competitors=rivals))
    assert "| | **you** | rival.example |" in spec
    assert "could not be read: It does not answer." in spec
    assert "Where someone is clearly ahead" in spec


def test_a_diff_that_does_not_fit_is_not_given() -> None:
    text = "one\ntwo\nthree\n"
    diff = "--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n"
    assert patched(text, diff) == "one\n2\nthree\n"
    assert patched("one\nTWO\nthree\n", diff) is None
    assert (
        patched("-- a\nb", "@@ -1,2 +1,2 @@\n--- a\n+-- c\n b\n\\ No newline at end of file\n") == "-- c\nb"
    )


def test_an_excerpt_does_not_take_the_attribute_of_the_next_tag() -> None:
    source = '<textarea\n  class="wide"\n></textarea>\n<a\n  href="#"\n>x</a>\n'
    patch = '@@ -1,3 +1,4 @@\n <textarea\n   class="wide"\n+  aria-label="Inquiry"\n ></textarea>\n'
    assert excerpt(patch, source)[0] == [" <textarea …", '+aria-label="Inquiry"']


def test_an_excerpt_tells_the_tag_of_a_bare_attribute_and_cuts_long_lines() -> None:
    source = '<p>x</p>\n<input\n  name="email"\n  type="text"\n/>\n'
    patch = '--- a/x\n+++ b/x\n@@ -1,5 +1,6 @@\n <p>x</p>\n <input\n   name="email"\n   type="text"\n+  autocomplete="email"\n />\n'
    assert excerpt(patch, source)[0] == [' <input name="email" …', '+autocomplete="email"']
    long = "a" * 500
    lines, more = excerpt(f"@@ -1 +1 @@\n-<b>{long}</b>\n+<b>{long}!</b>\n")
    assert max(map(len, lines)) < 200
    assert more == 0


@pytest.mark.parametrize(
    "name", ["bad_en", "bad_sv", "calls_en", "signup_en", "demo_sv", "newsletter_sv", "sample_en"]
)
def test_versions_have_no_gap_in_the_headline_one_in_all_and_words_of_the_page_or_the_order(
    name: str,
) -> None:
    lang = "sv" if name.endswith("sv") else "en"
    audience = "ägare av små bagerier" if lang == "sv" else "Owners of small bakeries"
    page = a_page(site(name), audience=audience, lang=lang)
    told = case(site(name), audience=audience, lang=lang)
    made = versions(told)
    assert len(made) <= 3
    assert len({one.headline for one in made}) == len(made)
    known = Grounds(
        page.title,
        page.dom.body.text,
        audience,
        "for för från from free gratis in i days dagar fixed price fast pris Then kr",
    )
    for one in made:
        assert len(one.headline) <= LONGEST
        assert not marks_in(one.headline)
        assert len(marks_in(f"{one.subhead} {one.button} {one.below}")) <= 1
        assert one.button
        assert known.objection(one.headline) is None, (name, one.headline)


def test_a_page_that_tells_nothing_gets_no_version_that_is_a_gap() -> None:
    told = case(document("<main><h1>Welcome</h1><p>It begins with you.</p></main>"))
    assert versions(told) == []
    text = spec_md(told)
    assert "**Headline:**" not in text
    assert "says what it is. Keep it." not in text


def test_the_summary_says_what_is_wrong_and_never_cheers() -> None:
    spec = spec_md(case(site("bad_en")))
    short = spec.partition("## In short")[2].partition("\n## ")[0]
    assert short.strip().startswith(
        "Your goal, in your words: “More demo bookings”. Your readers: owners of small bakeries. Do this first: The form sends nothing"
    )
    assert "list is short" not in spec


def owners(spec: str, lang: str = "en") -> str:
    return spec.partition(f"## {say(lang, 'draft.developer')}")[0]


@pytest.mark.parametrize("name", ["bad_en", "bad_sv", "calls_en", "signup_en", "demo_sv", "newsletter_sv"])
def test_the_owner_s_part_is_two_pages_and_holds_nothing_of_the_workshop(name: str) -> None:
    lang = "sv" if name.endswith("sv") else "en"
    text = owners(spec_md(case(site(name), lang=lang)), lang)
    assert len(text.split()) <= 1000
    for word in ("nth-of-type", "git apply", "rescan", "axe-core", "P1", "a11y.", "```"):
        assert word not in text, word
    assert not re.search(r"^\d\. \*\*[^*]*: \d+\.?\*\*", text, re.MULTILINE), "a sentence, no line of a log"


def test_a_finished_text_has_no_mark_and_one_version() -> None:
    spec = spec_md(case(site("bad_en")))
    assert marks_in(spec)
    assert [
        each.line for each in refusals(Final(spec_md="### Version A\n\n### Version B\n", diff=""), [])
    ] == [1]
    assert not marks_in("See [the list] and [this](https://x.example).")
    assert refusals(Final(spec_md="### Version A\n", diff=""), []) == []
    alone = f"# One\n\n{say('sv', 'draft.status_alone')}\n"
    assert [each.line for each in refusals(Final(spec_md=alone, diff=""), [])] == [3], (
        "the other line of a draft"
    )
    assert (
        marked("[How often], see [here](https://x.example)") == "⟦How often⟧, see [here](https://x.example)"
    )


def test_a_customers_words_are_never_marked_for_cutting() -> None:
    said = (
        "We moved all of our forty shops over in one weekend and since then nobody has had to ring the office in the "
        "evening to ask which of the three lists was the right one that day"
    )
    html = document(
        f"<main><h1>Rotas for shops</h1><blockquote><p>{said}.</p><footer>Ann Lee, Hoff</footer></blockquote></main>"
    )
    told = case(html)
    assert told.page is not None
    assert told.told is not None
    assert not any(said[:40] in line for line in copy_edits(told, told.page, told.told))


def test_what_was_measured_is_not_said_to_be_missing() -> None:
    proof = Evidence(layer="rendered", selector="html", snippet="html", value=640, threshold=200)
    assert place(proof, Language.EN) == "measured on the whole page: `640` (limit `200`)"
    gone = Evidence(layer="static", selector="head", snippet="head")
    assert place(gone, Language.EN) == "looked for in `head`, not found"


def test_the_empty_state_of_a_calculator_is_no_price_and_a_guarantee_no_proof() -> None:
    html = document(
        "<main><h1>Window cleaning in Lund</h1><p>Your price: 0 kr</p><p>100% satisfaction guarantee</p></main>"
    )
    told = case(html).settled
    assert told is not None
    assert told.prices == ()
    assert told.proofs == ()


def test_a_draft_s_diff_holds_no_blank_no_inline_style_and_no_other_site_s_canonical() -> None:
    told = case(site("bad_en"))
    added = "\n".join(line for line in (whole_diff(told.mendings) or "").split("\n") if line.startswith("+"))
    assert added
    assert "ADD-THE-ADDRESS" not in added
    assert "style=" not in added


def test_what_costs_most_comes_first_and_nothing_comes_twice() -> None:
    made = case(site("bad_en"))
    text = owners(spec_md(made)).partition(f"## {say('en', 'point.heading')}")[2].partition("\n## ")[0]
    begun = re.findall(r"^\d\. (.*)$", text, re.MULTILINE)
    assert begun[0].startswith("**The form sends nothing"), "nothing that is sent arrives"
    assert len(begun) == len(set(begun)) <= 6


def test_every_gap_of_the_owner_s_part_is_counted() -> None:
    text = owners(spec_md(case(site("bad_en"))))
    gaps = [mark for mark in marks_in(text) if mark != "⟦…⟧"]
    assert (say("en", "sum.ask_marks", n=len(gaps)) in text) is bool(gaps)


def test_who_sells_nothing_is_asked_for_no_price_and_no_buyers() -> None:
    html = document(
        "<main><h1>Happy cat shelter</h1><p>Our cat shelter needs volunteers and donations.</p></main>",
        head="<title>Happy cat shelter</title>",
    )
    told = case(html, primary_goal="other", goal="More people who adopt or donate")
    spec = spec_md(told)
    assert say("en", "point.price") not in spec
    assert "trust.price-absent" not in spec
    assert told.settled is not None
    assert told.settled.price == "off"


@pytest.mark.parametrize(
    ("name", "count", "told"),
    [
        ("a11y.color-contrast", 3, "S"),
        ("a11y.color-contrast", 44, "M"),
        ("cta.dead-many", 3, "S"),
        ("cta.dead-many", 30, "M"),
        ("friction.popup", 1, "S"),
        ("form.no-action", 1, "M"),
    ],
)
def test_work_that_is_done_one_by_one_is_as_long_as_its_number(name: str, count: int, told: str) -> None:
    report = case(document("<h1>Bread</h1>")).report
    assert report is not None
    item = replace(report.findings[0], id=name, count=count, effort="M")
    assert effort(item) == told
