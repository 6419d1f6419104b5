"""What the structure fuzzer runs in a child with limits: every stage of one document, with its CPU seconds."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping
from typing import Any

from tests.harness.grown_documents import body_shape, page_shape

from bench.linear.run import BRIEF, seen
from coldread import task_table
from coldread.base.incoming.strict_json import fingerprint, parse
from coldread.base.problems import Problem
from coldread.scanner.engine import review
from coldread.scanner.page.observe.dom import read_dom
from coldread.scanner.page.page import Page
from coldread.scanner.patch.make_patches import make_patches
from coldread.scanner.report.answer import page_answer
from coldread.scanner.report.markdown import report_md
from coldread.scanner.verdict import packed_verdict


def warm() -> None:
    task_table.warm()


def page(value: Any) -> dict[str, Any]:
    """CPU of each stage, each from the start; what is not as it should be."""
    html = page_shape(value["seed"])(value["length"])
    spent: dict[str, float] = {}

    def timed(name: str, work: Callable[[], Any]) -> Any:
        gc.collect()
        began = time.process_time()
        result = work()
        spent[name] = time.process_time() - began
        return result

    timed("parse", lambda: read_dom(html))
    fresh = Page(seen(html), BRIEF)
    timed(
        "observe", lambda: (fresh.blocks, fresh.forms, fresh.actions, fresh.calls, fresh.proofs, fresh.hero)
    )
    report = timed("judge", lambda: review(seen(html), BRIEF))
    answer = timed("report", lambda: (page_answer(report), report_md(report), packed_verdict(report)))
    wrong = [name for name, why in report.not_measured.items() if why == "check-failed"]
    if not answer[1] or not answer[0].keys() & {"findings", "reviews"}:
        wrong.append("the answer is not whole")
    return {"spent": spent, "wrong": wrong, "characters": len(html)}


def patches(value: Any) -> dict[str, Any]:
    """As a report is made: judged again, and its patches tried."""
    html = page_shape(value["seed"])(value["length"])
    gc.collect()
    began = time.process_time()
    make_patches(html, review(seen(html), BRIEF))
    return {"spent": {"with_patches": time.process_time() - began}, "wrong": [], "characters": len(html)}


def body(value: Any) -> dict[str, Any]:
    raw = body_shape(value["seed"])(value["length"])
    gc.collect()
    began = time.process_time()
    wrong = []
    try:
        fingerprint(parse(raw))
    except Problem as refused:
        if refused.type.slug != "malformed-json":
            wrong.append(refused.type.slug)
    return {"spent": {"body": time.process_time() - began}, "wrong": wrong, "characters": len(raw)}


TASKS: Mapping[str, Callable[[Any], Any]] = {"page": page, "patches": patches, "body": body}
