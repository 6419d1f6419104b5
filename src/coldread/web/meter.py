"""Counting answers: a few additions in memory, read by `/metrics`.

Each process counts its own; the collector has to ask every process and add them up."""

from __future__ import annotations

from bisect import bisect_left

#: upper bounds of the duration classes, in seconds
BOUNDS = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)

#: path prefixes, each with its area; the most frequent first, then longer before shorter ones
AREAS: tuple[tuple[str, str], ...] = (
    ("/v1/orders/", "orders"),
    ("/v1/cold-read-requests", "creation"),
    ("/v1/cold-read/", "v1"),
    ("/deliverables/", "deliverables"),
    ("/v1/scan-paid", "paid"),
    ("/v1/quick-fix", "paid"),
    ("/v1/audit", "paid"),
    ("/v1/scan", "scan"),
    ("/v1/internal/", "internal"),
    ("/v1/ping", "ping"),
    ("/v1/", "api"),
    ("/console", "console"),
    ("/static/", "static"),
    ("/metrics", "metrics"),
)


class Meter:
    """The answers of this process."""

    def __init__(self) -> None:
        #: by area and status
        self.answers: dict[tuple[str, int], int] = {}
        #: by area: how many in each duration class, and one more for longer ones
        self.classes: dict[str, list[int]] = {}
        self.seconds: dict[str, float] = {}

    def note(self, path: str, status: int, seconds: float) -> None:
        area = area_of(path)
        kind = (area, status)
        self.answers[kind] = self.answers.get(kind, 0) + 1
        classes = self.classes.get(area)
        if classes is None:
            classes = self.classes[area] = [0] * (len(BOUNDS) + 1)
            self.seconds[area] = 0.0
        classes[bisect_left(BOUNDS, seconds)] += 1
        self.seconds[area] += seconds


def area_of(path: str) -> str:
    for beginning, area in AREAS:
        if path.startswith(beginning):
            return area
    return "pages"


METER = Meter()
