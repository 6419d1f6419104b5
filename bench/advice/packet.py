"""`python -m bench.advice.packet PROBLEMS.json OUT.md`: what the rules answer to problems that somebody else worded.

The file is a list of `{"problem", "context"?, "language", "voice"}`; the context is a selector or a few words about the place.
Readers label each answer good, partly or wrong without seeing the rules."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from bench.advice.__main__ import NOW
from coldread.advice.quick_fix import fixed
from coldread.advice.requests import QuickFixRequest
from coldread.advice.shapes import QuickFix

#: a place that is told in words is none that a selector could be
_SELECTOR = re.compile(r"[\w.#\[\]=\"'>+~:()* -]{1,200}")


def answer_to(problem: Mapping[str, str]) -> QuickFix:
    context = problem.get("context") or ""
    is_selector = bool(_SELECTOR.fullmatch(context)) and len(context.split()) <= 3
    said = problem["problem"] if is_selector or not context else f"{problem['problem']}\n{context}"
    body = QuickFixRequest(
        url=problem.get("url") or "https://example.com/",
        element_selector=context if is_selector else "body",
        problem=said,
    )
    return fixed(body, NOW)


def packet(problems: Iterable[Mapping[str, str]]) -> Iterable[str]:
    yield "# Answers to owners"
    yield ""
    yield "Each owner described a problem with a web page in a few words; the answer saw neither page nor figures. Label each"
    yield "**good** (fits, helps), **partly** (true but beside the point, or it only asks back sensibly) or **wrong** (misunderstood,"
    yield "contradicts what the owner said, or would do harm), with a few words why."
    for number, problem in enumerate(problems, start=1):
        answer = answer_to(problem)
        place = f" · about `{problem['context']}`" if problem.get("context") else ""
        yield from (
            "",
            f"## {number}",
            "",
            f"**{problem['voice']}**{place}",
            "",
            f"> {problem['problem']}",
            "",
        )
        yield from (
            f"Confidence {answer.confidence:.2f}",
            "",
            answer.diagnosis,
            "",
            "````",
            answer.rewrite,
            "````",
            "",
            answer.rationale,
        )


def main(source: str, into: str) -> None:
    problems = json.loads(Path(source).read_text("utf-8"))
    Path(into).write_text("\n".join(packet(problems)) + "\n", "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:3])
