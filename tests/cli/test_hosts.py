"""The configurations that the guide has people paste: each is read from there, started and driven by the official client."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import StdioServerParameters
from mcp.client import Client
from mcp.client.stdio import stdio_client

from tests.harness.process import ServerProcess

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs/guides/hosts.md").read_text("utf-8")
SERVICE = "https://coldread.example"
pytestmark = pytest.mark.together("mcp")


def configured() -> dict[str, dict[str, Any]]:
    """By the heading it stands under: how the host reaches the server."""
    found: dict[str, dict[str, Any]] = {}
    for part in GUIDE.split("\n## ")[1:]:
        for number, block in enumerate(re.findall(r"```json\n(.*?)\n```", part, re.DOTALL)):
            servers = json.loads(block)
            ((_, server),) = (servers.get("mcpServers") or servers["servers"]).items()
            found[f"{part.splitlines()[0]} {number}"] = server
    for line in re.findall(r"^claude mcp add (.*)$", GUIDE, re.MULTILINE):
        words = line.split()
        if "--" in words:
            command = words[words.index("--") + 1 :]
            found[f"claude: {line}"] = {"command": command[0], "args": command[1:]}
        else:
            found[f"claude: {line}"] = {"type": "http", "url": words[-1]}
    return found


CONFIGURED = configured()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("hosts")
    started = ServerProcess(f"sqlite:///{folder / 'coldread.db'}", folder / "data", scan_engine="lite")
    started.start()
    yield started
    started.stop()


def test_every_host_of_the_guide_has_a_configuration() -> None:
    assert {name.rsplit(" ", 1)[0] for name in CONFIGURED if not name.startswith("claude:")} >= {
        "Claude Desktop",
        "Claude Code",
        "VS Code",
        "Cursor",
        "Any host that starts its servers",
    }
    assert sum(name.startswith("claude:") for name in CONFIGURED) == 2


def _distinct() -> list[tuple[str, dict[str, Any]]]:
    """One of each kind: the same command under another heading starts the same thing."""
    seen: dict[str, tuple[str, dict[str, Any]]] = {}
    for name, server in CONFIGURED.items():
        seen.setdefault(
            json.dumps([server.get("command"), server.get("args"), server.get("url")]), (name, server)
        )
    return list(seen.values())


@pytest.mark.parametrize(
    ("name", "configuration"), _distinct(), ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_configuration_works_as_it_is_pasted(
    name: str, configuration: dict[str, Any], server: ServerProcess, tmp_path: Path
) -> None:
    def here(text: str) -> str:
        return text.replace(SERVICE, server.url)

    async def tools(line: Any) -> set[str]:
        async with Client(line, read_timeout_seconds=120) as client:
            return {tool.name for tool in (await client.list_tools()).tools}

    if "url" in configuration:
        assert "request_cold_read" in asyncio.run(tools(here(configuration["url"])))
        return
    arguments = [here(argument) for argument in configuration["args"]]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environ = {**os.environ, "PATH": path, "COLDREAD_DATA_DIR": str(tmp_path)}
    command = StdioServerParameters(command=configuration["command"], args=arguments, env=environ)
    expected = "request_cold_read" if "--service" in arguments else "scan_page"
    assert expected in asyncio.run(tools(stdio_client(command)))


def test_nobody_is_told_to_install_a_strangers_package() -> None:
    texts = [
        path.read_text("utf-8")
        for folder in ("docs", "src", "examples", "clients", "deploy")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in {".md", ".py", ".html", ".toml", ".yaml", ".yml"}
        and "node_modules" not in path.parts
    ] + [(ROOT / "README.md").read_text("utf-8")]
    told = re.compile(
        r"(?:pip install|uvx|pipx run|pipx install|uv tool install|uv add) +[\"']?coldread(?![-_/\w])"
    )
    assert [found for text in texts for found in told.findall(text)] == []


def test_the_registrys_entry_is_of_this_version() -> None:
    entry = json.loads((ROOT / "server.json").read_text())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert entry["version"] == project["version"]
    beside = tomllib.loads((ROOT / "clients/mcp/pyproject.toml").read_text())["project"]
    assert beside["version"] == project["version"]
    assert beside["dependencies"] == ["httpx>=0.28"], "light: who only talks to a service needs no browser"
    assert beside["optional-dependencies"] == {"local": [f"{project['name']}=={project['version']}"]}
    assert len(entry["description"]) <= 100
    assert re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", entry["name"])
