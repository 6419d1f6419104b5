"""Pictures of a product that are made of text: a phone, a window or a board that shows what it would look like."""

from __future__ import annotations

import re
from itertools import islice

from coldread.scanner.page.observe.dom import Element

_DRAWN = re.compile(
    r"(?:^|[\s_-])(?:mock(?:up)?|phone|iphone|device|laptop|browser|screenshot|preview|dash(?:board)?|twin|demo|ui|chat|bubble|scan-?card|app-?screen|window|terminal|illustration|visual|panel)(?:[\s_-]|$)",
    re.IGNORECASE,
)
#: elements above it that are looked at, and characters of their classes: each of many texts asks for them
MOST_ABOVE, LONGEST_CLASS = 8, 300


def is_drawn_example(element: Element) -> bool:
    """It stands in a part that is hidden from listeners, is named after a picture of a product, or is one to them."""
    return any(
        above.attr("aria-hidden") == "true"
        or above.attr("role") == "img"
        or _DRAWN.search(above.attr("class")[:LONGEST_CLASS])
        for above in islice((element, *element.ancestors()), MOST_ABOVE)
        if above.tag not in ("body", "main", "html")
    )


#: talk with a program, as its page shows it
_TALK = re.compile(
    r"(?:^|[\s_-])(?:chat\w{0,12}|prompts?|conversation|terminal|mock(?:up)?)(?:[\s_-]|$)", re.IGNORECASE
)
#: customers may speak in bubbles, too
_CUSTOMERS = re.compile(r"testimon|review|quote|omd[öo]me|recension|kund|customer|client", re.IGNORECASE)


def is_sample_talk(element: Element) -> bool:
    """Words that a product is asked or answers in an example, and nobody has said of it."""
    named = [
        above.attr("class")[:LONGEST_CLASS]
        for above in islice((element, *element.ancestors()), MOST_ABOVE)
        if above.tag not in ("body", "main", "html")
    ]
    return any(map(_TALK.search, named)) and not any(map(_CUSTOMERS.search, named))
