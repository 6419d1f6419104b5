"""The readers' labels of the pages, and how far they agree with one another, which is the ceiling for every engine."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import mean
from typing import Any

#: a reader's name of a question, and ours
QUESTIONS = {"what": "what", "for_me": "for_me", "believe": "why", "cost": "cost", "press": "press"}


@dataclass(frozen=True, kw_only=True)
class Label:
    """One reader's judgement of one page."""

    reader: str
    page: str
    score: int
    #: by our names of the questions
    answers: dict[str, str]
    problems: tuple[dict[str, Any], ...]
    #: whether the headline says what is offered: yes, partly, no
    telling: str
    #: selector, kind and label of parts of the page
    items: tuple[dict[str, str], ...]


def label_of(reader: str, row: dict[str, Any]) -> Label:
    return Label(
        reader=reader,
        page=row["page"],
        score=int(row["score"]),
        answers={QUESTIONS[name]: answer for name, answer in row["answers"].items()},
        problems=tuple(row["problems"]),
        telling=row["headline"]["telling"],
        items=tuple(row["items"]),
    )


def labels(folder: Path) -> dict[str, list[Label]]:
    """By page; each file of the folder has one reader's labels."""
    found: dict[str, list[Label]] = {}
    for file in sorted(folder.glob("*.json")):
        for row in json.loads(file.read_text("utf-8")):
            found.setdefault(row["page"], []).append(label_of(file.stem, row))
    return found


def ranks(values: Sequence[float]) -> list[float]:
    """Ranks; equal values share the mean of theirs."""
    order = sorted(range(len(values)), key=values.__getitem__)
    cuts = [0, *(i for i in range(1, len(order)) if values[order[i]] != values[order[i - 1]]), len(order)]
    placed = [0.0] * len(values)
    for start, end in pairwise(cuts):
        for index in order[start:end]:
            placed[index] = (start + end - 1) / 2
    return placed


def correlation(left: Sequence[float], right: Sequence[float]) -> float:
    middle, other = mean(left), mean(right)
    above = sum((x - middle) * (y - other) for x, y in zip(left, right, strict=True))
    below = (sum((x - middle) ** 2 for x in left) * sum((y - other) ** 2 for y in right)) ** 0.5
    return above / below if below else 0.0


def rank_correlation(left: Sequence[float], right: Sequence[float]) -> float:
    return correlation(ranks(left), ranks(right))


#: the answers that have an order
ORDER = ("no", "partly", "yes")


def weighted_kappa(left: Sequence[str], right: Sequence[str]) -> float | None:
    """Cohen's with linear weights over no, partly and yes; None if fewer than two pages have such answers on both
    sides."""
    pairs = [
        (ORDER.index(x), ORDER.index(y))
        for x, y in zip(left, right, strict=True)
        if x in ORDER and y in ORDER
    ]
    if len(pairs) < 2:
        return None
    left_counts, right_counts = Counter(x for x, _ in pairs), Counter(y for _, y in pairs)
    observed = mean(abs(x - y) for x, y in pairs)
    chance = (
        sum(left_counts[x] * right_counts[y] * abs(x - y) for x in left_counts for y in right_counts)
        / len(pairs) ** 2
    )
    return 1 - observed / chance if chance else 1.0


def kappa(left: Sequence[str], right: Sequence[str]) -> float:
    """Cohen's: the agreement beyond chance."""
    observed = mean(x == y for x, y in zip(left, right, strict=True))
    left_counts, right_counts = Counter(left), Counter(right)
    chance = sum(left_counts[word] * right_counts[word] for word in left_counts) / len(left) ** 2
    return (observed - chance) / (1 - chance) if chance < 1 else 1.0
