"""Installs the wheel of `coldread-mcp` where nothing else is, and talks to a service through it as a host does.

`python scripts/try_mcp.py dist/coldread_mcp-….whl`
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.harness.process import ServerProcess  # noqa: E402 - it is found once the root is in the path

BIN = Path(sys.prefix) / "bin"
VERSION = "2025-11-25"
MOST_PACKAGES, MOST_BYTES = 10, 10_000_000


def main() -> int:
    wheel = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        python = folder / "venv" / "bin" / "python"
        _run(BIN / "uv", "venv", "--quiet", "--python", sys.executable, folder / "venv")
        _run(BIN / "uv", "pip", "install", "--quiet", "--python", python, wheel)
        listed = json.loads(_run(BIN / "uv", "pip", "list", "--python", python, "--format", "json"))
        (packed,) = (folder / "venv" / "lib").glob("python*/site-packages")
        size = sum(path.stat().st_size for path in packed.rglob("*") if path.is_file())
        command = python.with_name("coldread-mcp")
        assert "usage: coldread-mcp" in _run(command, "--help")
        server = ServerProcess(f"sqlite:///{folder / 'coldread.db'}", folder / "data")
        server.start()
        try:
            tools, seconds = talk(command, server.url)
        finally:
            server.stop()
    print(
        f"{wheel.name}: {len(listed)} packages, {size / 1e6:.1f} MB, {len(tools)} tools after {seconds:.1f} s"
    )
    return 0 if len(listed) <= MOST_PACKAGES and size <= MOST_BYTES and "request_cold_read" in tools else 1


def talk(command: Path, service: str) -> tuple[list[str], float]:
    """Names of the tools that it offers over stdio, and the seconds until they were there."""
    began = time.monotonic()
    with subprocess.Popen(  # noqa: S603
        [command, "--service", service], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as host:
        assert host.stdin is not None
        assert host.stdout is not None

        def say(**message: Any) -> None:
            assert host.stdin is not None
            host.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
            host.stdin.flush()

        who = {"name": "try", "version": "1"}
        say(
            id=1,
            method="initialize",
            params={"protocolVersion": VERSION, "capabilities": {}, "clientInfo": who},
        )
        host.stdout.readline()
        say(method="notifications/initialized")
        say(id=2, method="tools/list")
        listed = json.loads(host.stdout.readline())
        seconds = time.monotonic() - began
        host.stdin.close()
        host.wait(60)
    return [tool["name"] for tool in listed["result"]["tools"]], seconds


def _run(*command: str | Path) -> str:
    return subprocess.check_output(command, text=True)  # noqa: S603


if __name__ == "__main__":
    sys.exit(main())
