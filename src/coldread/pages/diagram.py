"""The lifecycle as a drawing: boxes placed by hand, arrows from the table, so that it cannot say anything else."""

from __future__ import annotations

from functools import cache

from markupsafe import Markup, escape

from coldread.orders.rules.lifecycle import STATES, Status

WIDTH, HEIGHT = 140, 36
#: upper left corner of each box
PLACES = {
    Status.SUBMITTED: (10, 8),
    Status.REVIEWING: (10, 74),
    Status.NEEDS_INFO: (190, 74),
    Status.ACCEPTED: (10, 140),
    Status.BILLING_PENDING: (10, 206),
    Status.PAID: (10, 272),
    Status.IN_PROGRESS: (10, 338),
    Status.DELIVERED: (10, 404),
    Status.REJECTED: (190, 206),
    Status.EXPIRED: (190, 272),
}
#: leave-takings share one line each on the right, or the drawing would be a knot
SIDE = {Status.REJECTED, Status.EXPIRED}


@cache
def lifecycle_svg() -> Markup:
    """For `/docs`; a table below it says the same in words."""
    arrows = [_arrow(row.status, to) for row in STATES for to in row.to if to not in SIDE]
    leaving = [row.status for row in STATES if SIDE & set(row.to)]
    boxes = [_box(status, leaving) for status in PLACES]
    return Markup(  # noqa: S704 - made of our own table
        '<svg class="lifecycle" viewBox="0 0 340 452" width="340" height="452" role="img" '
        'aria-label="Lifecycle of an order; the table below says the same">'
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
        'orient="auto-start-reverse"><path d="M0 0L8 4L0 8z"/></marker></defs>'
        + "".join(arrows)
        + "".join(_leavings(leaving))
        + "".join(boxes)
        + "</svg>"
    )


def _box(status: Status, leaving: list[Status]) -> str:
    x, y = PLACES[status]
    kind = "side" if status in SIDE else "leaves" if status in leaving else "stays"
    return (
        f'<g class="{kind}"><rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="6"/>'
        f'<text x="{x + WIDTH / 2}" y="{y + 23}" text-anchor="middle">{escape(status.value)}</text></g>'
    )


def _arrow(start: Status, end: Status) -> str:
    (x1, y1), (x2, y2) = PLACES[start], PLACES[end]
    if x1 == x2:
        return _line(x1 + WIDTH / 2, y1 + HEIGHT, x2 + WIDTH / 2, y2 - 1)
    if x1 < x2:
        return _line(x1 + WIDTH, y1 + 12, x2 - 1, y2 + 12)
    return _line(x1, y1 + 25, x2 + WIDTH + 1, y2 + 25)


def _leavings(leaving: list[Status]) -> list[str]:
    """One dashed line that collects every way to `rejected` and `expired`."""
    stubs = []
    for status in leaving:
        x, y = PLACES[status]
        if x > 10:
            stubs.append(
                _line(x + WIDTH / 2, y + HEIGHT, x + WIDTH / 2, PLACES[Status.REJECTED][1] - 1, dashed=True)
            )
        else:
            stubs.append(f'<path class="dashed" d="M{x + WIDTH} {y + 18}H170"/>')
    top, bottom = PLACES[leaving[0]][1] + 18, PLACES[Status.EXPIRED][1] + 18
    stubs.append(f'<path class="dashed" d="M170 {top}V{bottom}"/>')
    stubs += [
        _line(170, PLACES[status][1] + 18, 189, PLACES[status][1] + 18, dashed=True)
        for status in PLACES
        if status in SIDE
    ]
    return stubs


def _line(x1: float, y1: float, x2: float, y2: float, *, dashed: bool = False) -> str:
    kind = ' class="dashed"' if dashed else ""
    return f'<line{kind} x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" marker-end="url(#tip)"/>'
