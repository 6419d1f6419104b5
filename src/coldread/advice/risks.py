"""The table of what usually stands between a page and its goal, for the audit that sees no page.

Weights are judgement: how often a fault of the rubric decides about a goal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from coldread.scanner.goals import PrimaryGoal

Priority = Literal["P0", "P1", "P2"]


@dataclass(frozen=True, kw_only=True)
class Risk:
    """One row; its words stand under `risk` and its name in `texts/`."""

    name: str
    priority: Priority
    #: how likely such a page suffers from it, nothing being seen
    confidence: float
    weight: float
    #: goals with which it weighs more, or does not apply (0)
    tilt: tuple[tuple[PrimaryGoal, float], ...] = ()

    def weight_for(self, goal: PrimaryGoal) -> float:
        return self.weight * dict(self.tilt).get(goal, 1.0)


G = PrimaryGoal

RISKS: tuple[Risk, ...] = (
    Risk(name="step", priority="P0", confidence=0.45, weight=10),
    Risk(name="headline", priority="P1", confidence=0.5, weight=9),
    Risk(name="proof", priority="P1", confidence=0.45, weight=8, tilt=((G.NEWSLETTER, 0.7), (G.PAID_SIGNUP, 1.15))),
    Risk(name="form", priority="P1", confidence=0.4, weight=7, tilt=((G.NEWSLETTER, 1.4), (G.DEMO, 1.25), (G.BOOK_CALL, 1.1))),
    Risk(name="price", priority="P1", confidence=0.4, weight=6, tilt=((G.PAID_SIGNUP, 1.5), (G.NEWSLETTER, 0.0))),
    Risk(name="risk", priority="P1", confidence=0.4, weight=5, tilt=((G.PAID_SIGNUP, 1.6), (G.NEWSLETTER, 0.6))),
    Risk(name="contact", priority="P2", confidence=0.35, weight=4, tilt=((G.BOOK_CALL, 1.4), (G.NEWSLETTER, 0.6))),
    Risk(name="privacy", priority="P2", confidence=0.35, weight=3, tilt=((G.NEWSLETTER, 1.4),)),
    Risk(name="phone", priority="P1", confidence=0.4, weight=5),
    Risk(name="look", priority="P1", confidence=0.4, weight=3),
    Risk(name="specifics", priority="P2", confidence=0.45, weight=4.5),
    Risk(name="jargon", priority="P2", confidence=0.4, weight=4),
)  # fmt: skip

#: facts of the address; they outrank every guess
HTTP = Risk(name="http", priority="P0", confidence=0.95, weight=100)
BORROWED = Risk(name="borrowed", priority="P1", confidence=0.85, weight=50)
NUMBER = Risk(name="number", priority="P0", confidence=0.9, weight=60)
