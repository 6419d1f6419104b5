"""A report made ready for its page: findings with numbers, pins, bars and what is seen at first sight."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

from coldread.base.languages import Language
from coldread.base.version import VERSION
from coldread.scanner.goals import goal_row
from coldread.scanner.judge.finding import Finding, Severity
from coldread.scanner.judge.report import Report
from coldread.scanner.report.pins import Pin

BANDS = ((90, "good"), (50, "warn"), (0, "bad"))


#: of a pin's number, in the pixels of its window: both are drawn about as large on the page
RADII = {"desktop": 24, "mobile": 15}


@dataclasses.dataclass(frozen=True, kw_only=True)
class Spot:
    """A pin, and where its number stands in the picture."""

    pin: Pin
    x: int | float
    y: int | float
    radius: int


@dataclasses.dataclass(frozen=True, kw_only=True)
class FirstImpression:
    """What a stranger can take in within five seconds; empty where it was not found."""

    headline: str
    subhead: str
    action: str
    #: language of these texts
    language: str


@dataclasses.dataclass(frozen=True, kw_only=True)
class ReviewShown:
    """What one reviewer says."""

    title: str
    score: int | None
    summary: str


@dataclasses.dataclass(frozen=True, kw_only=True)
class ReportView:
    """A report as its page and its downloads show it: made once, kept with the scan."""

    overall: int
    coverage: int
    verdict: str
    goal: str
    chat: str
    #: name, title and score of each
    dimensions: tuple[tuple[str, str, int | None], ...]
    dimension_names: dict[str, str]
    #: dimensions of which something is wrong
    sides: tuple[str, ...]
    groups: tuple[tuple[str, tuple[tuple[int, Finding], ...]], ...]
    noted: tuple[Finding, ...]
    spots: dict[str, tuple[Spot, ...]]
    windows: dict[str, tuple[int, int, int]]
    sight: FirstImpression
    reviews: tuple[ReviewShown, ...]
    not_measured: dict[str, list[str]]
    caveats: list[str]
    rubric: str
    report_md: str
    sarif: dict[str, Any]


def band(score: int | None) -> str:
    return "none" if score is None else next(name for least, name in BANDS if score >= least)


def arc(score: int, radius: float = 54) -> str:
    """The `stroke-dasharray` of a three-quarter gauge that is filled to `score`."""
    whole = 2 * math.pi * radius
    return f"{whole * 0.75 * score / 100:.1f} {whole:.1f}"


def view_of(report: Report, uri: str) -> ReportView:
    """Everything that is shown of a report. Reads the page: only where pages may be read."""
    from coldread.scanner.judge.reasons import reason
    from coldread.scanner.judge.rubric import DIMENSIONS, RUBRIC_VERSION
    from coldread.scanner.report.chat import chat_summary
    from coldread.scanner.report.markdown import report_md, verdict
    from coldread.scanner.report.pins import numbered, pins
    from coldread.scanner.report.sarif import SarifContext, sarif

    lang = report.brief.lang
    missed: dict[str, list[str]] = {}
    for name, key in report.not_measured.items():
        missed.setdefault(reason(key, lang), []).append(name)
    names = {row.name: row.title(lang) for row in DIMENSIONS}
    return ReportView(
        overall=report.scores.overall,
        coverage=report.scores.coverage,
        verdict=verdict(report),
        goal=goal_row(report.brief.goal).result(lang),
        chat=chat_summary(report),
        dimensions=tuple(
            (row.name, names[row.name], report.scores.dimensions[row.name]) for row in DIMENSIONS
        ),
        dimension_names=names,
        sides=tuple(
            dict.fromkeys(item.dimension for item in report.findings if item.severity is not Severity.INFO)
        ),
        groups=_groups(numbered(report)),
        noted=tuple(_shown(item) for item in report.findings if item.severity is Severity.INFO),
        spots=spots_of(pins(report)),
        windows=_windows(report),
        sight=first_impression(report),
        reviews=tuple(
            ReviewShown(title=one.reviewer.title(lang), score=one.score, summary=one.summary)
            for one in report.reviews
        ),
        not_measured=missed,
        caveats=report.caveats,
        rubric=RUBRIC_VERSION,
        report_md=report_md(report),
        sarif=sarif(report, SarifContext(version=VERSION, uri=uri)),
    )


def template_values(view: ReportView, lang: Language) -> dict[str, Any]:
    """What the page's template is given."""
    from coldread.scanner.report.words import source_words

    shown = {row.name: getattr(view, row.name) for row in dataclasses.fields(view)}
    return {**shown, "source_words": lambda text: source_words(text, lang)}


def first_impression(report: Report) -> FirstImpression:
    from coldread.scanner.page.page import Page, heading_text

    page = Page(report.seen, report.brief)
    return FirstImpression(
        headline=heading_text(page.headline)[:300] if page.headline else "",
        subhead=page.subheads[0].text[:300] if page.subheads else "",
        action=page.primary.label[:120] if page.primary else "",
        language=page.language or "",
    )


def _groups(found: list[tuple[int, Finding]]) -> tuple[tuple[str, tuple[tuple[int, Finding], ...]], ...]:
    """By severity, the worst first; numbers are those of the pins."""
    return tuple(
        (severity, rows)
        for severity in ("P0", "P1", "P2")
        if (
            rows := tuple((number, _shown(item)) for number, item in found if item.severity.value == severity)
        )
    )


def _shown(finding: Finding) -> Finding:
    """Without the places that nobody shows."""
    return dataclasses.replace(finding, places=())


def spots_of(marks: list[Pin]) -> dict[str, tuple[Spot, ...]]:
    """Where each pin's number stands: at the upper left of its box, then to the right, never on another's."""
    placed: dict[str, list[Spot]] = {"desktop": [], "mobile": []}
    for pin in sorted(marks, key=lambda pin: pin.number):
        radius = RADII[pin.window]
        x, y = max(radius, pin.box[0] - radius / 2), max(radius, pin.box[1] - radius / 4)
        taken = [(spot.x, spot.y) for spot in placed[pin.window]]
        while any(abs(x - a) < 2 * radius and abs(y - b) < 1.6 * radius for a, b in taken):
            x += 2.1 * radius
        placed[pin.window].append(Spot(pin=pin, x=round(x, 1), y=round(y, 1), radius=radius))
    return {window: tuple(spots) for window, spots in placed.items()}


def _windows(report: Report) -> dict[str, tuple[int, int, int]]:
    """Width and first screen's height of each window that was opened, and the height of its page."""
    views = [view for view in (report.seen.desktop, report.seen.mobile) if view is not None]
    return {view.name: (view.width, view.height, view.scroll_height) for view in views if view.screenshot}
