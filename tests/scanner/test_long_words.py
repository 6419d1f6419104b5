"""A page of nothing but one thing, over and over, costs twice as much when it is twice as long, not four times."""

from __future__ import annotations

import time

import pytest

from coldread.scanner.brief import Brief
from coldread.scanner.engine import review
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.page.observe.element_tree import LONGEST_WORD, readable_text
from tests.harness.breadth import some
from tests.scanner.seeing import seen

LENGTH = 30_000
#: seconds of CPU; the patterns that this test was written for took minutes
MOST = 12.0


def page(piece: str) -> str:
    text = piece * (LENGTH // len(piece))
    return (
        f'<html lang=en><title>{text[:300]}</title><meta name=description content="{text}"><main><h1>{text[:3000]}</h1>'
        f'<p>{text}</p><a href="/{text}">{text}</a><img src="/x.png" alt="{text}">'
        f'<form action="/x"><input name="{text}" placeholder="{text}"><button>{text}</button></form>'
        f"<blockquote>{text}</blockquote><footer>{text}</footer></main></html>"
    )


@pytest.mark.parametrize(
    "piece",
    some(["-", "1-", "2020-", "ab-", "a", "1.", "1,", ".", "a@a.", "http://a", "123 ", "1 ", "© 2020 ", "5 of 5 ", "- ", "A. "], 6),
)  # fmt: skip
def test_a_page_of_one_thing_is_judged_in_seconds(piece: str) -> None:
    """An ordinary run tries a part; every pattern alone is attacked with its own signs by tests/test_patterns."""
    record = seen(page(piece))
    began = time.thread_time()
    review(record, Brief(goal=PrimaryGoal.DEMO, audience="bakers"))
    assert time.thread_time() - began < MOST


def test_of_what_is_too_long_for_a_word_the_beginning_is_kept() -> None:
    assert readable_text("  a \n b ") == "a b"
    assert readable_text("x" * 1000 + " end") == "x" * LONGEST_WORD + " end"
