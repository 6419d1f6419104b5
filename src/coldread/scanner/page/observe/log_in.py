"""A way in for those who are customers already: it says so itself, or the line that it stands in does. Pure."""

from __future__ import annotations

from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.phrases import phrases

#: signs of the line around it that are read; a longer one is a part of the page
AROUND = 200


def is_log_in(element: Element) -> bool:
    own = f"{element.text_within(AROUND)} {element.attr('aria-label')} {element.attr('title')}"
    around = element.parent.text_within(AROUND + 1) if element.parent is not None else ""
    return _says_so(own) or (len(own.strip()) < len(around) <= AROUND and _says_so(around))


def _says_so(text: str) -> bool:
    return any(phrases(name).search(text) for name in ("labels.login", "labels.members"))
