"""The page beside its competitors: the same checks, the same goal, scores side by side."""

from __future__ import annotations

from urllib.parse import urlsplit

from coldread.base.languages import Language
from coldread.drafts.case import Case, Competitor
from coldread.drafts.draft_texts import quoted, say
from coldread.scanner.judge.finding import Severity
from coldread.scanner.judge.report import Report
from coldread.scanner.judge.rubric import DIMENSIONS
from coldread.scanner.page.page import Page, heading_text
from coldread.scanner.report.plain import code, prose

#: points by which somebody must lead before it is worth a sentence
LEAD = 10


def comparison(case: Case) -> list[str]:
    """A table and what follows from it; empty where no competitor was named."""
    if not case.competitors:
        return []
    lang = case.assignment.lang
    seen = [rival for rival in case.competitors if rival.report is not None]
    lines = _table(case, seen, lang) if seen and case.report is not None else []
    lines += _leads(case.report, seen, lang) if case.report is not None else []
    lost = [
        f"- {say(lang, 'rivals.lost', url=code(rival.url), reason=prose(rival.reason))}"
        for rival in case.competitors
        if rival.report is None
    ]
    return [*lines, *([""] if lines and lost else []), *lost]


def host(url: str) -> str:
    parts = urlsplit(url)
    return prose((parts.hostname or url).removeprefix("www."))


def _table(case: Case, rivals: list[Competitor], lang: Language) -> list[str]:
    reports = [case.report, *(rival.report for rival in rivals)]
    heads = [f"**{say(lang, 'rivals.you')}**", *(host(rival.url) for rival in rivals)]
    lines = [f"| | {' | '.join(heads)} |", "|---|" + "---:|" * len(heads)]
    overall = [f"**{report.scores.overall}**" for report in reports if report is not None]
    lines.append(f"| **{say(lang, 'rivals.overall')}** | {' | '.join(overall)} |")
    for row in DIMENSIONS:
        scores = [_score(report, row.name, lang) for report in reports]
        lines.append(f"| {row.title(lang)} | {' | '.join(scores)} |")
    pages = [Page(report.seen, report.brief) for report in reports if report is not None]
    lines.append(
        f"| {say(lang, 'rivals.headline')} | {' | '.join(_headline(page, lang) for page in pages)} |"
    )
    lines.append(f"| {say(lang, 'rivals.call')} | {' | '.join(_call(page, lang) for page in pages)} |")
    return lines


def _score(report: Report | None, name: str, lang: Language) -> str:
    value = None if report is None else report.scores.dimensions[name]
    return "–" if value is None else str(value)


def _headline(page: Page, lang: Language) -> str:
    said = heading_text(page.headline) if page.headline is not None else ""
    return quoted(said[:70], lang) if said else say(lang, "rivals.missing")


def _call(page: Page, lang: Language) -> str:
    said = page.primary.label if page.primary is not None else ""
    return quoted(said[:40], lang) if said else say(lang, "rivals.missing")


def _leads(report: Report | None, rivals: list[Competitor], lang: Language) -> list[str]:
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
        name = row.title(lang)
        gap = _gap(report, best[1], row.name)
        lines.append(
            f"- {say(lang, 'rivals.ahead', name=name, host=host(best[1].url), theirs=best[0], mine=mine)} {gap}".rstrip()
        )
    return ["", say(lang, "rivals.where" if lines else "rivals.nowhere"), *([""] if lines else []), *lines]


def _gap(report: Report, rival: Competitor, dimension: str) -> str:
    """The worst that they do not have, or have less badly."""
    theirs = {item.id: item.severity for item in rival.report.findings} if rival.report is not None else {}
    mine = [item for item in report.findings if item.dimension == dimension]
    worse = [item for item in mine if item.severity < theirs.get(item.id, Severity.INFO)]
    return f"{prose(worse[0].title)}." if worse else ""
