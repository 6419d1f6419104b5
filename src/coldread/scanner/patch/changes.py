"""What a recipe can ask for, in terms of the page and not of any file format."""

from __future__ import annotations

from dataclasses import dataclass

from coldread.scanner.page.observe.element_tree import Element


class CannotPatch(Exception):
    """No patch can be made for certain; the argument says why."""


@dataclass(frozen=True, kw_only=True)
class New:
    """An element to be written; `text` is plain text."""

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
class Rename:
    element: Element
    tag: str


@dataclass(frozen=True, kw_only=True)
class InsertInHead:
    new: New
    #: before everything but the charset, for what steers how the rest is read
    early: bool = False


@dataclass(frozen=True, kw_only=True)
class Wrap:
    """Put siblings, from the first to the last of them, into a new element."""

    first: Element
    last: Element
    tag: str


@dataclass(frozen=True, kw_only=True)
class Restyle:
    """Set a property in the one rule of the page's own style sheets that sets it today."""

    #: the at-rules around it, outermost first, and its selectors, both with single blanks
    within: tuple[str, ...]
    selectors: str
    name: str
    old: str
    new: str


Change = SetAttribute | DropAttribute | Rename | InsertInHead | Wrap | Restyle
