"""The texts of a page as it paints them: each has only words of one line or one paragraph. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from coldread.scanner.page.memo import once_per_page
from coldread.scanner.page.observe.element_tree import APART, OPAQUE, Element, readable_text
from coldread.scanner.page.observe.text import READ_FIRST, READ_LAST
from coldread.scanner.page.page import Page

#: characters of a page
LONGEST = READ_FIRST + READ_LAST
#: classes that widespread style libraries hide with; they decide only where no browser has shown the page
_HIDING = frozenset({"hidden", "d-none", "is-hidden", "sr-only", "visually-hidden"})


@once_per_page
def painted_lines(page: Page) -> tuple[str, ...]:
    """The visible texts in their order. A block, a line break, a control and a part that styles set apart begin and end one."""
    lines: list[str] = []
    pieces: list[str] = []
    left = LONGEST
    for piece in _pieces(page):
        if piece is not None:
            pieces.append(piece)
        elif text := readable_text("".join(pieces)):
            lines.append(text)
            left -= len(text)
        if piece is None:
            pieces = []
        if left <= 0:
            break
    return tuple(lines)


def _pieces(page: Page) -> Iterator[str | None]:
    """Texts in document order, and None wherever one ends."""
    apart = page.dom.body.tree.apart
    waiting: list[Element | str | None] = [page.dom.body]
    while waiting:
        item = waiting.pop()
        if item is None or isinstance(item, str):
            yield item
        elif not (item.hidden or item.tag in OPAQUE or (not page.rendered and _is_hidden_by_name(item))):
            edges = [None] if item.tag in APART or item.selector in apart else []
            inside = item.children if page.rendered else _with_edges_between_neighbours(item)
            waiting.extend([*edges, *reversed(inside), *edges])


def _is_hidden_by_name(element: Element) -> bool:
    return not _HIDING.isdisjoint(element.attr("class").split())


def _with_edges_between_neighbours(element: Element) -> list[Element | str | None]:
    """Two elements with no word between them may be in two lines: without a browser, nobody can tell."""
    found: list[Element | str | None] = []
    after_element = False
    for child in element.children:
        if isinstance(child, str):
            after_element = after_element and not child.strip()
        else:
            found += [None] if after_element else []
            after_element = True
        found.append(child)
    return found
