"""Quick-fixes and audits as a model would answer them, to be judged by hand; no endpoint is asked.

    python -m bench.advice ask CASES.json OUT     writes OUT/001.request.md … and OUT/requests.json
    python -m bench.advice again OUT              writes OUT/001.again.request.md for each answer that is refused
    python -m bench.advice take OUT               reads OUT/001.answer.json …, writes OUT/answers.md

CASES.json is a list of request bodies: `url`, `element_selector`, `problem`, or `url`, `primary_goal`, `audience`. A request
contains all that a model gets. A person plays the model and writes the JSON object that the request asks for. The service asks
once more within a try where too little of the answer holds: that answer goes into `OUT/001.again.answer.json`. `take` checks the
last answer as the service does, and prints what a buyer would get, or that the work failed and why.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from coldread.advice.accepted_answer import LONGEST, MOST_FINDINGS, Keeper
from coldread.advice.model_shapes import SaidAudit, SaidFix, clipped
from coldread.advice.prompt_material import (
    AdviceMaterial,
    audit_material,
    fix_material,
    new_prefix,
    prompt_again,
    prompt_for,
)
from coldread.advice.requests import AuditRequest, QuickFixRequest
from coldread.advice.shapes import Audit, QuickFix
from coldread.llm.prompt import Prompt
from coldread.llm.schema import strict_schema

ENGINE = "by hand"


def told_of(body: dict[str, Any]) -> AdviceMaterial:
    if "element_selector" in body:
        return fix_material(QuickFixRequest.model_validate(body))
    return audit_material(AuditRequest.model_validate(body))


def shape_of(body: dict[str, Any]) -> type[SaidFix] | type[SaidAudit]:
    return SaidFix if "element_selector" in body else SaidAudit


def request_text(prompt: Prompt, body: dict[str, Any]) -> str:
    schema = json.dumps(strict_schema(shape_of(body)))
    return f"{prompt.instructions}\n\n---\n\n{prompt.material}\n\n---\n\n{schema}\n"


def ask(cases: list[dict[str, Any]], out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    stored = []
    for number, body in enumerate(cases, 1):
        told = told_of(body)
        prefix = new_prefix(told)
        (out / f"{number:03}.request.md").write_text(request_text(prompt_for(told, prefix), body), "utf-8")
        stored.append({"body": body, "prefix": prefix})
    (out / "requests.json").write_text(json.dumps(stored, ensure_ascii=False, indent=1), "utf-8")


def ask_again(out: Path) -> int:
    """How many first answers are refused, each with its second request written."""
    written = 0
    for number, row in enumerate(rows_of(out), 1):
        body, first = row["body"], out / f"{number:03}.answer.json"
        if not first.exists():
            continue
        said = clipped(
            shape_of(body).model_validate_json(first.read_text("utf-8")), LONGEST + 1, MOST_FINDINGS
        )
        answer, keeper = answer_to(body, row["prefix"], said)
        if answer is None:
            prompt = prompt_again(told_of(body), row["prefix"], said, keeper.refused)
            (out / f"{number:03}.again.request.md").write_text(request_text(prompt, body), "utf-8")
            written += 1
    return written


def rows_of(out: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads((out / "requests.json").read_text("utf-8"))
    return rows


def answer_to(body: dict[str, Any], prefix: str, said: Any) -> tuple[QuickFix | Audit | None, Keeper]:
    """What the service makes of it."""
    keeper = Keeper(told_of(body), prefix)
    if "element_selector" in body:
        return keeper.fix(SaidFix.model_validate(said), body["element_selector"], ENGINE), keeper
    return keeper.audit(SaidAudit.model_validate(said), ENGINE), keeper


def take(out: Path) -> Iterable[str]:
    """The answers as a reader labels them, and how many failed."""
    failed = answered = second = 0
    for number, row in enumerate(rows_of(out), 1):
        files = [out / f"{number:03}.again.answer.json", out / f"{number:03}.answer.json"]
        file = next((each for each in files if each.exists()), None)
        if file is None:
            continue
        answer, keeper = answer_to(row["body"], row["prefix"], json.loads(file.read_text("utf-8")))
        answered += 1
        second += file is files[0]
        failed += answer is None
        yield f"## {number}\n\n```json\n{json.dumps(row['body'], ensure_ascii=False, indent=1)}\n```\n"
        yield from (
            _told(answer)
            if answer is not None
            else ("Failed work: tried again for the same payment, and refunded after three tries.\n",)
        )
        if keeper.dropped:
            yield f"Dropped: {', '.join(f'{reason} {times}' for reason, times in keeper.dropped.items())}\n"
    yield f"{answered} answers, {second} of them the second, {failed} failed."


def _told(answer: QuickFix | Audit) -> Iterable[str]:
    if isinstance(answer, QuickFix):
        yield f"{answer.diagnosis}\n\n````\n{answer.rewrite}\n````\n\n{answer.rationale}\n\nConfidence {answer.confidence:.2f}\n"
        return
    yield f"{answer.executive_summary}\n"
    for one in answer.findings:
        yield f"{one.rank}. **{one.priority} {one.title}** ({one.confidence:.1f}) {one.why} *{one.fix}*\n"


def main(command: str, *given: str) -> int:
    if command == "ask":
        ask(json.loads(Path(given[0]).read_text("utf-8")), Path(given[1]))
    elif command == "again":
        sys.stdout.write(f"{ask_again(Path(given[0]))} are asked again\n")
    elif command == "take":
        out = Path(given[0])
        text = "\n".join(take(out))
        (out / "answers.md").write_text(f"{text}\n", "utf-8")
        sys.stdout.write(f"{text.splitlines()[-1]} {out / 'answers.md'}\n")
    else:
        sys.stdout.write(f"{__doc__}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(*(sys.argv[1:] or ["help"])))
