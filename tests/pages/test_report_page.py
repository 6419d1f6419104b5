"""The report as a place to work: nothing green that nobody saw, patches to take along, and moved is not new."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from coldread.pages.report_page import long_patches
from coldread.pages.report_page.report_view import comparison_groups, patches, view_of
from coldread.scanner.brief import Brief
from coldread.scanner.engine import review
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.page.observations import Observations
from coldread.scanner.patch.make_patches import make_patches, with_fixes
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
            for row in document.css("#numbers ~ table.sides tbody tr")
        }
        assert sides["Visual design"] == "not measured"
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


def test_a_patch_of_a_very_long_line_is_a_file_and_not_a_part_of_the_page(
    sqlite_service: Callable[..., Service],
) -> None:
    """A diff tells whole lines: ten patches of a page that is one line of a megabyte made a page of twenty."""
    html = (SITES / "bad_en.html").read_text("utf-8").replace("\n", " ")
    one_line = html.replace("<body", f"<!-- {'long ' * 10_000} --><body")
    with Website({"/": one_line}) as site:
        service = sqlite_service(scan_allow_hosts=site.place, scan_engine="lite")
        scan = service.post("/v1/scan", json={"url": site.url("/"), "primary_goal": "book_call"}).json()
        page = service.get(f"/r/{scan['session_id']}", headers={"Accept": "text/html"}).text
        files = [
            link.attributes["href"] or ""
            for link in HTMLParser(page).css("article.finding a[href$='.patch'][download]")
        ]
        assert files
        assert len(page) < len(one_line) * 4
        assert "data-plain" not in page
        first = service.get(files[0])
        assert first.status_code == 200
        assert first.text.count("@@") >= 2
        assert len(first.text) > 2 * len(one_line)
        everything = service.get(f"/r/{scan['session_id']}/all.patch").text
        assert everything.count("--- a/") == len(files)


def test_findings_are_numbered_as_they_are_read_and_so_are_pins_and_patches() -> None:
    """The worst of the report's own order may stand below: a reader met 1, 2, 3, 8, 4."""
    html = (SITES / "bad_sv.html").read_text("utf-8")
    seen = Observations(
        url="https://a.example/", final_url="https://a.example/", seen_on="2026-01-01", html=html
    )
    report = review(seen, Brief(goal=PrimaryGoal.BOOK_CALL))
    report = with_fixes(report, make_patches(html, report))
    view = view_of(report, "https://a.example/")
    shown = [(number, item) for _, rows in view.groups for number, item in rows]
    assert [number for number, _ in shown] == list(range(1, len(shown) + 1))
    assert [item.id for _, item in shown] == [item.id for _, item in report.numbered]
    assert patches(view) == {number: item.fix.patch for number, item in shown if item.fix.patch}


def test_what_no_report_can_keep_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    html = (SITES / "bad_en.html").read_text("utf-8")
    seen = Observations(
        url="https://a.example/", final_url="https://a.example/", seen_on="2026-01-01", html=html
    )
    report = review(seen, Brief(goal=PrimaryGoal.BOOK_CALL))
    view = view_of(with_fixes(report, make_patches(html, report)), "https://a.example/")
    assert long_patches.without_long_patches(view) == (view, {})
    shortest, *others = sorted(len(patch) for patch in patches(view).values())
    monkeypatch.setattr(long_patches, "LONGEST_SHOWN", shortest)
    monkeypatch.setattr(long_patches, "MOST_KEPT", others[-1])
    bare, long = long_patches.without_long_patches(view)
    assert all(len(patch) <= shortest for patch in patches(bare).values())
    assert sum(map(len, long.values())) <= others[-1]
    assert {*patches(bare), *long} == {*bare.patched}
    assert len(bare.patched) < len(view.patched)
    assert all(patches(view)[number] == patch for number, patch in long.items())
    assert long_patches.unpacked_patches(long_patches.packed_patches(long)) == long


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
    apart = comparison_groups({"findings": listed})
    assert {kind: [each["id"] for each in items] for kind, items in apart.items()} == {
        "fixed": ["gone"],
        "moved": ["moved"],
        "remaining": ["partly"],
        "new": ["fresh"],
    }


def test_what_wcag_says_on_another_side_is_named_beside_the_score_of_accessibility(
    quick_service: Service,
) -> None:
    """Else a report shows 100 for accessibility, and a finding that quotes WCAG below it."""
    page = HTMLParser(quick_service.get("/sample?lang=en", headers={"Accept": "text/html"}).text)
    quoting = [
        str(item.attributes["id"])
        for item in page.css("article.finding")
        if item.attributes["data-side"] != "accessibility" and "WCAG 2.2" in item.text()
    ]
    assert quoting, "the sample has such findings"
    named = [
        str(link.attributes["href"]) for link in page.css("section[aria-labelledby=numbers] p:not(.made) a")
    ]
    assert named == [f"#{one}" for one in quoting]


def test_without_a_model_the_report_begins_with_what_to_do_first(quick_service: Service) -> None:
    page = HTMLParser(quick_service.get("/sample?lang=en", headers={"Accept": "text/html"}).text)
    lead, first = (
        page.css_first("p.lead"),
        page.css_first("[data-side] h4, [data-side] h3, [data-side] summary"),
    )
    assert lead is not None
    assert first is not None
    said = lead.text()
    assert said.startswith("First: ")
    assert said.removeprefix("First: ").split(".")[0] in page.text()
