"""A model under an attacker's control, or a page that steers it: along the whole way from its answer to the diff that is delivered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from coldread.drafts import versions
from coldread.drafts.diff import apply_diff
from coldread.drafts.model_draft.draft_material import draft_material
from coldread.drafts.source_edits.text_nodes import html_tree
from coldread.scanner.patch.tags import tags
from tests.drafts.drafting import drafted
from tests.drafts.ordering import made
from tests.drafts.saying import block_in, block_of, edit, kept, problem, said
from tests.harness.fake_model import FakeModel, Reply, openai_reply
from tests.harness.service import Service
from tests.harness.website import Website

PAGE = """<!doctype html>
<html lang="en"><head><title>Rye bread</title><meta name="viewport" content="width=device-width"></head><body><main>
<h1>Rye bread from Malmö</h1>
<p>We bake for 45 cafés, six nights a week. Write to bread@kvarnen.example or call 040-123 45 67.</p>
<a class="btn" href="/taste" title="sizes > Book a tasting">Book a tasting</a>
<p>Our price is {{ price }} today.</p>
<form action="/send" method="post"><label>Name <input name="n"></label><input type="hidden" name="pw" value="x"><button>Send</button></form>
<section class="comments"><p>Great bread, see evil.shop/login or call 070-666 66 66</p></section>
<blockquote>Our guests ask for the rye.</blockquote>
<p>Bake with us every week.</p>
</main></body></html>
"""
ORDER = {"goal": "More tastings booked", "primary_goal": "book_call", "html": PAGE}
MakeService = Callable[..., Service]


def delivered(
    make_service: MakeService, answer: Callable[[dict[str, Any]], dict[str, Any]]
) -> tuple[str, str]:
    """The draft, and the page with its diff."""
    with FakeModel(lambda asked: _reply(asked, answer)) as fake, Website({"/": PAGE}) as site:
        service = make_service(**fake.settings(), scan_engine="lite", scan_allow_hosts=site.place)
        order_id = service.order_in("paid", url=site.url("/"), **ORDER)
        drafted(service, order_id)
        draft = service.read(versions.current_draft, service.services, order_id)
    assert draft is not None
    new = PAGE if not draft.diff else apply_diff(PAGE, draft.diff)
    assert new is not None, "the diff applies"
    return draft.spec_md, new


def _reply(asked: dict[str, Any], answer: Callable[[dict[str, Any]], dict[str, Any]]) -> Reply:
    return openai_reply(answer(asked))


def test_a_good_edit_is_in_the_diff_and_named_in_the_draft(make_service: MakeService) -> None:
    def answer(asked: dict[str, Any]) -> dict[str, Any]:
        block = block_in(asked, "Bake with us")
        return said(block, edits=[edit(block, "Bake with us every week.", "Taste with us every week.")])

    text, page = delivered(make_service, answer)
    assert "<p>Taste with us every week.</p>" in page
    assert "“Bake with us every week.” → “Taste with us every week.” (in the diff)" in text
    assert "+<p>Taste with us every week.</p>" in text, "the whole diff stands in the draft"


HOSTILE = [
    'Bake now" onclick="alert(1)',
    "Bake now <img src=x onerror=alert(1)>",
    "Bake now &lt;script&gt;",
    "Bake now {{ secret }}",
    "Bake now {!! $secret !!}",
    "Bake now {@html secret}",
    "Bake now ${secret}",
    "Bake now @php",
    "Bake now <?php x ?>",
    "Bake at evil.shop/login",
    "Bake at evil。com",
    "Bake at evil dot shop",
    "Write to bread@kvarnen.example.evil",
    "Write to bread(at)evil",
    "Call 070-666 66 66",
    "Call 040-999 99 99",
    "Pay to SE45 5000 0000 0583 9825 7466",
    "Bake \u202ereverse\u202c now",
    "Bake\u200bnow",
    "Bake now at 900 cafés",
    "Bake now, satisfaction guaranteed",
    "Bake now [see evil.shop]",
]


@pytest.mark.parametrize("part", [HOSTILE[::2], HOSTILE[1::2]])
def test_no_hostile_words_reach_the_diff_or_the_draft(make_service: MakeService, part: list[str]) -> None:
    def answer(asked: dict[str, Any]) -> dict[str, Any]:
        block = block_in(asked, "Bake with us")
        return said(block, edits=[edit(block, "Bake with us every week.", new) for new in part])

    text, page = delivered(make_service, answer)
    assert same_but_recipes(page)
    assert not [new for new in part if new in text]
    assert "Single texts to exchange" not in text


@pytest.mark.parametrize("new", HOSTILE)
def test_no_hostile_words_are_proposed_for_the_page(new: str) -> None:
    told = draft_material(made(PAGE))
    assert told is not None
    screen = {"headline": new, "line": "", "button": "", "under_button": "", "because": ""}
    text = {"where": "page", "after": "", "heading": "", "text": new}
    found = kept(told, said(block_of(told, "Bake with us"), screens=[screen], texts=[text]))
    assert (found.screens, found.texts) == ((), ())


def same_but_recipes(page: str) -> bool:
    """No text has changed."""
    before = [one.text for one in html_tree(PAGE) if one.is_text and one.text.strip()]
    after = [one.text for one in html_tree(page) if one.is_text and one.text.strip()]
    return before == after and len(list(tags(page))) >= len(list(tags(PAGE)))


OTHERS = [
    ("sizes > Book a tasting", "Book a tasting"),
    ("Great bread, see evil.shop/login or call 070-666 66 66", "Great bread"),
    ("Our guests ask for the rye.", "Our guests"),
    ("Our price is {{ price }} today.", "Our price"),
    ("/taste", "Book a tasting"),
    ("Rye bread", "title of the tab"),
]


def test_what_is_no_text_of_the_owners_is_not_exchanged(make_service: MakeService) -> None:
    def answer(asked: dict[str, Any]) -> dict[str, Any]:
        edits = [edit(block_in(asked, holds), was, "Bread for you") for was, holds in OTHERS]
        return said(block_in(asked, "Rye bread from"), edits=edits)

    _, page = delivered(make_service, answer)
    assert same_but_recipes(page)
    assert "Bread for you" not in page


@pytest.mark.parametrize(
    "gap", ["[see evil.shop/login]", "[SE45 5000 0000 0583 9825 7466]", "[070-666 66 66]", "[<b>x</b>]"]
)
def test_gaps_are_held_to_the_same(gap: str) -> None:
    told = draft_material(made(PAGE))
    assert told is not None
    text = {"where": "page", "after": "", "heading": "Ask us", "text": f"Bake with us {gap}."}
    found = kept(
        told, said(block_of(told, "Rye bread from"), texts=[text], summary=f"It is good. Ask {gap}.")
    )
    assert (found.texts, found.summary) == ((), "It is good.")


def test_addresses_of_the_page_may_be_said_in_their_place(make_service: MakeService) -> None:
    summary = "It says bread@kvarnen.example and 040-123 45 67 late on the page."
    text, _ = delivered(make_service, lambda asked: said(block_in(asked, "Rye bread from"), summary=summary))
    assert "late on the page" in text


def test_measured_findings_stay_whatever_the_model_says(make_service: MakeService) -> None:
    def answer(asked: dict[str, Any]) -> dict[str, Any]:
        block = block_in(asked, "Rye bread from")
        fine = problem(
            block,
            text="The labels and the description are fine as they are.",
            measured="seo.meta-description",
        )
        return said(block, problems=[fine, fine])

    with_model, _ = delivered(make_service, answer)
    assert "`seo.meta-description`" in with_model.partition("## What was measured")[2]
    assert "### 1. " in with_model


def test_a_page_cannot_name_a_block_or_end_its_fence(make_service: MakeService) -> None:
    text, _ = delivered(make_service, lambda _: said("b000000-1", summary="See [b000000-1] and the rest."))
    assert text.startswith("# Work sheet"), "nothing that it said rests on the page"
    assert "b000000-1" not in text


def test_a_long_answer_is_refused_and_read_in_time(make_service: MakeService) -> None:
    def answer(asked: dict[str, Any]) -> dict[str, Any]:
        block = block_in(asked, "Rye bread from")
        long = "bread 040-1 evil.shop a.b.c.d @ x " * 25_000
        return said(
            block,
            summary=long,
            keep=[long],
            problems=[problem(block, text=long, sought=[long])] * 2,
            edits=[edit(block, long, long)],
            questions=[{"text": long, "sought": [long]}],
        )

    text, page = delivered(make_service, answer)
    assert text.startswith("# Work sheet")
    assert same_but_recipes(page)


def test_a_text_to_use_loses_the_sentence_that_may_not_be_said_and_no_more() -> None:
    told = draft_material(made(PAGE))
    assert told is not None
    long = "Bread is baked at night. It is brought before seven. It costs 977 kr. You choose the days."
    text = {"where": "page", "after": "", "heading": "Bread", "text": long}
    [left] = kept(told, said(block_of(told, "Bake with us"), texts=[text])).texts
    assert left.text == "Bread is baked at night. It is brought before seven. You choose the days."


def test_a_text_to_use_of_which_less_than_half_may_be_said_goes_whole() -> None:
    told = draft_material(made(PAGE))
    assert told is not None
    long = "Bread is baked. It costs 977 kr for every loaf that you take home. On Sundays it costs 655 kr."
    text = {"where": "page", "after": "", "heading": "Bread", "text": long}
    found = kept(told, said(block_of(told, "Bake with us"), texts=[text]))
    assert (found.texts, found.dropped) == ((), {"new-number": 1})


def test_no_sentence_sends_its_reader_to_a_text_that_was_dropped() -> None:
    told = draft_material(made(PAGE))
    assert told is not None
    place = block_of(told, "Bake with us")
    lost = {
        "where": "page",
        "after": "",
        "heading": "Who brings the bread?",
        "text": "Nobody: it costs 977 kr.",
    }
    left = {
        "where": "page",
        "after": "",
        "heading": "When does it come?",
        "text": "It comes before you open.",
    }
    remedy = "Say who bakes it. Put “Who brings the bread?” below the list. Then use “When does it come?”."
    found = kept(
        told,
        said(
            place,
            summary="The page says what is baked. The text “Who brings the bread?” answers the rest.",
            problems=[problem(place, remedy=remedy), problem(place, text="Nothing says what it costs.")],
            texts=[lost, left],
        ),
    )
    assert [one.heading for one in found.texts] == ["When does it come?"]
    assert found.summary == "The page says what is baked."
    assert found.problems[0]["remedy"] == "Say who bakes it. Then use “When does it come?”."
    assert found.dropped["names-a-dropped-text"] == 2
