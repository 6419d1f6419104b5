"""What comes back from another process is what would have been said here, to the byte."""

from __future__ import annotations

import dataclasses

import pytest
from pydantic_core import to_json

from coldread.scanner.brief import Brief
from coldread.scanner.engine import review
from coldread.scanner.page.observations import Observations
from coldread.scanner.report.answer import page_answer
from coldread.scanner.stored_record import packed_record
from coldread.scanner.tasks import brief_json, brief_of, judge_record
from coldread.scanner.verdict import report_of
from coldread.scans.scan_request import ScanRequest
from tests.scanner.seeing import GOLD, seen_site


@pytest.mark.parametrize("name", sorted(GOLD))
def test_a_report_survives_its_way_between_processes(name: str) -> None:
    seen, brief = seen_site(name), GOLD[name]
    here = review(seen, brief)
    made = judge_record({"record": seen.to_json().decode(), "brief": brief_json(brief), "text": False})
    there = report_of(made["verdict"], seen, brief)
    assert to_json(made["page"]) == to_json(page_answer(here)) == to_json(page_answer(there))
    assert there.findings == tuple(dataclasses.replace(item, places=()) for item in here.findings)
    assert (there.scores, there.not_measured, there.facts) == (here.scores, here.not_measured, here.facts)
    assert [one.id for one in there.top] == [one.id for one in here.top]
    assert packed_record(Observations.from_json(seen.to_json())) == packed_record(seen)


def test_a_brief_that_a_worker_reads_from_its_row_is_the_same() -> None:
    brief = next(iter(GOLD.values()))
    request = ScanRequest(url="https://shop.example/", brief=brief, client="")
    again: Brief = ScanRequest.from_json(request.to_json()).brief
    assert brief_of(brief_json(again)) == brief
