"""The page beside its competitors: what was measured, and the findings that only one of them has. No answers of rules."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from coldread.base.languages import Language
from coldread.drafts.case import Case
from coldread.scanner.judge.report import Report
from coldread.scanner.report.plain import prose
from coldread.scans.beside.side_by_side import Side, side_by_side
from coldread.scans.beside.words import as_markdown
from coldread.scans.comparison.reported import state_of_report


def comparison(case: Case) -> list[str]:
    """Tables and what follows from them; empty if no competitor was named."""
    if not case.competitors:
        return []
    lang = case.assignment.lang
    sides = [_side(case.assignment.url, case.report, case.unreachable)]
    sides += [_side(rival.url, rival.report, rival.reason) for rival in case.competitors]
    if case.report is None:
        # our own page has nothing to compare them with: only a page that could not be read is worth a line
        sides = [side for side in sides if side.state == "failed"]
    return as_markdown(_measured_only(sides, lang), lang, heading="###").splitlines() if sides else []


#: facts that can be looked up; the others say which button is the main one, what is a price and what is praise
_FACTS = frozenset(["headline", "weight_phone", "largest_element_phone"])


def _measured_only(sides: list[Side], lang: Language) -> dict[str, Any]:
    told = side_by_side(sides, lang)
    return {
        **told,
        "answers": [],
        "measured": [one for one in told["measured"] if one["what"] in _FACTS],
        "differences": [one for one in told["differences"] if one["kind"] == "finding"],
    }


def host(url: str) -> str:
    parts = urlsplit(url)
    return prose((parts.hostname or url).removeprefix("www."))


def _side(url: str, report: Report | None, reason: str) -> Side:
    if report is None:
        return Side(url=url, state="failed", why=reason)
    return Side(url=url, state="seen", page=state_of_report(report, url))
