"""Whether the source ends in the middle of a tag, and which elements were open there. Pure."""

from __future__ import annotations

import re

from coldread.scanner.page.memo import once_per_page
from coldread.scanner.page.page import Page

#: a tag that begins and does not end; quotation marks may hold anything
_OPEN_TAG = re.compile(r"</?[A-Za-z](?:[^<>\"']|\"[^\"]*\"|'[^']*')*(?:\"[^\"]*|'[^']*)?")
#: characters at the end that are searched: a longer tag is an embedded picture
LONGEST = 4_000


@once_per_page
def unfinished_tag(page: Page) -> str:
    """The tag in which the source breaks off; empty if it ends in order, or if we read only its beginning."""
    if "html-truncated" in page.seen.caveats:
        return ""
    end = page.seen.html.rstrip()[-LONGEST:]
    last = end.rfind("<")
    in_comment = end.rfind("<!--") > end.rfind("-->")
    if last < 0 or end.endswith(">") or in_comment:
        return ""
    broken = end[last:]
    return broken if _OPEN_TAG.fullmatch(broken) and not _in_script(page) else ""


def is_cut_off(page: Page, selector: str) -> bool:
    """The source breaks off inside this element, so what it would say is unknown."""
    elements = page.seen.source.root.tree.elements
    element = page.seen.source.by_selector.get(selector)
    return bool(unfinished_tag(page)) and element is not None and element.end == len(elements)


def _in_script(page: Page) -> bool:
    """The last element holds code, in which `<` is no tag."""
    return page.seen.source.root.tree.elements[-1].tag in ("script", "style", "textarea", "title")
