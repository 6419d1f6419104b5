"""All that a page's text and source say, for what is said to stand nowhere. Pure."""

from __future__ import annotations

import html

from coldread.scanner.page.memo import once_per_page
from coldread.scanner.page.page import Page

#: characters: of a longer document nobody says that something stands nowhere in it
LONGEST = 600_000


@once_per_page
def whole_source(page: Page) -> str | None:
    """The source as it was sent, the document as it was drawn, and its text; None where that is too long to be searched."""
    written = f"{page.seen.html}\n{page.seen.rendered_html or ''}"
    if len(written) > LONGEST:
        return None
    # a figure and its currency may stand in elements of their own
    return f"{html.unescape(written)}\n{page.dom.body.text}"
