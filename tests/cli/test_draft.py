"""`coldread draft`: the two files of a cold-read for any page, without an order."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from tests.harness.process import run

SITES = Path(__file__).parents[1] / "sites"


def test_a_draft_is_written_for_a_file_beside_a_competitor(tmp_path: Path) -> None:
    done = run(
        [
            *("draft", str(SITES / "bad_en.html")),
            *("--wish", "More demo bookings", "--goal", "demo", "--audience", "Owners of small bakeries"),
            *("--competitor", str(SITES / "calls_en.html"), "--public", "https://bakery.example/"),
            *("--into", str(tmp_path / "review")),
        ],
        {**os.environ, "COLDREAD_SCAN_ENGINE": "lite", "COLDREAD_DATA_DIR": str(tmp_path)},
    )
    assert done.returncode == 0, done.stderr
    spec = (tmp_path / "review" / "spec_draft.md").read_text()
    assert spec.startswith("# Work sheet for bakery.example")
    assert "127.0.0.1" not in spec
    assert "| Measured | Your page | sites.example" in spec
    assert "The five questions" not in spec
    assert "Prices" not in spec.partition("| Measured |")[2].partition("###")[0]
    assert 'href="https://bakery.example/"' in (tmp_path / "review" / "diff.patch").read_text()
    assert "No browser looked" in done.stderr


def test_a_file_keeps_its_own_ends_of_lines_so_that_the_diff_fits(tmp_path: Path) -> None:
    page = tmp_path / "shop.html"
    page.write_bytes((SITES / "bad_en.html").read_bytes().replace(b"\n", b"\r\n"))
    done = run(
        ["draft", str(page), "--wish", "More demos", "--audience", "bakers", "--into", str(tmp_path)],
        {**os.environ, "COLDREAD_SCAN_ENGINE": "lite", "COLDREAD_DATA_DIR": str(tmp_path)},
    )
    assert done.returncode == 0, done.stderr
    assert "+++ b/shop.html" in (tmp_path / "diff.patch").read_text()
    applied = subprocess.run(
        ["git", "apply", "--check", "diff.patch"], check=False, cwd=tmp_path, capture_output=True
    )
    assert applied.returncode == 0, applied.stderr
