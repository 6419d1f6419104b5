"""The rules' own words, by language and complaint."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from string import Formatter

from coldread.scanner.brief import Lang
from coldread.scanner.page.phrases import compiled


@dataclass(frozen=True, kw_only=True)
class Words:
    """What is said of one complaint in one language."""

    cues: tuple[str, ...]
    diagnosis: tuple[str, ...]
    rationale: str

    def diagnosed(self, values: dict[str, str | None]) -> str:
        """The first wording whose slots can all be filled."""
        known = {name: value for name, value in values.items() if value is not None}
        fitting = next(text for text in self.diagnosis if slots(text) <= known.keys())
        said = fitting.format(**known)
        return said[0].upper() + said[1:]


def slots(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@cache
def words_of(lang: Lang) -> dict[str, Words]:
    raw = resources.files(__package__).joinpath(f"{lang}.toml").read_text("utf-8")
    return {
        name: Words(cues=tuple(row["cues"]), diagnosis=tuple(row["diagnosis"]), rationale=row["rationale"])
        for name, row in tomllib.loads(raw).items()
    }


@cache
def cues_of(name: str, lang: Lang) -> re.Pattern[str]:
    return compiled(words_of(lang)[name].cues)
