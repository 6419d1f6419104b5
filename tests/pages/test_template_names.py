"""A template reads only attributes that its value has: no type checker looks into templates, and some of their
branches need a rare order."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jinja2
import pytest
from jinja2 import nodes

import coldread
from coldread.orders.operator.queue import QueueLine
from coldread.orders.operator.workbench import Workbench
from coldread.orders.rules.order import Order

TEMPLATES = Path(coldread.__file__).parent / "pages/templates"
#: names that hold the same kind of value in every template
HELD = {"bench": Workbench, "bench.line": QueueLine, "order": Order}


@pytest.mark.parametrize("name", HELD)
def test_templates_read_only_attributes_that_exist(name: str) -> None:
    held: Any = HELD[name]
    known = {*dir(held), *(field.name for field in dataclasses.fields(held))}
    read = list(_read_of(name))
    assert read, f"no template reads {name}"
    assert [place for attribute, place in read if attribute not in known] == []


def _read_of(name: str) -> Iterator[tuple[str, str]]:
    parser = jinja2.Environment()
    for path in sorted(TEMPLATES.rglob("*.html")):
        for node in parser.parse(path.read_text()).find_all(nodes.Getattr):
            if _dotted(node.node) == name:
                yield node.attr, f"{path.name}:{node.lineno} {name}.{node.attr}"


def _dotted(node: nodes.Node) -> str:
    if isinstance(node, nodes.Name):
        return node.name
    return f"{_dotted(node.node)}.{node.attr}" if isinstance(node, nodes.Getattr) else "?"
