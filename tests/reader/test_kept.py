"""What is kept of a model's answer: what rests on the page, in words that the page allows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from coldread.base.languages import Language
from coldread.reader.measured import Fact
from coldread.reader.reading import MOST_PROBLEMS, MOST_WHEN_BLOCKED, measured_hosts
from coldread.reader.sayable import Sayable
from tests.reader.pages import answer, kept, material, problem, ref, said

FOUND = material()
DOOR, BOOK, PRICE, HIDDEN, COMMENT = (
    ref(FOUND, "Bread at"), ref(FOUND, "Book"), ref(FOUND, "From 45"), ref(FOUND, "Call 070"), ref(FOUND, "kept for"),
)  # fmt: skip


def test_our_code_takes_the_words_from_the_block() -> None:
    one = problem(references=[{**BOOK, "words": "book A  call"}])
    [made] = kept(FOUND, said(problems=[one])).problems
    assert (made["quote"], made["quotes"], made["remedy"]) == (
        "Book a call",
        ["Book a call"],
        "Say when it comes.",
    )


@pytest.mark.parametrize(
    ("one", "reason"),
    [
        (problem(), "no-reference"),
        (problem(references=[{"block": "b0ffee1-999", "words": ""}]), "unknown-block"),
        (problem(references=[{"block": "other-1", "words": ""}]), "unknown-block"),
        (problem(references=[{**BOOK, "words": "Order bread"}]), "not-in-block"),
        (problem("contradiction", references=[BOOK]), "no-two-references"),
        (problem("contradiction", references=[BOOK, BOOK]), "no-two-references"),
        (problem("looks", picture="desktop", x=0, y=0, width=2_000, height=40), "no-such-region"),
        (problem("looks", picture="none", x=0, y=0, width=50, height=40), "no-such-region"),
        (problem("absent", sought=["opening hours"]), "no-anchor"),
        (problem("absent", references=[BOOK]), "nothing-sought"),
        (problem("absent", references=[BOOK], sought=["45 kr"]), "absent-but-found"),
        (problem("absent", references=[BOOK], sought=["hedda"]), "absent-but-found"),
        (problem(references=[BOOK], text="ok"), "length"),
    ],
)
def test_what_rests_on_nothing_is_dropped_and_counted(one: dict[str, Any], reason: str) -> None:
    made = kept(FOUND, said(problems=[one]))
    assert made.problems == []
    assert made.dropped[reason] >= 1


@pytest.mark.parametrize(
    "text", ["[företagets namn], org.nr [organisationsnummer]", "Skriv tel.nr i sidfoten."]
)
def test_a_shortened_word_is_no_address(text: str) -> None:
    assert Sayable("Bröd", lang=Language.SV).objection(text) == ""


def test_an_absence_holds_where_our_own_search_finds_nothing() -> None:
    one = problem("absent", references=[BOOK], sought=["opening hours", "open until"])
    [made] = kept(FOUND, said(problems=[one])).problems
    assert (made["quote"], made["beside"]) == ("", "body > main > a")
    cut = kept(replace(FOUND, cut=True), said(problems=[one]))
    assert (cut.problems, cut.dropped) == ([], {"absent-but-unseen": 1})
    unseen = kept(replace(FOUND, unseen_parts=True), said(problems=[one]))
    assert unseen.dropped == {"absent-but-unseen": 1}


def test_a_region_of_a_tile_is_one_of_the_kept_picture() -> None:
    one = problem("looks", picture="desktop-2", x=10, y=0, width=100, height=50)
    [made] = kept(FOUND, said(problems=[one])).problems
    assert made["region"]["of"] == "desktop.jpg"
    assert made["region"]["picture"] == "desktop"
    assert made["region"]["box"][1] > 1_400


@pytest.mark.parametrize(
    ("question", "references", "wanted"),
    [
        ("what", [DOOR], "yes"),
        ("what", [PRICE], "partly"),
        ("cost", [PRICE], "yes"),
        ("cost", [HIDDEN], "partly"),
        ("why", [COMMENT], "partly"),
        ("why", [], "partly"),
    ],
)
def test_a_yes_rests_on_what_visitors_see(
    question: str, references: list[dict[str, str]], wanted: str
) -> None:
    record = replace(
        FOUND,
        blocks=tuple(
            replace(block, places=tuple(replace(place, desktop=2.0, mobile=2.0) for place in block.places))
            if block.words.startswith("From 45")
            else block
            for block in FOUND.blocks
        ),
    )
    made = kept(record, said(answers=[answer(question, references=references)]))
    assert [one["answer"] for one in made.answers] == [wanted]


def test_at_most_eight_problems_and_one_answer_a_question() -> None:
    many = [problem(references=[BOOK])] * 12
    twice = [answer("what", references=[DOOR]), answer("what", "no", references=[DOOR])]
    made = kept(FOUND, said(problems=many, answers=twice))
    assert (len(made.problems), len(made.answers)) == (MOST_PROBLEMS, 1)
    assert made.dropped == {"too-many": 4, "said-twice": 1}


@pytest.mark.parametrize(("points", "blocked", "wanted"), [(90, False, 90), (90, True, MOST_WHEN_BLOCKED), (900, False, 100), (-4, True, 0)])  # fmt: skip
def test_points_are_bounded_by_what_was_measured(points: int, blocked: bool, wanted: int) -> None:
    assert kept(replace(FOUND, blocked=blocked), said(points=points)).points == wanted


SAYABLE = Sayable(
    "Bread at your door from bageri.example. Call 070-123 45 67. 45 kr. Meet Hedda Gabler.",
    lang=Language.EN,
    forbidden="b0ffee1-",
)


@pytest.mark.parametrize(
    "text",
    [
        "Log in at evil.shop/login first.",
        "Log in at evil。com first.",
        "Log in at evil．com first.",
        "Log in at evil dot com first.",
        "Log in at evil (dot) com first.",
        "Logga in på evil punkt se först.",
        "Write to me@evil.example today.",
        "Write to me at evil [at] home today.",
        "See javascript:alert about it.",
        "See www.evil about it.",
        "Call 08-555 123 45 instead.",
        "Pay to SE45 5000 0000 0583 9825 7466 now.",
        "Pay to [SE45 5000 0000 0583 9825 7466] now.",
        "See [evil.shop/login] now.",
        "Say <b>this</b> instead.",
        "Say {{ price }} instead.",
        "Say [this](now) instead.",
        "It costs 99 kr.",
        "Ask Torvald Helmer about it.",
        "The block b0ffee1-3 says so.",
        "Turn\u202e it around.",
        "Zero\u200bwidth signs.",
        "Nothing\u2800 shows here.",
        "Call zero seven oh one two three four five six seven.",
    ],
)
def test_a_sentence_that_adds_an_address_a_number_a_name_or_a_sign_is_not_said(text: str) -> None:
    assert SAYABLE.objection(text)


@pytest.mark.parametrize(
    "text",
    [
        "The price of 45 kr stands far below the button.",
        "Say “Order bread for tomorrow” instead of a call.",
        "Only bageri.example says who bakes.",
        "Call 070-123 45 67 is hidden, e.g. on a phone.",
        "Name the town, for example [your town].",
    ],
)
def test_what_the_page_says_may_be_said(text: str) -> None:
    assert SAYABLE.objection(text) == ""


def test_a_false_sentence_takes_no_true_one_with_it_unless_that_leans_on_it() -> None:
    tail = problem(references=[BOOK], text="The button asks for a call. It costs 99 kr.")
    head = problem(references=[BOOK], text="It costs 99 kr. The button asks for a call.")
    [made] = kept(FOUND, said(problems=[tail, head])).problems
    assert made["text"] == "The button asks for a call."


FORM = Fact(id="form", words="A form asks for: email; its address is https://forms.example/f/a@b.example")


@pytest.mark.parametrize(
    ("text", "objection"),
    [
        ("The form goes to forms.example, not to you.", ""),
        ("Log in at forms.example/login.", "new-address"),
        ("Write to help@forms.example.", "new-address"),
        ("Go to https://forms.example now.", "new-address"),
        ("See evil.example.", "new-address"),
    ],
)
def test_the_host_that_a_form_goes_to_may_be_named_and_nothing_on_it(text: str, objection: str) -> None:
    painted = next(block.number for block in FOUND.blocks if block.lends_addresses)
    of_owner = replace(FOUND, facts=(replace(FORM, blocks=(painted,)),))
    made = Sayable(
        FORM.words,
        text.split(".", 1)[0],
        lang=Language.EN,
        address_sources=(),
        hosts=measured_hosts(of_owner),
    )
    assert (made.objection(text) or "") == objection


def test_what_stands_beside_a_visitors_words_or_nowhere_names_no_host() -> None:
    hidden = next(block.number for block in FOUND.blocks if not block.lends_addresses)
    assert measured_hosts(replace(FOUND, facts=(replace(FORM, blocks=(hidden,)), FORM))) == []


def test_a_gap_may_name_a_promise_and_a_sentence_may_not() -> None:
    ground = Sayable("You get a quote for bread", lang=Language.EN)
    assert ground.objection_to_words("You get a quote [free of charge?].") == ""
    assert ground.objection_to_words("You get a quote with a guarantee.") == "new-promise"
