"""The GitLab job of the guide: its own lines are run as they stand there, before a played GitLab."""

from __future__ import annotations

import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.harness.website import Website

ROOT = Path(__file__).parents[2]
SITES = ROOT / "tests/sites"
GUIDE = (ROOT / "docs/guides/scanning.md").read_text("utf-8")
(BLOCK,) = [
    block for block in re.findall(r"```yaml\n(.*?)```", GUIDE, re.S) if "merge_request_event" in block
]
JOB = yaml.safe_load(BLOCK)["coldread"]


@pytest.fixture
def pages() -> Iterator[Website]:
    good, bad = (SITES / f"{name}.html" for name in ("demo_sv", "bad_en"))
    with Website({"/live": good.read_text("utf-8"), "/preview": bad.read_text("utf-8")}) as made:
        yield made


@pytest.fixture
def notes() -> Iterator[tuple[str, list[tuple[str, str, Any]]]]:
    """The address of GitLab's API, and the notes that it took: path, token, body."""
    taken: list[tuple[str, str, Any]] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            taken.append((self.path, self.headers["PRIVATE-TOKEN"], json.loads(body)))
            self.send_response(201)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None: ...

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/api/v4", taken
        server.shutdown()


def ran(line: str, folder: Path, **environ: str) -> int:
    """The line in a shell of its own, as a runner of GitLab does it."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    given = {**os.environ, "PATH": path, "COLDREAD_CHROMIUM": "/nowhere", **environ}
    return subprocess.run(["bash", "-ec", line], cwd=folder, env=given, timeout=300, check=False).returncode


@pytest.mark.skipif(not shutil.which("jq") or not shutil.which("curl"), reason="the job installs jq and curl")
def test_a_preview_that_is_worse_fails_the_job_and_its_note_says_what_changed(
    pages: Website, notes: tuple[str, list[tuple[str, str, Any]]], tmp_path: Path
) -> None:
    (compare,) = [line for line in JOB["script"] if line.startswith("coldread compare")]
    api, taken = notes
    given = {
        "PREVIEW_URL": pages.url("/preview"),
        "CI_API_V4_URL": api,
        "CI_PROJECT_ID": "7",
        "CI_MERGE_REQUEST_IID": "12",
    }
    command = compare.replace("https://example.com/", pages.url("/live"))
    assert ran(command, tmp_path, **given) == 1
    (after,) = JOB["after_script"]
    assert ran(after, tmp_path, **given) == 0
    assert taken == [], "no token, no note"
    assert ran(after, tmp_path, **given, NOTES_TOKEN="t") == 0
    ((path, token, note),) = taken
    assert (path, token) == ("/api/v4/projects/7/merge_requests/12/notes", "t")
    assert note["body"] == (tmp_path / JOB["artifacts"]["paths"][0]).read_text("utf-8")
    assert "The page changed." in note["body"]
    assert ran(command, tmp_path, **given | {"PREVIEW_URL": pages.url("/live")}) == 0
