"""Visual hierarchy: does the layout lead the eye, on a desk and in a hand?"""

from __future__ import annotations

import pytest

from coldread.scanner.page.observations import Drawn

from ..seeing import ENGLISH, VIEWPORT, desktop, document, drawn, finding, mobile, rendered, verdict

HTML = document(f"<h1>Bread</h1>{ENGLISH}", head=VIEWPORT)


def test_a_page_wider_than_the_phone_is_told_with_its_widest_element() -> None:
    wide = drawn("body > p", box=(0, 0, 500, 20))
    record = rendered(HTML, mobile=mobile(wide, scroll_width=500, overflowing=(wide,)))
    item = finding("visual.overflow-x", record)
    assert (item.evidence[0].selector, item.evidence[0].value, item.evidence[0].threshold) == (
        "body > p",
        500,
        390,
    )
    assert verdict("visual.overflow-x", rendered(HTML, mobile=mobile(scroll_width=392))) is None


def _remedy_of(*items: Drawn) -> str:
    reach = round(max(item.box[0] + item.box[2] for item in items))
    record = rendered(HTML, mobile=mobile(*items, scroll_width=reach, overflowing=items))
    return str(finding("visual.overflow-x", record).fix.summary)


def test_the_remedy_of_a_page_that_runs_over_is_of_the_measured_cause() -> None:
    padded = drawn("body > footer", box=(0, 900, 420, 74), padding=(15.0, 15.0, 15.0, 15.0))
    assert "padding of 30 px comes on top: give it box-sizing:border-box" in _remedy_of(padded)
    pushed = drawn("body > h1", box=(140, 300, 395, 184))
    assert "begin 140 px from the left edge of a 390 px screen" in _remedy_of(pushed)
    for left_open in (
        drawn("body > p", box=(0, 0, 500, 20)),
        drawn("body > p", box=(20, 0, 420, 20), padding=(0.0, 15.0, 0.0, 15.0)),
    ):
        assert _remedy_of(left_open).startswith("Find what cannot become narrower")


@pytest.mark.parametrize(("size", "found"), [(25.0, True), (25.6, False), (40.0, False)])
def test_a_headline_hardly_larger_than_the_text_is_flat(size: float, found: bool) -> None:
    record = rendered(
        HTML, drawn("body > h1", font_size=size), drawn("body > p", own_chars=200, font_size=16.0)
    )
    assert (verdict("visual.flat-hierarchy", record) is not None) is found


def test_the_size_of_most_of_the_text_counts() -> None:
    html = document("<h1>Bread</h1><p>long</p><p>short</p>")
    record = rendered(
        html,
        drawn("body > h1", font_size=30.0),
        drawn("body > p:nth-of-type(1)", own_chars=500, font_size=16.0),
        drawn("body > p:nth-of-type(2)", own_chars=10, font_size=29.0),
    )
    assert verdict("visual.flat-hierarchy", record) is None


@pytest.mark.parametrize(("small", "found"), [(21, True), (20, False)])
def test_a_fifth_of_the_text_may_be_small(small: int, found: bool) -> None:
    html = document("<p>a</p><p>b</p>")
    items = (
        drawn("body > p:nth-of-type(1)", own_chars=small, font_size=11.0),
        drawn("body > p:nth-of-type(2)", own_chars=100 - small, font_size=16.0),
    )
    assert (verdict("visual.small-text", rendered(html, mobile=mobile(*items))) is not None) is found


def test_long_lines_are_shown() -> None:
    long = drawn("body > p", text="word " * 60, own_chars=240, lines=3)
    short = drawn("body > p", text="word " * 60, own_chars=240, lines=6)
    assert finding("visual.line-length", rendered(HTML, desktop=desktop(long))).severity == "info"
    assert verdict("visual.line-length", rendered(HTML, desktop=desktop(short))) is None


def test_a_last_line_that_may_be_full_makes_no_long_lines() -> None:
    two_lines = drawn("body > p", text="word " * 21, own_chars=133, lines=2)
    assert verdict("visual.line-length", rendered(HTML, desktop=desktop(two_lines))) is None


@pytest.mark.parametrize(
    ("head", "found"),
    [
        ("", True),
        ('<meta name="viewport" content="width=1024">', True),
        ('<meta name="viewport" content="width=device-width, initial-scale=1">', False),
        ('<meta content="initial-scale=1.0" NAME="Viewport">', False),
    ],
)
def test_a_page_without_a_viewport_is_not_made_for_phones(head: str, found: bool) -> None:
    answer = verdict("mobile.viewport-missing", document(ENGLISH, head=head))
    assert (getattr(answer, "severity", None) == "P0") is found


@pytest.mark.parametrize(("width", "found"), [(390, False), (1024, True)])
def test_a_viewport_that_a_script_narrows_on_the_phone_is_one(width: int, found: bool) -> None:
    html = document(ENGLISH, head='<meta name="viewport" content="width=1024">')
    answer = verdict("mobile.viewport-missing", rendered(html, mobile=mobile(scroll_width=width)))
    assert (getattr(answer, "severity", None) == "P0") is found
