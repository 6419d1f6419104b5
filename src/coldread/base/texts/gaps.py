"""Every missing text of every package at once, for the check at the start and for adding a language."""

from __future__ import annotations

from pathlib import Path

from coldread.base.languages import languages_without_row
from coldread.base.texts.texts import texts_of

_HOUSE = Path(__file__).parents[2]


def rooms() -> list[str]:
    """Packages that have a folder `texts` with language files, imported or not."""
    folders = sorted(folder for folder in _HOUSE.rglob("texts") if any(folder.glob("*.toml")))
    return [".".join(("coldread", *folder.parent.relative_to(_HOUSE).parts)) for folder in folders]


def gaps() -> list[str]:
    """One sentence for each text that is missing in a language, or whose placeholders differ; empty if there is none."""
    found = languages_without_row()
    for package in rooms():
        found += texts_of(package).check()
    return found
