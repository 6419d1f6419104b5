"""What a model said of a page, as the report shows it: its own words, beside what was measured and never in it.

With a second reader a report begins with what it says. Of the rules' findings those are open that it would have named itself, and
whatever blocks the goal, which comes after them where the model doubts it; the others are folded, those that it doubts by themselves and with its reason. All stay measured, numbered
and counted, and a page that has talked a model into doubting hides nothing that blocks its goal.
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
    #: ids of findings
    agrees: tuple[str, ...]
    #: by the finding's id or the question's name
    doubts: Mapping[str, Remark]


@dataclasses.dataclass(frozen=True, kw_only=True)
class FindingsShown:
    """What the page lists, what it shows after that, and what it folds: the rules' word alone, and what the model doubts."""

    listed: tuple[Group, ...]
    #: blocks the goal by the rules, and the model doubts it: open, but not first
    disputed: tuple[Numbered, ...]
    others: tuple[Numbered, ...]
    doubted: tuple[Numbered, ...]


def second_reader_values(
    view: ReportView, stored: StoredScan, lang: Language, *, expected_since: int | None = None
) -> dict[str, Any]:
    """For the report's template: the five questions, the findings that it lists and those that it folds.

    `expected_since`: scans from then on may still be waiting for their model; None where none is configured.
    """
    reader = second_reader(stored.answer.get("model_notes") or {}, stored.language, lang)
    found = findings_shown(view.groups, reader)
    return {
        "reader": reader,
        "asked": questions(view.answers, reader),
        "groups": found.listed,
        "disputed": found.disputed,
        "others": found.others,
        "doubted": found.doubted,
        "verdict_leads": reader is None
        or any(is_blocking(item) for _, rows in found.listed for _, item in rows),
        "second_waits": expected_since is not None and reader is None and stored.scanned_at >= expected_since,
    }


def is_blocking(item: Finding) -> bool:
    return item.severity is Severity.P0


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
        agrees=tuple(notes.get("agrees", ())),
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


def findings_shown(groups: Sequence[Group], reader: SecondReader | None) -> FindingsShown:
    """By what the model says of them; without one all are listed."""
    if reader is None:
        return FindingsShown(listed=tuple(groups), disputed=(), others=(), doubted=())
    open_ones, disputed, others, doubted = set[int](), list[Numbered](), list[Numbered](), list[Numbered]()
    for row in (row for _, rows in groups for row in rows):
        number, item = row
        if item.id in reader.agrees or (is_blocking(item) and item.id not in reader.doubts):
            open_ones.add(number)
        elif is_blocking(item):
            disputed.append(row)
        else:
            (doubted if item.id in reader.doubts else others).append(row)
    listed = [(severity, tuple(row for row in rows if row[0] in open_ones)) for severity, rows in groups]
    return FindingsShown(
        listed=tuple(group for group in listed if group[1]),
        disputed=tuple(disputed),
        others=tuple(others),
        doubted=tuple(doubted),
    )


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
