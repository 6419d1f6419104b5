"""A scan that no browser saw says why on every surface, and shows no number that could be compared with a browser's."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest

from coldread.base.languages import Language
from coldread.protocols.mcp.texts import answer_texts
from coldread.protocols.mcp.tools import BY_NAME
from coldread.scanner.report.answer import LITE_REASONS, NO_BROWSER_WANTED
from coldread.scanner.report.chat_length import LONGEST
from coldread.scanner.report.words import say
from coldread.scans.comparison.findings import compare
from coldread.scans.lite import BY_REASON, with_reason
from coldread.scans.shapes import ScanResponse
from tests.harness.service import Service
from tests.harness.website import Website
from tests.scans.comparison.test_findings import H1, judged

SCORE = re.compile(r"\b\d{1,3}\s*(?:/\s*100|of 100|av 100)")


@pytest.fixture
def lite(make_service: Callable[..., Service]) -> Any:
    page = (
        "<html lang=en><title>Bread</title><h1>Fresh bread</h1>" + "<p>We bring fresh bread to you.</p>" * 9
    )
    with Website({"/": page}) as site:
        service = make_service(scan_engine="lite", scan_allow_hosts=site.place)
        answer = service.post("/v1/scan", json={"url": site.url("/"), "primary_goal": "newsletter"})
        yield service, answer.json()


def test_every_reason_has_its_words() -> None:
    declared = get_args(get_args(ScanResponse.model_fields["lite_reason"].annotation)[0])
    assert set(BY_REASON) == set(declared) == {*LITE_REASONS, NO_BROWSER_WANTED}


@pytest.mark.parametrize("lang", Language)
@pytest.mark.parametrize("reason", BY_REASON)
def test_the_summary_says_why_within_its_length(reason: str, lang: Language) -> None:
    brief = BY_REASON[reason].brief(lang)
    short = f"{say(lang, 'html_only')} · a page.\n1. P0 something"
    assert brief in with_reason(short, reason, lang)
    full = f"{say(lang, 'html_only')} {'x' * LONGEST}"[:LONGEST]
    assert len(with_reason(full, reason, lang)) <= LONGEST


def test_the_api_and_mcp_say_why_and_show_no_score(lite: Any) -> None:
    _, scan = lite
    assert (scan["_source"], scan["lite_reason"]) == ("lite", "engine-lite")
    assert scan["lite_why"] == BY_REASON["engine-lite"].why(Language.EN)
    assert "scores" not in scan
    assert "HTML only, no score" in scan["chat_summary"]
    assert "this service looks without one" in scan["chat_summary"]
    assert not SCORE.search(scan["chat_summary"])
    text = "\n".join(answer_texts(BY_NAME["scan_page"], scan))
    assert scan["lite_why"] in text


def test_badge_title_and_share_show_no_score(lite: Any) -> None:
    service, scan = lite
    page = service.get(f"/r/{scan['session_id']}?lang=en", headers={"Accept": "text/html"}).text
    assert "<title>Seen without a browser" in page
    text = re.sub(r"<[^>]+>", " ", page)
    for said in SCORE.finditer(text):
        assert "not to be compared" in text[said.start() :][:120], "a number of the source alone says so"
    here = {"Accept": "text/html", "Sec-Fetch-Site": "same-origin"}
    service.post(f"/r/{scan['session_id']}/share", data={"do": "begin"}, headers=here)
    mine = service.get(f"/r/{scan['session_id']}", headers={"Accept": "text/html"}).text
    found = re.search(r"/s/([\w-]+)", mine)
    assert found is not None
    badge = service.get(f"/s/{found[1]}/badge.svg").text
    assert "–/100" in badge


def test_a_number_from_the_source_alone_is_compared_with_none() -> None:
    browser, alone = judged(H1, overall=37), judged(overall=41, _source="lite")
    for before, after in ((browser, alone), (alone, browser)):
        told = compare(before, after)
        assert (told["comparable"], told["incomparable_because"]) == (False, "source")
        assert told["scores"]["change"] is None
        shown = {name: told["scores"][name] for name in ("before", "after")}
        seen = {"before": before, "after": after}
        for name, scan in seen.items():
            assert (shown[name] is None) == (scan["_source"] == "lite")
    both = compare(alone, alone)
    assert (both["comparable"], both["scores"]["change"]) == (True, 0), "two of a kind are compared"
    other = {**browser, "scores": {**browser["scores"], "rubric_version": "0.9"}}
    assert compare(other, browser)["incomparable_because"] == "rubric_version"


def test_the_command_line_says_it_beside_the_number(tmp_path: Path) -> None:
    from tests.cli.test_command_line import coldread

    page = tmp_path / "index.html"
    page.write_text(
        "<html lang=en><title>Bread</title><h1>Fresh bread</h1>" + "<p>We bring fresh bread.</p>" * 9
    )
    said = coldread(tmp_path, "scan", str(page), "--no-browser")
    assert "not to be compared with a browser's" in said.stdout + said.stderr, said
