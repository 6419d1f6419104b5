"""The verdicts of a check: a finding with its evidence, "does not apply", "not measured", or None when it passes."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Literal

from coldread.base.languages import Language, format_number
from coldread.base.table_checks import refuse
from coldread.base.texts.inline_text import filled_text, gaps_in
from coldread.scanner.brief import Brief
from coldread.scanner.goals import GOALS, PrimaryGoal

#: an answer lists at most this many elements; `count` has the true number
MAX_EVIDENCE = 20


class Severity(StrEnum):
    """How much a finding gets in the way of the goal.

    P0: nobody can reach it (no button, a form that goes nowhere); it caps the overall score. P1: it stops many visitors; from
    a confidence of .5 on, the answer to its question falls from yes to partly. P2: it stops some visitors. INFO: worth
    knowing, never scored.
    """

    P0 = "P0"
    P1 = "P1"
    P2 = "P2"
    INFO = "info"


class Layer(StrEnum):
    """A part of the observations that a check needs."""

    STATIC = "static"
    DESKTOP = "desktop"
    MOBILE = "mobile"
    AXE = "axe"
    AXE_MOBILE = "axe-mobile"
    #: the page as its owner designed it: every style sheet loaded
    STYLES = "styles"


Effort = Literal["S", "M", "L"]
#: a row of `patch/recipe_table.py` patches the first two, without review or after it; the third is only described
FixKind = Literal["safe", "needs_review", "spec_only"]


class Source(StrEnum):
    """What supports a check. Practitioner consensus is named as such."""

    WCAG = "WCAG 2.2 / axe-core"
    LIGHTHOUSE = "Lighthouse / web.dev"
    NNG = "Nielsen Norman Group"
    READABILITY = "Unbounce 2024 and Entropy 2021, 23(11):1388: simpler copy is associated with conversion"
    BAYMARD = "Baymard Institute"
    SPEED = "Google and Deloitte on speed and conversion"
    CONSENSUS = "practitioner consensus only"
    SLOP = "slop-detect (design and copy tells)"
    LIX = "LIX readability index"
    GDPR = "GDPR art. 13"
    INTERSTITIALS = "Google on intrusive interstitials"


@dataclass(frozen=True, kw_only=True)
class Text:
    """A check's texts in one language. Measured values replace `{…}`."""

    #: what is true of a page that passes
    title: str
    #: what is wrong
    failure: str
    why: str
    fix: str

    @property
    def gaps(self) -> frozenset[str]:
        return gaps_in(f"{self.failure} {self.why} {self.fix}")


@dataclass(frozen=True, kw_only=True)
class Meta:
    """The facts of a check."""

    id: str
    #: it states a fact that anyone can verify on the page (markup, geometry, pixels, network answers, counts) and that does not
    #: depend on the kind of business or on which button serves the goal
    measured: bool
    needs: tuple[Layer, ...]
    sources: tuple[Source, ...]
    #: 1.0 a markup fact or axe, .9 geometry or computed style, .8 lexicon, .6 a heuristic on meaning
    confidence: float
    effort: Effort
    fix: FixKind
    #: its texts, one field for each language of `Language`; if one is missing, the program refuses to start
    en: Text | None = None
    sv: Text | None = None
    #: it judges words, so it needs a language that has a lexicon
    language_bound: bool = False
    #: it judges the page's content, so it is not measured on a script shell that was never rendered
    content: bool = True
    #: it states that something is nowhere on the page, so it is not measured if only a part was read
    nowhere: bool = False
    #: … and not if the source has it in a part that is not visible: a tab, a slide, content that a script shows later
    in_source: bool = False
    #: goals it applies to
    goals: tuple[PrimaryGoal, ...] = tuple(row.goal for row in GOALS)

    def __post_init__(self) -> None:
        for language in Language:
            if getattr(self, language, None) is None:
                refuse(f"the check {self.id} has no text in {language}")
        gap_sets = {text.gaps for language in Language if (text := getattr(self, language, None))}
        if len(gap_sets) > 1:
            refuse(f"the languages of the check {self.id} have different gaps")

    def text(self, lang: Language) -> Text:
        text: Text | None = getattr(self, lang, None)
        if text is None:
            raise LookupError(f"the check {self.id} has no text in {lang}")
        return text


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """One place in the page that shows the finding."""

    layer: Literal["static", "rendered", "axe"]
    selector: str
    #: verbatim part of the source or the visible text, white space collapsed; the place searched if something is missing
    snippet: str
    viewport: Literal["desktop", "mobile"] | None = None
    box: tuple[float, float, float, float] | None = None
    value: str | float | int | None = None
    threshold: str | float | int | None = None
    #: the node's selector in the raw HTML, if it differs there
    source_selector: str | None = None

    def to_dict(self) -> dict[str, Any]:
        return {key: value for key, value in asdict(self).items() if value is not None}


@dataclass(frozen=True, kw_only=True)
class Fix:
    """What to do about it."""

    summary: str
    kind: FixKind
    #: unified diff, added by the patch builder
    patch: str | None = None

    def to_dict(self) -> dict[str, Any]:
        return {key: value for key, value in asdict(self).items() if value is not None}


@dataclass(frozen=True, kw_only=True)
class Finding:
    """One problem of the page, with evidence."""

    id: str
    dimension: str
    severity: Severity
    confidence: float
    title: str
    why: str
    source: str
    evidence: tuple[Evidence, ...]
    fix: Fix
    effort: Effort
    #: true number of elements, however many the evidence lists
    count: int
    fingerprint: str
    #: the evidence without its limit, for patches that change every element; not part of the answer
    places: tuple[Evidence, ...] = ()
    #: anyone notices it at a glance, so it comes first among findings of its severity
    glaring: bool = False

    @property
    def elements(self) -> int:
        """The number of distinct elements in evidence, `n` in the formula of the score."""
        return len({item.selector for item in self.evidence})

    def to_dict(self) -> dict[str, Any]:
        return {
            **{key: getattr(self, key) for key in ("id", "dimension")},
            "severity": self.severity.value,
            **{key: getattr(self, key) for key in ("confidence", "title", "why", "source")},
            "evidence": [item.to_dict() for item in self.evidence],
            "fix": self.fix.to_dict(),
            **{key: getattr(self, key) for key in ("effort", "count", "fingerprint")},
        }


@dataclass(frozen=True)
class NotMeasured:
    """The check could not tell. `reason` is a key of `[reason]` in `scanner/judge/texts/<language>.toml`."""

    reason: str


@dataclass(frozen=True)
class NotApplicable:
    """The check does not apply to this page; `reason` is a key as above."""

    reason: str


Verdict = Finding | NotMeasured | NotApplicable | None


def build_finding(
    meta: Meta,
    brief: Brief,
    severity: Severity,
    evidence: Sequence[Evidence],
    *,
    count: int | None = None,
    confidence: float | None = None,
    glaring: bool = False,
    **values: object,
) -> Finding:
    """A finding in the brief's language; `values` fill the braces of the texts."""
    if not evidence:
        raise ValueError(f"{meta.id}: a finding needs evidence")
    text = meta.text(brief.lang)
    total = count if count is not None else len({item.selector for item in evidence})
    given = {"count": total, **{key: _formatted_value(value, brief.lang) for key, value in values.items()}}
    return Finding(
        id=meta.id,
        dimension=dimension_of(meta.id),
        severity=severity,
        confidence=meta.confidence if confidence is None else confidence,
        title=filled_text(text.failure, given),
        why=filled_text(text.why, given),
        source="; ".join(meta.sources),
        evidence=tuple(evidence[:MAX_EVIDENCE]),
        fix=Fix(summary=filled_text(text.fix, given), kind=meta.fix),
        effort=meta.effort,
        count=total,
        fingerprint=fingerprint(meta.id, evidence[0]),
        places=tuple(evidence),
        glaring=glaring,
    )


def _formatted_value(value: object, lang: Language) -> object:
    """The value; a float in the language's format."""
    return format_number(value, lang) if isinstance(value, float) else value


#: prefixes of ids whose dimension has another name
DIMENSION_OF_PREFIX = {
    "form": "friction",
    "friction": "friction",
    "a11y": "accessibility",
    "perf": "performance",
    "social": "seo",
    "mobile": "visual",
}


def dimension_of(check_id: str) -> str:
    prefix = check_id.partition(".")[0]
    return DIMENSION_OF_PREFIX.get(prefix, prefix)


def fingerprint(check_id: str, first: Evidence) -> str:
    """A hash of check, selector and snippet: equal for the same defect at every address and in every language."""
    snippet = " ".join(first.snippet.lower().split())
    return hashlib.sha256(f"{check_id}\n{first.selector}\n{snippet}".encode()).hexdigest()[:16]
