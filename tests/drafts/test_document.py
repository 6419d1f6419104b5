"""What the buyer reads: the work sheet, which says what was ordered and measured, and a model's draft over the same findings."""

from __future__ import annotations

import dataclasses
import json
import re
from typing import Any

import pytest

from coldread.base.languages import Language
from coldread.drafts.case import Case
from coldread.drafts.diff import apply_diff
from coldread.drafts.draft_texts import say
from coldread.drafts.first_screen.chosen_version import chosen_version
from coldread.drafts.gaps import gaps_of
from coldread.drafts.model_draft.draft_material import draft_material
from coldread.drafts.model_draft.draft_words import AcceptedDraft
from coldread.drafts.write import accepted_of, case_of, write
from coldread.scanner.engine import review
from coldread.scanner.page.observations import Viewport
from tests.drafts.ordering import made
from tests.drafts.saying import PREFIX, block_of, edit, kept, problem, said
from tests.scanner.seeing import desktop, document, mobile, rendered, site

PAGE = document(
    "<main><section><h1>Rye bread from Malmö</h1><p>We bake for 45 cafés, six nights a week.</p>"
    '<a class="btn" href="#taste">Book a tasting</a></section><section><h2>How we work</h2><p>Order before noon and the bread is '
    'at your door before you open.</p><img src="loaf.jpg"></section><section id="taste"><h2>Book a tasting</h2><form action="/x" '
    'method="post"><label>Name <input name="n"></label><button>Send</button></form></section></main>',
    head="<title>Kvarnen, rye bread for cafés</title>",
)
ORDER: dict[str, Any] = {
    "goal": "More tastings booked",
    "audience": "owners of small cafés",
    "pain_point": "They read and never book",
    "constraints": "The six nights must stay, and 39 kr",
}


def of_model(case: Case, **more: Any) -> tuple[str, str | None, AcceptedDraft]:
    """The draft, its diff, and what was kept."""
    told = draft_material(case)
    assert told is not None
    block = block_of(told, "Rye bread from")
    answer = {"draft": said(block, **more), "shown": [], "prefix": PREFIX}
    written, found = write(case, {"html": PAGE}, answer), accepted_of(case, answer)
    assert found is not None
    return written.spec_md, written.diff, found


def block(case: Case, words: str) -> str:
    told = draft_material(case)
    assert told is not None
    return block_of(told, words)


@pytest.mark.parametrize("name", ["bad_en", "bad_sv", "calls_en", "newsletter_sv"])
def test_a_sheet_lists_every_finding_of_the_scan_with_its_place_its_kind_of_work_and_its_patch(
    name: str,
) -> None:
    lang = name.rpartition("_")[2]
    html = site(name)
    case = made(html, **ORDER, lang=lang)
    text = write(case, {"html": html}, None).spec_md
    assert case.report is not None
    for item in case.report.findings:
        assert text.count(f"`{item.id}`") >= 1, item.id
    found = len(case.report.findings)
    assert text.count(f"**{say(lang, 'change.why')}**") == found
    assert text.count(f"**{say(lang, 'change.seen')}**") == found
    kinds = ("text", "markup", "style", "picture", "server", "developer")
    assert sum(text.count(f"{say(lang, f'work.{one}')} · ") for one in kinds) == found
    assert not re.search(r"estimate|hour|half a day|uppskattning|timme|halv dag", text)


@pytest.mark.parametrize("lang", list(Language))
def test_a_sheet_has_all_of_the_buyers_words_once_and_says_what_is_still_to_be_judged(lang: Language) -> None:
    case = made(PAGE, **ORDER, lang=lang)
    text = write(case, {}, None).spec_md
    for words in ORDER.values():
        assert text.count(str(words)) == 1, words
    assert say(lang, "sheet.intro") in text
    for key in ("order", "trouble", "words", "texts", "holds", "stays"):
        assert say(lang, f"decides.{key}") in text
    assert text.count("- **") >= 5 + len(ORDER)
    assert (chosen_version(text), gaps_of(text)) == (None, [])
    assert f"## {say(lang, 'sheet.questions')}" not in text, "the order answers all that is asked"


def test_a_sheet_asks_only_for_what_the_order_left_empty() -> None:
    text = write(made(PAGE, goal="More tastings booked", audience="", pain_point=""), {}, None).spec_md
    asked = text.partition("## Questions to you\n")[2].partition("\n## ")[0]
    assert asked.split("\n- ")[1:] == [
        "Who is the page for?",
        "What goes wrong today, in your visitors' own words?\n",
    ]


def test_the_diff_of_a_sheet_is_named_finding_by_finding_and_stands_in_it() -> None:
    html = site("bad_en")
    written = write(made(html, **ORDER), {"html": html}, None)
    assert written.diff is not None
    [listed] = [part for part in written.spec_md.split("## ") if part.startswith("The diff\n")]
    assert "".join(written.diff.split()) in "".join(listed.split())
    assert "in the diff" in written.spec_md


def test_a_page_that_nobody_could_see_has_a_sheet_with_the_order() -> None:
    case = dataclasses.replace(made(PAGE, **ORDER), report=None, unreachable="It did not answer.")
    text = write(case, {}, None).spec_md
    assert "It did not answer." in text
    assert "They read and never book" in text
    assert "## What was measured" not in text


@pytest.mark.parametrize(
    ("on_a_phone", "named"), [(mobile(), "1366 × 768 and 390 × 844"), (None, "1366 × 768")]
)
def test_the_windows_that_are_named_are_those_in_which_the_page_was_seen(
    on_a_phone: Viewport | None, named: str
) -> None:
    case = made(PAGE, **ORDER)
    assert case.report is not None
    record = dataclasses.replace(rendered(PAGE, desktop=desktop()), mobile=on_a_phone)
    shown = dataclasses.replace(case, report=review(record, case.assignment.brief))
    assert f"in a real browser at {named}, read" in write(shown, {}, None).spec_md


def test_beside_a_models_draft_all_that_was_measured_stands_and_no_guess_of_the_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    case = made(PAGE, **ORDER)
    assert case.report is not None
    ids = [item.id for item in case.report.findings]
    guess, *measured = ids
    monkeypatch.setattr("coldread.drafts.case.is_measured", lambda one: one != guess)
    text, _, _ = of_model(case)
    below = text.partition("## What was measured")[2]
    assert [one for one in ids if f"`{one}`" in below] == measured


def test_a_models_draft_has_its_parts_and_its_gaps_carry_the_mark() -> None:
    case = made(PAGE, **ORDER)
    screen = {
        "headline": "Rye bread for cafés in Malmö",
        "line": "Order before noon and the bread is at your door before you open.",
        "button": "Book a tasting",
        "under_button": "We answer [how soon you answer].",
        "because": "It says what comes in the morning.",
    }
    text, diff, _ = of_model(
        case,
        trouble="Nothing says what a tasting is.",
        keep=["“Order before noon” is concrete."],
        screens=[screen],
        edits=[edit(block(case, "How we work"), "How we work", "How ordering works")],
        texts=[
            {
                "where": "page",
                "after": block(case, "How we work"),
                "heading": "",
                "text": "Ask for [the list].",
            }
        ],
        questions=[{"text": "What happens at a tasting?", "sought": ["you taste"]}],
        checks=["Whether the form is sent."],
    )
    for part in (
        "**You wrote:** “They read and never book” Nothing says what a tasting is.",
        "- “Order before noon” is concrete.",
        "### Version A",
        "- **Under the button:** We answer ⟦how soon you answer⟧.",
        "On the page, after “How we work”:\n\n> Ask for ⟦the list⟧.",
        "- “How we work” → “How ordering works” (in the diff)",
        "- What happens at a tasting?",
        "- Whether the form is sent.",
    ):
        assert part in text, part
    chosen = chosen_version(text)
    assert chosen is not None
    assert (chosen.letter, chosen.headline) == ("A", "Rye bread for cafés in Malmö")
    assert [gap.wanted for gap in gaps_of(text)] == ["how soon you answer", "the list"]
    assert diff is not None
    assert "+" in diff
    assert "How ordering works" in diff


def test_a_text_of_a_component_is_exchanged_in_the_component() -> None:
    case = made(PAGE, **ORDER)
    jsx = "export default () => (\n  <main title='How we work'>\n    <h2>How we work</h2>\n    <p>{price}</p>\n  </main>\n);\n"
    answer = said(
        block(case, "Rye bread"),
        edits=[edit(block(case, "How we work"), "How we work", "How ordering works")],
    )
    written = write(case, {"jsx": jsx}, {"draft": answer, "shown": [], "prefix": PREFIX})
    assert apply_diff(jsx, written.diff or "") == jsx.replace("<h2>How we work", "<h2>How ordering works")


@pytest.mark.parametrize(
    ("question", "sought"),
    [
        ("How many nights do you bake?", ["six nights"]),
        ("What must stay?", ["must stay"]),
        ("Until when can one order?", ["before noon"]),
    ],
)
def test_nothing_is_asked_that_the_order_or_the_page_answers(question: str, sought: list[str]) -> None:
    _, _, found = of_model(made(PAGE, **ORDER), questions=[{"text": question, "sought": sought}])
    assert (found.questions, found.dropped) == ((), {"asked-but-answered": 1})


def test_a_number_of_the_order_may_come_into_the_diff_and_no_other_of_the_page() -> None:
    case = made(PAGE, **ORDER)
    heading = block(case, "How we work")
    _, diff, _ = of_model(case, edits=[edit(heading, "How we work", "How we work for 39 kr")])
    assert "How we work for 39 kr" in (diff or "")
    text, diff, _ = of_model(case, edits=[edit(heading, "How we work", "How we work for 45 cafés")])
    assert "How we work for 45 cafés" not in (diff or "")
    assert "“How we work for 45 cafés” (by hand)" in text


def test_what_a_buyer_complains_of_is_no_fault_of_the_page_by_itself() -> None:
    case = made(PAGE, **ORDER)
    told = draft_material(case)
    assert told is not None
    trouble = block_of(told, "They read and never book")
    found = kept(told, said(block_of(told, "Rye bread from"), problems=[problem(trouble)]))
    assert (found.problems, found.dropped) == ((), {"no-reference": 1})
    both = [{"block": one, "words": ""} for one in (trouble, block_of(told, "Book a tasting"))]
    found = kept(told, said(trouble, problems=[problem(trouble, kind="contradiction", references=both)]))
    assert len(found.problems) == 1


def test_what_an_earlier_version_kept_for_a_model_is_written_as_it_is() -> None:
    """As `draft_material.json` stood with orders before the reader wrote drafts."""
    asked = {
        "order_id": "INV-abcdefgh",
        "url": "https://page.example/",
        "goal": "More tastings booked",
        "audience": "owners of small cafés",
        "primary_goal": "book_call",
        "goal_guessed": False,
        "constraints": "",
        "pain_point": "",
        "competitors": [],
        "lang": "en",
        "final_by": 1_794_993_600_000_000,
    }
    stored = json.dumps(
        {
            "assignment": asked,
            "sources": {"html": PAGE},
            "sights": [{"record": None, "reason": "It did not answer."}],
            "today": "2026-11-18",
            "linked": [],
            "said": None,
        }
    )
    case = case_of(json.loads(stored))
    assert draft_material(case) is not None
    assert "What was measured" in write(case, {"html": PAGE}, None).spec_md


def answered(
    case: Case, *, problems: int = 2, lost: int = 0, words: str = "The page says what is baked."
) -> dict[str, Any]:
    """A draft of which so many sentences fail the check."""
    rye = block(case, "Rye bread from")
    fails = ["Call us on 040 999 888 777."] * lost
    found = [problem(rye, text=f"These words say too little, {number}.") for number in ("one", "two")]
    draft = said(rye, summary=words, problems=found[:problems], keep=fails)
    return {"draft": draft, "shown": [], "prefix": PREFIX}


@pytest.mark.parametrize(
    ("first", "again", "shown"),
    [
        ({}, None, "first"),
        ({}, {}, "again"),
        ({"lost": 1}, {"lost": 1}, "again"),
        ({"lost": 1}, {"lost": 2}, "first"),
        ({}, {"problems": 1}, "first"),
        ({"problems": 1}, {"lost": 2}, "again"),
        ({"problems": 1}, {"problems": 1}, "sheet"),
        ({"problems": 1}, None, "sheet"),
    ],
)
def test_the_editors_version_counts_where_it_is_a_review_and_no_more_of_it_fails(
    first: dict[str, Any], again: dict[str, Any] | None, shown: str
) -> None:
    case = made(PAGE, **ORDER)
    second = None if again is None else answered(case, words="The editor says what is baked.", **again)
    text = write(case, {}, answered(case, **first), second).spec_md
    told = {
        "first": "The page says what is baked.",
        "again": "The editor says what is baked.",
        "sheet": "Work sheet for",
    }
    assert {name for name, words in told.items() if words in text} == {shown}
