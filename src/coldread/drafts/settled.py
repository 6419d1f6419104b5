"""Four facts that every part of a draft builds on, settled once: the goal's control, the price, whom it is for, the proof.

Each is sure, not there, or unsure. What is unsure is asked of the owner, and nothing is built on it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from coldread.drafts.business.acts import Act
from coldread.drafts.business.control import Control, costs_money
from coldread.drafts.business.could_be import could_be
from coldread.drafts.business.facts import is_asked_of_visitors, price_words
from coldread.drafts.business.proof import Proof, could_be_proof, proofs_of
from coldread.drafts.business.readers import Readers
from coldread.drafts.order_answer import OrderedPage
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.page.phrases import words
from coldread.scanner.reading.quotes import own_words
from coldread.scanner.reading.record import Price
from coldread.scanner.suggest.wording import sentences

#: how the goal is reached: seen at once, further down, a link at the edge, in vain; else what stands for it.
#: `open`: it was not found, and something on the page may be it: nothing is said of it; `pay`: a number that money is sent to
StepState = Literal["first", "below", "menu", "broken", "unsure", "open", "pay", "contact", "facts", "none"]
#: `quote`: no sum, but the page says that one is told it; `off`: nobody asks there
PriceState = Literal["sure", "quote", "unsure", "none", "off"]
ProofState = Literal["sure", "thin", "unsure", "none"]

_ASKED = re.compile(
    r"\b(?:pris\w*|price\w*|pricing|från|from|fast pris|only|endast|kostar|costs?|avgift\w*|fee|per|à|starting)\b|/ ?(?:st|mån|mo|month|år|year)\b|[:–-]\s*$",
    re.IGNORECASE,
)
#: “a fixed quote within 48 hours”, “en tydlig offert innan start”
_QUOTED = re.compile(
    r"\b(?:fixed|custom|written|free) quote\b|\b(?:kostnadsfri|gratis|fast|tydlig) offert\b|\boffert innan\b|price (?:before|up front)",
    re.IGNORECASE,
)
LEAST_QUOTED, MOST_QUOTED = 4, 25
#: sums of one kind that make a list of prices
LEAST_LIST = 2
MOST_SHOWN = 4
#: acts that are paid for
PAID_FOR = frozenset(("buy", "goods", "order", "subscribe", "book", "room", "register"))


@dataclass(frozen=True)
class Settled:
    """The four facts of one page and one order."""

    ordered: OrderedPage

    @cached_property
    def _chosen(self) -> tuple[Act | None, Control | None]:
        """Of what was ordered, that which is reached soonest."""
        rows = [row for row in self.ordered.controls if row[1] is not None]
        if self._is_paid_by_number(rows):
            rows = []
        if not rows:
            return next(((act, None) for act, _ in self.ordered.controls), (None, None))
        return min(rows, key=lambda row: _distance(row[1]))

    def _is_paid_by_number(self, rows: list[tuple[Act, Control | None]]) -> bool:
        """The number is the step where no button pays: one of a menu, a stand-in and a link by its address do not."""
        if self.ordered.payment is None:
            return False
        good = [
            one
            for _, one in rows
            if one is not None
            and one.works
            and costs_money(one)
            and not (one.in_menu or one.stands_in or one.by_address)
        ]
        swish = any("swish" in f"{one.label} {one.href}".lower() for one in good)
        return not swish if self.ordered.names_payment else not good

    @property
    def act(self) -> Act | None:
        return self._chosen[0]

    @property
    def control(self) -> Control | None:
        return self._chosen[1]

    @cached_property
    def step(self) -> StepState:
        act, control = self._chosen
        if control is None:
            return self._without_control(act)
        if self.failure:
            return "broken"
        if control.stands_in or (control.by_address and not control.serves):
            return "unsure"
        if control.in_menu:
            return "menu"
        return "first" if control.on_first_screen in (True, None) else "below"

    def _without_control(self, act: Act | None) -> StepState:
        if act is not None and act.by_facts:
            return "facts"
        if self.ordered.payment is not None:
            return "pay"
        if self.ordered.could_be_pressed:
            return "open"
        return "contact" if self.ordered.reachable else "none"

    @property
    def failure(self) -> str:
        """Why the control leads to nothing: its reach, or `gone` where the page behind it does not exist; empty where it works."""
        control = self.control
        if control is None:
            return ""
        if not control.works:
            return control.reach
        behind = control.behind
        return (
            "gone" if behind is not None and behind.kind == "not_found" and behind.known_by == "page" else ""
        )

    @property
    def button(self) -> str:
        """The control's own words where it is sure which it is."""
        return (
            self.control.label if self.control is not None and self.step in ("first", "below", "menu") else ""
        )

    @property
    def readers(self) -> Readers:
        return self.ordered.readers

    @cached_property
    def _asked_prices(self) -> list[Price]:
        found = [one for one in self.ordered.reading.prices if is_asked_of_visitors(one)]
        sure = [one for one in found if one.unit or _is_asked(one)]
        return sure or (found if len(found) >= LEAST_LIST and could_be(self.ordered.page, "price") else [])

    @property
    def prices(self) -> tuple[str, ...]:
        lang = self.ordered.page.supported_language
        return tuple(dict.fromkeys(price_words(one, lang) for one in self._asked_prices))[:MOST_SHOWN]

    @cached_property
    def price(self) -> PriceState:
        ordered = self.ordered
        sells = ordered.business.sells or (self.costs and bool(self._asked_prices))
        if not sells or ordered.asked.primary_goal == PrimaryGoal.NEWSLETTER:
            return "off"
        if self.act is not None and self.act.name in (
            "newsletter",
            "waitlist",
            "donate",
            "volunteer",
            "adopt",
            "join",
            "queue",
        ):
            return "off"
        if self._asked_prices:
            return "sure"
        if self.quote_line:
            return "quote"
        if ordered.reading.prices or could_be(ordered.page, "price"):
            return "unsure"
        return "none"

    @property
    def costs(self) -> bool:
        """What was ordered is paid for, whatever else the house is."""
        return self.act is not None and self.act.name in PAID_FOR

    @cached_property
    def quote_line(self) -> str:
        """The page's own words for how one learns the sum; empty where it does not say."""
        for block in own_words(self.ordered.page):
            for sentence in sentences(" ".join(block.text[:600].split())):
                if _QUOTED.search(sentence) and LEAST_QUOTED <= len(words(sentence)) <= MOST_QUOTED:
                    return sentence
        return ""

    @cached_property
    def proofs(self) -> tuple[Proof, ...]:
        return proofs_of(self.ordered.page, self.ordered.reading)

    @cached_property
    def proof(self) -> ProofState:
        if any(one.strong for one in self.proofs):
            return "sure"
        if self.proofs:
            return "thin"
        return "unsure" if could_be_proof(self.ordered.page) else "none"


def _distance(control: Control | None) -> tuple[bool, ...]:
    """What works, says it itself, is no link of a menu and is seen at once comes first."""
    if control is None:
        return (True,)
    return (
        not control.works,
        control.stands_in,
        control.by_address,
        control.in_menu,
        control.on_first_screen is False,
    )


def _is_asked(price: Price) -> bool:
    """Its line says that it is to be paid."""
    line = price.evidence[0].snippet
    at = line.find(price.amount)
    before = line[:at] if at >= 0 else line
    after = line[at + len(price.amount) :] if at >= 0 else ""
    return bool(_ASKED.search(before[-30:]) or _ASKED.match(after.strip()[:12]) or _ASKED.search(price.what))
