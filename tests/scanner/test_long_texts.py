"""A page with more text than people read: its beginning and its end are read, and that is told."""

from __future__ import annotations

from coldread.scanner.brief import Brief
from coldread.scanner.engine import review
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge.report import Report
from coldread.scanner.page.observations import Observations
from coldread.scanner.page.observe.dom import read_dom
from coldread.scanner.page.observe.text import READ_FIRST, READ_LAST, read_visible_blocks

_LINE = "We bake at night and bring the bread to your door before you open, every day of the week. "


def _page(lines: int, *, median_index: str = "", at_the_end: str = "") -> str:
    half = "".join(f"<p>{number}. {_LINE}</p>" for number in range(lines // 2))
    return f"<html lang=en><body><h1>Fresh bread by seven</h1>{half}{median_index}{half}{at_the_end}</body></html>"


def _report(html: str) -> Report:
    seen = Observations(
        url="https://a.example/", final_url="https://a.example/", seen_on="2026-11-17", html=html
    )
    return review(seen, Brief(goal=PrimaryGoal.BOOK_CALL))


def _lines(characters: int) -> int:
    return characters // (len(_LINE) + 4)


def test_an_ordinary_page_is_read_completely() -> None:
    whole = read_visible_blocks(read_dom(_page(_lines(READ_FIRST + READ_LAST - 1_000))))
    assert whole.complete
    assert "cut-reading" not in {f"cut-{one}" for one in _report(_page(20)).cuts}


def test_of_a_longer_one_the_beginning_and_the_end_are_read() -> None:
    found = read_visible_blocks(
        read_dom(
            _page(_lines(80_000), median_index="<p>In the middle</p>", at_the_end="<footer>© 2026</footer>")
        )
    )
    assert not found.complete
    texts = [block.text for block in found.read]
    assert texts[0] == "Fresh bread by seven"
    assert texts[-1] == "© 2026"
    assert "In the middle" not in texts
    read = sum(map(len, texts))
    assert READ_FIRST + READ_LAST <= read < READ_FIRST + READ_LAST + 1_000
