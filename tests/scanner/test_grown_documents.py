"""Made-up pages and bodies: each gets a whole answer, and what once cost the square of its length costs its length.

`make fuzz-structures` reads thousands of them in every length.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest

from coldread.base.incoming.strict_json import parse
from coldread.base.problems import Problem
from coldread.scanner.page.observe.dom import read_dom
from coldread.scanner.page.observe.element_tree import TOWER_TEXT, ReadText, readable_text
from coldread.scanner.page.observe.forms import LONGEST_LABEL, button_label
from coldread.scanner.report.answer import page_answer
from tests.harness.grown_documents import body_shape, page_shape

from .seeing import document, report

#: characters; `bench.linear.structures` has 10 kB to 5 MB
LENGTH = 4_000
#: linear is 4, a square 16; a crowded machine is in between
MOST = 9.0
#: seconds of CPU below which a clock tells nothing
TELLING_S = 0.15

#: shapes of the fuzzer that grew as n² before: quotations, headings, captions and links, each inside of the one before
FOUND = {
    53: "links around fields",
    959: "buttons in a drawing",
    1072: "headings",
    1114: "paragraphs",
    1176: "captions",
    1204: "cells",
    1263: "links in a drawing",
    1361: "boxes",
}


@pytest.mark.parametrize("seed", range(36))
def test_a_made_up_page_gets_a_whole_answer(seed: int) -> None:
    told = report(page_shape(seed)(LENGTH))
    assert "check-failed" not in told.not_measured.values()
    assert page_answer(told)["chat_summary"]


@pytest.mark.parametrize("seed", range(36))
def test_a_made_up_body_is_read_or_refused(seed: int) -> None:
    refused = ""
    try:
        parse(body_shape(seed)(200_000))
    except Problem as problem:
        refused = problem.type.slug
    assert refused in ("", "malformed-json")


def cpu(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


@pytest.mark.parametrize("seed", FOUND, ids=FOUND.values())
def test_what_was_found_costs_its_length(seed: int) -> None:
    small, large = page_shape(seed)(12_000), page_shape(seed)(48_000)
    report(small)  # lexicons are read once
    spent = cpu(lambda: report(large))
    if spent > TELLING_S:
        assert spent / max(min(cpu(lambda: report(small)) for _ in range(2)), TELLING_S / 8) < MOST


def test_of_elements_inside_each_other_each_is_read_to_its_first_part() -> None:
    tower = read_dom(document("<blockquote>we like this bread " * 400))
    texts = [len(one.text) for one in tower.all("blockquote")]
    assert max(texts) <= TOWER_TEXT
    assert tower.all("blockquote")[-1].text == "we like this bread"
    assert len(tower.body.text) > TOWER_TEXT
    plain = read_dom(document("<div>" * 15 + "<p>we like this bread</p>" * 400))
    assert len(plain.all("div")[0].text) > TOWER_TEXT


def test_of_links_inside_each_other_each_is_read_to_its_first_part() -> None:
    """Long ones, few enough that all of them together are no tower."""
    drawn = read_dom(document("<svg><a href=/x>" + "<a href=/x>we like this bread " * 3 + "bread " * 2_000))
    assert max(len(one.text) for one in drawn.all("a")[:-1]) <= TOWER_TEXT
    assert len(drawn.all("a")[-1].text) > TOWER_TEXT
    assert button_label(drawn.all("a")[-1]) == drawn.all("a")[-1].text[:LONGEST_LABEL]


@pytest.mark.parametrize("seed", range(24))
def test_every_element_reads_its_own_piece_of_the_text(seed: int) -> None:
    dom = read_dom(page_shape(seed)(LENGTH))
    for element in dom.elements:
        written = dom.root.tree.written_text(element, dom.root.tree.longest_text(element))
        assert element.begins(50) == readable_text(written)[:50]
        assert element.text == readable_text(written)


def test_a_piece_may_begin_and_end_in_the_middle_of_a_word() -> None:
    chance = random.Random(3)
    for _ in range(300):
        parts = ("b", " ", " \n", "\u00a0", "\x1c", "\u200b", "a" * 119, "a" * 120, "a" * 121, "a" * 400)
        written = "".join(chance.choices(parts, k=20))
        text = ReadText(written)
        for most in (0, 1, 121, 500, 10_000):
            start = chance.randint(0, len(written))
            end = chance.randint(start, len(written))
            assert text.piece(start, end, most) == readable_text(written[start:end])[:most]


def test_the_beginning_of_a_text_is_the_beginning_of_all_of_it() -> None:
    for words in ("bread " * 3_000, " " * 50_000 + "bread " * 900, ("a" * 500 + " ") * 60, "bread"):
        whole = read_dom(document(f"<p>{words}</p>")).all("p")[0].text
        for characters in (1, 6, 119, 121, 700, 4_000):
            fresh = read_dom(document(f"<p>{words}</p>")).all("p")[0]
            assert fresh.begins(characters) == whole[:characters]
            assert fresh.text_within(characters) == (whole if len(whole) <= characters else "")
