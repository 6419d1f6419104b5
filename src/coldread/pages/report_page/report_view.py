"""A report made ready for its page: findings with numbers, pins, bars and what a visitor sees first."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from coldread.base.languages import Language
from coldread.base.version import VERSION
from coldread.pages.report_page.crops import Crop, crops_of
from coldread.scanner.goals import goal_row
from coldread.scanner.judge.finding import Finding, Severity
from coldread.scanner.report.pins import Pin
from coldread.scanner.report.shown_answers import ShownAnswer, answers_of_rules

if TYPE_CHECKING:
    from coldread.scanner.judge.report import Report

BANDS = ((90, "good"), (50, "warn"), (0, "bad"))


#: radius of a pin, in pixels of its window: on the page both have about the same size
RADII = {"desktop": 24, "mobile": 15}


@dataclasses.dataclass(frozen=True, kw_only=True)
class Spot:
    """A pin, and the place of its number in the picture."""

    pin: Pin
    x: int | float
    y: int | float
    radius: int


@dataclasses.dataclass(frozen=True, kw_only=True)
class ReportView:
    """A report as its page and its downloads show it: made once, stored with the scan."""

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
    #: which severities there are, the worst first
    severities: tuple[str, ...]
    groups: tuple[tuple[str, tuple[tuple[int, Finding], ...]], ...]
    #: numbers of the findings that carry a patch
    patched: tuple[int, ...]
    #: whether a browser saw the page
    rendered: bool
    noted: tuple[Finding, ...]
    spots: dict[str, tuple[Spot, ...]]
    windows: dict[str, tuple[int, int, int]]
    not_measured: dict[str, list[str]]
    caveats: list[str]
    rubric: str
    report_md: str
    sarif: dict[str, Any]
    answers: tuple[ShownAnswer, ...] = ()
    #: the language of the page's words; empty if it is not known
    page_language: str = ""
    #: pieces of the pictures, shown beside their findings
    crops: tuple[Crop, ...] = ()


def band(score: int | None) -> str:
    return "none" if score is None else next(name for least, name in BANDS if score >= least)


def arc(score: int, radius: float = 54) -> str:
    """The `stroke-dasharray` of a three-quarter gauge that is filled to `score`."""
    whole = 2 * math.pi * radius
    return f"{whole * 0.75 * score / 100:.1f} {whole:.1f}"


def view_of(report: Report, uri: str) -> ReportView:
    """Everything that is shown of a report. Parses the page, so it runs only where pages may be parsed."""
    from coldread.scanner.judge.rubric import DIMENSIONS
    from coldread.scanner.judge.version import RUBRIC_VERSION
    from coldread.scanner.report.chat import chat_summary
    from coldread.scanner.report.displayed_score import displayed_score
    from coldread.scanner.report.markdown import report_md, verdict
    from coldread.scanner.report.pins import pins
    from coldread.scanner.report.sarif import SarifContext, sarif

    lang = report.brief.lang
    names = {row.name: row.title(lang) for row in DIMENSIONS}
    marks = pins(report)
    return ReportView(
        overall=report.scores.overall,
        coverage=report.scores.coverage,
        verdict=verdict(report),
        goal=goal_row(report.brief.goal).result(lang),
        chat=chat_summary(report),
        dimensions=tuple(
            (row.name, names[row.name], displayed_score(report, row.name)) for row in DIMENSIONS
        ),
        dimension_names=names,
        sides=tuple(
            dict.fromkeys(item.dimension for item in report.findings if item.severity is not Severity.INFO)
        ),
        severities=tuple(sorted({item.severity.value for _, item in report.numbered})),
        groups=grouped_findings(report.numbered, report.first),
        patched=tuple(number for number, item in report.numbered if item.fix.patch),
        rendered=is_rendered(report),
        noted=tuple(_without_places(item) for item in report.findings if item.severity is Severity.INFO),
        spots=spots_of(marks),
        windows=_windows(report),
        page_language=report.reading.language,
        answers=answers_of_rules(report.answers, lang),
        crops=crops_of(marks, _windows(report)),
        not_measured=_not_measured(report),
        caveats=report.caveats,
        rubric=RUBRIC_VERSION,
        report_md=report_md(report),
        sarif=sarif(report, SarifContext(version=VERSION, uri=uri)),
    )


def _not_measured(report: Report) -> dict[str, list[str]]:
    """Names of checks by the reason for which they were not made."""
    from coldread.scanner.judge.reasons import reason

    missed: dict[str, list[str]] = {}
    for name, key in report.not_measured.items():
        missed.setdefault(reason(key, report.brief.lang), []).append(name)
    return missed


def template_values(view: ReportView, lang: Language) -> dict[str, Any]:
    """What the page's template is given."""
    from coldread.scanner.report.accessibility_elsewhere import counts_elsewhere
    from coldread.scanner.report.measured_words import measured_words
    from coldread.scanner.report.words import source_words

    shown = {row.name: getattr(view, row.name) for row in dataclasses.fields(view)}
    shown["crops"] = {crop.number: crop for crop in view.crops}
    shown["elsewhere"] = [
        (number, view.dimension_names[item.dimension])
        for _, rows in view.groups
        for number, item in rows
        if counts_elsewhere(item)
    ]
    return {
        **shown,
        "source_words": lambda text: source_words(text, lang),
        "measured_words": lambda proof: measured_words(proof, lang),
    }


def is_rendered(report: Report) -> bool:
    return report.seen.desktop is not None or report.seen.mobile is not None


def patches(view: ReportView) -> dict[int, str]:
    """Each finding's patch by the number that the page gives it."""
    found = [pair for _, rows in view.groups for pair in rows]
    return {number: item.fix.patch for number, item in found if item.fix.patch}


def comparison_groups(compared: dict[str, Any] | None) -> dict[str, list[dict[str, Any]]]:
    """What a comparison lists: a check that lost some places and gained others is neither fixed nor new; it has moved."""
    listed = (compared or {}).get("findings") or {}
    lists = {name: list(listed.get(name) or []) for name in ("fixed", "remaining", "new")}
    ids = {name: {item["id"] for item in items} for name, items in lists.items()}
    moved = (ids["fixed"] & ids["new"]) - ids["remaining"]
    here = {
        "fixed": [item for item in lists["fixed"] if item["id"] not in ids["new"] | ids["remaining"]],
        "moved": [item for item in lists["new"] if item["id"] in moved],
        "remaining": lists["remaining"],
        "new": [item for item in lists["new"] if item["id"] not in ids["fixed"] | ids["remaining"]],
    }
    return here


def grouped_findings(
    numbered: Sequence[tuple[int, Finding]], first: int
) -> tuple[tuple[str, tuple[tuple[int, Finding], ...]], ...]:
    """What to start with (so many), and the rest; each finding with its number."""
    found = [(number, _without_places(item)) for number, item in numbered]
    parts = {"first": tuple(found[:first]), "rest": tuple(found[first:])}
    return tuple((name, rows) for name, rows in parts.items() if rows)


def _without_places(finding: Finding) -> Finding:
    """Without the places that are never shown."""
    return dataclasses.replace(finding, places=())


def spots_of(marks: list[Pin]) -> dict[str, tuple[Spot, ...]]:
    """The place of each pin's number: at the upper left of its box, then further right, never on another's."""
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
