"""Mock-ups of a product that are made of text: a phone, a window or a dashboard."""

from __future__ import annotations

import re
from itertools import islice

from coldread.scanner.page.observe.element_tree import Element

_DRAWN = re.compile(
    r"(?:^|[\s_-])(?:mock(?:up)?|phone|iphone|device|laptop|browser|screenshot|preview|dash(?:board)?|twin|demo|ui|chat|bubble|scan-?card|app-?screen|window|terminal|illustration|visual|panel)(?:[\s_-]|$)",
    re.IGNORECASE,
)
#: limits on ancestors and on characters of their classes, since many texts are tested
MOST_ABOVE, LONGEST_CLASS = 8, 300


def is_drawn_example(element: Element) -> bool:
    """It is in a part that is hidden from screen readers, has the role of a picture, or is named like a mock-up."""
    return any(
        above.attr("aria-hidden") == "true"
        or above.attr("role") == "img"
        or _DRAWN.search(above.attr("class")[:LONGEST_CLASS])
        for above in islice((element, *element.ancestors()), MOST_ABOVE)
        if above.tag not in ("body", "main", "html")
    )


#: class names of a sample conversation
_TALK = re.compile(
    r"(?:^|[\s_-])(?:chat\w{0,12}|prompts?|conversation|terminal|mock(?:up)?)(?:[\s_-]|$)", re.IGNORECASE
)
#: class names of customers' words, which may be in speech bubbles too
_CUSTOMERS = re.compile(r"testimon|review|quote|omd[öo]me|recension|kund|customer|client", re.IGNORECASE)


def is_sample_talk(element: Element) -> bool:
    """The text is part of a sample conversation with a product, not a customer's words."""
    named = [
        above.attr("class")[:LONGEST_CLASS]
        for above in islice((element, *element.ancestors()), MOST_ABOVE)
        if above.tag not in ("body", "main", "html")
    ]
    return any(map(_TALK.search, named)) and not any(map(_CUSTOMERS.search, named))
