"""What an answer to one of the five questions can be, and how a report puts it. It reads no page, so a serving process can load it."""

from __future__ import annotations

from enum import StrEnum

from coldread.scanner.judge.answers.questions import Question


class Answer(StrEnum):
    """What a stranger could say after reading."""

    YES = "yes"
    PARTLY = "partly"
    NO = "no"
    UNSURE = "could_not_tell"
    NOT_APPLICABLE = "does_not_apply"


class Told(StrEnum):
    """How a report puts an answer of rules: what was found, never what is so."""

    FOUND = "found"
    NOT_FOUND = "not_found"
    UNSURE = "could_not_tell"
    #: a measured finding decided
    MEASURED = "measured"


#: questions for which nothing found is a fact about the text: no line, no amount in figures. That nobody vouches for a page,
#: or that it is for nobody, is a guess: a section of customers' words was missed on one of six pages
SEARCHED = frozenset({Question.WHAT, Question.COST})


def told_of(question: str, answer: Answer, *, quoted: bool, measured: bool) -> Told:
    """A yes without words to quote, and any partly, is not certain enough to be shown as found."""
    if measured:
        return Told.MEASURED
    if answer is Answer.YES and quoted:
        return Told.FOUND
    if question in SEARCHED and answer in (Answer.NO, Answer.NOT_APPLICABLE) and not quoted:
        return Told.NOT_FOUND
    return Told.UNSURE
