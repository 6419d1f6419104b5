"""A quick fix from a page that was scanned: what stands at the element, what the scan found there, and what mends that.

Where a finding at the element is about the same matter as the complaint, it is the answer. Where none is, nothing is
proposed: the element is quoted and one question is asked that fits it. Nothing is fetched here: the record is a stored one.
"""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from coldread.advice.hurts.classes import hurts_of
from coldread.advice.on_page.element import Meant, described, fields_of, kind_of, meant, text_of
from coldread.advice.on_page.matters import TEXTS, Matter, matters_of
from coldread.advice.quick_fix import fixed, reading_of
from coldread.advice.reading import Reading
from coldread.advice.requests import QuickFixRequest
from coldread.advice.shapes import QuickFix
from coldread.base.dates import day
from coldread.base.languages import quoted
from coldread.scanner.brief import Brief
from coldread.scanner.engine import review
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge.finding import Finding, Severity
from coldread.scanner.judge.report import Report
from coldread.scanner.page.observations import Observations
from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.page import Page
from coldread.scanner.patch.diff import unified
from coldread.scanner.patch.mend import Patch, PatchTrial
from coldread.scanner.patch.source import read_source
from coldread.scanner.report.plain import visible
from coldread.scanner.suggest.calls import label
from coldread.scanner.suggest.head import description, page_title
from coldread.scanner.suggest.headline import instead_of_headline
from coldread.scanner.suggest.lines import subhead

#: at the element itself; inside of it or around it; on the page as a whole
AT, NEAR, ON_PAGE = 0.65, 0.55, 0.5
#: nothing is proposed
ASKED = 0.25
#: lines of a patch that somebody still reads
LONGEST_PATCH, MOST_ALSO = 24, 2
#: what holds an element closely enough that a finding there is one about it
HOLDERS = frozenset(
    ("form", "a", "button", "h1", "h2", "h3", "p", "li", "label", "figure", "blockquote", "nav", "table")
)
#: remedies that take something away: none for what has to stay
TAKES_AWAY = {
    "bound-form": ("form.too-many-fields", "form.sensitive-early"),
    "bound-proof": ("trust.proof-anonymous", "trust.no-proof", "trust.proof-thin", "trust.claims-unsupported"),
    "bound-price": ("trust.price-absent", "trust.price-hidden", "trust.price-unclear"),
    "bound-moving": ("friction.popup",),
    "bound": ("form.too-many-fields", "friction.nav-links", "friction.popup"),
}  # fmt: skip
WHOLE = ("html", "body", "main")
#: places from which on one of them is named
SEVERAL = 2
#: findings that count like things; others name two that differ
COUNTED = frozenset(
    (
        "a11y.color-contrast",
        "a11y.image-alt",
        "visual.small-text",
        "visual.clipped-text",
        "visual.text-overlap",
        "cta.low-contrast",
        "cta.tap-target",
        "cta.cut-off",
        "perf.img-oversize",
        "perf.img-dimensions",
        "visual.broken-image",
    )
)
#: from which on the rules' answer to the words alone is better than a question
SURE_ENOUGH = 0.4
#: a report's own affair
_SCORED = re.compile(r"\s*[^.]{0,80}\b(?:score|scored|poängen)\b[^.]{0,40}\.?\s*$", re.IGNORECASE)
_ORDER = {severity: number for number, severity in enumerate(Severity)}


@dataclass(frozen=True, kw_only=True)
class Fitting:
    """A finding that is about what was complained of, and how near it stands."""

    finding: Finding
    sure: float


def on_page(
    body: QuickFixRequest, now: int, *, record: str, seen_at: int, goal: str, audience: str
) -> QuickFix:
    """The answer from this record of the page."""
    reading = reading_of(body, now)
    seen = Observations.from_json(zlib.decompress(base64.b64decode(record)))
    report = review(seen, Brief(goal=PrimaryGoal(goal), audience=audience, lang=reading.lang))
    page = Page(report.seen, report.brief)
    found = meant(page, reading)
    told = [_say(reading, "seen", date=day(seen_at, reading.lang)), _place(found, page, reading)]
    fitting = _fitting(report, page, found, reading)
    if fitting is not None:
        return _by_finding(body, report, page, found, reading, told, fitting)
    plainer = _plainer(page, found, reading)
    if plainer:
        return QuickFix(
            diagnosis=" ".join(told),
            rewrite=_say(reading, "plainer", text=quoted(plainer, reading.lang)),
            rationale=_say(reading, "why_plainer"),
            element_selector=body.element_selector,
            confidence=ON_PAGE,
            engine="rules",
        )
    by_words = fixed(body, now)
    if by_words.confidence >= SURE_ENOUGH:
        return by_words.model_copy(update={"diagnosis": " ".join([*told, by_words.diagnosis])})
    return _asked(body, report, page, found, reading, told)


def _by_finding(
    body: QuickFixRequest,
    report: Report,
    page: Page,
    found: Meant | None,
    reading: Reading,
    told: list[str],
    fitting: Fitting,
) -> QuickFix:
    finding = fitting.finding
    key = "found" if fitting.sure > ON_PAGE else "found_page"
    measured = _measured(finding, page, found, reading)
    others = _titles(one for one in _at(report, page, found) if one.id != finding.id)
    why = [
        _ended(finding.why),
        _say(reading, "also", titles=others) if others else "",
        _say(reading, "rests"),
    ]
    return QuickFix(
        diagnosis=" ".join([*told, _ended(_say(reading, key, title=_plain(finding.title))), *measured]),
        rewrite="\n\n".join(_remedy(report, page, finding)),
        rationale=" ".join(filter(None, why)),
        element_selector=body.element_selector,
        confidence=fitting.sure,
        engine="rules",
    )


def _measured(finding: Finding, page: Page, found: Meant | None, reading: Reading) -> list[str]:
    """Of several places, the one that is meant, with what was measured there."""
    if len(finding.places or finding.evidence) < SEVERAL or finding.id not in COUNTED:
        return []
    proofs = finding.places or finding.evidence
    near = [
        one
        for one in proofs
        if found is not None
        and (place := page.dom.by_selector.get(one.selector)) is not None
        and (place is found.element or found.element.contains(place))
    ]
    proof = next(iter(near or proofs))
    if not proof.snippet or (not near and found is not None):
        return []
    figure = proof.value if isinstance(proof.value, (int, float)) else None
    limit = proof.threshold if isinstance(proof.threshold, (int, float)) else None
    key = "here_measured" if figure is not None and limit is not None else "here"
    said = " ".join(visible(proof.snippet).split())[:120]
    return [_say(reading, key, text=quoted(said, reading.lang), value=figure, limit=limit)]


def _plainer(page: Page, found: Meant | None, reading: Reading) -> str:
    """A headline that is said not to be understood, and the page's own words that say more: its title's."""
    if found is None or kind_of(found.element, page) != "headline":
        return ""
    if not any(row.name == "understood" for row in matters_of(reading)):
        return ""
    said = _plain(instead_of_headline(page))
    return said if said and said.lower() not in found.element.text.lower() else ""


def _say(reading: Reading, key: str, **values: object) -> str:
    return TEXTS.say(reading.lang, f"said.{key}", **values)


def _plain(text: str) -> str:
    return " ".join(visible(text).split()).rstrip(" .")


def _ended(text: str) -> str:
    text = _SCORED.sub("", " ".join(visible(text).split()))
    return text if text[-1:] in "?!" else f"{text.rstrip(' .')}."


def _place(found: Meant | None, page: Page, reading: Reading) -> str:
    named = f"`{' '.join(reading.selector.split()).replace('`', '')}`"
    if found is None:
        return _say(reading, "nothing", selector=named)
    what = visible(described(found.element, page, reading.lang))
    if not found.by_selector:
        return _say(reading, "nearest", selector=named, what=what)
    said = _say(reading, "at", selector=named, what=what)
    return f"{said} {_say(reading, 'several', n=found.by_selector)}" if found.by_selector > 1 else said


# Which finding answers


def _fitting(report: Report, page: Page, found: Meant | None, reading: Reading) -> Fitting | None:
    """What stands at the element itself before what is near it, of the matter that is told most; then the worst."""
    barred = {check for hurt in hurts_of(reading) for check in TAKES_AWAY.get(hurt.name, ())}
    rows = matters_of(reading)
    near = [
        (one, number)
        for number, row in enumerate(rows)
        for one in _near(report, page, found, row)
        if one.finding.id not in barred
    ]
    best = min(
        near,
        key=lambda row: (-row[0].sure, row[1], _ORDER[row[0].finding.severity], -row[0].finding.confidence),
        default=None,
    )
    if best is not None:
        return best[0]
    for row in rows[:1]:  # what the words are mostly about, and nothing at the element tells it
        whole = (one for one in report.findings if one.id in row.of_page and one.id not in barred)
        first = min(whole, key=lambda one: _ORDER[one.severity], default=None)
        if first is not None:
            return Fitting(finding=first, sure=ON_PAGE)
    return None


def _near(report: Report, page: Page, found: Meant | None, row: Matter) -> Iterator[Fitting]:
    if found is None:
        return
    for finding in report.findings:
        if finding.id not in row.at or finding.severity is Severity.INFO:
            continue
        how = _nearest(finding, page, found.element)
        if how:
            yield Fitting(finding=finding, sure=how)


def _nearest(finding: Finding, page: Page, element: Element) -> float:
    """How near its places stand to the element; 0 where none does."""
    best = 0.0
    for proof in finding.places or finding.evidence:
        place = page.dom.by_selector.get(proof.selector)
        if place is None:
            continue
        if place is element:
            return AT if element.tag not in WHOLE else ON_PAGE
        if (element.contains(place) and element.tag not in WHOLE) or (
            place.contains(element) and place.tag in HOLDERS
        ):
            best = max(best, NEAR)
    return best


def _at(report: Report, page: Page, found: Meant | None) -> list[Finding]:
    """Everything that was found at the element or inside of it."""
    if found is None:
        return []
    return [
        one
        for one in report.findings
        if one.severity is not Severity.INFO and _nearest(one, page, found.element)
    ]


def _titles(findings: Iterable[Finding]) -> str:
    return "; ".join(_plain(one.title) for one in list(findings)[:MOST_ALSO])


# What mends it


def _remedy(report: Report, page: Page, finding: Finding) -> Iterator[str]:
    lang = report.brief.lang
    words = _SUGGESTED.get(finding.id)
    said = words(page) if words is not None else ""
    if said:
        yield TEXTS.say(lang, "said.suggested", text=quoted(_plain(said), lang))
    yield _ended(finding.fix.summary)
    patch = _patch(report, finding)
    if patch:
        yield f"{TEXTS.say(lang, 'said.patch')}\n\n{patch}"


_SUGGESTED = {
    "clarity.h1-vague": instead_of_headline,
    "clarity.headline-name": instead_of_headline,
    "clarity.headline-slogan": instead_of_headline,
    "clarity.offer-unclear": instead_of_headline,
    "clarity.h1-missing": instead_of_headline,
    "clarity.subhead-missing": subhead,
    "cta.generic-label": label,
    "seo.title": page_title,
    "seo.meta-description": description,
}


def _patch(report: Report, finding: Finding) -> str:
    """The proven change, where it is a short one."""
    source = read_source(report.seen.html)
    if finding.fix.kind == "spec_only" or source is None:
        return ""
    trial = PatchTrial(source, report, "html")
    made = trial.attempt(finding)
    if not isinstance(made, Patch):
        return ""
    diff = unified(source.text, made.edits, "index.html")
    return diff if len(diff.splitlines()) <= LONGEST_PATCH else ""


# Where none does


def _asked(
    body: QuickFixRequest, report: Report, page: Page, found: Meant | None, reading: Reading, told: list[str]
) -> QuickFix:
    noticed = _titles(_at(report, page, found))
    lines = [_say(reading, "no_change" if noticed or found is None else "clean")]
    if noticed:
        lines.append(_say(reading, "beside", titles=noticed))
    return QuickFix(
        diagnosis=" ".join(told),
        rewrite=f"{' '.join(lines)}\n\n{_question(page, found, reading)}",
        rationale=_say(reading, "why_asked"),
        element_selector=body.element_selector,
        confidence=ASKED,
        engine="rules",
    )


def _question(page: Page, found: Meant | None, reading: Reading) -> str:
    told = next((row.name for row in matters_of(reading)), "")
    if told:
        return TEXTS.say(reading.lang, f"about.{told}")
    if found is None:
        return TEXTS.say(reading.lang, "ask.missing")
    kind = kind_of(found.element, page)
    fields = fields_of(found.element, page, reading.lang)
    key = {"link": "call", "part": "text"}.get(kind, kind)
    if key == "form" and not fields:
        key = "text"
    return TEXTS.say(
        reading.lang,
        f"ask.{key}",
        text=visible(text_of(found.element, page, reading.lang)),
        fields=visible(fields),
    )
