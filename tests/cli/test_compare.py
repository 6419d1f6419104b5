"""`coldread compare A B`: saved reports, scans of a service and pages that are scanned now, and how the command ends."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from coldread.cli.compare import HELP
from coldread.cli.scanning.exits import COMPARE_EXITS, Code
from tests.cli.page_server import Pages, serving
from tests.cli.test_scan import GUIDE, environment, scan
from tests.harness.process import run
from tests.scanner.seeing import site

PAGE = site("signup_en")
DEARER = PAGE.replace("£7 per month", "£9 per month")
WORSE = PAGE.replace("<h1>Get paid", "<h1>Lorem ipsum</h1><h1>Get paid").replace(' lang="en-GB"', "")
ID = "mZb3Jr7mQ0uE2yqk9w1XnA"
BARE = ("--goal", "paid_signup", "--no-browser", "--quiet")


def compare(folder: Path, *words: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return run(["compare", *words], environment(**environ), cwd=folder)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("compared")
    for name, text in (("a", PAGE), ("copy", PAGE), ("dearer", DEARER), ("worse", WORSE)):
        (made / f"{name}.html").write_text(text, "utf-8")
    said = scan(made, "a.html", *BARE, "-f", "json", "-o", "before.json")
    assert said.returncode == 0, said.stderr
    return made


@pytest.fixture(scope="module")
def service(folder: Path) -> Iterator[Pages]:
    answer = {**json.loads((folder / "before.json").read_text("utf-8")), "session_id": ID}
    lite = {"session_id": ID, "_source": "lite", "reviews": []}
    with serving(
        {
            f"/v1/scans/{ID}": json.dumps(answer),
            f"/v1/scans/{'L' * 22}": json.dumps(lite),
            f"/v1/scans/{'T' * 22}": "text",
        }
    ) as played:
        yield played


def test_a_page_that_did_not_change_ends_with_0_and_says_so(folder: Path) -> None:
    for other in ("copy.html", "before.json"):
        said = compare(folder, other, "a.html", *BARE)
        assert (said.returncode, said.stdout.splitlines()[0]) == (0, "Nothing changed."), said.stderr


def test_a_change_is_told_in_lines_and_ends_with_1(folder: Path) -> None:
    said = compare(folder, "before.json", "dearer.html", *BARE)
    assert said.returncode == Code.FAILED, said.stderr
    assert "Price: “£7 per month” → “£9 per month”" in said.stdout
    assert compare(folder, "before.json", "dearer.html", *BARE, "--fail-on", "worse").returncode == 0
    assert compare(folder, "before.json", "worse.html", *BARE, "--fail-on", "worse").returncode == 1
    assert compare(folder, "worse.html", "before.json", *BARE, "--fail-on", "worse").returncode == 0
    assert compare(folder, "before.json", "worse.html", *BARE, "--fail-on", "nothing").returncode == 0


def test_the_answer_speaks_swedish_markdown_and_json(folder: Path) -> None:
    said = compare(folder, "before.json", "dearer.html", *BARE, "--lang", "sv", "-f", "md", "-o", "told.md")
    assert (said.returncode, said.stdout) == (1, "")
    told = (folder / "told.md").read_text("utf-8")
    assert told.startswith("**Sidan har ändrats.**\n")
    assert "- Pris: ”£7 per month” → ”£9 per month”" in told
    said = compare(folder, "before.json", "dearer.html", *BARE, "-f", "json")
    body = json.loads(said.stdout)
    assert (body["outcome"], body["texts"][1]["after"]) == ("changed", "£9 per month")
    assert body["after"]["url"] == "dearer.html"


def test_a_scan_of_a_service_is_named_by_its_report_its_json_or_its_id(folder: Path, service: Pages) -> None:
    for name in (f"{service.origin}/r/{ID}", f"{service.origin}/v1/scans/{ID}"):
        assert compare(folder, name, "a.html", *BARE).returncode == 0
    assert compare(folder, ID, "a.html", *BARE, "--service", service.origin).returncode == 0
    assert compare(folder, ID, "a.html", *BARE, COLDREAD_SERVICE=service.origin).returncode == 0


@pytest.mark.parametrize(
    ("side", "code", "says"),
    [
        (ID, Code.USAGE, "--service"),
        ("{service}/r/" + "x" * 22, Code.NO_PAGE, "it answered 404"),
        ("{service}/r/" + "T" * 22, Code.NO_PAGE, "no JSON"),
        ("{service}/r/" + "L" * 22, Code.USAGE, "no findings to compare"),
        ("none.json", Code.USAGE, "cannot be read"),
        ("broken.json", Code.USAGE, "--format json --output broken.json"),
        ("list.json", Code.USAGE, "no findings to compare"),
        ("none.html", Code.USAGE, "There is no file none.html"),
        ("http://127.0.0.1:9/", Code.NO_PAGE, "nobody answers there"),
    ],
)
def test_a_side_that_cannot_be_had_says_why(
    folder: Path, service: Pages, side: str, code: Code, says: str
) -> None:
    (folder / "broken.json").write_text("{", "utf-8")
    (folder / "list.json").write_text("[]", "utf-8")
    said = compare(folder, side.replace("{service}", service.origin), "a.html", *BARE)
    assert (said.returncode, said.stdout) == (code, "")
    assert says in said.stderr
    assert "Traceback" not in said.stderr


def test_a_scan_in_a_browser_is_not_compared_with_one_without(folder: Path) -> None:
    said = scan(folder, "a.html", "--goal", "paid_signup", "--browser", "-f", "json", "-o", "seen.json", "-q")
    assert said.returncode == 0, said.stderr
    said = compare(folder, "seen.json", "a.html", *BARE)
    assert said.returncode == Code.UNLIKE
    assert "Only one of the two was seen in a browser" in said.stdout
    said = compare(folder, "seen.json", "a.html", "--goal", "paid_signup", "--browser", "--quiet")
    assert (said.returncode, said.stdout.splitlines()[0]) == (0, "Nothing changed."), said.stdout


def test_help_and_guide_tell_every_exit_code() -> None:
    guide = GUIDE.read_text("utf-8")
    for row in COMPARE_EXITS:
        assert f"{row.code:<4} {row.meaning}" in HELP
        assert f"| {row.code} | {row.meaning} |" in guide
