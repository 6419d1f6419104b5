"""Which five answers a report shows, decided here for every form of it: a model's where one has read the page, else what rules
found.

An answer of rules is shown as found, not found or not certain. The JSON keeps both, with the rules' yes, partly and no.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from coldread.base.languages import Language
from coldread.scanner.judge.answers.answer_kinds import Answer, Told, told_of
from coldread.scanner.judge.answers.questions import FIVE, TITLES
from coldread.scanner.report.words import say

if TYPE_CHECKING:
    from coldread.scanner.judge.answers.answers import Answered

#: most quotes below one of a model's answers
MOST_QUOTES = 2


@dataclasses.dataclass(frozen=True, kw_only=True)
class ShownAnswer:
    """One of the five questions, answered by a model or by rules."""

    #: for programs: `what`, `for_me`, …
    name: str
    question: str
    #: a model's `yes`, `partly`, `no`, `could_not_tell`; of rules a `Told`
    answer: str
    #: the answer as a word
    word: str
    because: str
    quotes: tuple[str, ...] = ()


def shown_answers(
    by_rules: Sequence[ShownAnswer], notes: Mapping[str, Any], lang: Language
) -> tuple[ShownAnswer, ...]:
    """`notes`: the scan's `model_notes`. A question that the model left open is open, whatever rules found."""
    if not is_read(notes):
        return tuple(by_rules)
    given = {row["question"]: row for row in notes["answers"]}
    open_answer = {"answer": Answer.UNSURE.value, "because": say(lang, "reader_open")}
    return tuple(_answer_of_model(name.value, given.get(name, open_answer), lang) for name in FIVE)


def is_read(notes: Mapping[str, Any]) -> bool:
    """A model has read the page."""
    return "answers" in notes


def answers_of_rules(answers: Iterable[Answered], lang: Language) -> tuple[ShownAnswer, ...]:
    return tuple(_answer_of_rules(item.question, item.told, item.explanation(lang), lang) for item in answers)


def stored_answers_of_rules(
    rows: Iterable[Mapping[str, Any]], measured: Collection[str], lang: Language
) -> tuple[ShownAnswer, ...]:
    """The same from the JSON of a scan. `measured`: the titles of its findings, one of which may have decided."""
    return tuple(
        _answer_of_rules(str(row["question"]), told_of_row(row, measured), str(row["because"]), lang)
        for row in rows
    )


def told_of_row(row: Mapping[str, Any], measured: Collection[str]) -> Told:
    return told_of(
        str(row["question"]),
        Answer(row["answer"]),
        quoted=bool(row.get("evidence")),
        measured=row["because"] in measured,
    )


def _answer_of_rules(name: str, told: Told, because: str, lang: Language) -> ShownAnswer:
    word = say(lang, f"told_{told}")
    return ShownAnswer(
        name=str(name), question=_title(name, lang), answer=told.value, word=word, because=because
    )


def _answer_of_model(name: str, row: Mapping[str, Any], lang: Language) -> ShownAnswer:
    # quotes below a “no” would not support it
    quotes = row.get("quotes") or filter(None, (row.get("quote"),)) if row["answer"] != "no" else ()
    return ShownAnswer(
        name=name,
        question=_title(name, lang),
        answer=row["answer"],
        word=say(lang, f"answer_{row['answer']}"),
        because=row["because"],
        quotes=tuple(quotes)[:MOST_QUOTES],
    )


def _title(name: str, lang: Language) -> str:
    return next(TITLES[question](lang) for question in FIVE if question == name)
