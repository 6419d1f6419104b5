"""A page is judged once, where it was seen: reports, readings and drafts take what was stored."""

from __future__ import annotations

import base64
import dataclasses
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest
from pydantic_core import to_jsonable_python

from coldread.base.clock import Clock
from coldread.base.languages import Language
from coldread.drafts.assignment import Assignment
from coldread.drafts.page_scan import PageScan
from coldread.drafts.prepare import DraftTask, task_json
from coldread.drafts.write import case_of
from coldread.orders.rules.expiry import FINAL_WITHIN
from coldread.reader.material import material_of
from coldread.reader.tasks import material
from coldread.scanner import verdict
from coldread.scanner.brief import Brief
from coldread.scanner.engine import review
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.page.observations import Observations
from coldread.scanner.page.page import Page
from coldread.scanner.report.answer import page_answer
from coldread.scanner.scanner import ScannedPage
from coldread.scanner.stored_record import RECORD_NAME, VERDICT_NAME, packed_record, report_from
from coldread.scanner.tasks import brief_json, judge_record
from coldread.scanner.verdict import judged_once, stored_verdict
from coldread.scans.scan_request import ScanRequest
from coldread.scans.store import ScanOutcome, store_outcome
from tests.harness.service import Service
from tests.scanner.seeing import GOLD, rendered, seen_site

SITES = Path(__file__).parents[1] / "sites"


def judges_again(*_: Any) -> NoReturn:
    raise AssertionError("the page was judged again")


@pytest.fixture
def never_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdict, "review", judges_again)


@pytest.mark.usefixtures("never_again")
@pytest.mark.parametrize("name", sorted(GOLD))
def test_a_stored_verdict_gives_the_same_report_to_the_last_place(name: str) -> None:
    seen, brief = seen_site(name), GOLD[name]
    here = review(seen, brief)
    there = judged_once(seen, brief, stored_verdict(here))
    assert there.findings == here.findings
    assert there == here


def bad() -> tuple[Observations, Brief]:
    html = (SITES / "bad_en.html").read_text("utf-8")
    return rendered(html), Brief(goal=PrimaryGoal.BOOK_CALL)


@pytest.mark.usefixtures("never_again")
def test_a_report_with_its_patches_is_made_of_the_stored_verdict() -> None:
    seen, brief = bad()
    made = judge_record({"record": seen.to_json().decode(), "brief": brief_json(brief)})
    stored = base64.b64decode(made["stored_verdict"])
    patched = report_from(packed_record(seen), brief, stored)
    assert any(item.fix.patch for item in patched.findings), "else this page proves nothing"


def test_what_other_code_found_or_for_another_brief_is_judged_now(monkeypatch: pytest.MonkeyPatch) -> None:
    name = sorted(GOLD)[0]
    seen, brief = seen_site(name), GOLD[name]
    stored = stored_verdict(review(seen, brief))
    other = dataclasses.replace(brief, lang=Language.SV if brief.lang is Language.EN else Language.EN)
    assert judged_once(seen, other, stored) == review(seen, other)
    for broken in (b"", b"no zlib", zlib.compress(b"{}"), stored[:-20]):
        assert judged_once(seen, brief, broken) == review(seen, brief)
    monkeypatch.setattr(verdict, "MADE_BY", "another")
    monkeypatch.setattr(verdict, "review", lambda *_: "judged now")
    assert str(judged_once(seen, brief, stored)) == "judged now"


def test_a_page_with_too_many_places_is_judged_again(monkeypatch: pytest.MonkeyPatch) -> None:
    report = review(*bad())
    assert stored_verdict(report)
    monkeypatch.setattr(verdict, "MOST_PLACES", 1)
    assert stored_verdict(report) == b""


@pytest.mark.usefixtures("never_again")
def test_a_scans_report_and_its_reading_take_what_was_stored(
    sqlite_service: Callable[..., Service],
) -> None:
    seen, brief = bad()
    report, session = review(seen, brief), "d" * 32
    service = sqlite_service()
    stored = stored_verdict(report)
    sight = ScanOutcome(
        source="pipeline",
        page=page_answer(report),
        observations_hash="0" * 64,
        pictures={RECORD_NAME: packed_record(seen), VERDICT_NAME: stored},
    )
    wanted = ScanRequest(url="https://page.example/", brief=brief)
    service.write(store_outcome, service.services, wanted, sight, session)
    shown = service.get(f"/r/{session}?lang={brief.lang}", headers={"Accept": "text/html"})
    assert shown.status_code == 200
    assert report.findings[0].title[:20] in shown.text
    asked = {
        "record": base64.b64encode(packed_record(seen)).decode(),
        "verdict": base64.b64encode(stored).decode(),
        "brief": brief_json(brief),
    }
    assert material(asked) == material_of(report, Page(seen, brief)).to_json()


@pytest.mark.usefixtures("never_again")
def test_a_draft_judges_neither_its_page_nor_its_competitors() -> None:
    name, other = sorted(GOLD)[:2]
    brief = GOLD[name]
    asked = Assignment(
        order_id="",
        url="https://page.example/",
        goal="",
        audience=brief.audience,
        primary_goal=brief.goal,
        constraints="",
        pain_point="",
        competitors=("https://rival.example/",),
        lang=brief.lang,
        final_by=Clock().now() + FINAL_WITHIN,
    )
    sights = []
    for page in (name, other):
        report = review(seen_site(page), asked.brief)
        kept = {VERDICT_NAME: stored_verdict(report)}
        sights.append(
            PageScan(scanned=ScannedPage(report=report, pictures=kept, page={}, observations_hash=""))
        )
    case = case_of(
        to_jsonable_python(task_json(DraftTask(assignment=asked, sources={}), sights, "2026-11-19"))
    )
    assert case.report == sights[0].report
    assert case.competitors[0].report == sights[1].report
