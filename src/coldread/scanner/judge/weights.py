"""Score 2 in one table: what each question weighs, and what an answer is worth. Judgement, versioned with the rubric.

Fitted to two readers' scores of 103 pages (`python -m bench.judgement fit`, ten parameters); how well it agrees on
pages that nobody tuned to stands in bench/judgement. Signs and bounds are fixed: no weight is negative, hygiene moves a
page by five points at most.
"""

from __future__ import annotations

from coldread.scanner.judge.answers import Answer
from coldread.scanner.judge.finding import Severity
from coldread.scanner.judge.questions import Question

#: of a hundred points; seven parameters, and hygiene's fixed one: under 5 for every goal
WEIGHTS: dict[Question, float] = {
    Question.WHAT: 10,
    Question.FOR_ME: 16,
    Question.WHY: 22,
    Question.COST: 17,
    Question.PRESS: 19,
    Question.READ: 7,
    Question.CARE: 5,
    Question.HYGIENE: 4,
}
#: what is left of a question's points; three parameters; yes is all. What could not be told is worth what it mostly turns out to be
VALUES: dict[Answer, float] = {
    Answer.YES: 1.0,
    Answer.PARTLY: 0.3,
    Answer.NO: 0.05,
    Answer.UNSURE: 0.5,
}
#: a page of which neither what it is nor why to believe it can be told is no better than half
SPEECHLESS_CAP = 50
#: a page whose goal is blocked is not a good page, however clean the rest
BLOCKED_CAP, BLOCKED_CONFIDENCE = 69, 0.8
#: of the worst that an unseen check could have said: what it mostly turns out to be; axe's rules count in full, so that a
#: run that failed never pays
UNSEEN = 0.3
#: reasons for which a check was not measured that a further layer would have lifted
LOST = frozenset({"no-browser", "no-mobile", "no-axe", "script-could-handle", "script-shell"})
#: the worst that a check can say, where that is not P1; what a lost layer hides is measured by this
WORST: dict[str, Severity] = {
    "clarity.h1-missing": Severity.P0,
    "clarity.placeholder": Severity.P0,
    "cta.none": Severity.P0,
    "cta.goal-mismatch": Severity.P0,
    "cta.dead-link": Severity.P0,
    "cta.broken-target": Severity.P0,
    "form.no-action": Severity.P0,
    "trust.https": Severity.P0,
    "mobile.viewport-missing": Severity.P0,
    "cta.competing": Severity.P2,
    "trust.proof-far": Severity.INFO,
    "trust.proof-anonymous": Severity.INFO,
    "copy.no-specifics": Severity.INFO,
    "clarity.subhead-missing": Severity.P2,
    "cta.not-repeated": Severity.P2,
    "friction.nav-links": Severity.P2,
    "visual.flat-hierarchy": Severity.P2,
    "visual.line-length": Severity.P2,
    "visual.blurred-picture": Severity.P2,
    "trust.stock-pictures": Severity.P2,
    "trust.no-pictures": Severity.P2,
    "trust.price-hidden": Severity.P2,
    "trust.trial-terms": Severity.P2,
    "trust.delivery-untold": Severity.P2,
    "form.elsewhere": Severity.P2,
    "clarity.headline-name": Severity.P2,
    "clarity.headline-slogan": Severity.P2,
    "cta.vague-many": Severity.P2,
}
