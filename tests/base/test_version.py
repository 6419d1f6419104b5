"""The version is said once, in pyproject.toml; everything else reads it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from coldread.base.version import ABOUT, INTERFACE_VERSION, USER_AGENT, VERSION
from coldread.scanner.visit.render.windows import DESKTOP

ROOT = Path(__file__).parents[2]


def test_the_version_is_the_package_s_own() -> None:
    package = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert package["version"] == VERSION
    assert package["description"] == ABOUT


def test_a_release_touches_one_line() -> None:
    """Nobody else writes a version of ours: what does is listed here with its reason."""
    spelled = re.compile(rf"{re.escape(VERSION)}|Coldread/\d")
    elsewhere = {
        str(path.relative_to(ROOT / "src/coldread"))
        for path in (ROOT / "src/coldread").rglob("*.py")
        if spelled.search(path.read_text())
    }
    assert elsewhere == {"base/version.py"}  # the interface's own line


def test_we_sign_with_the_version_wherever_we_visit() -> None:
    agent = "Coldread/" + ".".join(VERSION.split(".")[:2])
    assert agent in USER_AGENT
    assert agent in DESKTOP.context(proxy="http://127.0.0.1:1", version="140.0")["user_agent"]


def test_the_interface_has_a_version_of_its_own() -> None:
    assert INTERFACE_VERSION == "1.1.0"
