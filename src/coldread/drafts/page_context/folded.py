"""Text that a page shows only after something is opened. Pure."""

from __future__ import annotations

from coldread.scanner.page.observe.element_tree import collapse
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import words

#: characters of such a text
LONGEST = 3_000


def folded_texts(page: Page) -> list[str]:
    """Answers behind their questions, a closed dialog."""
    found = []
    for element in page.dom.body.walk():
        opens = element.hidden and element.parent is not None and not element.parent.hidden
        if not opens or element.tag in _NEVER_SHOWN:
            continue
        text = collapse(element.content[:LONGEST])
        if len(words(text)) >= FEWEST_FOLDED and "{" not in text:
            found.append(text)
        if len(found) >= MOST_FOLDED:
            break
    return list(dict.fromkeys(found))


_NEVER_SHOWN = frozenset(
    {"script", "style", "template", "noscript", "svg", "option", "datalist", "iframe", "canvas"}
)
#: the number of folded texts that are read, and the least words of one that says something
MOST_FOLDED, FEWEST_FOLDED = 40, 4
