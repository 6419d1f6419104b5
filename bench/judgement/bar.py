"""`python -m bench.judgement.bar`: findings of checks on pages that nobody used to write them, to be labelled right or wrong.

Each page of the index is scanned once (its record is stored in `--records`), then judged by the installed rules. Every finding is one
JSON line: page, check, severity, sentence, evidence, remedy. `--labels` reads such lines with a field `right` and prints the
table: how often a check is right, with the lower end of Wilson's interval.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections import defaultdict
from math import sqrt
from pathlib import Path

from bench.judgement.pages import GatheredPage, gathered_pages
from bench.judgement.records import judged, look_at
from coldread.scanner.judge.rubric import CHECKS

#: what a check that guesses must reach: the share that is right, and the lower end of its interval
SHARE, LOWER_END = 0.9, 0.8
#: quantile of the normal distribution for 95 %
Z = 1.96


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.judgement.bar", description=__doc__)
    parser.add_argument(
        "--index", type=Path, action="append", default=[], help="JSON lines: id, root, page, …"
    )
    parser.add_argument("--sites", type=Path, help="where the pages lie")
    parser.add_argument("--set", default="bar", help="the set of the index that is read; no other is opened")
    parser.add_argument("--records", type=Path, default=Path(".judgement/bar"))
    parser.add_argument("--labels", type=Path, help="print the table of labelled findings instead")
    asked = parser.parse_args()
    if asked.labels is not None:
        print(*table(asked.labels), sep="\n")
        return
    pages = [page for index in asked.index if index.exists() for page in gathered_pages(index, asked.set)]
    asked.records.mkdir(parents=True, exist_ok=True)
    if asked.sites is not None:
        asyncio.run(look_at(pages, asked.sites, asked.records))
    for page in pages:
        record = asked.records / f"{page.id}.z"
        if record.exists():
            print(*findings_of(page, record), sep="\n")


def findings_of(page: GatheredPage, record: Path) -> list[str]:
    """Every finding as a JSON line."""
    return [
        json.dumps(
            {
                "page": page.id,
                "check": one.id,
                "severity": one.severity.value,
                "title": one.title,
                "evidence": [item.snippet for item in one.evidence[:3]],
                "remedy": one.fix.summary,
            },
            ensure_ascii=False,
        )
        for one in judged(record, page.brief).findings
    ]


def table(labels: Path) -> list[str]:
    """A row a check: findings, right ones, share, lower end, passed or not."""
    told: dict[str, list[bool]] = defaultdict(list)
    for line in labels.read_text("utf-8").splitlines():
        row = json.loads(line)
        told[row["check"]].append(bool(row["right"]))
    rows = ["| check | findings | right | lower end | |", "|---|---|---|---|---|"]
    for name in sorted(told, key=lambda name: -len(told[name])):
        found, right = len(told[name]), sum(told[name])
        low = lower_end(right, found)
        passed = right / found >= SHARE and low >= LOWER_END
        known = any(row.meta.id == name for row in CHECKS)
        verdict = "passed" if passed else "kept" if known else "deleted"
        rows.append(f"| {name} | {found} | {right} | {low:.2f} | {verdict} |")
    return rows


def lower_end(right: int, found: int) -> float:
    """Of Wilson's interval."""
    if not found:
        return 0.0
    share = right / found
    middle = share + Z * Z / (2 * found)
    spread = Z * sqrt(share * (1 - share) / found + Z * Z / (4 * found * found))
    return (middle - spread) / (1 + Z * Z / found)


if __name__ == "__main__":
    main()
