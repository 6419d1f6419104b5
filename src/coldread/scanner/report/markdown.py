"""`report_md`: what a person reads after a scan."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from coldread.base.incoming.addresses import split_address
from coldread.base.languages import Language
from coldread.scanner.goals import goal_row
from coldread.scanner.judge.answers.questions import is_hygiene
from coldread.scanner.judge.blocked_files import lacks_files
from coldread.scanner.judge.finding import Evidence, Finding, Severity, Source
from coldread.scanner.judge.reasons import reason
from coldread.scanner.judge.report import Report
from coldread.scanner.judge.rubric import DIMENSIONS
from coldread.scanner.judge.scoring.score import counts_by_severity
from coldread.scanner.judge.version import RUBRIC_VERSION
from coldread.scanner.page.observe.head import title_of
from coldread.scanner.report.accessibility_elsewhere import sides_elsewhere
from coldread.scanner.report.displayed_score import displayed_score
from coldread.scanner.report.plain import code, prose
from coldread.scanner.report.shown_answers import answers_of_rules
from coldread.scanner.report.words import say, source_words

#: places quoted for each finding; the JSON has up to twenty
QUOTED = 3
BAR = 10
#: a page is called sound only if at least this percentage of what applies was measured
ENOUGH_SEEN = 70
LONGEST_VALUE = 110
_LISTED_FACTS = ("console_errors", "failed_requests", "mixed_content", "fonts", "colours")
_MARKS = {Severity.P0: "🔴", Severity.P1: "🟠", Severity.P2: "🟡", Severity.INFO: "⚪"}


def report_md(report: Report) -> str:
    """The verdict first, then what to do, in words. Details for developers come last."""
    return "\n".join(_report_lines(report)).strip() + "\n"


def _support(item: Finding, lang: Language) -> str:
    """The source of a finding, if somebody measured or demands it; experience alone is left out."""
    named = "; ".join(part for part in item.source.split("; ") if part != Source.CONSENSUS)
    return f" · {source_words(named, lang)}" if named else ""


def _report_lines(report: Report) -> Iterator[str]:
    lang = report.brief.lang
    yield f"# {say(lang, 'title')}: {_name(report)}"
    yield ""
    yield _score_line(report)
    yield ""
    yield verdict(report)
    yield from _section(say(lang, "caveats"), [f"- {text}" for text in report.caveats])
    yield from _section(say(lang, "five"), _answer_lines(report))
    yield from _section(say(lang, "first"), _top_finding_lines(report))
    yield from _section(say(lang, "scores"), _score_lines(report))
    rest = report.findings[report.first :]
    hygiene = [item for item in rest if is_hygiene(item.id)]
    yield from _section(
        say(lang, "rest"), _short_finding_lines([item for item in rest if item not in hygiene], scored=True)
    )
    yield from _section(say(lang, "technician"), list(_for_technicians(report, hygiene, rest)))
    yield ""
    yield f"*{say(lang, 'colophon', version=RUBRIC_VERSION)}*"


def _name(report: Report) -> str:
    """The page's address as its owner would write it; a local page by its name."""
    parts = split_address(report.seen.final_url)
    host = parts.hostname or ""
    if not parts.scheme:
        return prose(report.seen.final_url)  # a file, as it was named on the command line
    if host in ("", "localhost") or host.replace(".", "").isdigit() or ":" in host:
        brand, titled = report.reading.brand, title_of(report.seen.dom)
        told = brand.value if brand and brand.sure else titled.content if titled else ""
        return prose(told or parts.path.rpartition("/")[2] or host or report.seen.final_url)
    return prose(host.removeprefix("www.") + re.sub(r"/(?:index\.\w{1,5})?$", "", parts.path))


def _for_technicians(report: Report, hygiene: list[Finding], rest: Iterable[Finding]) -> Iterator[str]:
    """Ids, places in the document, measurements and hygiene. The rest can be understood without it."""
    lang = report.brief.lang
    yield say(lang, "technician_lead")
    yield from _subsection(say(lang, "places"), _lines_of_places(report))
    yield from _subsection(say(lang, "hygiene"), _short_finding_lines(hygiene, scored=True, named=True))
    yield from _subsection(say(lang, "info"), _short_finding_lines(rest, scored=False, named=True))
    yield from _subsection(say(lang, "facts"), list(_fact_lines(report)))
    yield from _subsection(say(lang, "not_measured"), list(_not_measured(report)))


def _subsection(heading: str, lines: list[str]) -> Iterator[str]:
    if lines:
        yield from ("", f"### {heading}", "", *lines)


def _lines_of_places(report: Report) -> list[str]:
    """Every finding by its id; the first ones with their places."""
    lang = report.brief.lang
    lines = []
    shown = {item.id: number for number, item in enumerate(report.top, start=1)}
    rest = [one for one in report.findings if one.id in shown or not is_hygiene(one.id)]
    for item in rest:
        number = f"{shown[item.id]}: " if item.id in shown else ""
        lines.append(
            f"- {number}{code(item.id)} · {item.severity} · {say(lang, 'effort')} {item.effort}{_support(item, lang)}"
        )
        lines += [f"  - {_place_text(proof, lang)}" for proof in item.evidence[:QUOTED] if item.id in shown]
    return lines


def _score_line(report: Report) -> str:
    """The same numbers as on the report's page and in `findings.counts`."""
    return say(
        report.brief.lang,
        "score_line",
        overall=report.scores.overall,
        goal=goal_row(report.brief.goal).result(report.brief.lang),
        coverage=report.scores.coverage,
        p0=report.counts["P0"],
        p1=report.counts["P1"],
        p2=report.counts["P2"],
    )


def verdict(report: Report) -> str:
    return verdict_of(report.findings, report.scores.coverage, report.brief.lang)


def verdict_of(findings: Sequence[Finding], coverage: float, lang: Language) -> str:
    """What the worst findings are. It says nothing about the page as a whole, which was not understood."""
    tally = _counts_without_hygiene(findings)
    if counts_by_severity(findings)["P0"]:
        key = "verdict_blocked"
    elif coverage < ENOUGH_SEEN:
        key = "verdict_unseen"
    else:
        key = "verdict_costly" if tally["P1"] else "verdict_clear"
    return say(lang, key, count=tally["P1"])


def _counts_without_hygiene(findings: Iterable[Finding]) -> dict[str, int]:
    """By severity, without hygiene, which only developers notice."""
    return counts_by_severity(item for item in findings if not is_hygiene(item.id))


def _section(heading: str, lines: list[str]) -> Iterator[str]:
    if lines:
        yield from ("", f"## {heading}", "", *lines)


def _answer_lines(report: Report) -> list[str]:
    """The five questions: what rules found, with its words and place."""
    lang = report.brief.lang
    shown = answers_of_rules(report.answers, lang)
    lines = [f"- **{item.question}** {item.word}. {prose(item.because)}" for item in shown]
    return [say(lang, "five_by_rules"), "", *lines]


def _top_finding_lines(report: Report) -> list[str]:
    lang = report.brief.lang
    if not report.top:
        return [say(lang, "nothing")]
    lines: list[str] = [say(lang, "order"), ""] if len(report.top) > 1 else []
    for number, item in enumerate(report.top, start=1):
        lines += [f"### {number}. {_MARKS[item.severity]} {prose(item.title)}", "", prose(item.why), ""]
        quotes = _quotes(item, lang)
        lines += [*quotes, ""] if quotes else []
        lines += [f"**{say(lang, 'fix')}:** {prose(item.fix.summary)}", ""]
    return lines[:-1]


def _quotes(item: Finding, lang: Language) -> list[str]:
    """The page's own words, each once. A missing element has none."""
    told = dict.fromkeys(
        f"> {code(_shortened_value(proof.snippet))}"
        + (f" ({say(lang, proof.viewport)})" if proof.viewport == "mobile" else "")
        for proof in item.evidence
        if proof.snippet != proof.selector
    )
    lines = list(told)[:QUOTED]
    if len(told) > QUOTED:
        lines.append(f"> {say(lang, 'and_more', n=max(item.count, len(told)) - QUOTED)}")
    return [line + "  " for line in lines[:-1]] + lines[-1:]


def _place_text(proof: Evidence, lang: Language) -> str:
    window = f", {say(lang, proof.viewport)}" if proof.viewport else ""
    if proof.snippet == proof.selector:
        if proof.value not in (None, 0):  # measured there, not missing
            return code(proof.selector) + window + _measured_text(proof, lang)
        return say(lang, "searched", place=code(proof.selector)) + window
    return f"{say(lang, 'seen')}: {code(proof.snippet)} ({code(proof.selector)}{window}){_measured_text(proof, lang)}"


def _measured_text(proof: Evidence, lang: Language) -> str:
    """What was measured there, and the limit that it misses. A sentence in English is left to the JSON."""
    foreign = lang != Language.EN and " " in str(proof.value) and proof.threshold is None
    if foreign or proof.value in (None, proof.snippet):
        return ""
    value = code(_shortened_value(str(proof.value)))
    if proof.threshold is None:
        return f" — {value}"
    return f" — {say(lang, 'measured', value=value, limit=code(str(proof.threshold)))}"


def _shortened_value(text: str) -> str:
    """A tool's long explanation, cut at the end of a word; the JSON has all of it."""
    return text if len(text) <= LONGEST_VALUE else text[:LONGEST_VALUE].rsplit(" ", 1)[0].rstrip(",;:(") + "…"


def _score_lines(report: Report) -> list[str]:
    lang = report.brief.lang
    lines = [f"| {say(lang, 'dimension')} | {say(lang, 'score')} | |", "|---|---:|---|"]
    for row in DIMENSIONS:
        value = displayed_score(report, row.name)
        name = row.title(lang)
        filled = (
            "" if value is None else "█" * round(value / 100 * BAR) + "░" * (BAR - round(value / 100 * BAR))
        )
        lines.append(f"| {name} | {say(lang, 'unmeasured') if value is None else value} | {filled} |")
    names = {row.name: row.title(lang) for row in DIMENSIONS}
    if sides := sides_elsewhere(report.findings):
        where = ", ".join(f"{names[side]} ({number})" for side, number in sides.items())
        lines += ["", say(lang, "counted_elsewhere", where=where)]
    return lines


def _short_finding_lines(items: Iterable[Finding], *, scored: bool, named: bool = False) -> list[str]:
    """One line each; if `named`, with its id."""
    return [
        f"- {_MARKS[item.severity]} **{prose(item.title)}** {prose(item.fix.summary)}"
        + (f" {code(item.id)}" if named else "")
        for item in items
        if (item.severity is not Severity.INFO) is scored
    ]


def _fact_lines(report: Report) -> Iterator[str]:
    lang = report.brief.lang
    facts = report.facts
    for key in ("language", "words"):
        if facts[key]:
            yield f"- {say(lang, f'fact_{key}')}: {facts[key]}"
    for key in ("price_visible", "favicon"):
        yield f"- {say(lang, f'fact_{key}')}: {say(lang, 'yes' if facts[key] else 'no')}"
    if facts["og_image"]:
        yield f"- {say(lang, 'fact_og_image')}: {say(lang, facts['og_image'])}"
    named = [name for group in facts["tools"].values() for name in group]
    if named:
        yield f"- {say(lang, 'fact_tools')}: {', '.join(named)}"
    for key in _LISTED_FACTS:
        if key == "failed_requests" or not lacks_files(report.seen):
            yield from _list_line(key, facts[key], lang)


def _list_line(key: str, values: Any, lang: Language) -> Iterator[str]:
    if values:
        shown = ", ".join(code(str(value)[:120]) for value in values[:5])
        more = f", {say(lang, 'and_more', n=len(values) - 5)}" if len(values) > 5 else ""
        yield f"- {say(lang, f'fact_{key}')}: {shown}{more}"


def _not_measured(report: Report) -> Iterator[str]:
    """Grouped by reason, so that a long list stays short."""
    groups: dict[str, list[str]] = {}
    for name, key in report.not_measured.items():
        groups.setdefault(key, []).append(code(name))
    for key, names in groups.items():
        yield f"- {reason(key, report.brief.lang)} {', '.join(names)}"
