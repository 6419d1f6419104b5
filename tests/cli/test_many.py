"""Several pages in one command: the worst first, each judged as alone, and what cannot be judged said by name."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from coldread.cli.scanning.exits import Code
from coldread.cli.scanning.many import ManyOptions, run_many
from coldread.cli.scanning.options import ScanOptions
from coldread.cli.scanning.sitemap import listed_addresses as addresses_in
from coldread.scanner.goals import PrimaryGoal
from tests.harness.website import Website
from tests.scanner.seeing import SITES

SARIF = Path(__file__).parents[1] / "scanner" / "report" / "sarif-2.1.0-rtm.5.json"


def page(name: str) -> str:
    return (SITES / name).read_text("utf-8")


@pytest.fixture(scope="module")
def site() -> Iterator[Website]:
    with Website({"/": page("demo_sv.html"), "/bad": page("bad_en.html")}) as made:
        yield made


def many(
    tmp_path: Path, *pages: str, sitemap: str | None = None, most: int = 50, **options: Any
) -> tuple[Code, str]:
    output = tmp_path / "answer"
    order = ScanOptions(page="", goal=PrimaryGoal.DEMO, browser=False, quiet=True, output=output, **options)
    code = run_many(order, ManyOptions(pages=pages, sitemap=sitemap, most=most, at_once=2))
    return code, output.read_text("utf-8") if output.exists() else ""


def listed(tmp_path: Path, *urls: str) -> str:
    path = tmp_path / "sitemap.xml"
    path.write_text("<urlset>" + "".join(f"<url><loc> {url} </loc></url>" for url in urls) + "</urlset>")
    return str(path)


def test_the_worst_page_comes_first_and_what_they_share_is_named(tmp_path: Path, site: Website) -> None:
    code, text = many(tmp_path, site.url("/"), site.url("/bad"))
    assert code == Code.OK
    rows = [line for line in text.splitlines() if line.startswith("| ") and "http" in line]
    assert [site.url("/bad") in row for row in rows] == [True, False]
    assert "2 of 2: " in text


def test_a_sitemap_names_the_pages_once_and_so_many_at_most(tmp_path: Path, site: Website) -> None:
    sitemap = listed(tmp_path, site.url("/bad"), site.url("/bad"), site.url("/"), "ftp://a.example/")
    _, text = many(tmp_path, sitemap=sitemap, output_format="json")
    answer = json.loads(text)
    assert [one["page"] for one in answer["pages"]] == [site.url("/bad"), site.url("/")]
    assert answer["worst"] == site.url("/bad")
    _, text = many(tmp_path, sitemap=sitemap, most=1, output_format="json")
    assert len(json.loads(text)["pages"]) == 1


def test_a_page_that_is_not_there_is_said_and_the_others_are_judged(tmp_path: Path, site: Website) -> None:
    code, text = many(tmp_path, site.url("/"), site.url("/nowhere"), output_format="json")
    assert code == Code.NO_PAGE
    answer = json.loads(text)
    assert [one["page"] for one in answer["pages"]] == [site.url("/")]
    assert [one["page"] for one in answer["not_judged"]] == [site.url("/nowhere")]


def test_one_page_below_the_demand_fails_them_all(tmp_path: Path, site: Website) -> None:
    code, _ = many(tmp_path, site.url("/"), site.url("/bad"), fail_under=90)
    assert code == Code.FAILED


def test_sarif_has_a_run_for_each_page_and_fits_its_schema(tmp_path: Path, site: Website) -> None:
    _, text = many(tmp_path, site.url("/"), site.url("/bad"), output_format="sarif")
    log = json.loads(text)
    jsonschema_rs.validate(json.loads(SARIF.read_text()), log)
    assert len({run["automationDetails"]["id"] for run in log["runs"]}) == 2


def test_what_is_for_one_page_is_refused_for_many(tmp_path: Path, site: Website) -> None:
    code, _ = many(tmp_path, site.url("/"), site.url("/bad"), patch=tmp_path / "x.diff")
    assert code == Code.USAGE


def test_addresses_stand_between_their_tags_however_they_are_written() -> None:
    text = (
        "<urlset><url><loc> https://a.example/1 </loc></url><s:loc><![CDATA[ https://a.example/2?a&amp;b ]]></s:loc>"
        "</loc><loc><loc>https://a.example/3</loc><loc>never ended"
    )
    assert list(addresses_in(text)) == [
        "https://a.example/1",
        "https://a.example/2?a&amp;b",
        "<loc>https://a.example/3",
    ]
    assert list(addresses_in("<loc> " * 200_000 + "x")) == []  # minutes, while each looked for its end


def test_another_hosts_pages_are_not_taken_from_a_sites_sitemap(tmp_path: Path) -> None:
    body = "<urlset><url><loc>https://other.example/</loc></url></urlset>"
    with Website({"/sitemap.xml": body}) as site:
        code, _ = many(tmp_path, sitemap=site.url("/sitemap.xml"))
    assert code == Code.NO_PAGE
