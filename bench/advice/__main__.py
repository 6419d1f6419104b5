"""`python -m bench.advice`: the answers to 120 owners beside their labels; `-v` prints what is answered, to label it anew."""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

from coldread.advice.quick_fix import chosen, fixed, reading_of
from coldread.advice.requests import QuickFixRequest

OWNERS = Path(__file__).with_name("owners.toml")
#: the moment of asking decides nothing here but the year in a footer
NOW = 1_790_000_000_000_000
LABELS = ("good", "partly", "wrong")


def problems() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads(OWNERS.read_text("utf-8"))["problem"]
    return found


def answered(problem: dict[str, Any]) -> tuple[str, float, str]:
    """The name of what answered, its confidence, and the whole of it."""
    body = QuickFixRequest(
        url="https://example.com/", element_selector=problem["element_selector"], problem=problem["problem"]
    )
    match, fix = chosen(reading_of(body, NOW)), fixed(body, NOW)
    return (
        match.hurt.name if match.hurt else match.complaint.name,
        fix.confidence,
        f"{fix.diagnosis}\n{fix.rewrite}",
    )


def main(*, telling: bool) -> int:
    rows = [(problem, *answered(problem)) for problem in problems()]
    changed = [(problem, name) for problem, name, _, _ in rows if name != problem["answer"]]
    for problem, name, confidence, text in rows if telling else ():
        print(f"{confidence:.2f} {name} [{problem['element_selector']}] {problem['problem']}\n{text}\n")
    for go in sorted({problem["go"] for problem, *_ in rows}):
        of_go = [(problem, name, confidence) for problem, name, confidence, _ in rows if problem["go"] == go]
        for which in ("blind", "label"):
            count = Counter(problem[which] for problem, *_ in of_go)
            print(
                f"go {go}, {which}: " + ", ".join(f"{count[one]} {one}" for one in LABELS), f"of {len(of_go)}"
            )
    asked_back = sum(name == "unclear" for _, name, _, _ in rows)
    surest = max((sure for problem, _, sure, _ in rows if problem["label"] == "wrong"), default=0.0)
    print(f"asked back without a class: {asked_back}; the surest wrong answer: {surest:.2f}")
    for problem, name in changed:
        print(f"to be labelled anew: {problem['problem']} → {name} (was {problem['answer']})")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main(telling="-v" in sys.argv))
