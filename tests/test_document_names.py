"""Each path, command, option, setting, make target, benchmark and test that a document names exists."""

from __future__ import annotations

import dataclasses
import importlib.util
import re
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer.main

from coldread.base.settings import PREFIX, Settings
from coldread.cli.main import app

ROOT = Path(__file__).parents[1]
#: tools of other projects, and what a document says was removed
FOREIGN = re.compile(
    r"^(a2aproject/a2a-tck|logging/setLevel|completion/complete|(message|tasks|server|resources|tools|prompts)/\w+"
    r"|\.(vscode|cursor)/mcp\.json|look/.+|\w+/index\.html|(text|application|image)/[\w.+-]+|OUT/.+)$"
)
#: tests of the conformance kits that the project runs
FOREIGN_TESTS = frozenset({"test_simple_text", "test_simple_prompt"})
#: not settings: what our scripts, the browser and the Action read
OTHER_VARIABLES = frozenset(
    {
        "COLDREAD_HOST_NAME",  # deploy/compose.yaml
        "COLDREAD_LLM_",  # a family
    }
)
BASES = (
    "",
    "src/",
    "src/coldread/",
    "tests/",
    "bench/",
    "docs/",
    "deploy/",
    "clients/python/src/coldread_client/",
)
ENDINGS = ("", ".py", ".md", ".toml")


@cache
def tracked() -> frozenset[str]:
    """Every file of the repository, and every folder that holds one."""
    files = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    present = [file for file in files if (ROOT / file).exists()]
    return frozenset(present) | {str(folder) for file in present for folder in Path(file).parents}


def documents() -> list[Path]:
    skipped = ("docs/reference/", "CHANGELOG.md")
    names = sorted(name for name in tracked() if name.endswith(".md") and not name.startswith(skipped))
    return [ROOT / name for name in names]


@cache
def names_of_tests() -> frozenset[str]:
    found = set()
    for name in tracked():
        if name.startswith(("tests/", "clients/")) and name.endswith(".py"):
            found.add(Path(name).stem)
            found |= set(re.findall(r"def (test_\w+)", (ROOT / name).read_text("utf-8")))
    return frozenset(found)


@cache
def targets() -> frozenset[str]:
    return frozenset(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))


@cache
def command_line() -> Any:  # typer carries a click of its own
    return typer.main.get_command(app)


def missing_command(words: list[str]) -> str | None:
    """What of `coldread WORDS…` the command line does not have: a command or an option."""
    command = command_line()
    for position, word in enumerate(words):
        if word.startswith("-"):
            name = re.match(r"--?[a-z][a-z-]*", word)
            options = {
                option for parameter in command.params for option in parameter.opts + parameter.secondary_opts
            }
            if name and name.group() not in options | {"--help", "--version"}:
                return " ".join([*words[:position], name.group()])
        elif hasattr(command, "commands"):
            if not re.fullmatch(r"[a-z-]+", word):
                return None
            found = command.commands.get(word)
            if found is None:
                return " ".join(words[: position + 1])
            command = found
    return None


def is_path(name: str) -> bool:
    return any(f"{base}{name.rstrip('/')}{ending}" in tracked() for base in BASES for ending in ENDINGS)


def code_of(text: str) -> list[str]:
    """What a document sets in backticks, and each line of its code blocks."""
    blocks = re.findall(r"^```(?:sh|console|bash)?\n(.*?)^```", text, re.M | re.S)
    prose = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    return [" ".join(span.split()) for span in re.findall(r"`([^`]+)`", prose)] + [
        line for block in blocks for line in block.replace("\\\n", " ").splitlines()
    ]


def not_there(text: str) -> list[str]:
    """Each name in a document that the repository has nothing for."""
    lost = []
    settings = {PREFIX + field.name.upper() for field in dataclasses.fields(Settings)} | OTHER_VARIABLES
    lost += [name for name in re.findall(r"\bCOLDREAD_[A-Z0-9_]+", text) if name not in settings]
    for code in code_of(text):
        lost += [
            f"make {name}"
            for name in re.findall(r"(?:^|[;&|] )make ([a-z][a-z-]+)", code)
            if name not in targets()
        ]
        lost += [
            name for name in re.findall(r"python3? -m ((?:bench|coldread)[\w.]*)", code)
            if importlib.util.find_spec(name.rstrip(".")) is None
        ]  # fmt: skip
        lost += [
            f"coldread {gone}"
            for words in re.findall(r"(?:^|[;&|] |\.venv/bin/)coldread ((?:[\w./:=<>{}…@-]+ ?)+)", code)
            if (gone := missing_command(words.split()))
        ]
        lost += [
            name for name in re.findall(r"\btest_\w+", code) if name not in names_of_tests() | FOREIGN_TESTS
        ]
        if (
            re.fullmatch(r"[a-z_.][\w.-]*(?:/[\w.-]+)+/?", code)
            and not FOREIGN.match(code)
            and not is_path(code)
        ):
            lost.append(code)
    return lost


@pytest.mark.parametrize("document", documents(), ids=lambda path: str(path.relative_to(ROOT)))
def test_what_a_document_names_is_there(document: Path) -> None:
    assert not_there(document.read_text("utf-8")) == []


def test_what_is_gone_is_noticed() -> None:
    text = (
        "`make nothing`, `make test`, `python -m bench.nothing`, `python -m bench.advice`, `coldread sell`, `coldread order list`,"
        " `coldread scan --nothing`, `coldread scan URL --format json`, `scanner/nothing.py`, `scanner/goals.py`, `test_nothing`,"
        " COLDREAD_NOTHING, COLDREAD_PORT"
    )
    assert not_there(text) == [
        "COLDREAD_NOTHING", "make nothing", "bench.nothing", "coldread sell", "coldread scan --nothing", "scanner/nothing.py",
        "test_nothing",
    ]  # fmt: skip
