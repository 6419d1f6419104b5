"""Repairs headlines: one h1 for each page, if nothing changes on the screen."""

from __future__ import annotations

from collections.abc import Mapping

from coldread.scanner.judge.finding import Finding
from coldread.scanner.page.observations import Drawn
from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.patch.changes import CannotPatch, Change, Rename
from coldread.scanner.patch.patch_context import RecipeContext


def demote_further(work: RecipeContext, finding: Finding) -> list[Change]:
    """Each h1 after the first becomes an h2, if it looks the same as an h2; else the style sheet would shrink it."""
    views = [view for view in (work.page.desktop, work.page.mobile) if view]
    if not views:
        raise CannotPatch("how an h2 is drawn there is not known")
    first = work.page.dom.all("h1")[0]
    if first.closest("a") or any(link.text == first.text for link in first.all("a")):
        raise CannotPatch("the first h1 is a link: which of them names the page is for its owner to say")
    for element in work.elements(finding):
        if not all(_looks_as_an_h2(work, element, view) for view in views):
            raise CannotPatch("as an h2 it would be drawn in another size: the style sheet decides")
    return [Rename(element=element, tag="h2") for element in work.elements(finding)]


def _looks_as_an_h2(work: RecipeContext, element: Element, view: Mapping[str, Drawn]) -> bool:
    item = view.get(element.selector)
    others = (view.get(h2.selector) for h2 in work.page.dom.all("h2"))
    return item is not None and any(
        other is not None and _text_style(item) == _text_style(other) for other in others
    )


def _text_style(item: Drawn) -> tuple[float, int, str]:
    return item.font_size, item.font_weight, item.font_family
