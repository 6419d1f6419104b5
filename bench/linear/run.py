"""What a static look costs, stage by stage: at 10 kB, 100 kB and 1 MB, and how it grows with hostile pages.

    python -m bench.linear.run            the table for ordinary pages
    python -m bench.linear.run --shapes   CPU at n, 2n and 4n of every hostile shape, and the exponent

CPU seconds of this process; nothing is fetched or rendered.
"""

from __future__ import annotations

import argparse
import logging
import math
import time
from collections.abc import Callable
from typing import Any

from tests.harness.hostile_shapes import SHAPES, mixed

from coldread.scanner.brief import Brief
from coldread.scanner.engine import review
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.page.observations import Observations
from coldread.scanner.page.observe.dom import read_dom
from coldread.scanner.page.page import Page
from coldread.scanner.patch.make_patches import make_patches
from coldread.scanner.report.answer import page_answer
from coldread.scanner.report.markdown import report_md

BRIEF = Brief(goal=PrimaryGoal.BOOK_CALL, audience="bakery owners")
STAGES = ("parse", "observe", "judge", "report", "mend")
#: below this a clock tells nothing about growth
LEAST_S = 0.05


def seen(html: str) -> Observations:
    return Observations(
        url="https://page.example/", final_url="https://page.example/", seen_on="2026-11-15", html=html
    )


def stages(html: str, *, with_mend: bool = True) -> dict[str, float]:
    """CPU seconds of each stage, each from the start."""
    spent: dict[str, float] = {}

    def timed(name: str, work: Callable[[], Any]) -> Any:
        began = time.process_time()
        result = work()
        spent[name] = time.process_time() - began
        return result

    timed("parse", lambda: read_dom(html))
    page = Page(seen(html), BRIEF)
    timed("observe", lambda: (page.blocks, page.forms, page.actions, page.calls, page.proofs, page.hero))
    report = timed("judge", lambda: review(seen(html), BRIEF))
    timed("report", lambda: (page_answer(report), report_md(report)))
    if with_mend:
        timed("mend", lambda: make_patches(html, report))
    return spent


def exponent(small: float, large: float, times: float) -> float:
    """How the cost grows from n to `times` n; 0 where it is too little to tell."""
    return math.log(large / max(small, LEAST_S / 4), times) if large > LEAST_S else 0.0


def ordinary() -> None:
    print("| page | " + " | ".join(STAGES) + " |\n|" + "---|" * (len(STAGES) + 1))
    stages(mixed(10_000))
    for name, size in (("10 kB", 10_000), ("100 kB", 100_000), ("1 MB", 1_000_000)):
        best = [stages(mixed(size)) for _ in range(3 if size < 1_000_000 else 1)]
        row = (f"{min(one[stage] for one in best) * 1000:.0f} ms" for stage in STAGES)
        print(f"| {name} | " + " | ".join(row) + " |", flush=True)


def shapes(length: int, wanted: str) -> None:
    print("| shape | stage | n | 2n | 4n | exponent |\n|---|---|---|---|---|---|")
    for name, shape in SHAPES.items():
        if wanted and wanted not in name:
            continue
        runs = [stages(shape(length * factor)) for factor in (1, 2, 4)]
        for stage in STAGES:
            costs = [run[stage] for run in runs]
            power = exponent(costs[0], costs[2], 4)
            if power > 1.2 or costs[2] > 1.0:
                told = " | ".join(f"{cost * 1000:.0f} ms" for cost in costs)
                print(f"| {name} | {stage} | {told} | {power:.2f} |", flush=True)


def main() -> None:
    logging.disable(logging.CRITICAL)
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--shapes", action="store_true")
    given.add_argument("--length", type=int, default=30_000, help="n of the shapes, in characters")
    given.add_argument("--only", default="", help="shapes whose name contains this")
    wanted = given.parse_args()
    if wanted.shapes:
        shapes(wanted.length, wanted.only)
    else:
        ordinary()


if __name__ == "__main__":
    main()
