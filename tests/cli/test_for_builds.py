"""The GitHub Action and the pre-commit hook: their steps are run as they stand in their files, before a played GitHub."""

from __future__ import annotations

import http.server
import json
import os
import shlex
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
BAD = (ROOT / "tests/sites/bad_en.html").read_text("utf-8")
GOOD = (ROOT / "tests/sites/demo_sv.html").read_text("utf-8")
ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
PATH = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])


class Hub:
    """As much of GitHub as the comment needs."""

    def __init__(self) -> None:
        self.comments: list[dict[str, Any]] = [{"id": 1, "body": "Nice work!"}]
        hub = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self._answer(hub.comments if "page=1" in self.path else [])

            def do_POST(self) -> None:
                made = {"id": len(hub.comments) + 1, **self._read()}
                hub.comments.append(made)
                self._answer(made)

            def do_PATCH(self) -> None:
                (one,) = [one for one in hub.comments if one["id"] == int(self.path.rsplit("/", 1)[1])]
                one.update(self._read())
                self._answer(one)

            def _read(self) -> dict[str, Any]:
                assert self.headers["Authorization"] == "Bearer t"
                read: dict[str, Any] = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                return read

            def _answer(self, body: Any) -> None:
                raw = json.dumps(body).encode()
                self.send_response(200)
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
    assert "gone: " in body
    assert "untouched" not in body


def test_the_hook_judges_the_files_of_a_commit(tmp_path: Path) -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    (tmp_path / "bad.html").write_text(BAD)
    (tmp_path / "good.html").write_text(GOOD)

    def hooked(*words: str) -> int:
        command = [*shlex.split(hook["entry"]), "--fail-under", "70", *words]
        return subprocess.run(
            command,
            cwd=tmp_path,
            env={**os.environ, "PATH": PATH},
            capture_output=True,
            timeout=200,
            check=False,
        ).returncode

    assert hooked("bad.html", "good.html") == 1
