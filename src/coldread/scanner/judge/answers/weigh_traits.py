"""Computes an answer from traits: whole numbers, a sum, two thresholds.

`answer_weights.toml` has the weights. `python -m bench.judgement weigh` trains them on readers' answers.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal

Outcome = Literal["yes", "partly", "no"]


@dataclass(frozen=True, kw_only=True)
class Model:
    """One question's weights, and the smallest sums for partly and for yes."""

    of: Mapping[str, int]
    partly: int
    yes: int

    def outcome(self, counted: Mapping[str, int]) -> Outcome:
        total = sum(self.of.get(name, 0) * value for name, value in counted.items())
        return "yes" if total >= self.yes else "partly" if total >= self.partly else "no"


def count_bounds_reached(number: int, bounds: tuple[int, ...]) -> int:
    """How many of the bounds a number reaches."""
    return sum(number >= bound for bound in bounds)


@cache
def models() -> dict[str, Model]:
    """The models by the question's name."""
    file = resources.files("coldread.scanner.judge.answers").joinpath("answer_weights.toml")
    table = tomllib.loads(file.read_text("utf-8"))
    return {
        name: Model(of=row["weights"], partly=row["partly"], yes=row["yes"])
        for name, row in table["question"].items()
    }
