"""Installs the wheels of the service and of `coldread-mcp` where nothing else is, and talks to it as a host does.

`python scripts/try_mcp.py dist/coldread_server-….whl dist/coldread_mcp-….whl`
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
BIN = Path(sys.prefix) / "bin"
VERSION = "2025-11-25"


def main() -> int:
    wheels = [Path(word).resolve() for word in sys.argv[1:]]
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        clean = {name: value for name, value in os.environ.items() if not name.startswith("COLDREAD_")}
        clean = {**clean, "VIRTUAL_ENV": str(folder / "venv"), "COLDREAD_DATA_DIR": str(folder / "data")}

        def run(*command: str | Path) -> None:
            subprocess.check_call(command, cwd=folder, env=clean)  # noqa: S603

        run(BIN / "uv", "venv", "--quiet", "--python", sys.executable, "venv")
        install = (BIN / "uv", "pip", "install", "--quiet")
        run(*install, "--require-hashes", "-r", ROOT / "requirements.lock")
        run(*install, "--no-deps", *wheels)
        command = folder / "venv" / "bin" / "coldread-mcp"
        usage = subprocess.check_output([command, "--help"], cwd=folder, env=clean, text=True)  # noqa: S603
        assert "Usage: coldread-mcp [OPTIONS]" in usage, usage
        assert "coldread mcp" not in usage, usage
        tools = talk(command, folder, clean)
    print(f"{wheels[-1].name}: started by its own name, it offers {', '.join(tools)}")
    return 0 if tools == ["scan_page"] else 1


def talk(command: Path, folder: Path, environ: dict[str, str]) -> list[str]:
    """Names of the tools that it offers over stdio."""
    with subprocess.Popen(  # noqa: S603
        [command], cwd=folder, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
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
        host.stdin.close()
        host.wait(60)
    return [tool["name"] for tool in listed["result"]["tools"]]


if __name__ == "__main__":
    sys.exit(main())
