"""Which finding is pinned where: the report's numbers, and the boxes of the evidence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from coldread.scanner.judge.finding import Evidence, Finding, Severity
from coldread.scanner.page.observations import Box, Drawn, Viewport

if TYPE_CHECKING:
    from coldread.scanner.judge.report import Report

Window = Literal["desktop", "mobile"]

#: places pinned for each finding, as many as the report quotes
PLACES = 3
#: a box that fills this share of the page points at nothing
WHOLE_PAGE = 0.6


@dataclass(frozen=True, kw_only=True)
class Pin:
    """A number at a place in one window's picture."""

    number: int
    severity: Severity
    window: Window
    box: Box


def pins(report: Report) -> list[Pin]:
    """At most three for each finding, with its number. A finding without a place, or about all of the page, has none."""
    views = {view.name: view for view in (report.seen.desktop, _phone_view(report)) if view is not None}
    drawn = {name: {item.selector: item for item in view.drawn} for name, view in views.items()}
    placed = []
    for number, finding in report.numbered:
        places: list[tuple[Window, Box]] = []
        for window, box in _windows_and_boxes(finding, views, drawn):
            if not any(window == other and _is_inside_pinned_box(box, around) for other, around in places):
                places.append((window, box))
        placed += [
            Pin(number=number, severity=finding.severity, window=window, box=box)
            for window, box in places[:PLACES]
        ]
    return placed


def _phone_view(report: Report) -> Viewport | None:
    """Without a viewport tag, a phone lays the page out 980 px wide, so boxes and picture have different scales."""
    shrunk = any(item.id == "mobile.viewport-missing" for item in report.findings)
    return None if shrunk else report.seen.mobile


def _windows_and_boxes(
    finding: Finding, views: Mapping[Window, Viewport], drawn: Mapping[Window, Mapping[str, Drawn]]
) -> Iterator[tuple[Window, Box]]:
    for proof in finding.evidence:
        if proof.snippet == proof.selector:
            continue  # the check looked here and did not find it
        for window in (proof.viewport,) if proof.viewport else views:
            box = _box_of_evidence(proof, drawn.get(window, {}))
            if window in views and box is not None and _is_worth_pin(box, views[window]):
                yield window, box
                break


def _is_inside_pinned_box(box: Box, around: Box) -> bool:
    """Whether it is a label inside a button that has a pin already."""
    x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
    return around[0] <= x <= around[0] + around[2] and around[1] <= y <= around[1] + around[3]


def _box_of_evidence(proof: Evidence, drawn: Mapping[str, Drawn]) -> Box | None:
    if proof.box is not None:
        return proof.box
    item = drawn.get(proof.selector)
    return item.box if item is not None and item.visible else None


def _is_worth_pin(box: Box, view: Viewport) -> bool:
    """Large enough to be seen, on the page, and smaller than the page."""
    left, top, width, height = box
    on_page = left + width > 0 and top + height > 0 and left < view.width and top < view.scroll_height
    whole = width * height > WHOLE_PAGE * view.width * view.scroll_height
    return on_page and width >= 2 and height >= 2 and not whole
