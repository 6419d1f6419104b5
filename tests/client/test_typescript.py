"""The TypeScript example compiles strictly against the types that the service's own description gives, and works."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.harness.process import ServerProcess
from tests.harness.website import Website

ROOT = Path(__file__).parents[2]
TOOLS = ROOT / "tests/node/node_modules/.bin"
ENVIRON = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
STRICT = (
    "--strict",
    "--noEmit",
    *("--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler"),
    *("--lib", "es2022,dom,dom.iterable"),
)
RUN = """
import { main } from "./agent.ts";
console.log("ended", await main(process.argv[2], process.argv[3]));
"""


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(
        command, cwd=cwd, env=ENVIRON, capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    return done.stdout


@pytest.fixture
def site() -> Iterator[Website]:
    with Website(
        {"/": "<html lang=en><title>Bread</title><h1>Bread for cafés</h1><p>Every day.</p></html>"}
    ) as made:
        yield made


def test_the_typescript_agent_compiles_strictly_and_walks_a_rehearsal(tmp_path: Path, site: Website) -> None:
    server = ServerProcess(
        f"sqlite:///{tmp_path / 'coldread.db'}",
        tmp_path / "data",
        sandbox="1",
        sandbox_step_s="1",
        scan_engine="lite",
        scan_allow_hosts=site.place,
    )
    server.start()
    try:
        description = httpx.get(f"{server.url}/v1/openapi.json").json()
        (tmp_path / "openapi.json").write_text(json.dumps(description))
        run(TOOLS / "openapi-typescript", "openapi.json", "-o", "schema.d.ts", cwd=tmp_path)
        shutil.copy(ROOT / "examples/typescript/agent.ts", tmp_path)
        run(TOOLS / "tsc", *STRICT, "agent.ts", cwd=tmp_path)
        (tmp_path / "run.mjs").write_text(RUN)
        said = run("node", "--no-warnings", "run.mjs", server.url, site.url("/"), cwd=tmp_path)
    finally:
        server.stop()
    assert "please pay:" in said
    assert "ended delivered" in said
