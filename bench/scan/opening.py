"""`python -m bench.scan.opening RECORDS`: CPU of opening a report for the first time, judged again and by the stored verdict.

RECORDS is a folder of `*.z`, as `python -m bench.judgement look` makes them. Each figure is the least of seven, since other work on
the machine only adds to it.
"""

from __future__ import annotations

import base64
import gc
import sys
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from statistics import median

from coldread.pages.tasks import report
from coldread.scanner.brief import Brief
from coldread.scanner.engine import review
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.page.observations import Observations
from coldread.scanner.tasks import brief_json
from coldread.scanner.verdict import judged_once, stored_verdict

TIMES = 7


def main() -> None:
    rows = [_row(record) for record in sorted(Path(sys.argv[1]).glob("*.z"))]
    print(
        "| page | opened, judged again | opened by the verdict | judging | reading the verdict | verdict, bytes |"
    )
    print("|---|---|---|---|---|---|")
    for name, figures, size in rows:
        print(f"| {name} | " + " | ".join(f"{figure:.0f} ms" for figure in figures) + f" | {size:,} |")
    middle = [median(column) for column in zip(*(figures for _, figures, _ in rows), strict=True)]
    print("| median | " + " | ".join(f"{figure:.0f} ms" for figure in middle) + " | |")


def _row(file: Path) -> tuple[str, list[float], int]:
    brief, record = Brief(goal=PrimaryGoal.BOOK_CALL), file.read_bytes()

    def seen() -> Observations:
        return Observations.from_json(zlib.decompress(record))

    verdict = stored_verdict(review(seen(), brief))
    asked = {
        "record": base64.b64encode(record).decode(),
        "brief": brief_json(brief),
        "uri": "",
        "with_patches": True,
    }
    acts: list[Callable[[], object]] = [
        lambda: report({**asked, "verdict": ""}),
        lambda: report({**asked, "verdict": base64.b64encode(verdict).decode()}),
        lambda: review(seen(), brief),
        lambda: judged_once(seen(), brief, verdict),
    ]
    return file.stem, [_cpu_ms(act) for act in acts], len(verdict)


def _cpu_ms(act: Callable[[], object]) -> float:
    spent = []
    for _ in range(TIMES):
        gc.collect()
        gc.disable()
        began = time.process_time()
        act()
        spent.append(time.process_time() - began)
        gc.enable()
    return 1000 * min(spent)


if __name__ == "__main__":
    main()
