"""What was ordered, as the draft needs it. Pure."""

from __future__ import annotations

import dataclasses

from coldread.base.languages import Language
from coldread.orders.rules import expiry
from coldread.orders.rules.order import Order
from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal

_LONGEST_AUDIENCE = 200


@dataclasses.dataclass(frozen=True, kw_only=True)
class Assignment:
    """The buyer's words, and what follows from them."""

    order_id: str
    url: str
    goal: str
    audience: str
    #: as the buyer chose it; none is guessed
    primary_goal: PrimaryGoal = PrimaryGoal.OTHER
    constraints: str = ""
    pain_point: str = ""
    competitors: tuple[str, ...] = ()
    lang: Language = Language.EN
    #: moment by which the final is promised
    final_by: int

    @property
    def wish(self) -> str:
        """All that the buyer says about what is wanted and what goes wrong."""
        return f"{self.goal}\n{self.audience}\n{self.pain_point}"

    @property
    def brief(self) -> Brief:
        return Brief(goal=self.primary_goal, audience=self.audience[:_LONGEST_AUDIENCE], lang=self.lang)


def assignment(order: Order, now: int) -> Assignment:
    asked = order.asked
    return Assignment(
        order_id=order.id,
        url=asked["url"],
        goal=asked.get("goal") or "",
        audience=asked.get("audience") or "",
        primary_goal=PrimaryGoal(asked.get("primary_goal") or PrimaryGoal.OTHER),
        constraints=asked.get("constraints") or "",
        pain_point=asked.get("pain_point") or "",
        competitors=tuple(asked.get("competitors") or ()),
        lang=Language(order.language),
        final_by=(order.paid_at or now) + expiry.FINAL_WITHIN,
    )
