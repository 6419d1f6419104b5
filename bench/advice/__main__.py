"""Quick-fixes and audits as a model would answer them, to be judged by hand; no endpoint is asked.

    python -m bench.advice ask CASES.json OUT     writes OUT/001.request.md … and OUT/requests.json
    python -m bench.advice take OUT               reads OUT/001.answer.json …, writes OUT/answers.md

CASES.json is a list of request bodies: `url`, `element_selector`, `problem`, or `url`, `primary_goal`, `audience`. A request
contains all that a model gets. A person plays the model and writes the JSON object that the request asks for. `take` checks each
answer as the service does, and prints what a buyer would get, or that the work failed and why.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from coldread.advice.accepted_answer import Keeper
from coldread.advice.model_shapes import SaidAudit, SaidFix
from coldread.advice.prompt_material import (
    AdviceMaterial,
    audit_material,
    fix_material,
    new_prefix,
    prompt_for,
)
from coldread.advice.requests import AuditRequest, QuickFixRequest
from coldread.advice.shapes import Audit, QuickFix
from coldread.llm.schema import strict_schema

ENGINE = "by hand"


def told_of(body: dict[str, Any]) -> AdviceMaterial:
    if "element_selector" in body:
        return fix_material(QuickFixRequest.model_validate(body))
    return audit_material(AuditRequest.model_validate(body))


def ask(cases: list[dict[str, Any]], out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    kept = []
    for number, body in enumerate(cases, 1):
        told = told_of(body)
        prefix = new_prefix(told)
        request = prompt_for(told, prefix)
        schema = strict_schema(SaidFix if "element_selector" in body else SaidAudit)
        text = f"{request.instructions}\n\n---\n\n{request.material}\n\n---\n\n{json.dumps(schema)}\n"
        (out / f"{number:03}.request.md").write_text(text, "utf-8")
        kept.append({"body": body, "prefix": prefix})
    (out / "requests.json").write_text(json.dumps(kept, ensure_ascii=False, indent=1), "utf-8")


def answer_to(body: dict[str, Any], prefix: str, said: Any) -> tuple[QuickFix | Audit | None, Counter[str]]:
    """What the service makes of it."""
    keeper = Keeper(told_of(body), prefix)
    if "element_selector" in body:
        selector = body["element_selector"]
        return keeper.fix(SaidFix.model_validate(said), selector, ENGINE), keeper.dropped
    return keeper.audit(SaidAudit.model_validate(said), ENGINE), keeper.dropped


def take(out: Path) -> Iterable[str]:
    """The answers as a reader labels them, and how many failed."""
    failed = answered = 0
    for number, row in enumerate(json.loads((out / "requests.json").read_text("utf-8")), 1):
        file = out / f"{number:03}.answer.json"
        if not file.exists():
            continue
        answer, dropped = answer_to(row["body"], row["prefix"], json.loads(file.read_text("utf-8")))
        answered += 1
        failed += answer is None
        yield f"## {number}\n\n```json\n{json.dumps(row['body'], ensure_ascii=False, indent=1)}\n```\n"
        yield from (
            _told(answer)
            if answer is not None
            else ("Failed work: tried again for the same payment, and refunded after three tries.\n",)
        )
        if dropped:
            yield f"Dropped: {', '.join(f'{reason} {times}' for reason, times in dropped.items())}\n"
    yield f"{answered} answers, {failed} failed."


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
