"""A problem that is raised has its row, and a row is raised somewhere."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

from coldread.base.problems import BY_SLUG
from coldread_client.exchange import PASSING, PASSING_SLUGS, UNSURE

SRC = Path(__file__).parents[2] / "src" / "coldread"
#: exceptions whose first argument is a slug
RAISED = {"Problem", "RpcProblem"}


@cache
def raised() -> dict[str, str]:
    """Every slug that the code raises by its name, and a file that does."""
    found = {}
    for path in SRC.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in RAISED and node.args:
                first = node.args[0]
                options = (first.body, first.orelse) if isinstance(first, ast.IfExp) else (first,)
                for option in options:
                    if isinstance(option, ast.Constant):
                        found[str(option.value)] = str(path.relative_to(SRC))
    return found


def test_every_problem_that_is_raised_has_its_row() -> None:
    assert {slug: where for slug, where in raised().items() if slug not in BY_SLUG} == {}


def test_every_row_is_raised_or_written_somewhere() -> None:
    texts = "".join(path.read_text("utf-8") for path in SRC.rglob("*.py") if path.name != "problems.py")
    assert [slug for slug in BY_SLUG if slug not in raised() and f'"{slug}"' not in texts] == []


def test_our_client_tries_again_what_the_table_says_can_succeed() -> None:
    """500 and 504 only where the request may be repeated: something may have been done."""
    tried = {
        row.slug for row in BY_SLUG.values() if row.status in PASSING | UNSURE or row.slug in PASSING_SLUGS
    }
    said = {row.slug for row in BY_SLUG.values() if row.retry}
    assert tried - said == {"service-closed"}  # told apart by its name: the client does not try it either
    assert said - tried == set()
