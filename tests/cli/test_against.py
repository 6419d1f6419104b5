"""`coldread scan PAGE --against OTHER`: the page's own report, and then all of them side by side."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.test_scan import scan
from tests.harness.website import Website
from tests.scanner.seeing import site as page_of

OWN = page_of("signup_en")


@pytest.fixture(scope="module")
def site() -> Iterator[Website]:
    with Website({"/own": OWN, "/rival": OWN.replace("£7 per month", "A fair sum")}) as made:
        yield made


def against(site: Website, *words: str) -> subprocess.CompletedProcess[str]:
    usual = ("--goal", "paid_signup", "--no-browser", "--quiet")
    return scan(Path.cwd(), site.url("/own"), *usual, *words)


def test_the_report_ends_with_the_pages_side_by_side(site: Website) -> None:
    done = against(site, "--against", site.url("/rival"), "--against", site.url("/missing"))
    assert done.returncode == 0, "the exit code is that of the page itself"
    own, _, beside = done.stdout.partition("## Side by side")
    assert own.startswith("# ")
    assert "| The five questions | Your page |" in beside
    assert "/missing` could not be scanned." in beside
    assert "£7 per month" in beside
    assert "### Where your page and" in beside


def test_json_has_them_beside_the_answer(site: Website) -> None:
    alone = json.loads(against(site, "--format", "json").stdout)
    answer = json.loads(against(site, "--format", "json", "--against", site.url("/rival")).stdout)
    told = answer.pop("side_by_side")
    assert answer == alone
    assert [page["url"] for page in told["pages"]] == [site.url("/own"), site.url("/rival")]
    prices = next(row["pages"] for row in told["measured"] if row["what"] == "prices")
    assert prices[0] == "£7 per month"
    assert "£7" not in prices[1]


def test_cookies_go_to_the_page_alone(site: Website) -> None:
    own_before = len(site.cookies.get("/own", ()))
    done = against(site, "--cookie", "session=secret", "--against", site.url("/rival"))
    assert done.returncode == 0
    assert len(site.cookies["/own"]) > own_before
    assert "session=secret" in site.cookies["/own"]
    assert "session=secret" not in site.cookies["/rival"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--against", "a", "--against", "b", "--against", "c", "--against", "d"], "3 pages at most"),
        (["--against", "a", "--format", "sarif"], "SARIF is about one page"),
        (["another.html", "--against", "a"], "one page stands beside others"),
    ],
)
def test_what_cannot_be_is_refused(site: Website, words: list[str], said: str) -> None:
    done = against(site, *words)
    assert done.returncode == 2
    assert said in done.stderr
