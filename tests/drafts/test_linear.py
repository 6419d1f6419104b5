"""The work on a model's answer is linear in its length, along the whole way: parsed, held against the page, compared, written with its diff."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from pydantic import ValidationError

from coldread.drafts.case import Case
from coldread.drafts.model_draft.draft_material import draft_material
from coldread.drafts.model_draft.draft_shape import PageDraft
from coldread.drafts.write import write
from tests.drafts.ordering import made
from tests.drafts.saying import PREFIX, block_of, edit, problem, said
from tests.scanner.seeing import document

PAGE = document(
    "<main><h1>Rye bread from Malmö</h1><p>We bake for 45 cafés.</p><h2>How we work</h2></main>",
    head="<title>Kvarnen</title>",
)
#: characters of an answer; no endpoint of ours may give more than a megabyte
LONGEST = 900_000
#: how much dearer twice the length may be, and seconds that a busy machine adds
TWICE, GRACE_S = 2.6, 0.4
#: what such lengths were made of that cost more than their length somewhere before
MADE_OF = ("a ", "a.", "1 ", "one ", "A", "“", "[", "&a", "x@", "a\u0301", "Ab. ", "-1", "https://a.b ")

Answer = Callable[[str, str, int], dict[str, Any]]
TEXT = {"where": "page", "after": "", "heading": "", "text": ""}
SCREEN = {"headline": "Bread", "line": "", "button": "", "under_button": "", "because": ""}
#: one part of the answer that is long, or one list that is
FIELDS: dict[str, Answer] = {
    "summary": lambda block, text, _: said(block, summary=text),
    "trouble": lambda block, text, _: said(block, trouble=text),
    "keep": lambda block, text, n: said(block, keep=[text[:50]] * n),
    "a problem": lambda block, text, _: said(block, problems=[problem(block, text=text, remedy=text)] * 2),
    "problems": lambda block, text, n: said(block, problems=[problem(block)] * (n // 8 + 2)),
    "references": lambda block, _, n: said(
        block, problems=[problem(block, references=[{"block": block, "words": "bread"}] * n)] * 2
    ),
    "words of a reference": lambda block, text, _: said(block, problems=[problem(block, text)] * 2),
    "sought": lambda block, text, n: said(
        block, problems=[problem(block, kind="absent", sought=[text[:40]] * n)] * 2
    ),
    "a screen": lambda block, text, _: said(block, screens=[{**SCREEN, "line": text, "because": text}]),
    "an edit": lambda block, text, _: said(block, edits=[edit(block, "Rye bread", text)]),
    "old words": lambda block, text, _: said(block, edits=[edit(block, text, "Bread")]),
    "edits": lambda block, _, n: said(block, edits=[edit(block, "Rye bread", "Bread")] * n),
    "a text": lambda block, text, _: said(block, texts=[{**TEXT, "text": text, "heading": text}]),
    "a question": lambda block, text, _: said(block, questions=[{"text": text, "sought": [text]}]),
    "checks": lambda block, text, n: said(block, checks=[text[:300]] * (n // 8)),
}


def case_of_page() -> tuple[Case, str]:
    case = made(PAGE, pain_point="They read and never book")
    told = draft_material(case)
    assert told is not None
    return case, block_of(told, "Rye bread from")


def seconds(case: Case, content: str) -> float:
    """Of our own time: an answer as it comes, and the draft of it."""
    began = time.process_time()
    with suppress(ValidationError):  # lists have their length, and an answer that has not is none
        draft = PageDraft.model_validate_json(content).model_dump()
        answer = {"draft": draft, "shown": [], "prefix": PREFIX}
        write(case, {"html": PAGE}, answer, answer)
    return time.process_time() - began


def answer_of(field: str, sign: str, length: int, block: str) -> str:
    return json.dumps(FIELDS[field](block, sign * (length // len(sign)), length // 60), ensure_ascii=False)


@pytest.mark.parametrize("number", range(len(FIELDS)))
def test_an_answer_twice_as_long_costs_twice_as_much(number: int) -> None:
    """Each part of an answer with three kinds of content; all kinds are met."""
    field = list(FIELDS)[number]
    case, block = case_of_page()
    empty = min(seconds(case, answer_of(field, "a", 0, block)) for _ in range(2))
    for step in range(3):
        sign = MADE_OF[(3 * number + step) % len(MADE_OF)]
        half = seconds(case, answer_of(field, sign, LONGEST // 2, block)) - empty
        whole = seconds(case, answer_of(field, sign, LONGEST, block)) - empty
        assert whole <= TWICE * max(half, 0) + GRACE_S, (field, sign, empty, half, whole)
