"""`coldread scan PAGE --against OTHER`: the page beside up to three others, scanned by the same command."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from coldread.cli.scanning.ending import Outcome
from coldread.cli.scanning.exits import Code, Stop, usage_error
from coldread.cli.scanning.options import ScanOptions
from coldread.cli.scanning.place import Place, open_place
from coldread.cli.scanning.progress import Progress
from coldread.cli.scanning.run import exit_code_after, judge_visit, prepared_for, run_scan, visit_of
from coldread.cli.scanning.visit import visit
from coldread.scanner.report.plain import escape_control_characters
from coldread.scans.beside.facts import say
from coldread.scans.beside.side_by_side import MOST, Side, side_by_side
from coldread.scans.beside.words import as_markdown
from coldread.scans.comparison.reported import state_of_report


def run_against(order: ScanOptions, others: Sequence[str]) -> Code:
    """The exit code, by the page itself; everything else was printed before."""

    def look_at_others(place: Place, outcome: Outcome, progress: Progress) -> Callable[[str], str]:
        own = Side(url=place.shown, state="seen", page=state_of_report(outcome.report, place.shown))
        told = side_by_side([own, *_scan_others(order, others, progress)], order.lang)
        return lambda text: _with_others(order, text, told)

    return exit_code_after(lambda: _require_valid_options(order, others)) or run_scan(order, look_at_others)


def _require_valid_options(order: ScanOptions, others: Sequence[str]) -> Code:
    if len(others) > MOST:
        raise usage_error(f"--against takes {MOST} pages at most.")
    if order.output_format == "sarif":
        raise usage_error("--against is for md and json; SARIF is about one page.")
    return Code.OK


def _scan_others(order: ScanOptions, others: Sequence[str], progress: Progress) -> Iterator[Side]:
    """Scanned without the headers and cookies of the page: those are for its own site. Findings are ignored on all alike."""
    for page in others:
        progress.step(f"looking at {page}")
        other = replace(order, page=page, headers=(), cookies=(), screenshot=None, html=None, baseline=None)
        try:
            prepared = prepared_for(other)
            with open_place(page) as place:
                visited = asyncio.run(visit(visit_of(other, prepared, place), progress))
                report = judge_visit(other, prepared, place, visited, progress).report
                yield Side(url=place.shown, state="seen", page=state_of_report(report, place.shown))
        except Stop as stop:
            yield Side(url=page, state="failed", why=stop.sentence)


def _with_others(order: ScanOptions, text: str, told: dict[str, Any]) -> str:
    """The answer with the pages side by side at its end."""
    if order.output_format == "json":
        answer = {**json.loads(text), "side_by_side": told}
        return escape_control_characters(json.dumps(answer, indent=2, ensure_ascii=False)) + "\n"
    words = as_markdown(told, order.lang, heading="###")
    return f"{text.rstrip()}\n\n## {say(order.lang, 'title')}\n\n{words}"
