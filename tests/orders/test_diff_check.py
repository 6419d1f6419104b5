"""The check says what `git apply --check` says."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from coldread.orders.files.diff_check import check_diff

PAGE = "".join(f"line {number}\n" for number in range(1, 30))
FITS = "--- a/p.html\n+++ b/p.html\n@@ -4,3 +4,3 @@\n line 4\n-line 5\n+new 5\n line 6\n"
MOVED = FITS.replace("@@ -4,3 +4,3 @@", "@@ -14,3 +14,3 @@")
OTHER = FITS.replace("-line 5", "-line five")
TWICE = FITS + "@@ -20,3 +20,2 @@\n line 20\n-line 21\n line 22\n"
AT_THE_END = "--- a/p.html\n+++ b/p.html\n@@ -28,2 +28,3 @@\n line 28\n line 29\n+line 30\n"
CUT = "--- a/p.html\n+++ b/p.html\n@@ -4,3 +4,3 @@\n line 4\n-line 5\n"


def git_says(diff: str, folder: Path) -> bool:
    (folder / "p.html").write_text(PAGE)
    (folder / "it.patch").write_text(diff)
    ran = subprocess.run(
        ["git", "apply", "--check", "it.patch"], cwd=folder, capture_output=True, check=False, timeout=60
    )
    return ran.returncode == 0


@pytest.mark.parametrize("diff", [FITS, OTHER, TWICE, AT_THE_END, CUT, "hello", "", "@@ -1 +1 @@\n-x\n+y\n"])
def test_it_agrees_with_git(diff: str, tmp_path: Path) -> None:
    assert (not check_diff(diff, [("html", PAGE)]).fault) == git_says(diff, tmp_path)


def test_a_hunk_that_has_moved_is_found_and_the_source_that_takes_it_is_named() -> None:
    assert check_diff(MOVED, [("html", PAGE)]).applies_to == "html"
    verdict = check_diff(FITS, [("html", "<h1>other</h1>\n"), ("jsx", PAGE)])
    assert (verdict.applies_to, verdict.added, verdict.removed, verdict.files) == ("jsx", 1, 1, ("p.html",))
    fault = check_diff(FITS, [("html", "<h1>other</h1>\n")]).fault
    assert fault is not None
    assert "does not apply" in fault("en")
    assert check_diff(FITS, []).applies_to is None
