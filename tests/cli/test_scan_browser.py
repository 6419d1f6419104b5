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
from tests.scanner.seeing import site


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
