"""Score 3 in one table: what each question weighs, and what an answer is worth. Judgement, versioned with the rubric.

Two numbers are fitted (`POINTS`, by `python -m bench.judgement fit`), the others are round and set by hand: ten fitted weights did no
better on pages that nobody had fitted them to. How well it agrees stands in bench/judgement. Signs and bounds are fixed: no weight is
negative, hygiene moves a page by five points at most.
"""

from __future__ import annotations

from coldread.scanner.judge.answers import Answer
from coldread.scanner.judge.finding import Severity
from coldread.scanner.judge.questions import FIVE, Question

#: of a hundred points, the most that a question can take; the five weigh the same
WEIGHTS: dict[Question, float] = {
    **dict.fromkeys(FIVE, 17),
    Question.READ: 6,
    Question.CARE: 5,
    Question.HYGIENE: 4,
}
#: what an answer of no takes of its question's points, and what findings would take that leave nothing of it; the rest of the
#: question's points is all that they get
POINTS: dict[str, float] = {"answer": 10, "findings": 18}
#: what is left of an answer's points
VALUES: dict[Answer, float] = {
    Answer.YES: 1.0,
    Answer.PARTLY: 0.5,
    Answer.NO: 0.05,
    Answer.UNSURE: 0.5,
}
#: readers give a page that is only good this much at most; what lies above is for pages with next to nothing lost
GOOD, NEXT_TO_NOTHING = 78, 10
#: a page of which neither what it is nor why to believe it can be told is no better than half
SPEECHLESS_CAP = 50
#: a page whose goal is blocked is not a good page, however clean the rest
BLOCKED_CAP, BLOCKED_CONFIDENCE = 69, 0.8
#: of the worst that an unseen check could have said: on the labelled pages those that need a browser said a fortieth of it, and a
#: lost layer shall not pay; axe's rules count in full, so that a run that failed never pays
UNSEEN = 0.1
#: reasons for which a check was not measured that a further layer would have lifted
LOST = frozenset({"no-browser", "no-mobile", "no-axe", "script-could-handle", "script-shell"})
#: the worst that a check can say, where that is not P1; what a lost layer hides is measured by this
WORST: dict[str, Severity] = {
    "clarity.h1-missing": Severity.P0,
    "clarity.placeholder": Severity.P0,
    "cta.dead-link": Severity.P0,
    "cta.broken-target": Severity.P0,
    "form.no-action": Severity.P0,
    "trust.https": Severity.P0,
    "mobile.viewport-missing": Severity.P0,
    "friction.nav-links": Severity.P2,
    "cta.many-buttons": Severity.P2,
    "cta.same-words": Severity.P2,
    "trust.no-amount": Severity.P2,
    "trust.no-direct-contact": Severity.P2,
    "visual.no-picture": Severity.INFO,
    "visual.bare-heading": Severity.P2,
    "visual.flat-hierarchy": Severity.P2,
    "visual.line-length": Severity.P2,
    "visual.blurred-picture": Severity.P2,
    "trust.stock-pictures": Severity.P2,
}
