"""No file of the repository imports itself by way of others, not even inside a function or for types alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parent.parent
#: folders from which names are imported, and what they are called there
PLACES = (("src", ""), ("tests", "tests."), ("bench", "bench."), ("scripts", ""))


def modules(root: Path) -> dict[str, Path]:
    """Every Python file by the name under which it is imported."""
    found = {}
    for folder, prefix in PLACES:
        for path in (root / folder).rglob("*.py"):
            parts = path.relative_to(root / folder).with_suffix("").parts
            if "node_modules" not in parts:
                found[(prefix + ".".join(parts)).removesuffix(".__init__")] = path
    return found


def imported(name: str, known: Mapping[str, Path]) -> Iterator[str]:
    """What it imports, of these: `from a import b` means `a.b` where that is a module, else something inside `a`."""
    path = known[name]
    folder = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = folder[: len(folder) + 1 - node.level] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:
                inside = f"{source}.{alias.name}"
                yield inside if inside in known else source


def circle(root: Path) -> list[str]:
    """The modules of one circle, the first again at the end; empty where there is none."""
    known = modules(root)
    graph = {name: {other for other in imported(name, known) if other in known} for name in known}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def test_no_file_imports_itself_by_way_of_others() -> None:
    assert circle(ROOT) == []


def test_a_circle_is_seen_through_five_files_and_inside_a_function(tmp_path: Path) -> None:
    for name, text in {
        "src/house/door.py": "from house import hall",
        "src/house/hall.py": "def enter():\n    from tests.key import KEY",
        "tests/key.py": "from .pocket import KEY",
        "tests/pocket.py": "import house",
        "src/house/__init__.py": "from .door import bell",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert set(circle(tmp_path)) == {"house", "house.door", "house.hall", "tests.key", "tests.pocket"}
    (tmp_path / "tests/pocket.py").write_text("KEY = 1")
    assert circle(tmp_path) == []
