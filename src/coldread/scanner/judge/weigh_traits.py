"""Weighs what was counted on a page into an answer: whole numbers, a sum, two thresholds.

The weights and their card stand in `answer_weights.toml`; `python -m bench.judgement weigh` trains them on what readers answered.
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
    """One question's weights, and the sums from which on the answer is partly and yes."""

    of: Mapping[str, int]
    partly: int
    yes: int

    def outcome(self, counted: Mapping[str, int]) -> Outcome:
        total = sum(self.of.get(name, 0) * value for name, value in counted.items())
        return "yes" if total >= self.yes else "partly" if total >= self.partly else "no"


def reached(number: int, bounds: tuple[int, ...]) -> int:
    """How many of the bounds a number reaches: more of the same counts more, in few steps."""
    return sum(number >= bound for bound in bounds)


@cache
def models() -> dict[str, Model]:
    """By the question's name."""
    file = resources.files("coldread.scanner.judge").joinpath("answer_weights.toml")
    table = tomllib.loads(file.read_text("utf-8"))
    return {
        name: Model(of=row["weights"], partly=row["partly"], yes=row["yes"])
        for name, row in table["question"].items()
    }
