"""The reading: one frozen record of what a page says of itself, each entry with the place where it says it.

It is a pure function of the page (`read.read`), so a stored record tells it again without a browser. What could not be
told stays empty or is marked unsure; nothing here is a judgement yet.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

#: where on the page a stranger meets it
Where = Literal["title", "first-screen", "body", "footer"]
#: a classifier's three outcomes
Outcome = Literal["yes", "no", "unsure"]
ProofKind = Literal["quote", "rating", "logos", "case", "count", "honour", "certificate"]
#: what lies behind a step, as far as its address and its form tell
LeadsTo = Literal[
    "form", "place", "mail", "phone", "calendar", "checkout", "newsletter", "login", "home", "page", "file", "nowhere", "unknown"
]  # fmt: skip

#: what was found behind a step; `not_looked_at` says why in `Behind.why`
BehindKind = Literal[
    "form", "calendar", "checkout", "phone", "login", "newsletter", "contact", "not_found", "mail", "other", "not_looked_at"
]  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Quote:
    """Words of the page, and where they stand."""

    selector: str
    #: verbatim, white space collapsed, at most 160 characters, `…` only at the end
    snippet: str
    where: Where


@dataclass(frozen=True, kw_only=True)
class Fact:
    """Something that the page says, in its own words."""

    value: str
    evidence: tuple[Quote, ...]
    sure: bool = True


@dataclass(frozen=True, kw_only=True)
class Line:
    """A line of the first screen, and whether it says what is offered."""

    text: str
    says_offer: Outcome
    #: whole points of the scorer; above and below its thresholds the outcome is yes and no
    points: int
    #: keys of `offer.REASONS`, the heaviest first
    reasons: tuple[str, ...]
    evidence: tuple[Quote, ...]


@dataclass(frozen=True, kw_only=True)
class Price:
    """An amount as it is written."""

    amount: str
    #: per month, per person …, as written; empty when nothing says
    unit: str
    #: heading or line that it belongs to
    what: str
    evidence: tuple[Quote, ...]


@dataclass(frozen=True, kw_only=True)
class ProofItem:
    """Somebody else speaks for the page."""

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
    """The page says of itself that it is good."""

    what: str
    number: str
    #: says where it is from: a study, a link, a customer's name
    sourced: bool
    evidence: tuple[Quote, ...]


@dataclass(frozen=True, kw_only=True)
class Behind:
    """What lies behind a step."""

    kind: BehindKind
    #: its address told it, the form or the section stands on this page, or the page there was read; empty: nobody looked
    known_by: Literal["address", "here", "page", ""] = ""
    #: key of `[behind_why]` in the report's texts; empty where it was looked at
    why: str = ""
    #: where the way ended, and how that page is titled, in its own words
    url: str = ""
    title: str = ""
    #: kinds of fields that its form asks for
    asks: tuple[str, ...] = ()
    #: pages that were opened on the way
    pages: int = 0


@dataclass(frozen=True, kw_only=True)
class Step:
    """Something to press, for the goal or beside it."""

    label: str
    serves_goal: bool
    primary: bool
    leads_to: LeadsTo
    target: str
    #: distance from the top in px, None where it was not drawn
    desktop_y: float | None
    mobile_y: float | None
    evidence: tuple[Quote, ...]
    #: None for what does not serve the goal
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
    #: promised for then, or told of then
    kind: Literal["upcoming", "news", "other"]
    past: bool
    evidence: tuple[Quote, ...]


@dataclass(frozen=True, kw_only=True)
class Reading:
    """What was understood."""

    brand: Fact | None = None
    headline: Line | None = None
    subhead: Line | None = None
    #: the words that name what is offered; None where no line of the first screen does
    offer: Fact | None = None
    #: what the page is mostly about, in its own words, the commonest first
    topics: tuple[str, ...] = ()
    audience: tuple[Fact, ...] = ()
    place: tuple[Fact, ...] = ()
    #: a trade that is bought near by
    local: bool = False
    outcome: Fact | None = None
    prices: tuple[Price, ...] = ()
    proofs: tuple[ProofItem, ...] = ()
    claims: tuple[Claim, ...] = ()
    steps: tuple[Step, ...] = ()
    risk_reversal: tuple[Fact, ...] = ()
    #: what is said about the time, the data or the effort that the step takes
    next_step: tuple[Fact, ...] = ()
    contacts: tuple[Contact, ...] = ()
    dates: tuple[DatedLine, ...] = ()
    language: str = ""
    #: lines in another language than the page
    other_languages: tuple[Fact, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)
