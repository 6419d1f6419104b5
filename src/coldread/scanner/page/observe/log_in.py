"""Whether a control is a log-in for existing customers, by its own text or by the line around it. Pure."""

from __future__ import annotations

from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.page.phrases import phrases

#: most characters of the line around it; a longer text is a part of the page
AROUND = 200


def is_log_in(element: Element) -> bool:
    own = f"{element.text_within(AROUND)} {element.attr('aria-label')} {element.attr('title')}"
    around = element.parent.text_within(AROUND + 1) if element.parent is not None else ""
    return _says_so(own) or (len(own.strip()) < len(around) <= AROUND and _says_so(around))


def _says_so(text: str) -> bool:
    return any(phrases(name).search(text) for name in ("labels.login", "labels.members"))
