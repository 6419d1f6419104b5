"""The part of a scan's `chat_summary` about a model's reading: that one is in progress, and its points once it is
there. Pure.

With a reading, nothing of the rules' reading is left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from coldread.base.languages import Language
from coldread.scanner.report.chat_length import LONGEST, TOP, cut_at_word
from coldread.scanner.report.plain import plain_words
from coldread.scanner.report.shown_answers import is_read, shown_answers
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


def with_notes(summary: str, notes: Mapping[str, Any], lang: Language) -> str:
    """`notes`: a reading, or only that there will be none."""
    return with_reading(summary, notes, lang) if is_read(notes) else without_pending(summary, lang)


def with_reading(summary: str, reading: Mapping[str, Any], lang: Language) -> str:
    """The reader's points, open answers and problems. Of the rules' summary only the score is left, and what was measured if the
    reader names no problem."""
    lines = _without_end(summary, lang)
    head = [_lead(lines[0], reading, lang), *_open_answers(reading, lang)]
    problems = reading.get("problems") or ()
    if not problems:
        items = [line for line in lines if _is_item(line)]
        return within_length("\n".join([*head, *items, say(lang, "next" if items else "next_clean")]))
    for room in range(LONGEST_POINT, SHORTEST_POINT, -5):
        items = [_item(number, problem, room) for number, problem in enumerate(problems[:TOP], start=1)]
        text = "\n".join([*head, *items, say(lang, "next")])
        if len(text) <= LONGEST:
            return text
    return within_length("\n".join([*head, _item(1, problems[0], LONGEST_POINT), say(lang, "next")]))


def _lead(first_line: str, reading: Mapping[str, Any], lang: Language) -> str:
    """Both numbers and the goal; the rules' sentence about the findings is left out."""
    score, _, rest = first_line.replace("**", "").partition(" · ")
    points = reading.get("points")
    shown = "–" if points is None else points
    return say(lang, "reader_chat", points=shown, score=score, goal=rest.partition(". ")[0])


def _open_answers(reading: Mapping[str, Any], lang: Language) -> list[str]:
    """The questions that the reader answers with no or partly, no first, in one line."""
    asked = [item for item in shown_answers((), reading, lang) if item.answer in ("no", "partly")]
    asked.sort(key=lambda item: item.answer != "no")
    return [" ".join(f"{item.question} {item.word}." for item in asked[:TOP])] if asked else []


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
