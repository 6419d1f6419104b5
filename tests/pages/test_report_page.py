"""The report as a place to work: nothing green that nobody saw, patches to take along, and moved is not new."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from selectolax.lexbor import LexborHTMLParser as HTMLParser

from coldread.pages.report_view import told_apart
from tests.harness.service import Service
from tests.harness.website import Website

SITES = Path(__file__).parents[1] / "sites"


def test_a_look_at_the_source_alone_shows_no_green_and_no_score_for_what_must_be_seen(
    sqlite_service: Callable[..., Service],
) -> None:
    with Website({"/": (SITES / "bad_en.html").read_text("utf-8")}) as site:
        service = sqlite_service(scan_allow_hosts=site.place, scan_engine="lite")
        wish = {"url": site.url("/"), "primary_goal": "book_call", "audience": "Owners of small bakeries"}
        scan = service.post("/v1/scan", json=wish).json()
        page = service.get(f"/r/{scan['session_id']}?lang=en", headers={"Accept": "text/html"}).text
        document = HTMLParser(page)
        sides = {
            row.css_first("th").text(): row.css_first("td").text()  # type: ignore[union-attr]
            for row in document.css("#scores ~ table.sides tbody tr")
        }
        assert sides["Visual"] == "not measured"
        assert document.css_first("svg.gauge.none") is not None
        assert "Read from the source alone" in page
        again = (
            next(link for link in document.css("a") if link.text() == "Scan again").attributes["href"] or ""
        )
        assert "primary_goal=book_call" in again
        assert "audience=Owners" in again
        one = document.css_first("a[href$='.patch'][download]")
        assert one is not None
        everything = service.get(f"/r/{scan['session_id']}/all.patch")
        assert everything.status_code == 200
        assert everything.text.count("@@") >= 2
        assert service.get(f"/r/{scan['session_id']}/999.patch").status_code == 404


def test_a_report_is_shared_by_an_id_of_its_own_that_can_be_taken_back(
    sqlite_service: Callable[..., Service],
) -> None:
    with Website({"/": (SITES / "bad_en.html").read_text("utf-8")}) as site:
        service = sqlite_service(scan_allow_hosts=site.place, scan_engine="lite")
        wish = {"url": site.url("/"), "primary_goal": "book_call"}
        own = service.post("/v1/scan", json=wish).json()["session_id"]
        html, here = {"Accept": "text/html"}, {"Accept": "text/html", "Sec-Fetch-Site": "same-origin"}
        assert service.get(f"/r/{own}/badge.svg").status_code == 404, "a badge gave the report's own id away"
        assert (
            service.post(f"/r/{own}/share", headers={**html, "Sec-Fetch-Site": "cross-site"}).status_code
            == 403
        )
        assert service.post(f"/r/{own}/share", data={"do": "begin"}, headers=here).status_code == 303
        link = HTMLParser(service.get(f"/r/{own}", headers=html).text).css_first("#share-link")
        assert link is not None
        shared = "/s/" + link.text().strip().rpartition("/")[2]
        page = service.get(shared, headers=html)
        assert page.status_code == 200
        assert own not in page.text
        assert service.get(f"{shared}/badge.svg").status_code == 200
        for file in ("report.json", "all.patch", "report.sarif"):
            assert service.get(f"{shared}/{file}").status_code == 404
        assert service.post(f"/r/{own}/share", data={"do": "end"}, headers=here).status_code == 303
        assert service.get(shared, headers=html).status_code == 404
        assert service.get(f"{shared}/badge.svg").status_code == 404
        assert service.get(f"/r/{own}", headers=html).status_code == 200


def test_what_went_and_came_has_moved_and_is_not_both_fixed_and_new() -> None:
    def item(name: str) -> dict[str, Any]:
        return {"id": name, "title": name}

    listed = {
        "fixed": [item("gone"), item("moved"), item("partly")],
        "remaining": [item("partly")],
        "new": [item("moved"), item("fresh")],
    }
    apart = told_apart({"findings": listed})
    assert {kind: [each["id"] for each in items] for kind, items in apart.items()} == {
        "fixed": ["gone"],
        "moved": ["moved"],
        "remaining": ["partly"],
        "new": ["fresh"],
    }
