"""Every form that a hunspell dictionary allows: stems with their endings, one level deep."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple


class Ending(NamedTuple):
    """What is taken off and put on, and where."""

    strip: str
    add: str
    where: re.Pattern[str]
    flags: str


def forms(folder: Path, name: str) -> tuple[set[str], set[str]]:
    """Whole words, and parts that stand only inside of compounds."""
    endings = dict(_endings((folder / f"{name}.aff").read_text("utf-8").splitlines()))
    whole: set[str] = set()
    parts: set[str] = set()
    for line in (folder / f"{name}.dic").read_text("utf-8").splitlines()[1:]:
        stem, _, flags = line.split("\t")[0].strip().partition("/")
        if not stem or "%" in flags:
            continue
        if "Z" in flags:
            parts.add(stem)
        elif "¤" not in flags:
            whole.add(stem)
        for flag in flags:
            for ending in endings.get(flag, ()):
                if ending.where.search(stem) and stem.endswith(ending.strip):
                    made = stem[: len(stem) - len(ending.strip)] + ending.add
                    (parts if "Z" in ending.flags or "W" in ending.flags else whole).add(made)
    return whole, parts


def _endings(lines: list[str]) -> Iterator[tuple[str, list[Ending]]]:
    found: dict[str, list[Ending]] = defaultdict(list)
    for line in lines:
        fields = line.split()
        if len(fields) >= 5 and fields[0] == "SFX":
            add, _, flags = fields[3].partition("/")
            found[fields[1]].append(
                Ending(
                    strip="" if fields[2] == "0" else fields[2],
                    add="" if add == "0" else add,
                    where=re.compile(f"(?:{fields[4]})$"),
                    flags=flags,
                )
            )
    yield from found.items()
