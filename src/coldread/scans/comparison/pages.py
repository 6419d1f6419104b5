"""What changed between two scans of a page: texts, main control, answers, findings, score, load. Pure.

The same page gives "nothing changed": what differs from run to run (load metrics, and the findings that rest on them) is
listed but does not count as a change; what one of the scans could not measure is neither gone nor new."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from coldread.base.shapes import checked_body
from coldread.base.texts.inline_text import InlineText
from coldread.scans.comparison import findings
from coldread.scans.comparison.findings import saw_the_same_parts
from coldread.scans.comparison.page_state import ControlState, PageState, PriceState
from coldread.scans.comparison.shapes import (
    ComparedAnswer,
    ComparedControl,
    ComparedLoad,
    ComparedMetric,
    ComparedSide,
    ComparedText,
    PagesCompared,
    Told,
)
from coldread.scans.shapes import FindingsCompared

#: checks that measure weight and load: noted, never a change
LOAD_CHECKS = frozenset({"perf.lcp", "perf.cls", "perf.blocking", "perf.bytes"})
LISTS = ("fixed", "remaining", "new", "not_measured")


@dataclasses.dataclass(frozen=True, kw_only=True)
class TextRow:
    """Words that visitors decide by."""

    what: str
    name: InlineText
    #: as shown; None if the scan does not say
    of: Callable[[PageState], str | None]
    #: the parts that are compared, however they are ordered
    same: Callable[[PageState, PageState], bool]


def _prices_text(page: PageState) -> str | None:
    return None if page.prices is None else " · ".join(dict.fromkeys(price.text for price in page.prices))


def _same_prices(before: PageState, after: PageState) -> bool:
    """Whether both have the same amounts, none of them moved to another thing. A reordered list is the same."""
    then, now = before.prices or (), after.prices or ()
    if Counter(price.text for price in then) != Counter(price.text for price in now):
        return False
    first, second = _by_what(then), _by_what(now)
    return all(first[what] == second[what] for what in first.keys() & second.keys())


def _by_what(prices: tuple[PriceState, ...]) -> dict[str, Counter[str]]:
    amounts: dict[str, Counter[str]] = {}
    for price in prices:
        amounts.setdefault(price.what, Counter())[price.text] += 1
    return amounts


TEXTS = (
    TextRow(
        what="headline",
        name=InlineText(en="Headline", sv="Rubrik"),
        of=lambda page: page.headline,
        same=lambda before, after: before.headline == after.headline,
    ),
    TextRow(
        what="price",
        name=InlineText(en="Price", sv="Pris"),
        of=_prices_text,
        same=_same_prices,
    ),
    TextRow(
        what="main_button",
        name=InlineText(en="Main button", sv="Huvudknapp"),
        of=lambda page: page.button,
        same=lambda before, after: before.button == after.button,
    ),
)


def why_incomparable(before: PageState, after: PageState) -> str | None:
    """Why the two cannot be compared; None if they can."""
    if before.source != after.source:
        return "source"
    if before.rubric_version != after.rubric_version:
        return "rubric_version"
    return None if saw_the_same_parts(before.limits, after.limits) else "limits"


def compare_pages(before: PageState, after: PageState) -> dict[str, Any]:
    """Everything that differs, and the outcome in one word."""
    because = why_incomparable(before, after)
    found, load = compared_findings(before, after)
    texts = compared_texts(before, after)
    control = compared_control(before, after)
    answers = compared_answers(before, after)
    change = score_change(before, after)
    only_load = not answers and not (found["new"] or found["fixed"]) and bool(load["new"] or load["fixed"])
    changed = (
        any(text["told"] == "changed" for text in texts)
        or control["told"] == "changed"
        or answers
        or found["new"]
        or found["fixed"]
        or (bool(change) and not only_load)
    )
    return checked_body(
        PagesCompared,
        {
            "outcome": "could_not_tell" if because else "changed" if changed else "nothing_changed",
            "incomparable_because": because,
            "before": _side(before),
            "after": _side(after),
            "score_change": change,
            "texts": texts,
            "main_control": control,
            "answers": answers,
            "findings": found,
            "load": checked_body(ComparedLoad, {"metrics": _metrics(before, after), "findings": load}),
        },
    )


def compared_findings(
    before: PageState, after: PageState
) -> tuple[dict[str, list[dict[str, Any]]], dict[str, list[dict[str, Any]]]]:
    """The lists of `findings.findings`: of the page, and of checks that measure load."""
    lists = findings.findings(before.judgement, after.judgement)
    page = {name: [entry for entry in lists[name] if entry["id"] not in LOAD_CHECKS] for name in LISTS}
    load = {name: [entry for entry in lists[name] if entry["id"] in LOAD_CHECKS] for name in LISTS}
    return checked_body(FindingsCompared, page), checked_body(FindingsCompared, load)


def compared_texts(before: PageState, after: PageState) -> list[dict[str, Any]]:
    return [
        checked_body(
            ComparedText,
            {
                "what": row.what,
                "told": _told_difference(row.of(before), row.of(after), same=row.same(before, after)),
                "before": row.of(before),
                "after": row.of(after),
            },
        )
        for row in TEXTS
    ]


def _told_difference(before: str | None, after: str | None, *, same: bool) -> Told:
    if before is None or after is None:
        return "could_not_tell"
    return "same" if same else "changed"


def compared_control(before: PageState, after: PageState) -> dict[str, Any]:
    then, now = before.control, after.control
    return checked_body(
        ComparedControl,
        {
            "told": _control_told(before, after),
            "target_before": then.target if then else None,
            "target_after": now.target if now else None,
            "works_before": then.works if then else None,
            "works_after": now.works if now else None,
            "why": now.why if now else "",
        },
    )


def _control_told(before: PageState, after: PageState) -> Told:
    if not (before.is_measured and after.is_measured):
        return "could_not_tell"
    then, now = before.control, after.control
    if then is None or now is None:
        return "same" if then is now else "changed"
    return "changed" if then.target != now.target or _works_otherwise(then, now) else "same"


def _works_otherwise(then: ControlState, now: ControlState) -> bool:
    return None not in (then.works, now.works) and then.works != now.works


def compared_answers(before: PageState, after: PageState) -> list[dict[str, Any]]:
    """The questions whose answer changed; one that a scan could not answer has not changed."""
    then = {answer.question: answer for answer in before.answers}
    return [
        checked_body(
            ComparedAnswer,
            {
                "question": now.question,
                "title": now.title,
                "before": then[now.question].answer,
                "after": now.answer,
                "because": now.because,
            },
        )
        for now in after.answers
        if now.question in then
        and then[now.question].answer != now.answer
        and "could_not_tell" not in (then[now.question].answer, now.answer)
    ]


def score_change(before: PageState, after: PageState) -> float | None:
    """None if the scores rest on other rules, other means, or other checks."""
    if why_incomparable(before, after) or before.score is None or after.score is None:
        return None
    if (before.not_measured ^ after.not_measured) - LOAD_CHECKS:
        return None
    return after.score - before.score


def _side(page: PageState) -> dict[str, Any]:
    names = ("session_id", "url", "scanned_at", "source", "score")
    return checked_body(
        ComparedSide,
        {**{name: getattr(page, name) for name in names}, "limits": sorted(page.limits)},
    )


def _metrics(before: PageState, after: PageState) -> list[dict[str, Any]]:
    windows = [window for window in ("desktop", "mobile") if window in before.load or window in after.load]
    return [
        _metric(window, name, before.load.get(window, {}), after.load.get(window, {}))
        for window in windows
        for name in ("bytes", "requests", "lcp_ms", "layout_shift", "blocking_ms")
    ]


def _metric(
    window: str, name: str, then: Mapping[str, float | None], now: Mapping[str, float | None]
) -> dict[str, Any]:
    return checked_body(
        ComparedMetric, {"window": window, "metric": name, "before": then.get(name), "after": now.get(name)}
    )
