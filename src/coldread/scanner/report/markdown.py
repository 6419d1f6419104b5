"""`report_md`: what a person reads after a scan."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import urlsplit

from coldread.scanner.brief import Lang
from coldread.scanner.goals import goal_row
from coldread.scanner.judge.finding import Evidence, Finding, Severity
from coldread.scanner.judge.reasons import reason
from coldread.scanner.judge.report import Report
from coldread.scanner.judge.rubric import DIMENSIONS, RUBRIC_VERSION
from coldread.scanner.report.plain import code, prose
from coldread.scanner.report.words import say, source_words

#: places quoted per finding; the JSON holds up to twenty
QUOTED = 3
BAR = 10
LONGEST_VALUE = 100
_LISTED_FACTS = ("console_errors", "failed_requests", "mixed_content", "fonts", "colours")
_MARKS = {Severity.P0: "🔴", Severity.P1: "🟠", Severity.P2: "🟡", Severity.INFO: "⚪"}


def report_md(report: Report) -> str:
    """Verdict first, then what to do, then everything else."""
    return "\n".join(_lines(report)).strip() + "\n"


def _lines(report: Report) -> Iterator[str]:
    lang = report.brief.lang
    yield f"# {say('title', lang)}: {_address(report.seen.final_url)}"
    yield ""
    yield _score_line(report)
    yield ""
    yield verdict(report)
    yield from _section(say("caveats", lang), [f"- {text}" for text in report.caveats])
    yield from _section(say("first", lang), _top(report))
    yield from _section(say("scores", lang), _scores(report))
    yield from _section(say("reviewers", lang), _reviewers(report))
    shown = {item.id for item in report.top}
    rest = [item for item in report.findings if item.id not in shown]
    yield from _section(say("rest", lang), _short(rest, lang, scored=True))
    yield from _section(say("info", lang), _short(rest, lang, scored=False))
    yield from _section(say("facts", lang), list(_facts(report)))
    yield from _section(say("not_measured", lang), list(_not_measured(report)))
    yield ""
    yield f"*{say('colophon', lang, version=RUBRIC_VERSION)}*"


def _address(url: str) -> str:
    parts = urlsplit(url)
    return prose((parts.netloc.rpartition("@")[2] + parts.path).rstrip("/") or url)


def _score_line(report: Report) -> str:
    tally = report.counts
    return say(
        "score_line",
        report.brief.lang,
        overall=report.scores.overall,
        goal=goal_row(report.brief.goal).result(report.brief.lang),
        coverage=report.scores.coverage,
        p0=tally["P0"],
        p1=tally["P1"],
        p2=tally["P2"],
    )


def verdict(report: Report) -> str:
    tally = report.counts
    if tally["P0"]:
        key = "verdict_blocked"
    elif tally["P1"] >= 3:
        key = "verdict_poor"
    else:
        key = "verdict_fair" if tally["P1"] else "verdict_good"
    return say(key, report.brief.lang)


def _section(heading: str, lines: list[str]) -> Iterator[str]:
    if lines:
        yield from ("", f"## {heading}", "", *lines)


def _top(report: Report) -> list[str]:
    lang = report.brief.lang
    if not report.top:
        return [say("nothing", lang)]
    lines: list[str] = []
    for number, item in enumerate(report.top, start=1):
        lines += [f"### {number}. {_MARKS[item.severity]} {prose(item.title)}", ""]
        lines += [prose(item.why), "", *_quotes(item, lang), ""]
        lines += [f"**{say('fix', lang)}:** {prose(item.fix.summary)}", ""]
        lines += [
            f"`{item.id}` · {item.severity} · {say('effort', lang)} {item.effort} · {say('source', lang)}: {source_words(item.source, lang)}",
            "",
        ]
    return lines[:-1]


def _quotes(item: Finding, lang: Lang) -> list[str]:
    lines = [f"> {_place(proof, lang)}" for proof in item.evidence[:QUOTED]]
    further = item.count - len(lines)
    if further > 0 and len(item.evidence) > QUOTED:
        lines.append(f"> {say('and_more', lang, n=further)}")
    return [line + "  " for line in lines[:-1]] + lines[-1:]


def _place(proof: Evidence, lang: Lang) -> str:
    window = f", {say(proof.viewport, lang)}" if proof.viewport else ""
    if proof.snippet == proof.selector:
        missing = say("searched", lang, place=code(proof.selector))
        return missing + window + ("" if proof.value in (None, 0) else _measured(proof, lang))
    return (
        f"{say('seen', lang)}: {code(proof.snippet)} ({code(proof.selector)}{window}){_measured(proof, lang)}"
    )


def _measured(proof: Evidence, lang: Lang) -> str:
    """What was measured there, and the limit that it misses; a tool's English sentence is left to the JSON."""
    foreign = lang != "en" and proof.layer == "axe" and " " in str(proof.value) and proof.threshold is None
    if foreign or proof.value in (None, proof.snippet):
        return ""
    value = code(_cut(str(proof.value)))
    if proof.threshold is None:
        return f" — {value}"
    return f" — {say('measured', lang, value=value, limit=code(str(proof.threshold)))}"


def _cut(text: str) -> str:
    """A tool's long explanation, at a word's end; the JSON holds all of it."""
    return text if len(text) <= LONGEST_VALUE else text[:LONGEST_VALUE].rsplit(" ", 1)[0].rstrip(",;:(") + "…"


def _scores(report: Report) -> list[str]:
    lang = report.brief.lang
    lines = [f"| {say('dimension', lang)} | {say('score', lang)} | |", "|---|---:|---|"]
    for row in DIMENSIONS:
        value = report.scores.dimensions[row.name]
        name = row.sv if lang == "sv" else row.en
        filled = (
            "" if value is None else "█" * round(value / 100 * BAR) + "░" * (BAR - round(value / 100 * BAR))
        )
        lines.append(f"| {name} | {say('unmeasured', lang) if value is None else value} | {filled} |")
    return lines


def _reviewers(report: Report) -> list[str]:
    lang = report.brief.lang
    lines = []
    for review in report.reviews:
        name = review.reviewer.sv if lang == "sv" else review.reviewer.en
        rated = "" if review.score is None else f" ({review.score})"
        lines.append(f"- **{name}**{rated}: {prose(review.summary)}")
    return lines


def _short(items: Iterable[Finding], lang: Lang, *, scored: bool) -> list[str]:
    return [
        f"- {_MARKS[item.severity]} **{prose(item.title)}** {prose(item.fix.summary)} {code(item.id)}"
        for item in items
        if (item.severity is not Severity.INFO) is scored
    ]


def _facts(report: Report) -> Iterator[str]:
    lang = report.brief.lang
    facts = report.facts
    for key in ("language", "words"):
        if facts[key]:
            yield f"- {say(f'fact_{key}', lang)}: {facts[key]}"
    for key in ("price_visible", "favicon"):
        yield f"- {say(f'fact_{key}', lang)}: {say('yes' if facts[key] else 'no', lang)}"
    if facts["og_image"]:
        yield f"- {say('fact_og_image', lang)}: {say(facts['og_image'], lang)}"
    named = [name for group in facts["tools"].values() for name in group]
    if named:
        yield f"- {say('fact_tools', lang)}: {', '.join(named)}"
    for key in _LISTED_FACTS:
        yield from _listed(key, facts[key], lang)


def _listed(key: str, values: Any, lang: Lang) -> Iterator[str]:
    if values:
        shown = ", ".join(code(str(value)[:120]) for value in values[:5])
        more = f", {say('and_more', lang, n=len(values) - 5)}" if len(values) > 5 else ""
        yield f"- {say(f'fact_{key}', lang)}: {shown}{more}"


def _not_measured(report: Report) -> Iterator[str]:
    """Grouped by reason, so that a long list stays short to read."""
    groups: dict[str, list[str]] = {}
    for name, key in report.not_measured.items():
        groups.setdefault(key, []).append(code(name))
    for key, names in groups.items():
        yield f"- {reason(key, report.brief.lang)} {', '.join(names)}"
