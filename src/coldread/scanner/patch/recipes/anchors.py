"""Repairs links within the page whose id is written in another way."""

from __future__ import annotations

import re

from coldread.scanner.judge.finding import Finding
from coldread.scanner.patch.changes import CannotPatch, Change, SetAttribute
from coldread.scanner.patch.patch_context import RecipeContext


def spell_as_the_id(work: RecipeContext, finding: Finding) -> list[Change]:
    """The only id on the page that differs from the anchor in capitals, hyphens and underscores alone."""
    changes: list[Change] = []
    for element, item in work.places(finding):
        if not str(item.value).startswith("#"):
            raise CannotPatch("where the address should lead is not known")
        name = _same_id(str(item.value)[1:], sorted(work.page.dom.ids))
        changes.append(SetAttribute(element=element, name="href", value=f"#{name}"))
    return changes


def _same_id(wanted: str, ids: list[str]) -> str:
    alike = [name for name in ids if _letters(name) == _letters(wanted)]
    if len(alike) != 1:
        raise CannotPatch(f"no id on the page is clearly the one #{wanted} was meant to be")
    return alike[0]


def _letters(name: str) -> str:
    return re.sub(r"[-_\s]", "", name.lower())
