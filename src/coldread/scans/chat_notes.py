"""The part of a scan's `chat_summary` about a model's reading: that one is in progress, and its points once it is
there. Pure.

The first line (score and verdict) and the line of answers stay as the rules wrote them. Only the text after them
changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from coldread.base.languages import Language
from coldread.scanner.report.chat_length import LONGEST, TOP, cut_at_word
from coldread.scanner.report.plain import plain_words
from coldread.scanner.report.words import say

#: longest and shortest text of one point, in characters
LONGEST_POINT, SHORTEST_POINT = 150, 40


def with_pending(summary: str, lang: Language) -> str:
    """Add a last line that a model is still reading."""
    return within_length("\n".join([*_without_end(summary, lang), say(lang, "reading_pending")]))


def without_pending(summary: str, lang: Language) -> str:
    """Remove that line: there is no reading."""
    lines = summary.split("\n")
    if lines[-1] != say(lang, "reading_pending"):
        return summary
    has_items = any(line.startswith("1. ") for line in lines)
    return "\n".join([*lines[:-1], say(lang, "next" if has_items else "next_clean")])


def with_reading(summary: str, problems: Sequence[Mapping[str, Any]], lang: Language) -> str:
    """Replace the points of the rules by the reader's first points. A reading without problems changes nothing."""
    if not problems:
        return without_pending(summary, lang)
    head = [line for line in _without_end(summary, lang) if not _is_item(line)]
    for room in range(LONGEST_POINT, SHORTEST_POINT, -5):
        items = [_item(number, problem, room) for number, problem in enumerate(problems[:TOP], start=1)]
        text = "\n".join([*head, say(lang, "reading_lead"), *items, say(lang, "next")])
        if len(text) <= LONGEST:
            return text
    return within_length("\n".join([*head, _item(1, problems[0], LONGEST_POINT), say(lang, "next")]))


def _item(number: int, problem: Mapping[str, Any], room: int) -> str:
    text, remedy = plain_words(str(problem["text"])), plain_words(str(problem.get("remedy", "")))
    return f"{number}. {cut_at_word(text, room)}" + (f" → {cut_at_word(remedy, room)}" if remedy else "")


def _is_item(line: str) -> bool:
    number, dot, _ = line.partition(". ")
    return bool(dot) and number.isdigit() and len(number) == 1


def _without_end(summary: str, lang: Language) -> list[str]:
    lines = summary.split("\n")
    ends = {say(lang, name) for name in ("next", "next_clean", "reading_pending")}
    return lines[:-1] if lines[-1] in ends else lines


def within_length(text: str) -> str:
    """Shorten the longest line at the end of a word."""
    over = len(text) - LONGEST
    if over <= 0:
        return text
    lines = text.split("\n")
    longest = max(range(len(lines)), key=lambda n: len(lines[n]))
    lines[longest] = cut_at_word(lines[longest], max(SHORTEST_POINT, len(lines[longest]) - over))
    return "\n".join(lines)
