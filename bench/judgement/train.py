"""Trains the scorer of lines (`scanner/reading/offer_weights.toml`) on the readers' labels of headlines, and measures it.

Logistic regression by plain gradient descent, with signs set by hand, rounded to whole numbers. Every page is judged by weights
that were trained without it. `python -m bench.judgement train` prints the weights and the figures.
"""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser

from bench.judgement.pages import LabelledPage
from coldread.cli.evaluating.labels import Label
from coldread.scanner.page.observations import Observations
from coldread.scanner.page.page import Page
from coldread.scanner.reading.offer import features_of_line, topics, weights

#: steps and pace of the descent, the pull towards nothing, and whole points for one unit of log odds
STEPS, PACE, PULL, SCALE = 1500, 0.05, 0.01, 3.0
#: how sure an outcome must be before it is one: between the two nobody can tell
SURE_YES, SURE_NO = 0.62, 0.30


@dataclass(frozen=True, kw_only=True)
class Line:
    """A line as the scorer sees it, and what its readers said."""

    page: str
    language: str
    counted: Mapping[str, int]
    #: share of readers who said that it tells
    tells: float


@dataclass(frozen=True, kw_only=True)
class Scorer:
    """Weights and an offset, in log odds."""

    of: Mapping[str, float]
    offset: float

    def sure(self, line: Line) -> float:
        sum_ = self.offset + sum(self.of[name] * value for name, value in line.counted.items())
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, sum_))))


def lines_of(page: LabelledPage, record: Path, readers: Sequence[Label]) -> Iterable[Line]:
    """Headlines that both readers labelled; what one was unsure of counts half."""
    seen = Observations.from_json(zlib.decompress(record.read_bytes()))
    parsed = LexborHTMLParser(seen.rendered_html or seen.html)
    judged, told = Page(seen, page.brief), [_headlines(reader) for reader in readers]
    about = topics(judged)
    for selector in sorted(set(told[0]) & set(told[1])):
        node = parsed.css_first(selector)
        text = re.sub(r"\s+", " ", node.text()).strip()[:600] if node is not None else ""
        if text:
            share = sum(each[selector] for each in told) / len(told)
            yield Line(
                page=page.id,
                language=page.language,
                counted=features_of_line(text, judged, about),
                tells=share,
            )


def _headlines(reader: Label) -> dict[str, float]:
    worth = {"tells": 1.0, "unsure": 0.5, "empty": 0.0}
    return {
        item["selector"]: worth[item["label"]]
        for item in reader.items
        if item["kind"] == "headline" and item["label"] in worth
    }


def trained(lines: Sequence[Line]) -> Scorer:
    """No sign is turned: what speaks against a line by hand never speaks for it by data."""
    signs = {name: 1 if value > 0 else -1 for name, value in weights().of.items()}
    of, offset = dict.fromkeys(signs, 0.0), 0.0
    for _ in range(STEPS):
        now = Scorer(of=of, offset=offset)
        slopes, shift = dict.fromkeys(of, 0.0), 0.0
        for line in lines:
            off = now.sure(line) - line.tells
            shift += off
            for name, value in line.counted.items():
                slopes[name] += off * value
        offset -= PACE * shift / len(lines) * 10
        of = {
            name: signs[name]
            * max(0.0, signs[name] * (value - PACE * 10 * (slopes[name] / len(lines) + PULL * value)))
            for name, value in of.items()
        }
    return Scorer(of=of, offset=offset)


def outcomes(lines: Sequence[Line]) -> list[tuple[Line, str]]:
    """Each page's lines judged by weights that never saw that page."""
    told = []
    for page in sorted({line.page for line in lines}):
        scorer = trained([line for line in lines if line.page != page])
        for line in lines:
            if line.page == page:
                sure = scorer.sure(line)
                told.append((line, "yes" if sure >= SURE_YES else "no" if sure <= SURE_NO else "unsure"))
    return told


def by_hand(lines: Sequence[Line]) -> list[tuple[Line, str]]:
    table = weights()
    points = [sum(table.of[name] * value for name, value in line.counted.items()) for line in lines]
    return [
        (line, "yes" if sum_ >= table.yes else "no" if sum_ <= table.no else "unsure")
        for line, sum_ in zip(lines, points, strict=True)
    ]


def figures(told: Sequence[tuple[Line, str]]) -> str:
    """Of lines on which both readers agree."""
    clear = [(line, outcome) for line, outcome in told if line.tells in (0.0, 1.0)]
    unsure = sum(outcome == "unsure" for _, outcome in clear) / len(clear)
    right = [(line.tells == 1.0) == (outcome == "yes") for line, outcome in clear if outcome != "unsure"]
    empty = [outcome for line, outcome in clear if line.tells == 0.0]
    telling = [outcome for line, outcome in clear if line.tells == 1.0]
    return (
        f"{len(clear)} lines, unsure {unsure:.2f}, right of the others {sum(right) / len(right):.2f}; "
        f"empty ones told {empty.count('no')} of {len(empty)}, telling ones left alone {len(telling) - telling.count('no')} of {len(telling)}"
    )


def whole_numbers(scorer: Scorer) -> dict[str, int]:
    """The weights and both thresholds as the data file holds them."""
    told = {name: round(SCALE * value) for name, value in scorer.of.items()}
    logit = {side: math.log(sure / (1 - sure)) for side, sure in (("yes", SURE_YES), ("no", SURE_NO))}
    return {**told, **{side: round(SCALE * (value - scorer.offset)) for side, value in logit.items()}}
