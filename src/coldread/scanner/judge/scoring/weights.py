"""The constants of score 3: the weight of each question and the value of each answer. The rubric's version covers them.

`python -m bench.judgement fit` fits two of them (`POINTS`). The others are round and set by hand: ten fitted weights did no
better on pages outside of the training set. bench/judgement measures the agreement with readers. No weight is negative, and
hygiene moves a page by five points at most.
"""

from __future__ import annotations

from coldread.scanner.judge.answers.answer_kinds import Answer
from coldread.scanner.judge.answers.questions import FIVE, Question
from coldread.scanner.judge.finding import Severity

#: most points, of a hundred, that a question can take; the five weigh the same
WEIGHTS: dict[Question, float] = {
    **dict.fromkeys(FIVE, 17),
    Question.READ: 6,
    Question.CARE: 5,
    Question.HYGIENE: 4,
}
#: points that an answer of no takes, and points that the worst findings would take; together at most the question's points
POINTS: dict[str, float] = {"answer": 10, "findings": 18}
#: share of an answer's points that is left
VALUES: dict[Answer, float] = {
    Answer.YES: 1.0,
    Answer.PARTLY: 0.5,
    Answer.NO: 0.05,
    Answer.UNSURE: 0.5,
}
#: the most that readers give a page that is only good; higher scores need almost no lost points
GOOD, NEXT_TO_NOTHING = 78, 10
#: cap for a page that says neither what it is nor why to believe it
SPEECHLESS_CAP = 50
#: cap for a page whose goal is blocked, and the confidence that this needs
BLOCKED_CAP, BLOCKED_CONFIDENCE = 69, 0.8
#: share of the worst penalty that a lost check counts as. On the labelled pages, checks that need a browser took a fortieth of
#: it; the share is higher, so that a lost layer gains nothing. axe's rules count in full for the same reason
UNSEEN = 0.1
#: reasons why a check was not measured that another layer would have removed
LOST = frozenset({"no-browser", "no-mobile", "no-axe", "script-could-handle", "script-shell"})
#: the worst severity of a check, if it is not P1; lost checks are weighed by it
WORST: dict[str, Severity] = {
    "clarity.h1-missing": Severity.P0,
    "clarity.placeholder": Severity.P0,
    "cta.dead-link": Severity.P0,
    "cta.broken-target": Severity.P0,
    "form.no-action": Severity.P0,
    "trust.https": Severity.P0,
    "mobile.viewport-missing": Severity.P0,
    "cta.many-buttons": Severity.P2,
    "cta.same-words": Severity.P2,
    "trust.no-amount": Severity.P2,
    "trust.no-direct-contact": Severity.P2,
    "visual.bare-heading": Severity.P2,
    "visual.flat-hierarchy": Severity.P2,
    "visual.line-length": Severity.P2,
    "visual.blurred-picture": Severity.P2,
    "trust.stock-pictures": Severity.P2,
}
