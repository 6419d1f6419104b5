"""The reading: one frozen record of what a page says about itself, each entry with its place on the page.

It is a pure function of the page (`read.read`), so a stored record gives it again without a browser. Unknown values are
empty or marked unsure. Nothing here is a judgement.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

#: where on the page it is
Where = Literal["title", "first-screen", "body", "footer"]
#: a classifier's three outcomes
Outcome = Literal["yes", "no", "unsure"]
ProofKind = Literal["quote", "rating", "logos", "case", "count", "honour", "certificate"]
#: what is behind a step, by its address and form
LeadsTo = Literal[
    "form", "place", "mail", "phone", "calendar", "checkout", "newsletter", "login", "home", "page", "file", "nowhere", "unknown"
]  # fmt: skip

#: what was found behind a step; `Behind.why` has the reason for `not_looked_at`
BehindKind = Literal[
    "form", "calendar", "checkout", "phone", "login", "newsletter", "contact", "not_found", "mail", "other", "not_looked_at"
]  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Quote:
    """Words of the page, and where they are."""

    selector: str
    #: verbatim, white space collapsed, at most 160 characters, `…` only at the end
    snippet: str
    where: Where


@dataclass(frozen=True, kw_only=True)
class Fact:
    """A fact that the page states, in its own words."""

    value: str
    evidence: tuple[Quote, ...]
    sure: bool = True


@dataclass(frozen=True, kw_only=True)
class Line:
    """A line of the first screen, and whether it says what is offered."""

    text: str
    says_offer: Outcome
    #: the sum of the line's weighted features, which decides the outcome
    points: int
    #: keys of `offer.REASONS`, the heaviest first
    reasons: tuple[str, ...]
    evidence: tuple[Quote, ...]


@dataclass(frozen=True, kw_only=True)
class Price:
    """An amount as written."""

    amount: str
    #: per month, per person …, as written; empty if not stated
    unit: str
    #: heading or line that it belongs to
    what: str
    evidence: tuple[Quote, ...]


@dataclass(frozen=True, kw_only=True)
class ProofItem:
    """A statement of others about the offer."""

    kind: ProofKind
    who: str
    organisation: str
    when: str
    #: a stranger could check it: a name with a role or a firm, a figure with its source
    specific: bool
    #: a template's own people or filler
    placeholder: bool
    evidence: tuple[Quote, ...]


@dataclass(frozen=True, kw_only=True)
class Claim:
    """Self-praise."""

    what: str
    number: str
    #: it names its source: a study, a link, a customer
    sourced: bool
    evidence: tuple[Quote, ...]


@dataclass(frozen=True, kw_only=True)
class Behind:
    """What is behind a step."""

    kind: BehindKind
    #: by its address, by a form or section of this page, or by the page there; empty if it was not looked at
    known_by: Literal["address", "here", "page", ""] = ""
    #: key of `[behind_why]` in the report's texts; empty if it was looked at
    why: str = ""
    #: the final address, and that page's own title
    url: str = ""
    title: str = ""
    #: kinds of its form's fields
    asks: tuple[str, ...] = ()
    #: pages that were opened
    pages: int = 0


@dataclass(frozen=True, kw_only=True)
class Step:
    """A control, whether it serves the goal or not."""

    label: str
    serves_goal: bool
    primary: bool
    leads_to: LeadsTo
    target: str
    #: distance from the top in px; None if it was not drawn
    desktop_y: float | None
    mobile_y: float | None
    evidence: tuple[Quote, ...]
    #: None if the control does not serve the goal
    behind: Behind | None = None


@dataclass(frozen=True, kw_only=True)
class Contact:
    """A way to reach a person."""

    kind: Literal["mail", "phone", "address", "form", "chat", "page"]
    value: str
    evidence: tuple[Quote, ...]


@dataclass(frozen=True, kw_only=True)
class DatedLine:
    """A line with a day or a year in it."""

    #: `YYYY-MM-DD`, `YYYY-MM` or `YYYY`
    date: str
    #: an event to come, news, or other
    kind: Literal["upcoming", "news", "other"]
    past: bool
    evidence: tuple[Quote, ...]


@dataclass(frozen=True, kw_only=True)
class Reading:
    """What the page says about itself."""

    brand: Fact | None = None
    headline: Line | None = None
    subhead: Line | None = None
    #: the line that says what is offered; None if no line of the first screen does
    offer: Fact | None = None
    #: words that recur on the page, the commonest first
    topics: tuple[str, ...] = ()
    audience: tuple[Fact, ...] = ()
    place: tuple[Fact, ...] = ()
    #: the page is for a local trade
    local: bool = False
    outcome: Fact | None = None
    prices: tuple[Price, ...] = ()
    proofs: tuple[ProofItem, ...] = ()
    claims: tuple[Claim, ...] = ()
    steps: tuple[Step, ...] = ()
    risk_reversal: tuple[Fact, ...] = ()
    #: what the page says about the time, the data or the effort that the step takes
    next_step: tuple[Fact, ...] = ()
    contacts: tuple[Contact, ...] = ()
    dates: tuple[DatedLine, ...] = ()
    language: str = ""
    #: lines in a language other than the page's
    other_languages: tuple[Fact, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)
