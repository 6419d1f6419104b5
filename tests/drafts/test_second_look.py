"""A model's second look at its own draft, its new sentences in the page's source, and what its page's scripts say."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from coldread.drafts import versions
from coldread.drafts.diff import patched
from coldread.drafts.prepare import to_look_at, with_diff
from coldread.drafts.worded.ask import _whole_page, said_by
from coldread.drafts.worded.edited import reworded
from coldread.drafts.worded.keep import kept_of, sifted
from coldread.drafts.worded.material import material_of
from coldread.drafts.worded.scripts import LONGEST, telling_part
from coldread.drafts.worded.second_look import REASONS, mended, pieces_of, shown
from coldread.drafts.worded.shape import Edit, SecondLook, WordedDraft
from tests.drafts.drafting import drafted
from tests.drafts.test_ordered import made
from tests.drafts.test_worded import CHANGE, ORDER, PAGE, said
from tests.harness.fake_model import FakeModel, Reply, openai_reply
from tests.harness.service import Service
from tests.harness.website import Website
from tests.llm.test_model import configured


def look(**places: str) -> SecondLook:
    mends = [{"place": place.replace("__", "."), "text": text} for place, text in places.items()]
    return SecondLook.model_validate({"mends": mends})


def test_every_text_has_a_place_and_a_mend_goes_there() -> None:
    before = said()
    after = mended(before, look(summary="New.", changes__2__do="Do this.", keep__1="", questions__1="Why?"))
    assert (after.summary, after.changes[1].do, after.keep, after.questions) == (
        "New.",
        "Do this.",
        [""],
        ["Why?"],
    )
    assert after.changes[0] == before.changes[0]
    assert not {"changes.1.of", "changes.1.effort", "parts.1.act", "doubted.1"} & set(pieces_of(before))


@pytest.mark.parametrize(
    "place", ["changes.9.do", "doubted", "nothing", "changes.1.of", "", "keep.0", "keep.-1"]
)
def test_a_mend_of_a_place_that_there_is_not_changes_nothing(place: str) -> None:
    wanted = SecondLook.model_validate({"mends": [{"place": place, "text": "x"}]})
    assert mended(said(), wanted) == said()


def test_what_was_dropped_stands_under_its_piece_with_the_reason() -> None:
    words = said(
        summary="The page says what is baked. It has 99 ovens.",
        changes=[
            {**CHANGE, "do": "Ask our neighbour Gustavson about the bread. Say what a tasting is."},
            CHANGE,
        ],
    )
    _, faults = sifted(words, made(PAGE, **ORDER))
    lines = shown(words, faults).splitlines()
    assert lines[1] == f"  DROPPED: “It has 99 ovens.”: {REASONS['new-number']}"
    at = next(number for number, line in enumerate(lines) if line.startswith("changes.1.do:"))
    assert (
        lines[at + 1] == f"  DROPPED: “Ask our neighbour Gustavson about the bread.”: {REASONS['new-name']}"
    )


def test_a_mend_is_held_against_the_facts_like_everything_else() -> None:
    after = mended(said(), look(summary="The page says what is baked. It has 99 ovens."))
    kept, dropped = kept_of(after, made(PAGE, **ORDER))
    assert kept.summary == "The page says what is baked."
    assert dropped == {"new-number": 1}


def test_the_second_look_sees_the_developers_part_without_the_owners() -> None:
    told = to_look_at(made(PAGE, **ORDER), said())
    assert "## For your developer" in told["developers"]
    assert "### Version A" not in told["developers"]
    assert "screens.1.headline: Rye bread for cafés in Malmö" in told["draft"]


def test_a_paid_order_is_worded_and_looked_at_again(make_service: Callable[..., Service]) -> None:
    """Once with the page, once with what was made of it; a model that has no second thought changes nothing."""
    first = said().model_dump()
    answers: dict[str, Any] = {
        "editor": {
            "mends": [{"place": "summary", "text": "The page says what is baked, not why."}],
            "doubted": [],
        }
    }

    def answer(asked: dict[str, Any]) -> Reply:
        again = "You are the editor" in str(asked["messages"][0]["content"])
        return openai_reply(answers["editor"] if again else first)

    with FakeModel(answer) as fake, Website({"/": PAGE}) as site:
        service = make_service(**fake.settings(), scan_engine="lite", scan_allow_hosts=site.place)
        texts = []
        for second in (answers["editor"], {"nonsense": 1}):
            answers["editor"] = second
            order_id = service.order_in("paid", url=site.url("/"), **ORDER)
            drafted(service, order_id)
            draft = service.read(versions.current, service.services, order_id)
            assert draft is not None
            texts.append(draft.spec_md)
    assert "The page says what is baked, not why." in texts[0]
    assert "The page says what is baked. It does not say what a tasting is." in texts[1]


def edit(today: str, instead: str) -> Edit:
    return Edit(today=today, instead=instead, why="")


def test_a_new_sentence_is_in_the_diff_and_applies() -> None:
    case = made(PAGE, **ORDER)
    kept, _ = kept_of(said(), case)
    made_of = with_diff(replace(case, worded=kept), {"html": PAGE})
    [one] = made_of.mendings
    new = patched(PAGE, one.diff)
    assert new is not None
    assert "<p>We bake for 45 cafés in Malmö, six nights a week.</p>" in new
    assert one.edits == tuple(kept.edits)


@pytest.mark.parametrize(
    ("html", "today", "instead"),
    [
        ("<p>Bread &amp; butter</p>", "Bread & butter", "Bread, butter & jam"),
        ("<p>Bread\n   every day.</p>", "Bread every day", "Bread every morning."),
        ("<p>Sm&ouml;r h&#228;r.</p>", "Smör här.", "Smör finns här."),
    ],
)
def test_words_are_found_however_they_are_written(html: str, today: str, instead: str) -> None:
    report = made(PAGE, **ORDER).report
    assert report is not None
    source = PAGE.replace("</main>", f"{html}</main>")
    new, edits = reworded(source, [edit(today, instead)], report)
    assert len(edits) == 1
    assert instead.replace("&", "&amp;") + "</p>" in new


@pytest.mark.parametrize(
    ("html", "today", "instead"),
    [
        ("<p>Twice here.</p><p>Twice here.</p>", "Twice here.", "Once here."),
        ("<!-- the loaf -->" * 20_000 + "<p>the loaf</p>", "the loaf", "the bread"),
        ('<img src="a.png" alt="A loaf of rye">', "A loaf of rye", "Two loaves of rye"),
        ("<script>say('Hello there you')</script>", "Hello there you", "Good day to you"),
        ("<!-- An old line --><p>x</p>", "An old line", "A new line"),
        ("<p>Made by <b>hand</b> here.</p>", "Made by hand here.", "Made here by hand."),
        ("<p>Opens at nine.</p>", "Opens at nine.", "Opens at ⟦when you open⟧."),
        ("<p>Opens at nine.</p>", "Opens at nine.", ""),
        ("<p>Opens at 9.</p>", "Opens at 9.", "Opens at 9, in May at 10."),
        ('<p><a href="/x">Read on here</a></p>', "Read on here", "See the prices"),
        ("<p>Opens at nine.</p>", "Opens at nine.", "Opens at nine, as described below."),
        ("<p>Ask us first.</p>", "Ask us first.", "Choose a time in our calendar."),
        ("<p>Fråga först.</p>", "Fråga först.", "Välj en tid i vår bokningskalender."),
    ],
)
def test_words_without_one_sure_place_stay_as_they_are(html: str, today: str, instead: str) -> None:
    report = made(PAGE, **ORDER).report
    assert report is not None
    source = PAGE.replace("</main>", f"{html}</main>")
    assert reworded(source, [edit(today, instead)], report) == (source, ())


def test_of_a_part_all_that_is_to_change_is_in_the_diff_or_nothing() -> None:
    """Half of a list in new words reads worse than the whole in old ones."""
    report = made(PAGE, **ORDER).report
    assert report is not None
    steps = "<h2>How it works</h2><p>Choose a loaf.</p><p>Pay at 9 by card.</p><h2>Where</h2><p>In Malmö.</p>"
    source = PAGE.replace("</main>", f"{steps}</main>")
    loaf, town = edit("Choose a loaf.", "Choose your loaf."), edit("In Malmö.", "In Malmö, by the harbour.")
    refused = edit("Pay at 9 by card.", "Pay at 10 by card.")
    assert reworded(source, [loaf, town], report)[1] == (loaf, town)
    assert reworded(source, [loaf, refused, town], report)[1] == (town,)
    costly = edit("Pay at 9 by card.", "Lorem ipsum dolor sit amet at 9 consectetur adipiscing elit.")
    assert reworded(source, [loaf, costly, town], report)[1] == (town,), "judged with what stands beside it"


def test_a_new_sentence_becomes_no_markup_and_costs_no_point() -> None:
    report = made(PAGE, **ORDER).report
    assert report is not None
    hostile = edit("We bake for 45 cafés, six nights a week.", "<script>alert(1)</script>")
    new, _ = reworded(PAGE, [hostile], report)
    assert "<script>alert" not in new
    lorem = edit(
        "We bake for 45 cafés, six nights a week.", "Lorem ipsum dolor sit amet consectetur adipiscing elit."
    )
    assert reworded(PAGE, [lorem], report) == (PAGE, ())


def test_of_a_long_script_the_telling_lines_are_told_and_nothing_that_a_machine_packed() -> None:
    filler = "\n".join(f"const value{number} = make({number});" for number in range(400))
    script = f"{filler}\nform.addEventListener('submit', show);\nfunction show() {{ thanks.hidden = false; }}\n{filler}"
    told = telling_part(script)
    assert "addEventListener('submit', show)" in told
    assert "thanks.hidden = false" in told
    assert len(told) < LONGEST
    assert telling_part("var a=1;" * 5000) == ""
    assert telling_part("let x = 1;\nlet y = 2;") == ""


def test_an_edit_that_hangs_on_something_is_the_owners_to_make() -> None:
    report = made(PAGE, **ORDER).report
    assert report is not None
    sure = edit("We bake for 45 cafés, six nights a week.", "We bake for 45 cafés in Malmö.")
    assert len(reworded(PAGE, [sure], report)[1]) == 1
    assert reworded(PAGE, [sure.model_copy(update={"why": "only if it still holds"})], report)[1] == ()


def test_the_whole_page_is_shown_where_an_endpoint_takes_it_and_asked_without_where_not() -> None:
    def jpeg(height: int) -> bytes:
        return (
            b"\xff\xd8\xff\xc0\x00\x11\x08"
            + height.to_bytes(2, "big")
            + (1366).to_bytes(2, "big")
            + b"\x03"
            + b"\0" * 40
        )

    firsts = {"desktop-first.jpg": jpeg(768), "mobile-first.jpg": jpeg(844)}
    assert [one.name for one in _whole_page({**firsts, "desktop.jpg": jpeg(5000)})] == ["page"]
    assert _whole_page({**firsts, "desktop.jpg": jpeg(9000)}) == ()
    assert _whole_page({"desktop.jpg": jpeg(5000)}) == (), "it is shown as the first screen already"
    told = material_of(made(PAGE, **ORDER))
    assert told is not None
    met: list[int] = []

    def answer(asked: dict[str, Any]) -> Reply:
        content = asked["messages"][-1]["content"]
        met.append(0 if isinstance(content, str) else len(content) - 1)
        return openai_reply(said().model_dump()) if met[-1] == 0 else (400, b"{}", {})

    with FakeModel(answer) as fake:

        async def ask() -> WordedDraft | None:
            one = configured(fake, "openai")
            try:
                return await said_by(one, told, {**firsts, "desktop.jpg": jpeg(5000)})
            finally:
                await one.close()

        found = asyncio.run(ask())
    assert found is not None
    assert met == [3, 2, 0]


def test_edits_of_the_same_words_do_not_both_hold() -> None:
    report = made(PAGE, **ORDER).report
    assert report is not None
    one = edit("We bake for 45 cafés", "We bake rye for 45 cafés")
    other = edit("45 cafés, six nights", "45 cafés in Malmö, six nights")
    new, kept = reworded(PAGE, [one, other], report)
    assert kept == (one,)
    assert "We bake rye for 45 cafés, six nights a week." in new
