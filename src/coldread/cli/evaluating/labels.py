"""What the readers said of the pages, and how far they agree with one another: the ceiling for everybody else."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import mean
from typing import Any

#: a reader's word for a question, and ours
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
    #: selector, kind and label of pieces of the page
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
    """By page; each file of the folder is a reader's."""
    found: dict[str, list[Label]] = {}
    for file in sorted(folder.glob("*.json")):
        for row in json.loads(file.read_text("utf-8")):
            found.setdefault(row["page"], []).append(label_of(file.stem, row))
    return found


def ranks(values: Sequence[float]) -> list[float]:
    """Places in the order, equals sharing theirs."""
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


#: answers that have an order
ORDER = ("no", "partly", "yes")


def weighted_kappa(left: Sequence[str], right: Sequence[str]) -> float | None:
    """Cohen's with linear weights over no, partly and yes; None where fewer than two pages have such answers on both sides."""
    pairs = [
        (ORDER.index(x), ORDER.index(y))
        for x, y in zip(left, right, strict=True)
        if x in ORDER and y in ORDER
    ]
    if len(pairs) < 2:
        return None
    ours, theirs = Counter(x for x, _ in pairs), Counter(y for _, y in pairs)
    seen = mean(abs(x - y) for x, y in pairs)
    chance = sum(ours[x] * theirs[y] * abs(x - y) for x in ours for y in theirs) / len(pairs) ** 2
    return 1 - seen / chance if chance else 1.0


def kappa(left: Sequence[str], right: Sequence[str]) -> float:
    """Cohen's: agreement beyond what chance would give."""
    seen = mean(x == y for x, y in zip(left, right, strict=True))
    ours, theirs = Counter(left), Counter(right)
    chance = sum(ours[word] * theirs[word] for word in ours) / len(left) ** 2
    return (seen - chance) / (1 - chance) if chance < 1 else 1.0
