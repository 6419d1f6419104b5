"""The drawings of docs/architecture.md are the contracts of import-linter: the same names, on the same floors."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
DRAWINGS = re.findall(r"^```\n(.*?)^```$", (ROOT / "docs/architecture.md").read_text(), re.M | re.S)
CONTAINERS = ("coldread", "coldread.scanner", "coldread.orders", "coldread.drafts")


def floors_of(container: str) -> list[str]:
    return next(one["layers"] for one in CONTRACTS if one.get("containers") == [container])


def floors_drawn(drawing: str) -> list[str]:
    """The names at the beginning of each line, with what stands between them."""
    drawn = []
    for line in drawing.splitlines():
        names = line[11:] if drawing.startswith("assembly") else line
        told = re.match(r"[a-z_]+(?: [:|] [a-z_]+)*(?=  |$)", names)
        if line.startswith("beside"):
            break
        drawn.append(told.group() if told else line)
    return drawn


@pytest.mark.parametrize(
    ("container", "drawing"), list(zip(CONTAINERS, DRAWINGS, strict=True)), ids=CONTAINERS
)
def test_a_drawing_shows_every_floor_in_its_order(container: str, drawing: str) -> None:
    assert floors_drawn(drawing) == floors_of(container)
