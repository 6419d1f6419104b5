"""The GitHub Action and the pre-commit hook: their steps are run as they stand in their files, before a played GitHub."""

from __future__ import annotations

import http.server
import json
import os
import re
import shlex
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from scripts.action import changes

from tests.harness.website import Website

ROOT = Path(__file__).parents[2]
BAD = (ROOT / "tests/sites/bad_en.html").read_text("utf-8")
GOOD = (ROOT / "tests/sites/demo_sv.html").read_text("utf-8")
ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
PATH = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])


class Hub:
    """As much of GitHub as the comment needs."""

    def __init__(self) -> None:
        self.comments: list[dict[str, Any]] = [{"id": 1, "body": "Nice work!"}]
        #: statuses that a method is refused with, whoever asks
        self.refuses: dict[str, int] = {}
        #: comments that only somebody else may change
        self.strangers: set[int] = set()
        #: how many list the comments before anybody may write one
        self.meet = threading.Barrier(1)
        self.lock = threading.Lock()
        hub = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self._answer(list(hub.comments) if "&page=1" in self.path else [])

            def do_POST(self) -> None:
                said = self._read()
                if "POST" in hub.refuses:
                    return self._answer({"message": "Resource not accessible"}, hub.refuses["POST"])
                hub.meet.wait(60)
                with hub.lock:
                    made = {"id": max(one["id"] for one in hub.comments) + 1, **said}
                    hub.comments.append(made)
                hub.meet.wait(60)
                self._answer(made)

            def do_PATCH(self) -> None:
                number, said = int(self.path.rsplit("/", 1)[1]), self._read()
                if number in hub.strangers:
                    return self._answer({"message": "Must be the author"}, 403)
                (one,) = [one for one in hub.comments if one["id"] == number]
                one.update(said)
                self._answer(one)

            def do_DELETE(self) -> None:
                number = int(self.path.rsplit("/", 1)[1])
                with hub.lock:
                    hub.comments[:] = [one for one in hub.comments if one["id"] != number]
                self.send_response(204)
                self.end_headers()

            def _read(self) -> dict[str, Any]:
                assert self.headers["Authorization"] == "Bearer t"
                read: dict[str, Any] = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                return read

            def _answer(self, body: Any, status: int = 200) -> None:
                raw = json.dumps(body).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(raw)))
                self.end_headers()
                self.wfile.write(raw)

            def log_message(self, *_: Any) -> None:
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
        ).start()
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def hub() -> Iterator[Hub]:
    made = Hub()
    yield made
    made.close()


def step(name: str, folder: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    """The step's own command, as the action's file has it."""
    (row,) = [row for row in ACTION["runs"]["steps"] if row.get("name") == name]
    given = {
        **os.environ,
        "PATH": PATH,
        "GITHUB_ACTION_PATH": str(ROOT),
        "COLDREAD_CHROMIUM": "/nowhere",
        "VENV": sys.prefix,
        **environ,
    }
    return subprocess.run(
        ["bash", "-c", row["run"]],
        cwd=folder,
        env=given,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def git(folder: Path, *words: str) -> str:
    named = ("-c", "user.name=a", "-c", "user.email=a@a.example")
    return subprocess.check_output(["git", *named, *words], cwd=folder, text=True).strip()


def test_the_action_scans_what_changed_and_keeps_one_comment(tmp_path: Path, hub: Hub) -> None:
    project = tmp_path / "project"
    project.mkdir()
    git(project, "init", "-q")
    (project / "index.html").write_text(BAD)
    (project / "untouched.html").write_text(BAD)
    git(project, "add", ".")
    git(project, "commit", "-qm", "before")
    base = git(project, "rev-parse", "HEAD")
    (project / "index.html").write_text(GOOD)
    (project / "new.html").write_text(BAD)
    git(project, "add", ".")
    git(project, "commit", "-qm", "after")
    outputs = tmp_path / "outputs"
    told = {"OUT": str(tmp_path / "out"), "BASE": base, "GOAL": "demo", "FAIL_UNDER": "70"}
    done = step("Scan", project, GITHUB_OUTPUT=str(outputs), **told)
    assert done.returncode == 0, done.stderr
    said = dict(line.split("=", 1) for line in outputs.read_text().splitlines())
    assert said["code"] == "1", "the new page is below the demand"
    assert len(json.loads(Path(said["sarif"]).read_text())["runs"]) == 2
    assert "base" not in git(project, "worktree", "list"), "nothing is left behind"

    reach = {
        "OUT": told["OUT"],
        "GITHUB_API_URL": hub.url,
        "GITHUB_REPOSITORY": "a/b",
        "NUMBER": "7",
        "TOKEN": "t",
    }
    for _ in range(2):
        commented = step("Comment", project, **reach)
        assert commented.returncode == 0, commented.stderr
    assert len(hub.comments) == 2, "one comment, changed and not repeated"
    body = hub.comments[1]["body"]
    (row,) = [line for line in body.splitlines() if line.startswith("| index.html")]
    _, _, before, after, *_ = (part.strip() for part in row.split("|"))
    assert int(before) < int(after.split()[0])
    assert body.index("| new.html") < body.index("| index.html"), "the worst first"
    assert "- Fixed: P0 " in body
    assert "- New: P0 " not in body
    findings = [line for line in done.stderr.splitlines() if line.startswith("::error")]
    assert not [line for line in findings if "index.html" in line and "clarity" in line], (
        "only what is there now"
    )
    assert "untouched" not in body


def reached(hub: Hub, out: Path, **more: str) -> dict[str, str]:
    return {
        "OUT": str(out),
        "GITHUB_API_URL": hub.url,
        "GITHUB_REPOSITORY": "a/b",
        "NUMBER": "7",
        "TOKEN": "t",
        **more,
    }


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """What the scan has left for the comment."""
    out = tmp_path / "out"
    out.mkdir()
    (out / "comment.md").write_text("<!-- coldread -->\n### Coldread\n\n| index.html | 37 |\n")
    return out


@pytest.mark.parametrize(
    ("hindered", "said"),
    [
        ({"refuses": {"POST": 403}}, "POST was answered with 403"),
        ({"token": ""}, "there is no token"),
        ({"refuses": {"POST": 422}}, "422"),
        ({"gone": True}, "refused"),
    ],
    ids=["a fork's token only reads", "no token", "not accepted", "not reached"],
)
def test_trouble_with_the_comment_is_a_warning_and_the_words_stand_in_the_summary(
    hindered: dict[str, Any], said: str, tmp_path: Path, written: Path, hub: Hub
) -> None:
    hub.refuses = hindered.get("refuses", {})
    if hindered.get("gone"):
        hub.close()
    summary = tmp_path / "summary.md"
    reach = reached(hub, written, TOKEN=hindered.get("token", "t"), GITHUB_STEP_SUMMARY=str(summary))
    done = step("Comment", tmp_path, **reach)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("::warning")]
    assert said in line
    assert "| index.html | 37 |" in summary.read_text()
    assert len(hub.comments) == 1


def test_a_button_that_leads_nowhere_in_another_way_is_neither_new_nor_gone() -> None:
    def scanned(check: str, selector: str) -> dict[str, Any]:
        place = {"selector": selector, "snippet": "Learn more"}
        found = {
            "id": check,
            "title": check,
            "severity": "P0",
            "dimension": "cta",
            "evidence": [place],
            "count": 1,
        }
        return {
            "_source": "lite",
            "scores": {"overall": 16, "rubric_version": "3.0"},
            "findings": {"items": [found], "not_measured": []},
        }

    dead, broken = scanned("cta.dead-link", "a"), scanned("cta.broken-target", "a")
    assert changes("index.html", dead, broken) == []
    head, *lines = changes("index.html", dead, scanned("copy.long", "p"))
    assert head == "**index.html**: The page changed."
    assert [line for line in lines if line.startswith(("- New", "- Fixed"))] == [
        "- New: P0 copy.long p",
        "- Fixed: P0 cta.dead-link a",
    ]


def test_two_jobs_at_once_leave_one_comment(tmp_path: Path, written: Path, hub: Hub) -> None:
    hub.meet = threading.Barrier(
        2
    )  # both have listed before either writes, and both have written before either goes on
    done: list[subprocess.CompletedProcess[str]] = []
    jobs = [
        threading.Thread(target=lambda: done.append(step("Comment", tmp_path, **reached(hub, written))))
        for _ in range(2)
    ]
    for job in jobs:
        job.start()
    for job in jobs:
        job.join()
    assert [one.returncode for one in done] == [0, 0], [one.stderr for one in done]
    assert [one["id"] for one in hub.comments] == [1, 2], "the first stays"
    hub.meet = threading.Barrier(1)
    assert step("Comment", tmp_path, **reached(hub, written)).returncode == 0
    assert len(hub.comments) == 2, "a run again changes it"


def test_a_comment_of_somebody_else_that_looks_like_ours_hinders_nothing(
    tmp_path: Path, written: Path, hub: Hub
) -> None:
    hub.comments.append({"id": 2, "body": "<!-- coldread --> all is well"})
    hub.strangers = {2}
    for _ in range(2):
        assert step("Comment", tmp_path, **reached(hub, written)).returncode == 0
    assert [one["id"] for one in hub.comments] == [1, 2, 3]
    assert "37" in hub.comments[2]["body"]


@pytest.fixture
def shallow(tmp_path: Path) -> tuple[Path, str]:
    """A clone as checkout makes it without fetch-depth: the merge commit alone; and the pull request's base."""
    origin = tmp_path / "origin"
    origin.mkdir()
    git(origin, "init", "-q", "-b", "main")
    git(origin, "config", "uploadpack.allowAnySHA1InWant", "true")
    (origin / "index.html").write_text(BAD)
    (origin / "untouched.html").write_text(BAD)
    git(origin, "add", ".")
    git(origin, "commit", "-qm", "before")
    git(origin, "checkout", "-qb", "change")
    (origin / "index.html").write_text(GOOD)
    git(origin, "commit", "-qam", "after")
    git(origin, "checkout", "-q", "main")
    (origin / "elsewhere.txt").write_text("main goes on")
    git(origin, "add", ".")
    git(origin, "commit", "-qm", "elsewhere")
    base = git(origin, "rev-parse", "HEAD")
    git(origin, "merge", "-q", "--no-ff", "-m", "merged", "change")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{origin}", str(clone))
    assert git(clone, "rev-list", "--count", "HEAD") == "1"
    return clone, base


def scanned(folder: Path, tmp_path: Path, **environ: str) -> tuple[dict[str, str], str, str]:
    """Outputs of the step, its comment, and what it printed."""
    outputs = tmp_path / "outputs"
    told = {"OUT": str(tmp_path / "out"), "GOAL": "demo", "FAIL_UNDER": "", **environ}
    done = step("Scan", folder, GITHUB_OUTPUT=str(outputs), **told)
    assert done.returncode == 0, done.stderr
    said = dict(line.split("=", 1) for line in outputs.read_text().splitlines())
    return said, (tmp_path / "out" / "comment.md").read_text(), done.stdout


def test_a_shallow_clone_fetches_the_base_and_compares(shallow: tuple[Path, str], tmp_path: Path) -> None:
    folder, base = shallow
    said, comment, _ = scanned(folder, tmp_path, BASE=base)
    assert said["code"] == "0"
    (row,) = [line for line in comment.splitlines() if line.startswith("| index.html")]
    _, _, before, after, *_ = (part.strip() for part in row.split("|"))
    assert int(before) < int(after)
    assert "untouched" not in comment


@pytest.fixture
def preview() -> Iterator[Website]:
    """The page as it is live, and as the pull request would make it."""
    with Website({"/live": GOOD, "/preview": BAD}) as made:
        yield made


def test_a_preview_is_compared_with_the_live_page_and_needs_no_secret(
    preview: Website, tmp_path: Path
) -> None:
    pages = {"PAGES": preview.url("/preview"), "BASELINE": preview.url("/live")}
    _, comment, printed = scanned(tmp_path, tmp_path, **pages)
    assert "::warning title=Coldread" not in printed
    assert "The page changed." in comment
    assert "- New: P0 " in comment
    assert "- Fixed" not in comment.partition("| Page |")[0]


def test_a_stored_answer_is_a_baseline_and_what_is_none_is_a_warning(
    preview: Website, tmp_path: Path
) -> None:
    kept = tmp_path / "kept.json"
    command = [sys.executable, "-m", "coldread", "scan", preview.url("/live"), "--goal", "demo", "--quiet"]
    subprocess.run(
        [*command, "--format", "json", "--output", str(kept), "--no-browser"], check=True, timeout=300
    )
    both = {"PAGES": f"{preview.url('/live')}\n{preview.url('/preview')}", "BASELINE": "kept.json\nodd.json"}
    (tmp_path / "odd.json").write_text("[]")
    _, comment, printed = scanned(tmp_path, tmp_path, **both)
    assert "odd.json is no answer" in printed
    (row,) = [line for line in comment.splitlines() if "/live" in line and line.startswith("|")]
    _, _, before, after, *_ = (part.strip() for part in row.split("|"))
    assert before == after
    assert "The page changed." not in comment, (
        "the live page is as it was, and the other has nothing of before"
    )


def test_a_base_that_cannot_be_had_is_a_warning(shallow: tuple[Path, str], tmp_path: Path) -> None:
    folder, _ = shallow
    said, comment, printed = scanned(folder, tmp_path, BASE="0" * 39 + "1")
    assert (said["code"], "::warning" in printed) == ("0", True)
    assert "could not be told" in comment
    said, comment, _ = scanned(folder, tmp_path, BASE="0" * 39 + "1", PAGES="index.html")
    assert "| index.html | – |" in comment, "a page that is named is judged without a before"


def test_whatever_the_action_takes_from_others_is_pinned() -> None:
    """Actions by commit, packages by hash; and nobody is shown a branch."""
    for file in (ROOT / "action.yml", *(ROOT / ".github/workflows").glob("*.yml")):
        for line in file.read_text().splitlines():
            if "uses:" in line:
                assert re.search(r"uses: [\w./-]+@[0-9a-f]{40}  # v\d", line), (file.name, line)
    (install,) = [row for row in ACTION["runs"]["steps"] if row.get("name") == "Install"]
    for line in install["run"].splitlines():
        if " install " in line:
            assert "--require-hashes" in line or "--no-deps" in line, line
    guide = (ROOT / "docs/guides/scanning.md").read_text()
    assert re.search(r"OWNER/coldread@v\d+\.\d+\.\d+", guide)
    assert not re.search(r"@(main|master)\b|rev: (main|master)", guide)


def test_the_hook_of_the_guide_passes_a_good_page_and_refuses_a_bad_one(tmp_path: Path) -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    guide = (ROOT / "docs/guides/scanning.md").read_text("utf-8")
    (example,) = [block for block in re.findall(r"```yaml\n(.*?)```", guide, re.S) if hook["id"] in block]
    arguments = yaml.safe_load(example)[0]["hooks"][0]["args"]
    (tmp_path / "bad.html").write_text(BAD)
    (tmp_path / "good.html").write_text((ROOT / "tests/sites/calls_en.html").read_text("utf-8"))

    def hooked(*pages: str) -> int:
        return subprocess.run(
            [*shlex.split(hook["entry"]), *arguments, *pages],
            cwd=tmp_path,
            env={**os.environ, "PATH": PATH},
            capture_output=True,
            timeout=200,
            check=False,
        ).returncode

    assert (hooked("good.html"), hooked("bad.html", "good.html")) == (0, 1)
