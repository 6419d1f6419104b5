"""All of a page's text and source, for checks that state that something is nowhere on it. Pure."""

from __future__ import annotations

import html

from coldread.scanner.page.memo import once_per_page
from coldread.scanner.page.page import Page

#: characters: a longer document is not searched
LONGEST = 600_000


@once_per_page
def whole_source(page: Page) -> str | None:
    """The source, the rendered document and its text; None if that is too long to search."""
    written = f"{page.seen.html}\n{page.seen.rendered_html or ''}"
    if len(written) > LONGEST:
        return None
    # the text joins a number and its currency that are in separate elements
    return f"{html.unescape(written)}\n{page.dom.body.text}"
