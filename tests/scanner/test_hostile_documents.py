"""A page costs what its length costs, whatever it is made of: four times as much of one thing, about four times the work."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from selectolax.lexbor import LexborHTMLParser

from coldread.scanner.page.observe.dom import MAX_DEPTH, MAX_ELEMENTS, read_dom
from coldread.scanner.page.observe.drawn_examples import LONGEST_CLASS, is_drawn_example, is_sample_talk
from coldread.scanner.page.observe.markup_bounds import (
    MOST_ATTRIBUTES,
    MOST_FORMATTING,
    MOST_OPEN,
    bounded_markup,
)
from coldread.scanner.page.page import LONGEST_TITLE
from coldread.scanner.patch.diff import line_edits_between
from coldread.scanner.patch.edits import apply_edits
from tests.harness.breadth import some
from tests.harness.hostile_shapes import SHAPES, mixed

from .seeing import page, report

#: linear is 4, a square 16; a crowded machine is in between
MOST = 9.0
#: seconds of CPU below which a clock tells nothing
TELLING_S = 0.15
N = 12_000

#: the parser took seconds to minutes over each of these
DEEP = {
    "divs": "<div>" * 100_000,
    "attributes": "<div " + " ".join(f"a{n}=1" for n in range(100_000)) + ">x",
    "bodies": "".join(f"<body {' '.join(f'a{n}x{k}=1' for k in range(200))}>" for n in range(300)),
    "options": "<select>" + "<option>" * 48_000,
    "end tags that close nothing": "<span><div></span>" * 20_000,
    "forms that end inside": "<form><div></form>" * 20_000,
    "barriers": "<div><object></div>" * 20_000,
    "formatting never closed": "".join(f"<p><b id={n}>x" for n in range(20_000)),
    "a style in a select": "<select><style></select>" + "<div>" * 60_000,
    "a style in a template": "<template><col><style></template>" + "<div>" * 60_000,
    "a style in a drawing": "<svg><style>" + "<g>" * 60_000,
    "html in a drawing": "<svg><foreignObject>" + "<section/>" * 60_000,
    "a script in a script": "<script><!--<script></script><textarea></script>" + "<div>" * 60_000,
}


#: what stands before, and what is repeated: in each of these the parser went deeper than the pass believed, without end
DEEPER_THAN_BELIEVED = {
    "cells without a table": ("", "<b></tr><td>x<b>"),
    "captions without a table": ("<b>", "<caption><span></caption>"),
    "an input ends a select": ("", "<select><input><span></select>"),
    "rubies without one": ("", "<rt>x"),
    "groups without a select": ("", "<optgroup>x"),
    "a select ends a select": ("", "<span>x<span>x<select>"),
    "drawings in drawings": ("", "<svg></caption>x<div><svg>"),
    "html in a formula is none": ("<math>", "<input>x<foreignObject>"),
    "what a text area held": ("", "<x-a>x</textarea><x-a>x<textarea>x"),
    "formatting that outlives a run": ("", "<i>x</rp>x<rp>x"),
    "formatting that outlives formatting": ("", "<b><i></b>x"),
    "formatting that outlives a block": ("", "<div><b>x</div>x"),
    "formatting that outlives its like": ("", "</font>x<font><font>x<nobr>x<font>x<font>x"),
}


def deepest(html: str) -> int:
    """Levels of the parser's tree."""
    parsed = LexborHTMLParser(html).root
    waiting, most = [(parsed, 1)], 0
    while waiting:
        node, depth = waiting.pop()
        most = max(most, depth)
        child = node.first_child if node is not None else None
        while child is not None:
            waiting.append((child, depth + 1))
            child = child.next
    return most


#: tokens that the parser makes nothing of: for each with attributes it copied all the text around it
MAKES_NOTHING = {
    "cells without a table": ("<p>", "<td a=1 b=2>"),
    "cells in an option": ("<select><option>", "<td a=1 b=2>"),
    "end tags with attributes": ("<p>", "</s a=1 b=2>"),
    "end tags in a drawing": ("<svg><text>", "</b a=1 b=2>"),
    "frames without a frameset": ("<p>", "<frame a=1 b=2>"),
    "doctypes": ("<!doctype html><p>", "<!doctype html public 'aaa' 'bbb'>"),
    "cells in a template": ("<template><p>", "<td a=1 b=2>"),
    "columns after a caption": ("<table><caption>", "<col a=1 b=2>"),
}


def tree(html: str) -> list[tuple[str, str]]:
    """Every element with the text that is its own."""
    root = LexborHTMLParser(html).root
    assert root is not None
    return [(str(node.tag), str(node.text(deep=False))) for node in root.traverse()]


def cpu(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


@pytest.mark.parametrize("name", some(tuple(SHAPES), 4))
def test_four_times_as_long_is_no_square(name: str) -> None:
    small, large = SHAPES[name](N), SHAPES[name](4 * N)
    report(small)  # lexicons are read once
    if cpu(lambda: report(large)) > TELLING_S:
        spent = min(cpu(lambda: report(large)) for _ in range(2))
        assert spent / max(min(cpu(lambda: report(small)) for _ in range(2)), TELLING_S / 8) < MOST


@pytest.mark.parametrize("html", DEEP.values(), ids=DEEP)
def test_what_is_beyond_measure_never_reaches_the_parser(html: str) -> None:
    markup = bounded_markup(html)
    assert markup.cuts
    assert cpu(lambda: LexborHTMLParser(markup.html)) < 2


@pytest.mark.parametrize(("before", "piece"), DEEPER_THAN_BELIEVED.values(), ids=DEEPER_THAN_BELIEVED)
def test_the_parser_goes_no_deeper_than_what_was_measured(before: str, piece: str) -> None:
    assert deepest(bounded_markup(before + piece * 2_000).html) < MOST_OPEN + MOST_FORMATTING


@pytest.mark.parametrize(("before", "piece"), MAKES_NOTHING.values(), ids=MAKES_NOTHING)
def test_what_makes_nothing_costs_nothing_and_changes_nothing(before: str, piece: str) -> None:
    few = before + f"some words {piece}" * 20
    assert tree(bounded_markup(few).html) == tree(few)
    parts = ("x" * 110 + piece) * (4_000_000 // (110 + len(piece)))
    assert cpu(lambda: LexborHTMLParser(bounded_markup(before + parts).html)) < 2


def test_an_ordinary_page_is_not_touched() -> None:
    html = mixed(100_000)
    assert bounded_markup(html) == (html, frozenset())


def test_what_the_standard_closes_silently_does_not_count_as_depth() -> None:
    for piece in (
        "<p>a",
        "<ul><li>a<li>b</ul>",
        "<table><tr><td>a<td>b<tr><td>c</table>",
        "<dl><dt>a<dd>b</dl>",
        "<ruby>a<rt>b<rt>c</ruby>",
        "<select><optgroup><option>a<optgroup><option>b</select>",
        "<p><b>a</b> <i>b</i></p>",
    ):
        assert not bounded_markup(piece * 1_500).cuts, piece


@pytest.mark.parametrize("piece", ["some words <!-- -->", "some words <tr>", "words <input type=hidden>"])
def test_text_beside_the_cells_of_a_table_costs_no_square_of_memory(piece: str) -> None:
    """The parser copies all of it for each piece, and keeps every copy: 300 kB took 277 MB."""
    markup = bounded_markup("<table>" + piece * 40_000)
    assert "text" in markup.cuts
    assert markup.html.count("words") < 3_000
    assert bounded_markup("<table> lost words <tr> <td>one<td>two</table>" * 200).cuts == frozenset()


def test_the_answer_says_what_was_cut() -> None:
    cuts = read_dom("<div>" * (MAX_DEPTH + 200)).cuts
    assert "depth" in cuts
    assert "elements" in read_dom("<p>x</p>" * (MAX_ELEMENTS + 1)).cuts
    assert "attributes" in read_dom("<p " + " ".join(f"a{n}" for n in range(MOST_ATTRIBUTES + 1)) + ">x").cuts
    assert "text" in read_dom("<p>" + "word " * 110_000 + "</p>").cuts
    told = report("<div>" * (MAX_DEPTH + 200)).caveats
    assert any("deeper" in one for one in told)


def test_an_inline_script_does_not_use_up_the_text() -> None:
    dom = read_dom(f"<script>{'x' * 600_000}</script><p>Fresh bread</p>")
    assert dom.body.text == "Fresh bread"
    assert not dom.cuts


def test_files_of_many_lines_alike_are_compared_soon() -> None:
    old, new = "\n" * 20_000 + "a\n" + "\n" * 20_000, "b\n" + "\n" * 39_000 + "c\n"
    began = time.process_time()
    edits = line_edits_between(old, new)
    assert time.process_time() - began < 5
    assert apply_edits(old, edits) == new
    lines = [f"line {n}\n" for n in range(6_000)]
    changed = [line if n % 2 else f"new {n}\n" for n, line in enumerate(lines)]
    assert apply_edits("".join(lines), line_edits_between("".join(lines), "".join(changed))) == "".join(
        changed
    )


def test_of_a_title_that_nobody_closed_a_bound_is_read() -> None:
    """It holds the whole document, and what is asked of a title would cost its square."""
    names = (f"Bread{k} for bakers{k} in Malmö{k}, baked by Anna{k}. " for k in range(3_500))
    seen = page("<title>" + "".join(names))
    assert len(seen.title) <= LONGEST_TITLE
    assert seen.title.startswith("Bread0 for bakers0")


def test_of_a_class_that_many_texts_ask_for_the_beginning_is_read() -> None:
    """Each of a thousand texts below it would read all of it: half a megabyte took 28 seconds."""
    text = page(f'<div class="{"x" * LONGEST_CLASS} chat"><p>Hello</p></div>').dom.all("p")[0]
    assert not is_sample_talk(text)
    assert not is_drawn_example(text)
    assert is_sample_talk(page('<div class="wide chat"><p>Hello</p></div>').dom.all("p")[0])
