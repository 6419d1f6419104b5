"""The line of a score over time as an SVG made here: points, and marks where a change was reported. Pure.

It holds no text: the scale is beside it in HTML, and the table under it has the same for a screen reader."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

WIDTH, HEIGHT, EDGE = 600.0, 160.0, 10.0


@dataclasses.dataclass(frozen=True, kw_only=True)
class Point:
    """A score in the drawing's coordinates."""

    x: float
    y: float
    told: bool


@dataclasses.dataclass(frozen=True, kw_only=True)
class ScoreLine:
    """What the template draws."""

    #: `M0 0 L…`, broken where there was no score
    path: str
    points: tuple[Point, ...]
    #: marks of runs without a score that reported something, such as a page that was gone
    gone: tuple[float, ...]
    first: int
    last: int
    lowest: int
    highest: int


def score_line(runs: Sequence[tuple[int, int, int | None, bool]]) -> ScoreLine | None:
    """`runs`: number, moment, score and whether something was reported, oldest first; None without two scores."""
    scores = [score for _, _, score, _ in runs if score is not None]
    if len(scores) < 2:
        return None
    step = (WIDTH - 2 * EDGE) / max(1, len(runs) - 1)
    path, points, gone = [], [], []
    pen_up = True
    for place, (_, _, score, told) in enumerate(runs):
        x = round(EDGE + place * step, 1)
        if score is None:
            pen_up = True
            if told:
                gone.append(x)
            continue
        y = round(EDGE + (100 - min(100, max(0, score))) / 100 * (HEIGHT - 2 * EDGE), 1)
        path.append(f"{'M' if pen_up else 'L'}{x} {y}")
        pen_up = False
        points.append(Point(x=x, y=y, told=told))
    return ScoreLine(
        path=" ".join(path),
        points=tuple(points),
        gone=tuple(gone),
        first=scores[0],
        last=scores[-1],
        lowest=min(scores),
        highest=max(scores),
    )
