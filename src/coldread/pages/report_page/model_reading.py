"""A model's reading as the report shows it: its problems first, its five answers, its points; never mixed with what was measured."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from coldread.base.clock import MINUTE
from coldread.base.languages import Language
from coldread.pages.report_page.report_view import ReportView
from coldread.scanner.judge.answers.questions import TITLES, Question, question_of
from coldread.scanner.judge.finding import Finding
from coldread.scanner.report.shown_answers import is_read, shown_answers
from coldread.scanner.report.words import say
from coldread.scans.stored_scan import StoredScan

#: how long after a scan its report says that the model is still reading; later it does not mention the model
PATIENCE = 10 * MINUTE
Numbered = tuple[int, Finding]


@dataclasses.dataclass(frozen=True, kw_only=True)
class Problem:
    """One problem, with the words or the picture that show it, and what to do."""

    number: int
    text: str
    remedy: str
    quotes: tuple[str, ...] = ()
    #: file of the piece of the picture, with the width and height at which it is shown
    piece: str = ""
    width: int = 0
    height: int = 0


@dataclasses.dataclass(frozen=True, kw_only=True)
class ModelReading:
    """The whole reading, in the language of the scan."""

    model: str
    prompt: str
    language: str
    problems: tuple[Problem, ...]
    #: 0 to 100; None if an earlier version of the reader gave none
    points: int | None
    stranger: str
    reused_from: str

    @property
    def first_thing(self) -> str:
        """The one sentence that the report begins with."""
        if not self.problems:
            return ""
        return self.problems[0].remedy or self.problems[0].text


def reading_of(notes: Mapping[str, Any], language: str) -> ModelReading | None:
    """None if no model has read the page, or not yet. Readings of earlier versions have fewer members."""
    if not is_read(notes):
        return None
    problems = [_problem(number, row) for number, row in enumerate(notes.get("problems", ()), start=1)]
    return ModelReading(
        model=str(notes.get("model") or notes.get("engine", "")),
        prompt=str(notes.get("prompt", "")),
        language=language,
        problems=tuple(problems),
        points=notes.get("points"),
        stranger=str(notes.get("stranger", "")),
        reused_from=str(notes.get("reused_from", "")),
    )


def reading_values(
    view: ReportView, stored: StoredScan, lang: Language, *, now: int | None = None
) -> dict[str, Any]:
    """For the report's template. `now`: a scan may still wait for its model; None if nobody reads."""
    notes = stored.answer.get("model_notes") or {}
    reader = reading_of(notes, stored.language)
    pending = bool(notes.get("pending")) and now is not None and stored.scanned_at >= now - PATIENCE
    return {
        "reader": reader,
        "reader_pending": reader is None and pending,
        "first_thing": reader.first_thing if reader else _first_remedy(view.groups),
        "asked": shown_answers(view.answers, notes, lang),
        "measured": measured_groups(view.groups, lang) if reader else (),
        "said": lambda key, **values: say(lang, key, **values),
    }


def _first_remedy(groups: Sequence[tuple[str, tuple[Numbered, ...]]]) -> str:
    """What to do about the first finding; empty if nothing was found."""
    first = next((item for _, found in groups for _, item in found), None)
    return "" if first is None else f"{first.title.rstrip('.')}. {first.fix.summary}"


def measured_groups(
    groups: Sequence[tuple[str, tuple[Numbered, ...]]], lang: Language
) -> tuple[tuple[str, str, tuple[Numbered, ...]], ...]:
    """What was measured, by the question that it affects: name, title and findings, in the report's order."""
    found: dict[Question, list[Numbered]] = {}
    for row in (row for _, rows in groups for row in rows):
        found.setdefault(question_of(row[1].id), []).append(row)
    return tuple((question.value, TITLES[question](lang), tuple(rows)) for question, rows in found.items())


def _problem(number: int, row: Mapping[str, Any]) -> Problem:
    region = row.get("region") or {}
    shown = piece_size(region) if region.get("of") else (0, 0)
    quotes = row.get("quotes") if row.get("kind") != "absent" else ()
    return Problem(
        number=number,
        text=row["text"],
        remedy=row.get("remedy", ""),
        quotes=tuple(quotes or ((row["quote"],) if row.get("quote") else ()))[:3],
        piece=piece_name(number) if region.get("of") else "",
        width=shown[0],
        height=shown[1],
    )


#: px at which a piece of a picture is shown at most
WIDEST, HIGHEST = 640, 360
#: px around a region
ROOM = 16


def piece_name(number: int) -> str:
    return f"reader-{number}.webp"


def piece_box(region: Mapping[str, Any]) -> tuple[int, int, int, int]:
    """In the stored picture: the region with some room around it; left, top, right, bottom."""
    left, top, wide, high = region["box"]
    return max(0, left - ROOM), max(0, top - ROOM), left + wide + ROOM, top + high + ROOM


def piece_size(region: Mapping[str, Any]) -> tuple[int, int]:
    """Width and height at which it is shown, so that nothing moves when it comes."""
    left, top, right, bottom = piece_box(region)
    scale = min(1.0, WIDEST / (right - left), HIGHEST / (bottom - top))
    return max(1, round((right - left) * scale)), max(1, round((bottom - top) * scale))


def region_of_piece(notes: Mapping[str, Any], file: str) -> Mapping[str, Any] | None:
    """The region that a piece's file name encodes."""
    for number, row in enumerate(notes.get("problems", ()), start=1):
        region = row.get("region") or {}
        if piece_name(number) == file and region.get("of"):
            found: Mapping[str, Any] = region
            return found
    return None
