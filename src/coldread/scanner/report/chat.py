"""`chat_summary`: 350–600 characters for a chat. A page cannot smuggle anything into it."""

from __future__ import annotations

from coldread.scanner.goals import goal_row
from coldread.scanner.judge.finding import Finding
from coldread.scanner.judge.report import Report
from coldread.scanner.judge.rubric import DIMENSIONS
from coldread.scanner.report.chat_length import LONGEST, SHORTEST, TOP, cut_at_word
from coldread.scanner.report.markdown import verdict
from coldread.scanner.report.plain import plain_words
from coldread.scanner.report.words import say


def chat_summary(report: Report) -> str:
    """Verdict with score, the top three findings with their fix, and the next step."""
    lang = report.brief.lang
    # without a browser the score cannot be compared with one from a browser
    score = say(lang, "html_only") if report.source == "lite" else f"**{report.scores.overall}/100**"
    lead = f"{score} · {goal_row(report.brief.goal).result(lang)}. {verdict(report)}"
    end = say(lang, "next" if report.top else "next_clean")
    for room in range(150, 30, -4):
        text = "\n".join([cut_at_word(lead, 160), *_finding_lines(report.top[:TOP], room), end])
        if len(text) <= LONGEST:
            return _pad_short_text(text, report)
    return _pad_short_text(
        "\n".join([cut_at_word(lead, 160), *_finding_lines(report.top[:1], 60), end]), report
    )


def _finding_lines(chosen: tuple[Finding, ...], room: int) -> list[str]:
    lines = []
    for number, item in enumerate(chosen, start=1):
        title = cut_at_word(plain_words(item.title), room // 2 + 10)
        lines.append(
            f"{number}. {item.severity} {title} → {cut_at_word(plain_words(item.fix.summary), room)}"
        )
    return lines


def _pad_short_text(text: str, report: Report) -> str:
    """A short answer also says what it is based on. Nothing is added that does not fit."""
    lines = text.split("\n")
    for extra in _extra_lines(report):
        if len("\n".join(lines)) >= SHORTEST:
            break
        if len("\n".join([*lines, extra])) <= LONGEST:
            lines.insert(-1, extra)
    return "\n".join(lines)


def _extra_lines(report: Report) -> list[str]:
    lang = report.brief.lang
    rated = [(value, row) for row in DIMENSIONS if (value := report.scores.dimensions[row.name]) is not None]
    best = sorted(rated, key=lambda pair: -pair[0])[:3]
    names = ", ".join(f"{row.title(lang)} {value}" for value, row in best)
    return [
        say(lang, "strongest", names=names),
        say(lang, "coverage", coverage=report.scores.coverage),
        say(lang, "checked"),
    ]
