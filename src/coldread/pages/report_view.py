"""A report made ready for its page: findings with numbers, pins, bars and what is seen at first sight."""

from __future__ import annotations

import asyncio
import dataclasses
import math
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from coldread.base.languages import Language
from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal, goal_row
from coldread.scanner.stored_record import RECORD_NAME, report_from
from coldread.scans.stored_scan import StoredScan, read_attachment
from coldread.services import Services

if TYPE_CHECKING:
    from coldread.scanner.judge.finding import Finding
    from coldread.scanner.judge.report import Report
    from coldread.scanner.report.pins import Pin

#: rebuilt reports held in memory: changing the language or coming back does not compute again
MOST_CACHED = 12
_TOLD: OrderedDict[tuple[str, str], Report] = OrderedDict()

BANDS = ((90, "good"), (50, "warn"), (0, "bad"))


#: of a pin's number, in the pixels of its window: both are drawn about as large on the page
RADII = {"desktop": 24, "mobile": 15}


@dataclasses.dataclass(frozen=True, kw_only=True)
class Spot:
    """A pin, and where its number stands in the picture."""

    pin: Pin
    x: float
    y: float
    radius: int


@dataclasses.dataclass(frozen=True, kw_only=True)
class FirstImpression:
    """What a stranger can take in within five seconds; empty where it was not found."""

    headline: str
    subhead: str
    action: str
    #: language of these texts
    language: str


async def load_report(services: Services, stored: StoredScan, lang: str) -> Report | None:
    """The report told in `lang` from the record; None where the record is gone or speaks another rubric."""
    from coldread.scanner.judge.rubric import RUBRIC_VERSION

    key = (stored.session_id, lang)
    if key in _TOLD:
        _TOLD.move_to_end(key)
        return _TOLD[key]
    if stored.rubric_version != RUBRIC_VERSION:
        return None
    record = await services.db.read(read_attachment, services.contents, stored, RECORD_NAME)
    if record is None:
        return None
    brief = Brief(goal=PrimaryGoal(stored.goal), audience=stored.audience, lang=Language(lang))
    _TOLD[key] = report = await asyncio.to_thread(report_from, record, brief)
    while len(_TOLD) > MOST_CACHED:
        _TOLD.popitem(last=False)
    return report


def band(score: int | None) -> str:
    return "none" if score is None else next(name for least, name in BANDS if score >= least)


def arc(score: int, radius: float = 54) -> str:
    """The `stroke-dasharray` of a three-quarter gauge that is filled to `score`."""
    whole = 2 * math.pi * radius
    return f"{whole * 0.75 * score / 100:.1f} {whole:.1f}"


def report_values(report: Report) -> dict[str, Any]:
    """Everything that the template shows of a report."""
    from coldread.scanner.judge.questions import TITLES
    from coldread.scanner.judge.reasons import reason
    from coldread.scanner.judge.rubric import DIMENSIONS, RUBRIC_VERSION
    from coldread.scanner.report.chat import chat_summary
    from coldread.scanner.report.markdown import verdict
    from coldread.scanner.report.pins import numbered, pins
    from coldread.scanner.report.understood import rows
    from coldread.scanner.report.words import say, source_words

    lang = report.brief.lang
    missed: dict[str, list[str]] = {}
    for name, key in report.not_measured.items():
        missed.setdefault(reason(key, lang), []).append(name)
    names = {row.name: row.title(lang) for row in DIMENSIONS}
    return {
        "overall": report.scores.overall,
        "coverage": report.scores.coverage,
        "verdict": verdict(report),
        "goal": goal_row(report.brief.goal).result(lang),
        "chat": chat_summary(report),
        "dimensions": [(row.name, names[row.name], report.scores.dimensions[row.name]) for row in DIMENSIONS],
        "dimension_names": names,
        "sides": {item.dimension for item in report.findings if item.severity.value != "info"},
        "groups": _groups(numbered(report)),
        "noted": [item for item in report.findings if item.severity.value == "info"],
        "spots": spots_of(pins(report)),
        "windows": _windows(report),
        "sight": first_impression(report),
        "answers": [
            (
                TITLES[item.question](lang),
                item.answer.value,
                say(lang, f"answer_{item.answer}"),
                item.said(lang),
                item.evidence[:1],
            )
            for item in report.answers
        ],
        "understood": list(rows(report.reading, lang)),
        "reviews": report.reviews,
        "not_measured": missed,
        "caveats": report.caveats,
        "source_words": lambda text: source_words(text, lang),
        "rubric": RUBRIC_VERSION,
    }


def first_impression(report: Report) -> FirstImpression:
    from coldread.scanner.page.page import Page, heading_text

    page = Page(report.seen, report.brief)
    return FirstImpression(
        headline=heading_text(page.headline)[:300] if page.headline else "",
        subhead=page.subheads[0].text[:300] if page.subheads else "",
        action=page.primary.label[:120] if page.primary else "",
        language=page.language or "",
    )


def _groups(found: list[tuple[int, Finding]]) -> list[tuple[str, list[tuple[int, Finding]]]]:
    """By severity, the worst first; numbers are those of the pins."""
    return [
        (severity, rows)
        for severity in ("P0", "P1", "P2")
        if (rows := [(number, item) for number, item in found if item.severity.value == severity])
    ]


def spots_of(marks: list[Pin]) -> dict[str, list[Spot]]:
    """Where each pin's number stands: at the upper left of its box, then to the right, never on another's."""
    placed: dict[str, list[Spot]] = {"desktop": [], "mobile": []}
    for pin in sorted(marks, key=lambda pin: pin.number):
        radius = RADII[pin.window]
        x, y = max(radius, pin.box[0] - radius / 2), max(radius, pin.box[1] - radius / 4)
        taken = [(spot.x, spot.y) for spot in placed[pin.window]]
        while any(abs(x - a) < 2 * radius and abs(y - b) < 1.6 * radius for a, b in taken):
            x += 2.1 * radius
        placed[pin.window].append(Spot(pin=pin, x=round(x, 1), y=round(y, 1), radius=radius))
    return placed


def _windows(report: Report) -> dict[str, tuple[int, int, int]]:
    """Width and first screen's height of each window that was opened, and the height of its page."""
    views = [view for view in (report.seen.desktop, report.seen.mobile) if view is not None]
    return {view.name: (view.width, view.height, view.scroll_height) for view in views if view.screenshot}
