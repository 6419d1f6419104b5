"""Runs vulture, which reads only Python, with the names that templates, keys of answers and texts use.

A name counts as used if it is a string by itself (`"rejected_at"`), a placeholder of a text (`{fear}`) or in a tag of a
template (`{{ facts.pay_by }}`). What libraries call by name is listed in pyproject.toml, with who calls it.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from vulture.config import make_config
from vulture.core import Vulture

SOURCE = Path(__file__).parent.parent / "src"
TEMPLATES = (".html", ".txt", ".xml", ".svg", ".md")
TAG = re.compile(r"\{[{%](.*?)[%}]\}", re.DOTALL)
GAP = re.compile(r"\{(\w+)\}")
WORD = re.compile(r"[A-Za-z_]\w*")


class Reader(Vulture):  # type: ignore[misc]  # it ships no types
    """Reads the strings of the service together with its names: parsing it once more would take 2 CPU seconds."""

    is_of_service = False

    def scan(self, code: str, filename: Path) -> None:
        self.is_of_service = SOURCE in filename.resolve().parents
        super().scan(code, filename)

    def visit_Constant(self, node: ast.Constant) -> None:  # noqa: N802 (ast names it)
        if self.is_of_service and isinstance(node.value, str):
            self.used_names.update([node.value] if WORD.fullmatch(node.value) else GAP.findall(node.value))


def used_in_templates(folder: Path) -> Iterator[str]:
    for path in folder.rglob("*"):
        if path.suffix in TEMPLATES:
            for tag in TAG.findall(path.read_text("utf-8")):
                yield from WORD.findall(tag)


def main() -> int:
    config = make_config()
    found = Reader(ignore_names=config["ignore_names"], ignore_decorators=config["ignore_decorators"])
    found.scavenge(config["paths"], exclude=config["exclude"])
    found.used_names.update(used_in_templates(SOURCE))
    return int(found.report(min_confidence=config["min_confidence"]))


if __name__ == "__main__":
    sys.exit(main())
