"""Files, functions and rooms of the code stay small enough to read at once, or say why they are not."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src/coldread"
LONGEST_FILE, LONGEST_FUNCTION, FULLEST_ROOM = 400, 50, 25
#: how a file or function says in its own lines why it is longer
SAYS_WHY = re.compile(r"more\s+than\s+(?:400|50)\s+lines,\s+since\s+\w+")
#: steps of the schema: once released they never change, and Alembic reads them from one folder, however many there are
RELEASED = SOURCE / "migrations/versions"


def source_files() -> Iterator[Path]:
    return (path for path in sorted(SOURCE.rglob("*.py")) if path.parent != RELEASED)


def too_long(path: Path) -> Iterator[str]:
    """The file and its functions that are longer, and do not say why."""
    text = path.read_text("utf-8")
    place = path.relative_to(SOURCE) if path.is_relative_to(SOURCE) else path.name
    lines = text.splitlines()
    tree = ast.parse(text)
    if len(lines) > LONGEST_FILE and not SAYS_WHY.search(ast.get_docstring(tree) or ""):
        yield f"{place}: {len(lines)} lines"
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            own = lines[node.lineno - 1 : node.end_lineno]
            if len(own) > LONGEST_FUNCTION and not SAYS_WHY.search("\n".join(own)):
                yield f"{place}: {node.name}: {len(own)} lines"


def files_at_one_level(room: Path) -> int:
    return sum(path.name != "__init__.py" for path in room.glob("*.py"))


def test_a_long_file_or_function_says_why() -> None:
    assert [line for path in source_files() for line in too_long(path)] == []


def test_a_room_has_few_files_at_one_level() -> None:
    rooms = [room for room in (SOURCE, *SOURCE.rglob("*")) if room.is_dir() and room != RELEASED]
    assert [room for room in rooms if files_at_one_level(room) > FULLEST_ROOM] == []


def test_a_long_file_and_a_long_function_are_noticed_and_a_reason_is_heard(tmp_path: Path) -> None:
    path = tmp_path / "long.py"
    work = "def work():\n" + "    x = 1\n" * 50
    path.write_text('"""Long."""\n' + "x = 1\n" * 400 + work)
    assert list(too_long(path)) == ["long.py: 452 lines", "long.py: work: 51 lines"]
    path.write_text('"""Long: more than 400 lines,\nsince it is one table."""\n' + "x = 1\n" * 400)
    assert list(too_long(path)) == []
    path.write_text(work.replace("    x", "    # more than 50 lines, since it is one text\n    x", 1))
    assert list(too_long(path)) == []
