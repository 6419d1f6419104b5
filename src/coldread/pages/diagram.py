"""The lifecycle as a drawing: boxes and arrows are computed from the table, so that it always agrees with it.

The longest path to the delivered work goes down on the left. A status that leaves this path and returns is beside the point
where it left. The ends without payment are at the right; one dashed line collects all arrows to them, to avoid a tangle.
"""

from __future__ import annotations

from functools import cache

from markupsafe import Markup, escape

from coldread.orders.rules.lifecycle import DECLINED, STATE, STATES, Status

WIDTH, HEIGHT = 140, 36
LEFT, RIGHT = 10, 190  # where the two columns begin
TOP, ROW = 8, 66
GAP = 170  # the dashed line between the columns
BEND = 28  # how far an arrow bends out that would cross a box


@cache
def lifecycle_svg() -> Markup:
    """For `/docs`; a table below it says the same in words."""
    boxes = box_corners()
    moves = [(row.status, to) for row in STATES for to in row.to if to not in DECLINED]
    leaving = [row.status for row in STATES if set(DECLINED) & set(row.to)]
    bent = {boxes[start][0] for start, end in moves if _needs_bend(boxes[start], boxes[end])}
    left = -BEND if LEFT in bent else 0
    width = RIGHT + WIDTH + 10 + (BEND if RIGHT in bent else 0) - left
    height = max(y for _, y in boxes.values()) + HEIGHT + 12
    return Markup(  # noqa: S704 - made of our own table
        f'<svg class="lifecycle" viewBox="{left} 0 {width} {height}" width="{width}" height="{height}" role="img" '
        'aria-label="Lifecycle of an order; the table below says the same">'
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
        'orient="auto-start-reverse"><path d="M0 0L8 4L0 8z"/></marker></defs>'
        + "".join(_arrow_svg(boxes[start], boxes[end]) for start, end in moves)
        + "".join(_lines_to_ends(boxes, leaving))
        + "".join(_box_svg(status, place, leaving) for status, place in boxes.items())
        + "</svg>"
    )


def main_way() -> tuple[Status, ...]:
    """The longest path from the first status to an end that was paid for."""

    def longest(way: tuple[Status, ...]) -> tuple[Status, ...]:
        row = STATE[way[-1]]
        if row.is_closed:
            return way if row.paid_for else ()
        return max((longest((*way, to)) for to in row.to if to not in way), key=len, default=())

    return longest((STATES[0].status,))


def box_corners() -> dict[Status, tuple[int, int]]:
    """The upper left corner of each box."""
    main = main_way()
    rows = {status: index for index, status in enumerate(main)}
    beside: dict[Status, int] = {}
    for row in STATES:
        if row.status not in rows and row.status not in DECLINED:
            came_from = [
                rows[each.status] for each in STATES if row.status in each.to and each.status in rows
            ]
            wanted = min(came_from, default=0)
            beside[row.status] = next(
                number for number in range(wanted, 2 * len(STATES)) if number not in beside.values()
            )
    last_left = max((rows[each] for each in main if set(DECLINED) & set(STATE[each].to)), default=0)
    ends = max(last_left, max(beside.values(), default=-1) + 1)
    beside |= {status: ends + number for number, status in enumerate(DECLINED)}
    return {
        status: (LEFT, TOP + ROW * rows[status]) if status in rows else (RIGHT, TOP + ROW * beside[status])
        for status in Status
    }


def _box_svg(status: Status, place: tuple[int, int], leaving: list[Status]) -> str:
    x, y = place
    kind = "side" if status in DECLINED else "leaves" if status in leaving else "stays"
    return (
        f'<g class="{kind}"><rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="6"/>'
        f'<text x="{x + WIDTH / 2}" y="{y + 23}" text-anchor="middle">{escape(status.value)}</text></g>'
    )


def _needs_bend(start: tuple[int, int], end: tuple[int, int]) -> bool:
    """Whether an arrow stays in one column without leading simply to the next box below."""
    return start[0] == end[0] and end[1] - start[1] != ROW


def _arrow_svg(start: tuple[int, int], end: tuple[int, int]) -> str:
    (x1, y1), (x2, y2) = start, end
    if _needs_bend(start, end):
        x, out = (x1 - 1, -BEND) if x1 == LEFT else (x1 + WIDTH + 1, BEND)
        return (
            f'<path class="bent" d="M{x} {y1 + 12}C{x + out} {y1 + 12} {x + out} {y2 + 25} {x} {y2 + 25}" '
            'marker-end="url(#tip)"/>'
        )
    if x1 == x2:
        return _line_svg(x1 + WIDTH / 2, y1 + HEIGHT, x2 + WIDTH / 2, y2 - 1)
    if x1 < x2:
        return _line_svg(x1 + WIDTH, y1 + 12, x2 - 1, y2 + 12)
    return _line_svg(x1, y1 + 25, x2 + WIDTH + 1, y2 + 25)


def _lines_to_ends(boxes: dict[Status, tuple[int, int]], leaving: list[Status]) -> list[str]:
    """One dashed line that collects every arrow to the ends without payment."""
    stubs = []
    first_end = boxes[DECLINED[0]][1]
    for status in leaving:
        x, y = boxes[status]
        below = [place for place in boxes.values() if place[0] == x and y < place[1] < first_end]
        if x == LEFT:
            stubs.append(f'<path class="dashed" d="M{x + WIDTH} {y + 18}H{GAP}"/>')
        elif below:
            stubs.append(f'<path class="dashed" d="M{x} {y + 18}H{GAP}"/>')
        else:
            stubs.append(_line_svg(x + WIDTH / 2, y + HEIGHT, x + WIDTH / 2, first_end - 1, dashed=True))
    top = min(boxes[status][1] for status in leaving) + 18
    stubs.append(f'<path class="dashed" d="M{GAP} {top}V{boxes[DECLINED[-1]][1] + 18}"/>')
    stubs += [
        _line_svg(GAP, boxes[status][1] + 18, RIGHT - 1, boxes[status][1] + 18, dashed=True)
        for status in DECLINED
    ]
    return stubs


def _line_svg(x1: float, y1: float, x2: float, y2: float, *, dashed: bool = False) -> str:
    kind = ' class="dashed"' if dashed else ""
    return f'<line{kind} x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" marker-end="url(#tip)"/>'
