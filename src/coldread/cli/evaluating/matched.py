"""How many of the readers' problems each list of points finds, from a file in which matchers wrote which point is which
problem.

The page is the unit: intervals and paired differences resample pages. The readers' own agreement is the ceiling.
Planted points are false ones that nobody wrote; the share of them that was called wrong shows how reliable the verdict
*wrong* is."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, TypeAdapter

from coldread.reader.ask import APART, median_index

#: resamples of the bootstrap, and its seed, so that the interval is reproducible
DRAWS, SEED = 2000, 7
#: how many of each reader's problems count as first
FIRST = 3


class ReaderProblem(BaseModel):
    """One problem of one reader; `rank` 1 is the most costly."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    id: str
    reader: str
    rank: int
    #: ids of another reader's problems that are about the same thing
    same_as: tuple[str, ...] = ()


class ListedPoint(BaseModel):
    """One point of one list, and the matcher's verdict."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    id: str
    list: str
    verdict: Literal["worth", "minor", "wrong", "cannot_tell"]
    #: ids of the problems that it matches
    matches: tuple[str, ...] = ()
    planted: bool = False


class MatchedPage(BaseModel):
    """One page with its matcher's verdicts."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    page: str
    problems: tuple[ReaderProblem, ...]
    points: tuple[ListedPoint, ...]


@dataclass(frozen=True)
class Share:
    """A fraction, summed over several pages."""

    part: int
    whole: int

    @property
    def value(self) -> float:
        return self.part / self.whole if self.whole else 0.0


Figure = Callable[[Sequence[MatchedPage], str], Share]


def read_matches(path: Path) -> list[MatchedPage]:
    return TypeAdapter(list[MatchedPage]).validate_python(json.loads(path.read_text("utf-8")))


def share_found(pages: Sequence[MatchedPage], name: str) -> Share:
    """The share of all problems that some point of the list matches."""
    return _share_of_problems_found(pages, name, lambda problem: True)


def found_of_first(pages: Sequence[MatchedPage], name: str) -> Share:
    """The same for each reader's first three problems."""
    return _share_of_problems_found(pages, name, lambda problem: problem.rank <= FIRST)


def _share_of_problems_found(
    pages: Sequence[MatchedPage], name: str, counts: Callable[[ReaderProblem], bool]
) -> Share:
    part = whole = 0
    for page in pages:
        matched = {problem_id for point in _points_of_list(page, name) for problem_id in point.matches}
        wanted = [problem.id for problem in page.problems if counts(problem)]
        part += sum(problem_id in matched for problem_id in wanted)
        whole += len(wanted)
    return Share(part, whole)


def share_worth_reading(pages: Sequence[MatchedPage], name: str) -> Share:
    return _share_with_verdict(pages, name, "worth")


def share_wrong(pages: Sequence[MatchedPage], name: str) -> Share:
    return _share_with_verdict(pages, name, "wrong")


def _share_with_verdict(pages: Sequence[MatchedPage], name: str, verdict: str) -> Share:
    points = [point for page in pages for point in _points_of_list(page, name)]
    return Share(sum(point.verdict == verdict for point in points), len(points))


def _points_of_list(page: MatchedPage, name: str) -> list[ListedPoint]:
    return [point for point in page.points if point.list == name and not point.planted]


def between_readers(pages: Sequence[MatchedPage]) -> Share:
    """The share of problems that another reader names too."""
    problems = [problem for page in pages for problem in page.problems]
    return Share(sum(bool(problem.same_as) for problem in problems), len(problems))


def planted_called_wrong(pages: Sequence[MatchedPage]) -> Share:
    planted = [point for page in pages for point in page.points if point.planted]
    return Share(sum(point.verdict == "wrong" for point in planted), len(planted))


FIGURES: Mapping[str, Figure] = {
    "readers' problems found": share_found,
    f"of each reader's first {FIRST}": found_of_first,
    "points worth an expert's list": share_worth_reading,
    "wrong points": share_wrong,
}


def names_of_lists(pages: Sequence[MatchedPage]) -> list[str]:
    """In the order in which they first occur."""
    return list(dict.fromkeys(point.list for page in pages for point in page.points if not point.planted))


def matched_table(pages: Sequence[MatchedPage]) -> Iterator[str]:
    """Markdown: each list with its intervals, then the first list's lead over each other one."""
    names = names_of_lists(pages)
    yield f"| {len(pages)} pages | " + " | ".join(names) + " | readers among themselves |"
    yield "|---" * (len(names) + 2) + "|"
    for title, figure in FIGURES.items():
        cells = [_cell(pages, name, figure) for name in names]
        ceiling = f"{between_readers(pages).value:.2f}" if figure is share_found else ""
        yield f"| {title} | " + " | ".join(cells) + f" | {ceiling} |"
    for other in names[1:]:
        yield (
            f"| {names[0]} less {other}: found, paired | {_difference(pages, names[0], other)} |"
            + " |" * len(names)
        )
    caught = planted_called_wrong(pages)
    yield f"| planted points called wrong | {caught.part} of {caught.whole} |" + " |" * len(names)


def _cell(pages: Sequence[MatchedPage], name: str, figure: Figure) -> str:
    share = figure(pages, name)
    low, high = _interval(pages, lambda drawn: figure(drawn, name).value)
    return f"{share.value:.2f} ({low:.2f} to {high:.2f}), {share.part} of {share.whole}"


def _difference(pages: Sequence[MatchedPage], name: str, other: str) -> str:
    def lead(drawn: Sequence[MatchedPage]) -> float:
        return share_found(drawn, name).value - share_found(drawn, other).value

    low, high = _interval(pages, lead)
    return f"{lead(pages):+.2f} ({low:+.2f} to {high:+.2f})"


def _interval(
    pages: Sequence[MatchedPage], figure: Callable[[Sequence[MatchedPage]], float]
) -> tuple[float, float]:
    """The 95% interval from resampled pages."""
    draw = random.Random(SEED)  # noqa: S311 the same pages again, no secret
    drawn = sorted(figure([draw.choice(pages) for _ in pages]) for _ in range(DRAWS))
    return drawn[int(0.025 * DRAWS)], drawn[int(0.975 * DRAWS)]


def shifts(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Markdown: how readings of the same pages differ from earlier ones; both by the page's id."""
    shared = [page for page in before if page in now]
    if not shared:
        return ["no page is in both"]
    moved = [now[page]["points"] - before[page]["points"] for page in shared]
    answers = [_changed_answers(before[page], now[page]) for page in shared]
    lines = [
        "| page | points before | now | answers changed | problems that rest on other words |",
        "|---" * 5 + "|",
    ]
    lines += [
        f"| {page} | {before[page]['points']} | {now[page]['points']} | {changed} | {_new_problems(before[page], now[page])} |"
        for page, changed in zip(shared, answers, strict=True)
    ]
    mean = sum(moved) / len(moved)
    apart = sum(abs(shift) for shift in moved) / len(moved)
    return [
        *lines,
        "",
        f"{len(shared)} pages: points moved by {mean:+.1f} on average, {apart:.1f} apart; {sum(answers)} of {5 * len(shared)} answers changed.",
    ]


def _changed_answers(before: Mapping[str, Any], now: Mapping[str, Any]) -> int:
    then = {row["question"]: row["answer"] for row in before["answers"]}
    today = {row["question"]: row["answer"] for row in now["answers"]}
    return sum(then.get(name) != today.get(name) for name in then.keys() | today.keys())


def _new_problems(before: Mapping[str, Any], now: Mapping[str, Any]) -> int:
    """Problems that share no words and no place with an earlier one."""
    earlier = {ground for row in before["problems"] for ground in _evidence_texts(row)}
    return sum(not earlier & set(_evidence_texts(row)) for row in now["problems"])


def _evidence_texts(row: Mapping[str, Any]) -> list[str]:
    return [*row.get("quotes", ()), *filter(None, (row.get("beside"), row.get("measured")))]


def spread_of_points(readings: Mapping[str, Sequence[Mapping[str, Any]]]) -> list[str]:
    """How far identical requests differ, and how much less the median reading would; by page."""
    rows = {page: [one["points"] for one in read] for page, read in readings.items() if len(read) > 1}
    if not rows:
        return ["no page was read more than once"]
    lines = ["| page | points | apart | taken |", "|---" * 4 + "|"]
    lines += [
        f"| {page} | {', '.join(map(str, points))} | {max(points) - min(points)} | {points[median_index(points)]} |"
        for page, points in rows.items()
    ]
    apart = [max(points) - min(points) for points in rows.values()]
    far = sum(one > APART for one in apart)
    between = fmean(pstdev(points) for points in rows.values())
    return [
        *lines,
        "",
        f"{len(rows)} pages read {max(map(len, rows.values()))} times each: points {fmean(apart):.1f} apart on average "
        f"(standard deviation {between:.1f}), more than {APART} on {far}",
    ]
