"""The page beside its competitors: the same checks, the same goal, scores side by side."""

from __future__ import annotations

from urllib.parse import urlsplit

from coldread.drafts.case import Case, Rival
from coldread.drafts.say import say
from coldread.scanner.brief import Lang
from coldread.scanner.page import Page, heading_text
from coldread.scanner.report.plain import code, prose
from coldread.scanner.report.record import Report
from coldread.scanner.rubric import DIMENSIONS

#: points by which somebody must lead before it is worth a sentence
LEAD = 10


def comparison(case: Case) -> list[str]:
    """A table and what follows from it; empty where no competitor was named."""
    if not case.rivals:
        return []
    lang = case.assignment.lang
    seen = [rival for rival in case.rivals if rival.report is not None]
    lines = _table(case, seen, lang) if seen and case.report is not None else []
    lines += _leads(case.report, seen, lang) if case.report is not None else []
    lost = [
        f"- {say(lang, 'rivals.lost', url=code(rival.url), reason=prose(rival.reason))}"
        for rival in case.rivals
        if rival.report is None
    ]
    return [*lines, *([""] if lines and lost else []), *lost]


def host(url: str) -> str:
    parts = urlsplit(url)
    return prose((parts.hostname or url).removeprefix("www."))


def _table(case: Case, rivals: list[Rival], lang: Lang) -> list[str]:
    reports = [case.report, *(rival.report for rival in rivals)]
    heads = [f"**{say(lang, 'rivals.you')}**", *(host(rival.url) for rival in rivals)]
    lines = [f"| | {' | '.join(heads)} |", "|---|" + "---:|" * len(heads)]
    overall = [f"**{report.scores.overall}**" for report in reports if report is not None]
    lines.append(f"| **{say(lang, 'rivals.overall')}** | {' | '.join(overall)} |")
    for row in DIMENSIONS:
        scores = [_score(report, row.name, lang) for report in reports]
        lines.append(f"| {row.sv if lang == 'sv' else row.en} | {' | '.join(scores)} |")
    pages = [Page(report.seen, report.brief) for report in reports if report is not None]
    lines.append(f"| {say(lang, 'rivals.headline')} | {' | '.join(_headline(page) for page in pages)} |")
    lines.append(f"| {say(lang, 'rivals.call')} | {' | '.join(_call(page) for page in pages)} |")
    return lines


def _score(report: Report | None, name: str, lang: Lang) -> str:
    value = None if report is None else report.scores.dimensions[name]
    return "–" if value is None else str(value)


def _headline(page: Page) -> str:
    return f"“{prose(heading_text(page.headline)[:70])}”" if page.headline is not None else "–"


def _call(page: Page) -> str:
    return f"“{prose(page.primary.label[:40])}”" if page.primary is not None and page.primary.label else "–"


def _leads(report: Report | None, rivals: list[Rival], lang: Lang) -> list[str]:
    """Where somebody is clearly ahead, and with what: the findings that they do not have."""
    if report is None:
        return []
    lines = []
    for row in DIMENSIONS:
        mine = report.scores.dimensions[row.name]
        scored = [
            (value, rival)
            for rival in rivals
            if rival.report is not None and (value := rival.report.scores.dimensions[row.name]) is not None
        ]
        best = max(scored, key=lambda pair: pair[0], default=None)
        if mine is None or best is None or best[0] - mine < LEAD:
            continue
        name = row.sv if lang == "sv" else row.en
        gap = _gap(report, best[1], row.name)
        lines.append(
            f"- {say(lang, 'rivals.ahead', name=name, host=host(best[1].url), theirs=best[0], mine=mine)} {gap}".rstrip()
        )
    return ["", say(lang, "rivals.where" if lines else "rivals.nowhere"), *([""] if lines else []), *lines]


def _gap(report: Report, rival: Rival, dimension: str) -> str:
    theirs = {item.id for item in rival.report.findings} if rival.report is not None else set()
    missing = [item for item in report.findings if item.dimension == dimension and item.id not in theirs]
    return f"{prose(missing[0].title)}." if missing else ""
