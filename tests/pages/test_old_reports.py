"""Reports whose scan is older than what is kept of its page: a page like the others, and shared links and comparisons with it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from coldread.base.clock import DAY
from coldread.base.db import Session
from coldread.orders.order_scans import note_scan
from coldread.scans.stored_scan import find_stored_scan
from coldread.scans.tables import scans
from coldread.worker import sweep
from tests.harness.service import Service
from tests.harness.website import Website

SITES = Path(__file__).parents[1] / "sites"
HTML = {"Accept": "text/html"}
HERE = {**HTML, "Sec-Fetch-Site": "same-origin"}


@pytest.fixture
def old(sqlite_service: Callable[..., Service]) -> Iterator[tuple[Service, str]]:
    """A service and its scan of a Swedish page; nothing is deleted yet."""
    with Website({"/": (SITES / "bad_sv.html").read_text("utf-8")}) as site:
        service = sqlite_service(scan_allow_hosts=site.place, scan_engine="lite")
        wish = {"url": site.url("/"), "primary_goal": "book_call"}
        answer = service.post("/v1/scan", json=wish, headers={"Accept-Language": "sv"})
        yield service, answer.json()["session_id"]


def months_later(service: Service, days: int = 31) -> None:
    service.clock.move(days * DAY)
    service.run(sweep(service.services))


def kept(service: Service, session_id: str) -> dict[str, str]:
    stored = service.read(find_stored_scan, session_id)
    assert stored is not None
    return dict(stored.pictures)


def test_after_thirty_days_a_report_is_a_page_with_the_same_findings_in_the_same_order(
    old: tuple[Service, str],
) -> None:
    service, session_id = old
    before = HTMLParser(service.get(f"/r/{session_id}", headers=HTML).text)
    months_later(service)
    assert kept(service, session_id) == {}
    answer = service.get(f"/r/{session_id}?lang=en", headers=HTML)
    after = HTMLParser(answer.text)
    assert answer.status_code == 200

    def titles(page: HTMLParser) -> list[str]:
        return [each.text(strip=True) for each in page.css("article.finding h4")]

    assert titles(after) == titles(before)
    assert len(titles(after)) > 3
    assert after.css_first(".scorebox .number") is not None
    # its words are those of the scan's language, and so is the page: no link offers another one
    assert after.css_first("html").attributes["lang"] == "sv"  # type: ignore[union-attr]
    assert after.css_first("a.language") is None
    notice = after.css_first(".notice")
    assert notice is not None
    assert "raderades 15\xa0december 2026" in notice.text()
    assert "till 15\xa0november 2027" in notice.text()
    # nothing is offered that is not there
    assert after.css("main img, a[href$='.sarif'], a[href$='.patch'], meta[property='og:image']") == []
    for link in after.css("main a[href^='/r/'], nav.contents a"):
        target = str(link.attributes["href"])
        if target.startswith("#"):
            assert after.css_first(target) is not None, target
        else:
            assert service.get(target).status_code == 200, target


def test_a_shared_link_shows_the_same_page_and_never_the_report_s_own_id(old: tuple[Service, str]) -> None:
    service, session_id = old
    service.post(f"/r/{session_id}/share", data={"do": "begin"}, headers=HERE)
    link = HTMLParser(service.get(f"/r/{session_id}", headers=HTML).text).css_first("#share-link")
    assert link is not None
    shared = "/s/" + link.text().strip().rpartition("/")[2]
    months_later(service)
    page = service.get(shared, headers=HTML)
    assert page.status_code == 200
    assert session_id not in page.text
    assert HTMLParser(page.text).css_first("article.finding") is not None
    assert [pre.attributes.get("id") for pre in HTMLParser(page.text).css("main pre")] == ["summary"]


def test_reports_of_an_order_stay_whole_as_long_as_the_order_and_go_with_it(old: tuple[Service, str]) -> None:
    service, session_id = old
    order_id = service.order_in("in_progress")
    service.write(note_scan, order_id, session_id, "draft")
    service.move(order_id, "delivered", patch={"spec_md": "# Final"})
    whole = kept(service, session_id)
    assert whole
    for days in (40, 320):
        months_later(service, days)
        assert kept(service, session_id).items() >= whole.items()
        page = HTMLParser(service.get(f"/r/{session_id}", headers=HTML).text)
        assert page.css_first("a[href$='.sarif']") is not None, "the report is made from the record"
    months_later(service, 10)  # a year after the delivery the order is forgotten
    months_later(service, 0)
    assert service.read(find_stored_scan, session_id) is None
    assert service.get(f"/r/{session_id}", headers=HTML).status_code == 404


def test_the_comparison_of_a_rescan_outlives_the_pictures(old: tuple[Service, str]) -> None:
    service, first = old
    order_id = service.order_in("in_progress")
    service.write(note_scan, order_id, first, "draft")
    service.move(order_id, "delivered", patch={"spec_md": "# Final"})
    stored = service.read(find_stored_scan, first)
    again = service.post(f"/v1/orders/{order_id}/rescan", json={"url": stored.url}).json()["session_id"]

    def without_pictures(session: Session) -> None:
        session.run(sa.update(scans).values(pictures="{}"))

    months_later(service, 100)
    service.write(without_pictures)  # as scans of before this rule
    page = HTMLParser(service.get(f"/r/{again}", headers=HTML).text)
    assert page.css_first("#compare") is not None
    assert page.css_first("[data-kind='remaining'] li") is not None


def test_a_rescan_that_was_cut_short_shows_no_change_of_the_score(old: tuple[Service, str]) -> None:
    service, first = old
    order_id = service.order_in("in_progress")
    service.write(note_scan, order_id, first, "draft")
    service.move(order_id, "delivered", patch={"spec_md": "# Final"})
    stored = service.read(find_stored_scan, first)
    again = service.post(f"/v1/orders/{order_id}/rescan", json={"url": stored.url}).json()["session_id"]

    def shown() -> HTMLParser:
        return HTMLParser(service.get(f"/r/{again}?lang=en", headers=HTML).text)

    def cut_short(session: Session) -> None:
        which = scans.c.session_id == again
        row = session.row(sa.select(scans.c.answer).where(which))
        assert row is not None
        answer = json.loads(row.answer)
        answer["measured"]["limits"] = ["axe-failed"]
        session.run(sa.update(scans).where(which).values(answer=json.dumps(answer).encode()))

    assert shown().css_first("[data-why]") is None
    assert shown().css(".compare .change")
    service.write(cut_short)
    page = shown()
    why = page.css_first("[data-why='limits']")
    assert why is not None
    assert "whole page" in why.text()
    assert page.css(".compare .change") == []
    assert page.css_first("[data-kind='remaining'] li") is not None, "findings are listed as before"


def test_a_report_of_earlier_rules_is_shown_as_it_was_written(old: tuple[Service, str]) -> None:
    service, session_id = old

    def earlier(session: Session) -> None:
        session.run(sa.update(scans).values(rubric_version="2.0"))

    service.write(earlier)
    page = HTMLParser(service.get(f"/r/{session_id}", headers=HTML).text)
    notice = page.css_first(".notice")
    assert notice is not None
    assert "2.0" in notice.text()
    assert page.css_first("article.finding") is not None


def test_a_scan_without_stored_findings_is_a_short_page(old: tuple[Service, str]) -> None:
    service, session_id = old

    def early(session: Session) -> None:
        session.run(sa.update(scans).values(judgement=None))

    service.write(early)
    months_later(service)
    page = HTMLParser(service.get(f"/r/{session_id}", headers=HTML).text)
    assert page.css_first("main .prose p") is not None
    assert page.css_first("main pre") is None


def test_the_markdown_of_a_report_bears_the_day_and_the_language_of_the_scan(
    old: tuple[Service, str],
) -> None:
    service, session_id = old
    for days in (0, 31):
        months_later(service, days)
        head = service.get(f"/r/{session_id}.md", headers={"Accept-Language": "en"}).text.split("---")[1]
        assert 'last_updated: "2026-11-15"' in head
        assert 'language: "sv"' in head


@pytest.mark.parametrize("name", ["bad_en", "bad_sv", "sample_en"])
def test_page_markdown_and_json_of_a_scan_count_the_same(name: str) -> None:
    from coldread.pages.report_page.report_view import view_of
    from coldread.scanner.brief import Brief
    from coldread.scanner.engine import review
    from coldread.scanner.goals import PrimaryGoal
    from coldread.scanner.page.observations import Observations

    url = "https://a.example/"
    html = (SITES / f"{name}.html").read_text("utf-8")
    seen = Observations(url=url, final_url=url, seen_on="2026-01-01", html=html)
    report = review(seen, Brief(goal=PrimaryGoal.BOOK_CALL))
    view = view_of(report, url)
    shown = Counter(item.severity.value for _, rows in view.groups for _, item in rows)
    counted = [report.counts[severity] for severity in ("P0", "P1", "P2")]
    assert [shown[severity] for severity in ("P0", "P1", "P2")] == counted
    line = next(line for line in view.report_md.splitlines() if "blocking the goal" in line)
    blocking, costing, tidy = (part.split()[0] for part in line.split(" · ")[-1].split(", "))
    assert [int(blocking), int(costing), int(tidy)] == counted
    listed = [line for line in view.report_md.splitlines() if line.startswith(("### ", "- "))]
    assert [sum(mark in line for line in listed) for mark in "🔴🟠🟡"] == counted
