"""`coldread scan` with a real browser: pictures, signed-in pages, and what a local page must not reach."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from coldread.cli.scanning.exits import Code
from coldread.cli.scanning.options import ScanOptions
from coldread.cli.scanning.run import run_scan
from tests.cli.page_server import serving
from tests.cli.test_scan import ANSWER, scan
from tests.scanner.seeing import ENGLISH, document, site


def test_a_page_whose_scripts_draw_nothing_ends_with_3(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "shell.html"
    page.write_text("<!doctype html><title>Shell</title><div id=root></div><script>1</script>", "utf-8")
    order = ScanOptions(page=str(page), browser=True, quiet=True, no_sandbox_permitted=True)
    assert run_scan(order) == Code.NO_PAGE
    assert capsys.readouterr().err == f"There is no page to judge at {page}: the page shows no text.\n"


def test_a_local_signed_in_page_is_seen_pinned_and_kept_from_its_neighbours(tmp_path: Path) -> None:
    with serving({"/pixel.png": "x"}) as neighbour:
        page = site("bad_en").replace("</body>", f'<img src="{neighbour.origin}/pixel.png" alt=""></body>')
        with serving({"/account": page}) as home:
            said = scan(
                tmp_path,
                f"{home.origin}/account",
                *("--goal", "demo", "--lang", "sv", "--browser"),
                *("--header", "Authorization: Bearer open-sesame", "--cookie", "session=abc"),
                *("--screenshot", "pins.png", "--format", "json", "--output", "answer.json"),
            )
            visits = home.headers_of("/account")
    assert said.returncode == 0, said.stderr
    assert neighbour.heard == []
    assert len(visits) >= 2
    assert all(headers.get("authorization") == "Bearer open-sesame" for headers in visits)
    assert all("session=abc" in headers.get("cookie", "") for headers in visits)
    answer = json.loads((tmp_path / "answer.json").read_text("utf-8"))
    assert set(answer) == ANSWER
    assert answer["_source"] == "pipeline"
    assert answer["report_md"].startswith("# Granskning av landningssida")
    with Image.open(tmp_path / "pins.png") as picture:
        assert picture.format == "PNG"
        assert picture.width > 1366
        assert picture.height >= 768


def test_the_goals_button_is_followed_once_and_never_while_signed_in(tmp_path: Path) -> None:
    behind = (
        '<!doctype html><title>Sign in</title><h1>Log in</h1><form method="post" action="/in">'
        '<input type="email" name="email"><input type="password" name="password"><button>Log in</button></form>'
    )
    dress = "display:inline-block;background:#114;color:#fff;padding:12px 24px"
    start = document(
        f'<main><h1>Bread at your door</h1>{ENGLISH}<a href="/book" style="{dress}">Book a call</a></main>'
    )
    with serving({"/": start, "/book": behind}) as home:
        for name, words in (("open", ()), ("signed", ("--cookie", "session=abc"))):
            said = scan(
                tmp_path,
                f"{home.origin}/",
                *("--goal", "book_call", "--browser", "--format", "json", "--output", f"{name}.json"),
                *words,
            )
            assert said.returncode == 0, said.stderr
            if name == "open":
                assert len(home.headers_of("/book")) == 1
                assert "cookie" not in home.headers_of("/book")[0]
        assert len(home.headers_of("/book")) == 1
    answers = {
        name: json.loads((tmp_path / f"{name}.json").read_text("utf-8")) for name in ("open", "signed")
    }
    steps = {
        name: [step for step in answer["reading"]["steps"] if step["target"] == "/book"]
        for name, answer in answers.items()
    }
    assert steps["open"][0]["behind"]["kind"] == "login"
    assert steps["open"][0]["behind"]["title"] == "Sign in"
    assert steps["signed"][0]["behind"]["kind"] == "not_looked_at"
