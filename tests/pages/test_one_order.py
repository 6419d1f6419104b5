"""The same findings in the same order wherever a report is read: page, Markdown, JSON, SARIF, chat, command line, picture."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from coldread.base.languages import Language
from coldread.cli.scanning.annotations import MOST_PER_KIND, workflow_commands
from coldread.cli.scanning.answer import as_json, as_sarif
from coldread.scanner.brief import Brief
from coldread.scanner.engine import review
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge.finding import Finding, Severity
from coldread.scanner.judge.report import Report
from coldread.scanner.report.answer import page_answer
from coldread.scanner.report.chat_length import TOP
from coldread.scanner.report.markdown import report_md
from coldread.scanner.report.pins import pins
from coldread.scanner.report.plain import prose
from coldread.scanner.report.sarif import SarifContext
from coldread.scanner.stored_record import RECORD_NAME, packed_record
from coldread.scans.model_reading import note_reading
from coldread.scans.scan_request import ScanRequest
from coldread.scans.store import ScanOutcome, store_outcome
from tests.harness.service import Service
from tests.scanner.seeing import rendered

SITES = Path(__file__).parents[1] / "sites"
SESSION = "c" * 32
URI = "https://page.example/"
FILES = sorted(path.relative_to(SITES).as_posix() for path in SITES.rglob("*.html"))


def judged(file: str, lang: Language = Language.EN) -> Report:
    html = (SITES / file).read_text("utf-8")
    return review(rendered(html), Brief(goal=PrimaryGoal.BOOK_CALL, lang=lang))


def ids(findings: list[Finding] | tuple[Finding, ...]) -> list[str]:
    return [item.id for item in findings]


def told_in(text: str, report: Report) -> list[str]:
    """Findings in the order in which a text first names them."""
    places = {item.id: text.find(prose(item.title)) for item in report.findings}
    assert -1 not in places.values(), [name for name, place in places.items() if place < 0]
    return sorted(places, key=places.__getitem__)


@pytest.mark.parametrize("lang", list(Language))
@pytest.mark.parametrize("file", FILES)
def test_programs_and_texts_have_the_reports_order(file: str, lang: Language) -> None:
    report = judged(file, lang)
    wanted = ids(report.findings)
    assert wanted
    answered = json.loads(as_json(report))
    assert [item["id"] for item in answered["findings"]["items"]] == wanted
    assert answered["findings"]["top"] == wanted[: report.first]
    around = SarifContext(version="1", uri=URI)
    results = json.loads(as_sarif(report, around))["runs"][0]["results"]
    assert [result["ruleId"] for result in results] == wanted
    # two findings may have the same title: then the first place stands for both
    titles = [prose(item.title) for item in report.findings]
    if len(set(titles)) == len(titles):
        assert told_in(report_md(report), report) == wanted
    chat = [line for line in answered["chat_summary"].split("\n") if line[:2] in ("1.", "2.", "3.")]
    assert len(chat) == min(TOP, report.first)
    for line, item in zip(chat, report.findings, strict=False):
        assert line.split(" ")[1] == item.severity
        assert item.title[:20].split("](")[0].split("`")[0][:12] in line
    commands = list(workflow_commands(report.findings, around, in_source=False))
    counted = [item.id for item in report.findings if item.severity is not Severity.INFO]
    named = [line.split("title=")[1].split("::")[0].split(" ")[1] for line in commands]
    assert named == [name for name in counted if name in named], "the runner's limit leaves some out"
    assert len(named) >= min(MOST_PER_KIND, len(counted))
    assert {pin.number for pin in pins(report)} <= {number for number, _ in report.numbered}


@pytest.mark.parametrize("has_reading", [False, True])
@pytest.mark.parametrize("file", ["bad_sv.html", "bad_en.html", "trades/dentist_en.html"])
def test_the_stored_scan_and_its_page_have_the_same_order(
    file: str, has_reading: bool, sqlite_service: Callable[..., Service]
) -> None:
    report = judged(file)
    service = sqlite_service()
    sight = ScanOutcome(
        source="pipeline",
        page=page_answer(report),
        observations_hash="0" * 64,
        pictures={RECORD_NAME: packed_record(report.seen)},
    )
    wanted_scan = ScanRequest(url=URI, brief=report.brief)
    service.write(store_outcome, service.services, wanted_scan, sight, SESSION)
    if has_reading:
        said = {"engine": "m", "model": "m", "prompt": "read_1", "problems": [], "points": 50, "read_at": "x"}
        one = {"question": "what", "answer": "no", "because": "It does not say.", "quote": "", "quotes": []}
        note = {**said, "answers": [one], "stranger": "", "dropped": {}}
        service.write(partial(note_reading, reused=False), SESSION, note)
    wanted = ids(report.findings)
    counted = [item.id for _, item in report.numbered]

    answered = service.get(f"/v1/scans/{SESSION}").json()
    assert [item["id"] for item in answered["findings"]["items"]] == wanted
    assert [
        item["id"] for item in service.get(f"/r/{SESSION}/report.json").json()["findings"]["items"]
    ] == wanted
    results = service.get(f"/r/{SESSION}/report.sarif").json()["runs"][0]["results"]
    assert [result["ruleId"] for result in results] == wanted
    assert told_in(answered["report_md"], report) == wanted
    assert told_in(service.get(f"/r/{SESSION}.md?lang=en").text, report) == wanted

    page = HTMLParser(service.get(f"/r/{SESSION}?lang=en", headers={"Accept": "text/html"}).text)
    shown = [
        (node.attributes["id"], node.css("li.small code")) for node in page.css("article.finding[id^=f-]")
    ]
    numbers = {f"f-{number}": item.id for number, item in report.numbered}
    assert [codes[-1].text() for _, codes in shown] == [numbers[name or ""] for name, _ in shown]
    if not has_reading:
        assert [numbers[name or ""] for name, _ in shown] == counted
        return
    # with a reading they stand by what they block: each group in the report's order, groups by their first
    groups = [
        [node.attributes["id"] for node in part.css("article.finding")] for part in page.css("section.part")
    ]
    flat = [[int((name or "f-0")[2:]) for name in group] for group in groups]
    assert all(group == sorted(group) for group in flat)
    assert [group[0] for group in flat] == sorted(group[0] for group in flat)
    assert sorted(number for group in flat for number in group) == list(range(1, len(counted) + 1))
