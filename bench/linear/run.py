"""What a static look costs, stage by stage, at 10 kB, 100 kB and 1 MB: `python -m bench.linear.run`.

CPU seconds of this process; nothing is fetched or rendered.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

from tests.harness.hostile_shapes import mixed

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


def ordinary() -> None:
    print("| page | " + " | ".join(STAGES) + " |\n|" + "---|" * (len(STAGES) + 1))
    stages(mixed(10_000))
    for name, size in (("10 kB", 10_000), ("100 kB", 100_000), ("1 MB", 1_000_000)):
        best = [stages(mixed(size)) for _ in range(3 if size < 1_000_000 else 1)]
        row = (f"{min(one[stage] for one in best) * 1000:.0f} ms" for stage in STAGES)
        print(f"| {name} | " + " | ".join(row) + " |", flush=True)


def main() -> None:
    logging.disable(logging.CRITICAL)
    ordinary()


if __name__ == "__main__":
    main()
