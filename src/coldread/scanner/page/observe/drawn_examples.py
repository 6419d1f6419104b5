"""Pictures of a product that are made of text: a phone, a window or a board that shows what it would look like."""

from __future__ import annotations

import re
from itertools import islice

from coldread.scanner.page.observe.dom import Element

_DRAWN = re.compile(
    r"(?:^|[\s_-])(?:mock(?:up)?|phone|iphone|device|laptop|browser|screenshot|preview|dash(?:board)?|twin|demo|ui|chat|bubble|scan-?card|app-?screen|window|terminal|illustration|visual|panel)(?:[\s_-]|$)",
    re.IGNORECASE,
)
MOST_ABOVE = 8


def is_drawn_example(element: Element) -> bool:
    """It stands in a part that is hidden from listeners, is named after a picture of a product, or is one to them."""
    return any(
        above.attr("aria-hidden") == "true"
        or above.attr("role") == "img"
        or _DRAWN.search(above.attr("class"))
        for above in islice((element, *element.ancestors()), MOST_ABOVE)
        if above.tag not in ("body", "main", "html")
    )
