"""Faults found by pixels and geometry in both windows, as evidence: each element once, the desktop first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Evidence
from coldread.scanner.page.observations import Viewport
from coldread.scanner.page.page import Page
from coldread.scanner.page.painted import Box, Painted


class Seen(Protocol):
    """A fault with its selector and box."""

    @property
    def selector(self) -> str: ...

    @property
    def box(self) -> Box: ...


Fault = TypeVar("Fault", bound=Seen)

HEADINGS = frozenset({"h1", "h2", "h3"})


def was_scrolled(page: Page) -> bool:
    """Whether the painted page was measured; records from before 2.0 have no such measurements."""
    return any(view.painted is not None for view in _views(page))


def faults_in_both_windows(
    page: Page, read: Callable[[Painted], Iterable[Fault]]
) -> list[tuple[Fault, Viewport]]:
    """Faults of both windows, each element once."""
    found: dict[str, tuple[Fault, Viewport]] = {}
    for view in _views(page):
        for fault in read(view.painted) if view.painted is not None else ():
            found.setdefault(fault.selector, (fault, view))
    return list(found.values())


def place_of(
    page: Page, fault: Seen, view: Viewport, *, value: evidence.Value = None, threshold: evidence.Value = None
) -> Evidence:
    """Evidence for a fault: its element, quoted as written in the document, with the measured box."""
    element = page.dom.by_selector.get(fault.selector)
    quoted = evidence.telling_text(page, element) if element is not None else fault.selector
    return Evidence(
        layer="rendered",
        selector=fault.selector,
        snippet=quoted,
        viewport=view.name,
        box=fault.box,
        value=value,
        threshold=threshold,
        source_selector=evidence.selector_in_source(page, element) if element is not None else None,
    )


def is_in_heading_or_control(page: Page, selector: str) -> bool:
    """The element is in a heading or in a control."""
    element = page.dom.by_selector.get(selector)
    if element is None:
        return False
    pressed = {action.selector for action in page.actions}
    around = (element, *element.ancestors())
    return any(place.tag in HEADINGS or place.selector in pressed for place in around)


def _views(page: Page) -> list[Viewport]:
    return [view for view in (page.seen.desktop, page.seen.mobile) if view is not None]
