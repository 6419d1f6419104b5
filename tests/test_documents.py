"""What the documents say of the code is there: files and functions by their names, and links between documents."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CODE = ROOT / "src" / "coldread"
DOCUMENTS = sorted(
    path
    for place in ("*.md", "docs/*.md", "docs/guides/*.md", "docs/decisions/*.md")
    for path in ROOT.glob(place)
)
#: `orders/acts/place.py:place`, `base/db.py:Database.write`
NAMED = re.compile(r"`([\w/]+\.py):([\w.]+)`")
#: `orders/rules/lifecycle`, `drafts/deliver.py`: below src/coldread
PLACE = re.compile(r"`((?:[a-z_0-9]+/)+[a-z_0-9]+(?:\.py)?)`")
#: `tests/jobs/test_stopping.py::test_a_runner_stops`
TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
ANCHORED = re.compile(r"\]\(([^)#:]*)#([^)]+)\)")


def definitions(tree: ast.Module | ast.ClassDef, prefix: str = "") -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield prefix + node.name
        elif isinstance(node, ast.ClassDef):
            yield prefix + node.name
            yield from definitions(node, f"{prefix}{node.name}.")
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (prefix + target.id for target in targets if isinstance(target, ast.Name))


@cache
def defined(path: Path) -> frozenset[str]:
    return frozenset(definitions(ast.parse(path.read_bytes()))) if path.is_file() else frozenset()


def gone(text: str) -> list[str]:
    """Functions, classes and tables that a document names and the code has not."""
    return [f"{file}:{name}" for file, name in NAMED.findall(text) if name not in defined(CODE / file)]


def places_not_found(glossary: str) -> list[str]:
    """Modules and packages in the last column of the glossary that the code has not."""
    rows = [line.strip("| ").split(" | ") for line in glossary.splitlines() if line.startswith("| **")]
    return [
        name
        for row in rows
        for name in re.findall(r"`([^`]+)`", row[-1])
        if not any((CODE / f"{name}{ending}").exists() for ending in ("", ".py"))
    ]


def names_not_used(glossary: str) -> list[str]:
    """Names in the other columns of the glossary that no code, text or document of the service contains."""
    rows = [line.strip("| ").rsplit(" | ", 1)[0] for line in glossary.splitlines() if line.startswith("| **")]
    names = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    code = "\n".join(path.read_text("utf-8") for path in CODE.rglob("*.py"))
    return sorted(name for name in names if not re.search(rf"\b{name}\b", code))


def test_the_glossary_names_places_and_fields_that_are_there() -> None:
    glossary = (ROOT / "docs" / "glossary.md").read_text("utf-8")
    assert glossary.count("\n| **") > 35
    assert places_not_found(glossary) == []
    assert names_not_used(glossary) == []


def test_a_place_of_the_glossary_that_is_gone_is_noticed() -> None:
    row = "| **isolated task** | work in a child process; `waits_for`, `waited_for_nothing` | `isolation`, `page_tasks` |"
    assert places_not_found(row) == ["page_tasks"]
    assert names_not_used(row) == ["waited_for_nothing"]


def test_the_way_through_the_code_names_what_is_there() -> None:
    text = (ROOT / "docs" / "read-this-first.md").read_text("utf-8")
    assert len(NAMED.findall(text)) > 60
    assert gone(text) == []


def test_a_function_that_is_gone_is_noticed() -> None:
    assert gone("`orders/acts/place.py:place` `orders/acts/place.py:sell` `orders/nowhere.py:place`") == [
        "orders/acts/place.py:sell",
        "orders/nowhere.py:place",
    ]
    assert gone("`base/db.py:Database.write` `base/db.py:Database.wrote`") == ["base/db.py:Database.wrote"]


@pytest.mark.parametrize("name", ["docs/architecture.md", "docs/read-this-first.md", "CONTRIBUTING.md"])
def test_folders_and_files_of_the_map_are_there(name: str) -> None:
    places = set(PLACE.findall((ROOT / name).read_text("utf-8")))
    there = {
        place
        for place in places
        for root in (CODE, ROOT)
        if (root / place).exists() or (root / f"{place}.py").exists()
    }
    assert places - there == set()


def test_each_of_the_last_faults_has_a_test_that_is_there() -> None:
    rows = [line for line in (ROOT / "docs/faults.md").read_text("utf-8").splitlines() if "| 20" in line]
    named = [TEST.findall(row) for row in rows]
    assert len(rows) == 30
    assert [row for row, tests in zip(rows, named, strict=True) if not tests] == []
    every = [test for tests in named for test in tests]
    assert [test for test in every if test[1] not in defined(ROOT / test[0])] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_between_documents_lead_somewhere(document: Path) -> None:
    links = LINK.findall(document.read_text("utf-8"))
    assert [link for link in links if not (document.parent / link).exists()] == []


@cache
def anchors(path: Path) -> frozenset[str]:
    """Of each heading, as code hosts make them."""
    headings = re.findall(r"^#+ (.+)$", path.read_text("utf-8"), re.M)
    return frozenset(re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_to_a_heading_name_one_that_is_there(document: Path) -> None:
    links = ANCHORED.findall(document.read_text("utf-8"))
    assert [
        f"{file}#{anchor}"
        for file, anchor in links
        if anchor not in anchors(document.parent / file if file else document)
    ] == []
