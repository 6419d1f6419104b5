"""What a recipe can ask for, in terms of the page and not of any file format."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from coldread.scanner.page.observe.dom import Element


class Unmendable(Exception):
    """No patch can be made for certain; the argument says why."""


@dataclass(frozen=True, kw_only=True)
class New:
    """An element to be written; `text` is plain text, `inside` stands behind it."""

    tag: str
    attributes: tuple[tuple[str, str], ...] = ()
    text: str = ""
    inside: New | None = None


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
class Declare:
    """Add declarations to the element's own style."""

    element: Element
    declarations: tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class Rename:
    element: Element
    tag: str


@dataclass(frozen=True, kw_only=True)
class Insert:
    """Write a new element beside or inside one that is there."""

    element: Element
    where: Literal["before", "after", "first", "last"]
    new: New


@dataclass(frozen=True, kw_only=True)
class InsertInHead:
    new: New
    #: before everything but the charset, for what steers how the rest is read
    early: bool = False


@dataclass(frozen=True, kw_only=True)
class Retext:
    """Replace `old` in the element's text by `new`; `old` occurs exactly once, or is empty where the element is."""

    element: Element
    old: str
    new: str


@dataclass(frozen=True, kw_only=True)
class Split:
    """End the element behind this beginning of its text and go on in a new element."""

    element: Element
    behind: str
    tag: str


@dataclass(frozen=True, kw_only=True)
class Wrap:
    """Put siblings, from the first to the last of them, into a new element."""

    first: Element
    last: Element
    tag: str


Change = SetAttribute | DropAttribute | Declare | Rename | Insert | InsertInHead | Retext | Split | Wrap
