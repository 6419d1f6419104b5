"""What a model said of a page, as the report shows it: its own words, beside what was measured and never in it.

What it doubts stays measured, numbered and counted. Only the place changes: it is folded at the end of the findings, with the
model's reason, unless it blocks the goal; nothing that a page may have talked a model into hides that.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from coldread.base.clock import MINUTE
from coldread.base.languages import Language
from coldread.pages.report_view import AnswerShown, ReportView
from coldread.pages.speaker import speaker
from coldread.scanner.judge.finding import Finding, Severity
from coldread.scanner.judge.questions import FIVE
from coldread.scanner.report.plain import prose
from coldread.scanner.report.words import say
from coldread.scans.stored_scan import StoredScan

#: so long after a scan its report says that the model may still speak
PATIENCE = 5 * MINUTE
Numbered = tuple[int, Finding]
Group = tuple[str, tuple[Numbered, ...]]


@dataclasses.dataclass(frozen=True, kw_only=True)
class Remark:
    """One sentence, and the words of the page or the picture that it rests on."""

    text: str
    quote: str = ""
    #: `desktop` or `mobile`
    picture: str = ""


@dataclasses.dataclass(frozen=True, kw_only=True)
class SecondReader:
    """All of it, in the language that the scan was asked in."""

    engine: str
    language: str
    #: by the question's name
    answers: Mapping[str, AnswerShown]
    problems: tuple[Remark, ...]
    #: by the finding's id or the question's name
    doubts: Mapping[str, Remark]


def second_reader_values(
    view: ReportView, stored: StoredScan, lang: Language, *, expected_since: int | None = None
) -> dict[str, Any]:
    """For the report's template: the five questions, the findings that it lists and those that it folds.

    `expected_since`: scans from then on may still be waiting for their model; None where none is configured.
    """
    reader = second_reader(stored.answer.get("model_notes") or {}, stored.language, lang)
    listed, doubted = listed_and_doubted(view.groups, reader)
    return {
        "reader": reader,
        "asked": questions(view.answers, reader),
        "groups": listed,
        "doubted": doubted,
        "second_waits": expected_since is not None and reader is None and stored.scanned_at >= expected_since,
    }


def second_reader_lines(stored: StoredScan, lang: Language) -> list[str]:
    """The end of the report as Markdown."""
    reader = second_reader(stored.answer.get("model_notes") or {}, stored.language, lang)
    if reader is None or not (reader.problems or reader.doubts):
        return []
    t = speaker(lang.value, "report")
    lines = ["", f"## {t('second_title')}", "", t("second_lead", engine=reader.engine), ""]
    lines += [f"- {_as_line(one)}" for one in reader.problems]
    if reader.doubts:
        lines += ["", f"### {t('second_doubts')}", ""]
        lines += [f"- `{name}`: {_as_line(one)}" for name, one in reader.doubts.items()]
    return [*lines, ""]


def _as_line(one: Remark) -> str:
    return f"{prose(one.text)} “{prose(one.quote)}”" if one.quote else prose(one.text)


def second_reader(notes: Mapping[str, Any], language: str, lang: Language) -> SecondReader | None:
    """None where no model has read the page, or not yet."""
    if "answers" not in notes:
        return None
    answers = {row["question"]: _answered(row, lang) for row in notes["answers"]}
    return SecondReader(
        engine=str(notes.get("engine", "")),
        language=language,
        answers=answers,
        problems=tuple(map(_remark, notes.get("problems", ()))),
        doubts={row["of"]: _remark(row) for row in notes.get("doubts", ())},
    )


def questions(
    answers: Sequence[AnswerShown], reader: SecondReader | None
) -> list[tuple[AnswerShown, AnswerShown | None, Remark | None]]:
    """Each with the rules' answer, the model's, and why it doubts the rules' one."""
    if reader is None:
        return [(answer, None, None) for answer in answers]
    named = zip(FIVE, answers, strict=False)
    return [(answer, reader.answers.get(name.value), reader.doubts.get(name.value)) for name, answer in named]


def listed_and_doubted(
    groups: Sequence[Group], reader: SecondReader | None
) -> tuple[list[Group], list[Numbered]]:
    """What the page lists, and what it folds because the model doubts it."""
    if reader is None:
        return list(groups), []
    doubted = [
        (number, item)
        for severity, rows in groups
        for number, item in rows
        if item.id in reader.doubts and severity != Severity.P0.value
    ]
    numbers = {number for number, _ in doubted}
    left = [(severity, tuple(row for row in rows if row[0] not in numbers)) for severity, rows in groups]
    return [group for group in left if group[1]], doubted


def _answered(row: Mapping[str, str], lang: Language) -> AnswerShown:
    return AnswerShown(
        question="",
        answer=row["answer"],
        word=say(lang, f"answer_{row['answer']}"),
        because=row["because"],
        quotes=(row["quote"],) if row.get("quote") else (),
    )


def _remark(row: Mapping[str, Any]) -> Remark:
    picture = (row.get("region") or {}).get("picture", "")
    return Remark(text=row["text"], quote=row.get("quote", ""), picture=picture)
