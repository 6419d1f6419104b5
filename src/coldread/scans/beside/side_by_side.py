"""A page beside others: answers, measured facts, and where they differ, in words with their evidence. Pure.

The pages stay in the order in which they were named. A score is one row among the facts: two pages with the same score can
differ in everything, so a difference is a question with another answer, or a finding that only one of them has."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Any, Literal
from urllib.parse import urlsplit

from coldread.base.languages import Language
from coldread.base.shapes import checked_body
from coldread.scans.beside.facts import FACTS, say
from coldread.scans.beside.shapes import (
    AnswerBeside,
    DifferenceBeside,
    FactBeside,
    PageBeside,
    PagesBeside,
    QuestionBeside,
    State,
)
from coldread.scans.comparison.findings import relatives
from coldread.scans.comparison.page_state import AnswerState, PageState
from coldread.scans.comparison.pages import LOAD_CHECKS, why_incomparable

#: the most other pages that are shown beside one page
MOST = 3
#: findings that are named for each page and side; the reports have the rest
MOST_FINDINGS = 4
#: places of a finding that are named
PLACES = 2
#: the order of answers, from worst to best
_RANK = {"no": 0, "partly": 1, "yes": 2}
_COUNTS = ("P0", "P1")


@dataclasses.dataclass(frozen=True, kw_only=True)
class Side:
    """One of the pages: what was seen of it, or why nothing was."""

    url: str
    state: State
    page: PageState | None = None
    why: str | None = None
    report_url: str | None = None


def side_by_side(sides: Sequence[Side], lang: Language) -> dict[str, Any]:
    """The first side is the page that was scanned."""
    own = sides[0].page
    return checked_body(
        PagesBeside,
        {
            "pages": [_page_beside(side, own) for side in sides],
            "answers": _question_rows(sides),
            "measured": _fact_rows(sides, lang),
            "differences": [
                difference
                for place, side in enumerate(sides[1:], 1)
                if own is not None and side.page is not None and why_incomparable(own, side.page) is None
                for difference in _differences(place, own, side.page, lang)
            ],
        },
    )


def host_of(url: str) -> str:
    """The page's name in a sentence; the path distinguishes pages of the same host."""
    parts = urlsplit(url)
    path = parts.path.rstrip("/")
    return (parts.netloc.removeprefix("www.") + path) or url


def _page_beside(side: Side, own: PageState | None) -> dict[str, Any]:
    page = side.page
    return checked_body(
        PageBeside,
        {
            "url": side.url,
            "state": side.state,
            "session_id": page.session_id or None if page else None,
            "report_url": side.report_url,
            "why": side.why,
            "source": page.source if page else None,
            "scanned_at": page.scanned_at or None if page else None,
            "incomparable_because": why_incomparable(own, page)
            if own is not None and page is not None
            else None,
        },
    )


def _question_rows(sides: Sequence[Side]) -> list[dict[str, Any]]:
    told: dict[str, str] = {}
    for side in sides:
        for answer in side.page.answers if side.page else ():
            told.setdefault(answer.question, answer.title)
    return [
        checked_body(
            QuestionBeside,
            {
                "question": question,
                "title": title,
                "pages": [_answer_beside(_answer_of(side.page, question)) for side in sides],
            },
        )
        for question, title in told.items()
    ]


def _answer_of(page: PageState | None, question: str) -> AnswerState | None:
    return next((answer for answer in page.answers if answer.question == question), None) if page else None


def _answer_beside(answer: AnswerState | None) -> dict[str, Any] | None:
    if answer is None:
        return None
    places = [_place_fields(place) for place in answer.evidence]
    return checked_body(
        AnswerBeside, {"answer": answer.answer, "because": answer.because, "evidence": places[:PLACES]}
    )


def _fact_rows(sides: Sequence[Side], lang: Language) -> list[dict[str, Any]]:
    rows = []
    for row in FACTS:
        values = [row.of(side.page, lang) if side.page else None for side in sides]
        if any(value is not None for value in values):
            fact = {"what": row.what, "name": row.name(lang), "varies": row.varies, "pages": values}
            rows.append(checked_body(FactBeside, fact))
    return rows


def _differences(place: int, own: PageState, other: PageState, lang: Language) -> Iterator[dict[str, Any]]:
    yield from _answers_that_differ(place, own, other, lang)
    yield from _findings_of_one(place, own, other, lang, better="other")
    yield from _findings_of_one(place, other, own, lang, better="own")


def _answers_that_differ(
    place: int, own: PageState, other: PageState, lang: Language
) -> Iterator[dict[str, Any]]:
    for mine in own.answers:
        theirs = _answer_of(other, mine.question)
        if theirs is None or mine.answer not in _RANK or theirs.answer not in _RANK:
            continue
        if mine.answer == theirs.answer:
            continue
        is_ours_better = _RANK[mine.answer] > _RANK[theirs.answer]
        words = {
            "title": mine.title,
            "mine": mine.because,
            "theirs": theirs.because,
            "host": host_of(other.url),
        }
        yield checked_body(
            DifferenceBeside,
            {
                "page": place,
                "kind": "answer",
                "id": mine.question,
                "better": "own" if is_ours_better else "other",
                "sentence": say(lang, "answer_differs", **words),
                "evidence": [
                    _place_fields(one) for one in (theirs if is_ours_better else mine).evidence[:PLACES]
                ],
            },
        )


def _findings_of_one(
    place: int, having: PageState, lacking: PageState, lang: Language, *, better: Literal["own", "other"]
) -> Iterator[dict[str, Any]]:
    """Findings that cost visitors on one page and were checked but not found on the other, the worst first."""
    known = {str(item["id"]) for item in lacking.findings} | lacking.not_measured
    found = [
        item
        for item in having.findings
        if item["severity"] in _COUNTS
        and item["id"] not in LOAD_CHECKS
        and not relatives(str(item["id"])) & known
    ]
    found.sort(key=lambda item: _COUNTS.index(item["severity"]))
    other = lacking if better == "other" else having
    for item in found[:MOST_FINDINGS]:
        places = [_place_fields(one) for one in item["evidence"]][:PLACES]
        words = {"finding": str(item["title"] or item["id"]).rstrip("."), "host": host_of(other.url)}
        yield checked_body(
            DifferenceBeside,
            {
                "page": place,
                "kind": "finding",
                "id": item["id"],
                "better": better,
                "sentence": say(lang, f"finding_of_{'own' if better == 'other' else 'other'}", **words),
                "evidence": places,
            },
        )


def _place_fields(place: dict[str, Any]) -> dict[str, Any]:
    return {name: place.get(name) for name in ("selector", "snippet")}
