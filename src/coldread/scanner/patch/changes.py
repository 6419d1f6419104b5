"""The changes that a recipe can ask for, in terms of the page, independent of file formats."""

from __future__ import annotations

from dataclasses import dataclass

from coldread.scanner.page.observe.element_tree import Element


class CannotPatch(Exception):
    """No patch is certain; the argument says why."""


@dataclass(frozen=True, kw_only=True)
class New:
    """A new element; `text` is plain text."""

    tag: str
    attributes: tuple[tuple[str, str], ...] = ()
    text: str = ""


@dataclass(frozen=True, kw_only=True)
class SetAttribute:
    element: Element
    name: str
    value: str


@dataclass(frozen=True, kw_only=True)
class DropAttribute:
    element: Element
    name: str


@dataclass(frozen=True, kw_only=True)
class InsertInHead:
    new: New


@dataclass(frozen=True, kw_only=True)
class Restyle:
    """Set a property in the one rule of the page's own style sheets that sets it today."""

    #: the at-rules around it, outermost first, and its selectors, with single blanks
    within: tuple[str, ...]
    selectors: str
    name: str
    old: str
    new: str


Change = SetAttribute | DropAttribute | InsertInHead | Restyle
