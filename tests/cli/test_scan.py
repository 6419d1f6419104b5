"""`coldread scan`, run as people and builds run it; without a browser, which has tests of its own."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import jsonschema_rs
import pytest

from coldread.cli.scan import HELP
from coldread.cli.scanning.exits import EXITS, Code
from coldread.cli.scanning.options import ScanOptions
from coldread.cli.scanning.run import run_scan
from coldread.scanner.goals import PrimaryGoal
from tests.cli.page_server import Pages, serving
from tests.harness.fake_model import FakeModel, openai_reply
from tests.harness.process import run
from tests.scanner.seeing import SITES, site

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "scanning.md"
SARIF = Path(__file__).parents[1] / "scanner" / "report" / "sarif-2.1.0-rtm.5.json"
ANSWER = {
    "measured",
    "url",
    "_source",
    "scores",
    "findings",
    "reading",
    "model_notes",
    "chat_summary",
    "report_md",
    "versions",
}
COMMAND = (sys.executable, "-m", "coldread", "scan")


def environment(**more: str) -> dict[str, str]:
    clean = {
        name: value for name, value in os.environ.items() if not name.startswith(("COLDREAD_", "GITHUB_"))
    }
    return clean | more


def scan(folder: Path, *words: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return run(["scan", *words], environment(**environ), cwd=folder)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project with the bad page as its front page."""
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "index.html").write_bytes((SITES / "bad_en.html").read_bytes())
    return tmp_path


@pytest.fixture(scope="module")
def pages() -> Iterator[Pages]:
    with serving(
        {
            "/good": site("calls_en"),
            "/bad": site("bad_en"),
            "/plain": "plain text",
            "/empty": " ",
            "/blank": "<!doctype html><title>Blank</title><body></body>",
            "/hangs": "…",
        }
    ) as site_of:
        yield site_of


def test_a_file_is_read_and_reported_to_stdout_while_stderr_tells_the_steps(folder: Path) -> None:
    said = scan(folder, "web/index.html", "--goal", "demo", "--no-browser")
    assert said.returncode == 0
    assert said.stdout.startswith("# Landing page review: web/index.html\n")
    assert "127.0.0.1" not in said.stdout
    assert "coldread: reading the source\n" in said.stderr
    assert "coldread: judging what was seen\n" in said.stderr
    assert said.stderr.splitlines()[-1].endswith("to tidy")


def test_the_json_answer_is_the_service_s_and_serves_as_a_baseline(
    folder: Path, pages: Pages, capsys: pytest.CaptureFixture[str]
) -> None:
    before = folder / "before.json"
    good = scan(
        folder,
        f"{pages.origin}/good",
        "--goal",
        "book_call",
        "--no-browser",
        "-f",
        "json",
        "-o",
        str(before),
        "-q",
    )
    assert (good.returncode, good.stdout, good.stderr) == (0, "", "")
    answer = json.loads(before.read_text("utf-8"))
    assert set(answer) == ANSWER
    assert answer["_source"] == "lite"
    assert set(answer["versions"]) == {"coldread", "rubric", "axe"}
    assert re.match(r"# Landing page review: (?!127)\w", answer["report_md"]), (
        "a page of one's own machine by its name"
    )
    assert 350 <= len(answer["chat_summary"]) <= 600
    order = ScanOptions(
        page=f"{pages.origin}/bad", goal=PrimaryGoal.BOOK_CALL, browser=False, baseline=before, fail_under=90
    )
    assert run_scan(order) == Code.FAILED
    told = capsys.readouterr().err
    assert "is below 90" in told
    assert "failed: new: P1 trust.privacy-link" in told
    same = ScanOptions(
        page=f"{pages.origin}/good", goal=PrimaryGoal.BOOK_CALL, browser=False, baseline=before, fail_under=50
    )
    assert run_scan(same) == Code.OK
    assert "failed" not in capsys.readouterr().err


def test_a_build_gets_sarif_by_line_annotations_and_what_is_ignored(folder: Path) -> None:
    (folder / ".coldread-ignore").write_text(
        "trust.no-direct-contact -- launch is in May\nfriction.popup\n", "utf-8"
    )
    said = scan(
        folder, "web/index.html", "--goal", "demo", "--no-browser", "-f", "sarif", GITHUB_ACTIONS="true"
    )
    assert said.returncode == 0
    log = json.loads(said.stdout)
    jsonschema_rs.validate(json.loads(SARIF.read_text("utf-8")), log)
    results = {item["ruleId"]: item for item in log["runs"][0]["results"]}
    place = results["trust.privacy-link"]["locations"][0]["physicalLocation"]
    source = site("bad_en").split("\n")
    assert place["artifactLocation"]["uri"] == "web/index.html"
    assert "<form" in source[place["region"]["startLine"] - 1]
    assert results["trust.no-direct-contact"]["suppressions"][0]["justification"] == "launch is in May"
    line = place["region"]["startLine"]
    assert (
        f"::warning file=web/index.html,line={line},endLine={line},title=P1 trust.privacy-link::"
        in said.stderr
    )
    assert "trust.no-direct-contact::" not in said.stderr
    assert "line 2: friction.popup ignores nothing" in said.stderr


def test_what_is_ignored_does_not_cost_points_and_is_told(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "ignored").write_text("clarity.* -- agreed", "utf-8")
    page = str(folder / "web" / "index.html")
    answers = []
    for file in (None, folder / "ignored"):
        assert (
            run_scan(
                ScanOptions(page=page, browser=False, quiet=True, output_format="json", ignore_file=file)
            )
            == Code.OK
        )
        answers.append(json.loads(capsys.readouterr().out))
    before, after = answers
    # what the page leaves unanswered still counts: only the findings are ignored
    assert after["scores"]["dimensions"]["clarity"] > before["scores"]["dimensions"]["clarity"]
    assert not any(item["id"].startswith("clarity.") for item in after["findings"]["items"])
    assert "clarity.h1-multiple" in after["model_notes"]["caveats"][0]
    assert "clarity.h1-multiple" in after["report_md"]


def test_patches_are_written_for_the_file_and_apply(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    page, answer = Path("web/index.html"), Path("answer.json")
    order = ScanOptions(
        page=str(page), browser=False, patch=Path("fix.diff"), output_format="json", output=answer
    )
    assert run_scan(order) == Code.OK
    subprocess.run(["git", "apply", "fix.diff"], cwd=folder, check=True)
    mended = page.read_text("utf-8")
    assert 'autocomplete="email"' in mended
    assert 'type="email"' in mended
    items = json.loads(answer.read_text("utf-8"))["findings"]["items"]
    fix = next(item["fix"] for item in items if item["id"] == "form.email-type")
    assert fix["kind"] == "safe"
    assert fix["patch"].startswith("--- a/web/index.html\n")


def test_pictures_beside_the_file_are_measured_and_none_outside_its_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    body = "<!doctype html><title>A</title><h1>Bread at your door</h1><p>Baked at night.</p>"
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>'
    Path("web/in.svg").write_text(drawing)
    Path("out.svg").write_text(drawing)
    Path("web/link.svg").symlink_to("../out.svg")
    for src, known in (("in.svg", True), ("../out.svg", False), ("link.svg", False)):
        Path("web/index.html").write_text(f'{body}<img src="{src}">')
        order = ScanOptions(page="web", browser=False, patch=Path("fix.diff"), output=Path("answer.md"))
        assert run_scan(order) == Code.OK
        assert ('width="4" height="3"' in Path("fix.diff").read_text("utf-8")) is known


def test_a_reader_who_has_seen_enough_is_no_trouble(folder: Path) -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    said = subprocess.run(
        [*COMMAND, "web/index.html", "--no-browser", "-q"],
        cwd=folder,
        env=environment(PYTHONIOENCODING="ascii"),
        stdout=theirs,
        stderr=subprocess.PIPE,
        check=False,
        timeout=90,
    )
    os.close(theirs)
    assert (said.returncode, said.stderr) == (0, b"")


def test_words_of_a_page_cannot_steer_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sly = "Welcome\x1b[2J\x1b]0;owned\x07\x9b31m \u202edlrow"
    page = tmp_path / "sly.html"
    page.write_text(f"<html lang=en><title>{sly}</title><h1>{sly}</h1><a href='#'>{sly}</a>", "utf-8")
    for kind in ("md", "json", "sarif"):
        assert run_scan(ScanOptions(page=str(page), browser=False, output_format=kind)) == Code.OK
        said = capsys.readouterr()
        assert "Welcome" in said.out
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", said.out + said.err), kind


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/nothing", "the page answered 404"),
        ("/plain", "text/plain, not HTML"),
        ("/empty", "the page has no content"),
        ("/blank", "no visible text"),
    ],
)
def test_without_a_page_it_ends_with_3_and_a_sentence(
    pages: Pages, path: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_scan(ScanOptions(page=pages.origin + path, browser=False, quiet=True)) == Code.NO_PAGE
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"There is no page to judge at {pages.origin}{path}: ")
    assert told in said.err
    assert said.err.count("\n") == 1


def test_a_file_that_is_no_page_is_called_by_its_own_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "logo.png"
    picture.write_bytes(b"\x89PNG")
    assert run_scan(ScanOptions(page=str(picture), browser=False, quiet=True)) == Code.NO_PAGE
    assert capsys.readouterr().err == (
        f"There is no page to judge at {picture}: the page is image/png, not HTML.\n"
    )


def test_a_redirect_to_a_place_that_was_not_named_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with serving({"/": "<h1>Private</h1>"}) as private, serving({"/": f"→ {private.origin}/"}) as named:
        assert run_scan(ScanOptions(page=named.origin, browser=False, quiet=True)) == Code.NO_PAGE
        assert private.heard == []
        assert "that is not what you named" in capsys.readouterr().err
        allowed = (private.origin.removeprefix("http://"),)
        assert run_scan(ScanOptions(page=named.origin, browser=False, quiet=True, allowed=allowed)) == Code.OK


def test_nobody_answering_is_said_plainly(folder: Path) -> None:
    said = scan(folder, "http://127.0.0.1:9/", "--no-browser", "-q")
    assert said.returncode == 3
    assert (
        said.stderr
        == "There is no page to judge at http://127.0.0.1:9/: nobody answers there; is the server running?\n"
    )


@pytest.mark.parametrize(
    "words",
    [
        ["web/index.html", "--goal", "selling"],
        ["web/index.html", "--no-browser", "--screenshot", "a.png"],
        ["web/index.html", "--screenshot", "a.gif"],
        ["web/index.html", "-o", "nowhere/report.md"],
        ["web/index.html", "--baseline", "web/index.html"],
        ["web/index.html", "--html", "nothing.html"],
        ["web/index.html", "--header", "no colon"],
        ["web/index.html", "--ignore-file", "nothing"],
    ],
)
def test_a_command_that_cannot_be_carried_out_ends_with_2_before_anything_is_visited(
    folder: Path, words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from coldread.cli.main import app

    monkeypatch.chdir(folder)
    with pytest.raises(SystemExit) as ended:
        app(["scan", *words])
    assert ended.value.code == Code.USAGE
    said = capsys.readouterr()
    assert said.err.strip()
    assert "reading the source" not in said.err
    assert said.out == ""


def test_a_browser_that_is_demanded_and_missing_ends_with_4(folder: Path) -> None:
    said = scan(folder, "web/index.html", "--browser", COLDREAD_CHROMIUM="/nowhere/chromium")
    assert said.returncode == 4
    assert "The browser does not start: no browser at /nowhere/chromium." in said.stderr
    assert "Traceback" not in said.stderr


def test_a_browser_that_is_missing_and_not_demanded_costs_no_report(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    order = ScanOptions(page=str(folder / "web"), chromium="/nowhere/chromium", quiet=True)
    assert run_scan(order) == Code.OK
    assert "No browser is available here" in capsys.readouterr().out


def test_an_interrupt_ends_it_with_130_and_no_traceback(folder: Path, pages: Pages) -> None:
    pages.asked.clear()
    scanning = subprocess.Popen(
        # in the background of a shell the interrupt is ignored, and children inherit that
        ["env", "--default-signal=INT", *COMMAND, f"{pages.origin}/hangs", "--no-browser"],
        cwd=folder,
        env=environment(),
        stderr=subprocess.PIPE,
        text=True,
    )
    assert pages.asked.wait(60)
    scanning.send_signal(signal.SIGINT)
    _, told = scanning.communicate(timeout=30)
    assert scanning.returncode == 130
    assert "Traceback" not in told


def test_a_fault_of_our_own_ends_with_5_and_shows_where(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def trip(*_: object) -> None:
        raise RuntimeError("strange page")

    monkeypatch.setattr("coldread.cli.scanning.run.review", trip)
    assert (
        run_scan(ScanOptions(page=str(folder / "web" / "index.html"), browser=False, quiet=True))
        == Code.OUR_FAULT
    )
    assert "RuntimeError: strange page" in capsys.readouterr().err


def test_on_a_terminal_finished_steps_stay_with_their_seconds(folder: Path) -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, "web/index.html", "--no-browser", "-o", "report.md"],
        cwd=folder,
        env=environment(TERM="xterm", COLUMNS="100"),
        stderr=theirs,
        stdout=subprocess.DEVNULL,
    ) as scanning:
        os.close(theirs)
        told = b""
        while chunk := _read(ours):
            told += chunk
    os.close(ours)
    assert scanning.returncode == 0
    seen = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", told.decode())
    assert re.search(r"✓ reading the source \d+\.\d s", seen)
    assert "coldread: " not in seen


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 4096)
    except OSError:  # the other side is closed
        return b""


def test_help_and_guide_tell_every_exit_code_and_option(folder: Path) -> None:
    guide = GUIDE.read_text("utf-8")
    said = scan(folder, "--help").stdout
    for row in EXITS:
        assert f"{row.code:<4} {row.meaning}" in HELP
        assert f"| {row.code} | {row.meaning} |" in guide
    options = {word.strip(",") for word in said.split() if word.startswith("--") and word.strip(",-") != ""}
    for option in options - {"--help"}:
        assert option.rstrip(".:)") in guide, option


def test_a_configured_model_reads_the_page_when_asked_and_the_score_does_not_know_it(folder: Path) -> None:
    said = {
        "seen": [],
        "stranger": "",
        "answers": [{"question": "cost", "answer": "no", "because": "Nothing says it.", "references": []}],
        "problems": [],
        "points": 41,
    }
    with FakeModel(lambda _: openai_reply(said)) as fake:
        named = {f"COLDREAD_{name.upper()}": value for name, value in fake.settings().items()}
        words = ("web/index.html", "--no-browser", "--format", "json")
        read = scan(folder, *words, "--reader", "model", **named)
        alone = json.loads(scan(folder, *words, **named).stdout)
        assert len(fake.asked) == 1
        report = scan(folder, "web/index.html", "--no-browser", "--reader", "model", **named)
        refused = scan(folder, "web/index.html", "web/index.html", "--reader", "model", **named)
    answer = json.loads(read.stdout)
    assert (answer["model_notes"]["points"], answer["scores"]) == (41, alone["scores"])
    assert "reader's points: 41 of 100, by fake-1" in read.stderr
    assert report.returncode == 0, report.stderr
    assert "one page at a time" in refused.stderr
    assert "no model is configured" in scan(folder, "web/index.html", "--reader", "model").stderr


def test_a_model_that_says_nothing_leaves_the_report_of_the_rules(folder: Path) -> None:
    with FakeModel(lambda _: (400, b"{}", {})) as fake:
        named = {f"COLDREAD_{name.upper()}": value for name, value in fake.settings().items()}
        read = scan(folder, "web/index.html", "--no-browser", "--reader", "model", **named)
    assert read.returncode == 0
    assert read.stdout.startswith("# ")
    assert "the model gave no reading" in read.stderr
