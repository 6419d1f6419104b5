"""A page can be made of anything; the judge answers soon all the same."""

from __future__ import annotations

import time

import pytest

from tests.harness.breadth import some

from .seeing import report

#: each was once slower than a minute, or could have been: quadratic walks and patterns that look back
HOSTILE = {
    "nested": "<div>x " * 3000,
    "paragraphs": "<p>one two three</p>" * 30_000,
    "loose fields": "<div>" + "<input name=email>" * 20_000 + "</div>",
    "forms": "<form><input name=email><button>Send</button></form>" * 5000,
    "labelled fields": "<form>"
    + "".join(f"<label for=i{n}>E-mail</label><input id=i{n}>" for n in range(5000))
    + "</form>",
    "header links": "<header>" + "<a href=/x>Book</a>" * 15_000 + "</header>",
    "numbers": "<p>" + "1 000 " * 80_000 + "</p>",
    "dashes": "<p>" + "-" * 400_000 + "</p>",
    "one word": "<p>" + "a" * 400_000 + "</p>",
    "dotted word": "<p>" + "a.b-" * 100_000 + "</p>",
    "open quotations": "<p>" + "“a b c d e " * 30_000 + "</p>",
    "open comments": "<!--" * 300_000,
    "open noscripts": "<noscript>" * 100_000,
    "open scripts": "<script>" * 100_000,
}


#: in an ordinary run a part of them; four times as much of any is no square, says test_hostile_documents
PART = some(list(HOSTILE), 6)


@pytest.mark.parametrize("html", [HOSTILE[name] for name in PART], ids=PART)
def test_hostile_markup_is_judged_within_seconds(html: str) -> None:
    began = time.process_time()
    answer = report(html, "book_call", audience="owners")
    assert time.process_time() - began < 10
    assert "check-failed" not in answer.not_measured.values()
