"""Builds evidence: a selector that finds the node, a verbatim snippet, and the box where it was drawn."""

from __future__ import annotations

import html
from typing import Literal

from coldread.scanner.judge.finding import Evidence
from coldread.scanner.page.observations import Drawn
from coldread.scanner.page.observe.element_tree import Element, Tree, collapse
from coldread.scanner.page.page import Page

MAX_SNIPPET = 160
#: attributes that distinguish an element without text from its neighbours, the most distinctive first
_TELLING = (
    "src",
    "href",
    "action",
    "content",
    "alt",
    "name",
    "placeholder",
    "aria-label",
    "id",
    "srcset",
    "lang",
    "type",
    "rel",
)

Value = str | float | int | None


def of(
    page: Page,
    element: Element,
    *,
    viewport: Literal["desktop", "mobile"] | None = None,
    value: Value = None,
    threshold: Value = None,
    snippet: str | None = None,
) -> Evidence:
    """Evidence for an element of the judged document, with its box if a browser drew it."""
    view, box = _viewport_and_box(page, element.selector, viewport)
    return Evidence(
        layer="rendered" if page.rendered else "static",
        selector=element.selector,
        snippet=shortened(snippet) if snippet else telling_text(page, element),
        viewport=view,
        box=box,
        value=value,
        threshold=threshold,
        source_selector=selector_in_source(page, element),
    )


def of_drawn(
    page: Page,
    item: Drawn,
    viewport: Literal["desktop", "mobile"],
    *,
    value: Value = None,
    threshold: Value = None,
) -> Evidence:
    """Evidence for a drawn item. It quotes the document, since a style may have changed the text to capitals."""
    element = page.dom.by_selector.get(item.selector)
    snippet = telling_text(page, element) if element is not None else shortened(item.text) or item.selector
    return Evidence(
        layer="rendered",
        selector=item.selector,
        snippet=snippet,
        viewport=viewport,
        box=item.box,
        value=value,
        threshold=threshold,
        source_selector=selector_in_source(page, element) if element is not None else None,
    )


def of_searched_place(page: Page, place: str, *, value: Value = None, threshold: Value = None) -> Evidence:
    """Evidence for something missing: the place that was searched."""
    return Evidence(
        layer="rendered" if page.rendered else "static",
        selector=place,
        snippet=place,
        value=value,
        threshold=threshold,
    )


def shortened(text: str) -> str:
    """The text on one line, at most 160 characters, with `…` at the end if cut."""
    one_line = collapse(text)
    return one_line if len(one_line) <= MAX_SNIPPET else one_line[: MAX_SNIPPET - 1].rstrip() + "…"


def telling_text(page: Page, element: Element) -> str:
    """Its text, else its most distinctive attribute, as written in the document."""
    text = element.begins(2 * MAX_SNIPPET) if element.tag not in ("html", "head", "body", "select") else ""
    if text:
        return shortened(text)
    embedded = _is_embedded(element.attr("src"))
    for name in (*_TELLING, "class") if embedded else _TELLING:
        value = element.attr(name)
        if _is_embedded(value):
            continue  # the file itself, which nobody recognises
        for form in (value, html.escape(value), html.escape(value, quote=False)):
            if form and page.is_written(collapse(form)):
                return shortened(form)
    # only the tag: a finding must not depend on the order of attributes or on their quotation marks
    return f"<{element.tag}"


def _is_embedded(address: str) -> bool:
    return address[:5].lower() == "data:"


def _viewport_and_box(
    page: Page, selector: str, viewport: Literal["desktop", "mobile"] | None
) -> tuple[Literal["desktop", "mobile"] | None, tuple[float, float, float, float] | None]:
    order: tuple[Literal["desktop", "mobile"], ...] = (viewport,) if viewport else ("desktop", "mobile")
    for name in order:
        drawn = (page.desktop if name == "desktop" else page.mobile).get(selector)
        if drawn is not None:
            return name, drawn.box
    return (viewport, None)


def selector_in_source(page: Page, element: Element) -> str | None:
    """The node's selector in the raw HTML, if it differs there."""
    if not page.rendered:
        return None
    same = page.seen.source.by_selector.get(element.selector)
    if same is not None and _identity_of(same) == _identity_of(element):
        return None
    twins = page.seen.source.root.tree.once(_elements_by_identity).get(_identity_of(element), [])
    return twins[0].selector if len(twins) == 1 and twins[0].selector != element.selector else None


def _elements_by_identity(tree: Tree) -> dict[tuple[str, str, tuple[str, ...]], list[Element]]:
    found: dict[tuple[str, str, tuple[str, ...]], list[Element]] = {}
    for element in tree.elements:
        found.setdefault(_identity_of(element), []).append(element)
    return found


def _identity_of(element: Element) -> tuple[str, str, tuple[str, ...]]:
    named = tuple(element.attr(name) for name in ("id", "name", "href", "src", "type", "action", "property"))
    # white space is dropped: only the rendered document has the spaces that come from layout
    return element.tag, "".join(element.begins(200).split()), named
