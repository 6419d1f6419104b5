"""A colour that cannot be read is mended in the rule that sets it, where that is certain and harms nothing else."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest

from coldread.scanner.page.contrast import ratio
from coldread.scanner.page.observations import AxeNode, AxeViolation, Colour, Drawn, Observations
from coldread.scanner.page.observe.dom import read_dom
from coldread.scanner.patch.cascade import (
    Cascade,
    Steps,
    Uncertain,
    condition_holds,
    selector_matches,
    specificity,
)
from coldread.scanner.patch.colour_values import format_like, read_colour
from coldread.scanner.patch.make_patches import make_patches
from coldread.scanner.patch.recipes.shades import Wanted, shade_passing_everywhere
from coldread.scanner.patch.style_sheets import read_rules
from tests.scanner.seeing import ENGLISH, button, document, drawn, mobile, rendered, report

from .mending import fix_of, patched

WHITE: Colour = (255, 255, 255, 1.0)
GREY: Colour = (170, 170, 170, 1.0)
CALL = '<a id="call" class="call" href="/book">Book a call</a>'


def pale(selector: str, text: str = "#aaaaaa", ground: str = "#ffffff") -> AxeViolation:
    told = (
        f"Fix any of the following: Element has insufficient color contrast of 2.32 (foreground color: {text}, background "
        f"color: {ground}, font size: 12.0pt (16px), font weight: normal). Expected contrast ratio of 4.5:1"
    )
    return AxeViolation(
        rule="color-contrast",
        impact="serious",
        help="x",
        tags=("wcag2aa",),
        nodes=(AxeNode(selector=selector, html="<p>", summary=told),),
    )


def small_print(style: str, markup: str = '<p id="t" class="fine">Small print about bread</p>') -> str:
    return document(f"<h1>Bread</h1>{ENGLISH}{markup}", head=f"\n<style>\n{style}\n</style>")


def words(selector: str = "#t", color: Colour = GREY, **more: Any) -> Drawn:
    return drawn(selector, tag="p", text="Small print", own_chars=10, color=color, **more)


def looked_at(page: str, *items: Drawn, text: str = "#aaaaaa", ground: str = "#ffffff") -> Observations:
    return rendered(page, *items, mobile=mobile(*items), axe=(pale("#t", text, ground),))


def shade_in(text: str) -> Colour:
    found = re.search(r"color: #([0-9a-f]{6})", text)
    assert found is not None, text
    red, green, blue = bytes.fromhex(found[1])
    return red, green, blue, 1.0


def test_text_gets_its_shade_in_the_rule_that_sets_it() -> None:
    text = patched("a11y.color-contrast", looked_at(small_print(".fine { color: #aaa; margin: 0 }"), words()))
    assert re.search(r"\n\.fine \{ color: #7[0-9a-f]{5}; margin: 0 \}\n", text)
    assert 4.5 <= ratio(shade_in(text), WHITE) < 4.7
    assert " style=" not in text


@pytest.mark.parametrize(
    "style",
    [
        ".other { color: #aaa }",  # nothing sets it
        ".fine { color: #bbb }",  # a style sheet that nobody read sets it
        ".fine { color: #aaa } @media (max-width: 600px) { .fine { color: #000 } }",  # the phone has its own
        "@supports (color: red) { .fine { color: #aaa } }",  # nobody can tell
        ".fine:nth-child(2n) { color: #aaa }",
        ".fine { color: #aaa } .fine { color: #aaa }.fine { color: #aaa }",  # which of them?
    ],
)
def test_a_rule_that_is_not_certain_is_left_to_words(style: str) -> None:
    fix, reason = fix_of("a11y.color-contrast", looked_at(small_print(style), words()))
    assert (fix.kind, fix.patch) == ("spec_only", None)
    assert reason


def test_the_strongest_of_several_rules_is_the_one() -> None:
    style = (
        "p { color: #111 }\n.fine { color: #aaa }\n#nobody .fine { color: red }\n.fine:hover { color: #999 }"
    )
    text = patched("a11y.color-contrast", looked_at(small_print(style), words()))
    assert "p { color: #111 }\n.fine { color: #7" in text
    assert ".fine:hover { color: #999 }" in text


def test_a_colour_that_is_inherited_is_mended_where_it_comes_from() -> None:
    page = small_print(".foot { color: #aaa }", '<div class="foot"><p id="t">Small print</p></div>')
    assert ".foot { color: #7" in patched("a11y.color-contrast", looked_at(page, words()))


def test_a_colour_with_a_name_is_mended_where_it_is_named() -> None:
    style = ":root { --muted: #aaaaaa; --ink: #222 }\n.fine { color: var(--muted) }"
    text = patched("a11y.color-contrast", looked_at(small_print(style), words()))
    assert re.search(
        r":root \{ --muted: #7[0-9a-f]{5}; --ink: #222 \}\n\.fine \{ color: var\(--muted\) \}", text
    )


def test_what_is_translucent_becomes_less_so() -> None:
    page = small_print(".fine { color: rgba(255, 255, 255, .4) }")
    item = words(color=(255, 255, 255, 0.4), behind=(20, 20, 20, 1.0))
    text = patched("a11y.color-contrast", looked_at(page, item, text="#727272", ground="#141414"))
    assert re.search(r"color: rgba\(255, 255, 255, \.[45]\d?\)", text)


def test_nothing_else_in_the_same_colour_becomes_harder_to_read() -> None:
    page = small_print(
        ".fine { color: #aaa }",
        '<p id="t" class="fine">Small</p><div class="dark"><p id="d" class="fine">Print</p></div>',
    )
    dark = words("#d", behind=(40, 40, 40, 1.0))
    fix, reason = fix_of("a11y.color-contrast", looked_at(page, words(), dark))
    assert fix.patch is None
    assert "harder to read" in reason


def test_a_colour_that_also_stands_on_a_picture_is_left_alone() -> None:
    page = small_print(
        ".fine { color: #aaa }", '<p id="t" class="fine">Small</p><p id="d" class="fine">Print</p>'
    )
    fix, reason = fix_of("a11y.color-contrast", looked_at(page, words(), words("#d", behind=None)))
    assert fix.patch is None
    assert "picture" in reason


def test_a_button_is_mended_by_the_fill_that_needs_the_smaller_change() -> None:
    page = document(
        f"<h1>Fresh bread</h1>{CALL}{ENGLISH}",
        head="<style>.call { background: #7a8087; color: #fff }</style>",
    )
    item = button("#call", "Book a call", tag="a", background=(122, 128, 135, 1.0))
    text = patched("cta.low-contrast", rendered(page, item, mobile=mobile(item)))
    found = re.search(r"\.call \{ background: #([0-9a-f]{6}); color: #fff \}", text)
    assert found is not None
    red, green, blue = bytes.fromhex(found[1])
    assert 4.5 <= ratio((red, green, blue, 1.0), WHITE) < 4.8


@pytest.mark.parametrize("fill", [(125, 184, 240), (53, 120, 234)])
def test_a_colour_that_somebody_chose_is_not_changed_not_even_a_little(fill: tuple[int, int, int]) -> None:
    page = document(
        f"<h1>Fresh bread</h1>{CALL}{ENGLISH}",
        head=f"<style>.call {{ background: #{bytes(fill).hex()}; color: #fff }}</style>",
    )
    item = button("#call", "Book a call", tag="a", background=(*fill, 1.0))
    fix, reason = fix_of("cta.low-contrast", rendered(page, item, mobile=mobile(item)))
    assert fix.patch is None
    assert "chosen by their owner" in reason


def test_light_words_are_not_turned_dark() -> None:
    wants = [Wanted(against=(100, 100, 100, 1.0), ratio=4.5)]
    assert shade_passing_everywhere((140, 140, 140, 1.0), wants) is not None
    assert (
        shade_passing_everywhere((250, 250, 250, 1.0), [Wanted(against=(190, 190, 190, 1.0), ratio=4.5)])
        is None
    )


COMPONENT = """export default function Page() {
  return (
    <main>
      <style>{`
        .fine { color: #aaa; }
      `}</style>
      <h1>Bread</h1>
      <p id="t" className="fine">Small print about bread</p>
    </main>
  );
}
"""


def test_a_component_is_mended_in_the_style_sheet_that_it_writes_out() -> None:
    page = document(
        "<main><style>\n        .fine { color: #aaa; }\n      </style><h1>Bread</h1>"
        f'<p id="t" class="fine">Small print about bread</p>{ENGLISH}</main>'
    )
    judged = report(looked_at(page, words()))
    mended = make_patches(COMPONENT, judged, kind="jsx")
    assert mended.fixes["a11y.color-contrast"].patch, mended.dropped
    assert re.search(r"\n        \.fine \{ color: #7[0-9a-f]{5}; \}\n      `\}</style>", mended.text)
    computed = COMPONENT.replace("#aaa", "${muted}")
    assert make_patches(computed, judged, kind="jsx").fixes["a11y.color-contrast"].patch is None


@pytest.mark.parametrize(
    ("css", "told"),
    [
        ("a{color:red;b:c}", [((), "a", "color", "red"), ((), "a", "b", "c")]),
        ("/* { */ a , b { /* x: y; */ color : RED !important ; }", [((), "a , b", "color", "RED")]),
        ("@media (x) { a { c: d } } e { f: g }", [(("@media (x)",), "a", "c", "d"), ((), "e", "f", "g")]),
        ("a { b: url(data:x;y}z) ; c: '};' }", [((), "a", "b", "url(data:x;y}z)"), ((), "a", "c", "'};'")]),
        ("@keyframes k { from { color: red } } a { b: c", []),
        ("a { b { c: d } }", [(("a",), "b", "c", "d")]),
        ("}} a { b: c }", [((), "a", "b", "c")]),
    ],
)
def test_a_style_sheet_is_read_with_its_places(css: str, told: list[tuple[Any, ...]]) -> None:
    rules = read_rules(css)
    assert [
        (rule.within, rule.selectors, one.name, one.value) for rule in rules for one in rule.declarations
    ] == told
    assert all(css[one.start : one.end] == one.value for rule in rules for one in rule.declarations)


@pytest.mark.parametrize(
    ("selector", "is_meant"),
    [
        ("p", True), ("*", True), (".fine", True), ("P.fine#t", True), ("div > p", True), ("main p", True), ("main > p", False),
        ("h1 + p", False), ("h1 ~ p", True), ("span + p", True), ("p:hover", False), ("p::before", False), (".fine.big", False),
        ("[class~=fine]", True), ('[class="x"]', False), ("p:not(.big)", True), ("p:not(.fine)", False), ("p:nth-child(2)", None),
        ("div:has(p) p", None), ("p:last-child", True), (":root p", True), ("nav p:nth-child(2)", False),
    ],
)  # fmt: skip
def test_which_element_a_selector_means(selector: str, is_meant: bool | None) -> None:
    dom = read_dom('<main><div><h1>x</h1><span>y</span><p id="t" class="fine small">z</p></div></main>')
    assert selector_matches(selector, dom.by_selector["#t"], Steps()) is is_meant


def test_what_is_more_specific_wins() -> None:
    assert specificity("#a .b p") == (1, 1, 1)
    assert specificity("a:hover::before") == (0, 1, 2)
    assert specificity("p:not(#x)") == (1, 0, 1)


@pytest.mark.parametrize(
    ("condition", "wide", "narrow"),
    [
        ("@media (max-width: 600px)", False, True),
        ("@media screen and (min-width: 48em)", True, False),
        ("@media print", False, False),
        ("@media (prefers-color-scheme: dark)", False, False),
        ("@media (hover: hover)", None, None),
        ("@media print, (min-width: 1px)", True, True),
        ("@layer base", None, None),
    ],
)
def test_when_a_condition_holds(condition: str, wide: bool | None, narrow: bool | None) -> None:
    assert (condition_holds(condition, 1366), condition_holds(condition, 390)) == (wide, narrow)


@pytest.mark.parametrize(
    ("written", "colour"),
    [
        ("#abc", (170, 187, 204, 1.0)), ("#AABBCC", (170, 187, 204, 1.0)), ("gray", (128, 128, 128, 1.0)),
        ("rgb(1 2 3 / 50%)", (1, 2, 3, 0.5)), ("rgba(1,2,3,.25)", (1, 2, 3, 0.25)), ("var(--x)", None), ("inherit", None),
        ("linear-gradient(red, blue)", None),
    ],
)  # fmt: skip
def test_a_colour_is_read_as_it_is_written(written: str, colour: Colour | None) -> None:
    assert read_colour(written) == colour


def test_a_colour_is_written_in_the_manner_of_the_sheet() -> None:
    assert format_like("#ABC", (17, 170, 34, 1.0)) == "#11AA22"
    assert format_like("gray", (17, 170, 34, 1.0)) == "#11aa22"
    assert format_like("rgba(1,2,3,.25)", (1, 2, 3, 0.5)) == "rgba(1,2,3,.5)"
    assert format_like("rgba(1, 2, 3, 0.25)", (1, 2, 3, 0.5)) == "rgba(1, 2, 3, 0.5)"


def test_a_sheet_that_was_written_to_cost_time_is_given_up() -> None:
    style = "".join(f"x{n} * * * * * p {{ color: #aaa }}\n" for n in range(4_000))
    page = f"<style>{style}</style>" + "<div>" * 300 + "<p id=t>x</p>"
    dom = read_dom(page)
    began = time.process_time()
    with pytest.raises(Uncertain):
        Cascade(dom).winning_source(dom.by_selector["#t"], ("color",), (1366, 390))
    assert time.process_time() - began < 20
