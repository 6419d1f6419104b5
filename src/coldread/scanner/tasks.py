"""The isolated tasks about a scanned page: what to try, how it is judged, the report with its patches.

Each is a function from JSON to JSON; `Scanner` and `stored_record` call it, a process without network runs it.
"""

from __future__ import annotations

import base64
import hashlib
import zlib
from collections.abc import Callable, Mapping
from typing import Any

from pydantic_core import to_jsonable_python

from coldread.base.languages import Language
from coldread.scanner.brief import Brief
from coldread.scanner.engine import review
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge.probes import plan_probes
from coldread.scanner.page.markup import source_text
from coldread.scanner.page.observations import Observations
from coldread.scanner.page.page import Page
from coldread.scanner.report.answer import page_answer
from coldread.scanner.verdict import packed_verdict, stored_verdict
from coldread.scanner.visit import reading

#: characters of the page's words, for a model and for the check that it adds nothing
MOST_TEXT = 200_000


def brief_json(brief: Brief) -> dict[str, str]:
    return {"goal": str(brief.goal), "audience": brief.audience, "lang": str(brief.lang)}


def brief_of(value: Mapping[str, str]) -> Brief:
    return Brief(goal=PrimaryGoal(value["goal"]), audience=value["audience"], lang=Language(value["lang"]))


def plan(value: Any) -> Any:
    """What to try in the browser: a `ProbePlan`."""
    wanted = plan_probes(Observations.from_json(value["record"]), brief_of(value["brief"]))
    return to_jsonable_python(wanted)


def judge_record(value: Any) -> dict[str, Any]:
    """The verdict, the page's part of the answer, and the record as it is stored."""
    record: bytes = value["record"].encode()
    report = review(Observations.from_json(record), brief_of(value["brief"]))
    return {
        "verdict": packed_verdict(report),
        "stored_verdict": base64.b64encode(stored_verdict(report)).decode(),
        "page": page_answer(report),
        "hash": hashlib.sha256(record).hexdigest(),
        "record": base64.b64encode(zlib.compress(record, 6)).decode(),
    }


def page_text(value: Any) -> dict[str, Any]:
    """Title and visible text of a page, and its markup as it was sent, from its stored record; long ones are cut."""
    seen = Observations.from_json(zlib.decompress(base64.b64decode(value["record"])))
    page = Page(seen, brief_of(value["brief"]))
    return {"text": f"{page.title}\n{page.dom.body.text}"[:MOST_TEXT], "source": source_text(page)}


TASKS: Mapping[str, Callable[[Any], Any]] = {
    **reading.TASKS,
    "scanner.plan": plan,
    "scanner.review": judge_record,
    "scanner.text": page_text,
}
