"""Markdown to HTML that can stand on a page of ours: no markup of the author's, no pictures, no scripts."""

from __future__ import annotations

import asyncio
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from markupsafe import Markup

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

TAGS = frozenset(
    [
        "a",
        "blockquote",
        "br",
        "code",
        "del",
        "em",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "hr",
        "li",
        "ol",
        "p",
        "pre",
        "s",
        "strong",
        "table",
        "tbody",
        "td",
        "th",
        "thead",
        "tr",
        "ul",
    ]
)


async def rendered(text: str) -> Markup:
    """In a thread: half a megabyte takes seconds, and nobody else waits for it."""
    return await asyncio.to_thread(render, text)


@lru_cache(maxsize=64)
def render(text: str) -> Markup:
    import nh3

    html = nh3.clean(
        _parser().render(text),
        tags=set(TAGS),
        attributes={"a": {"href"}, "ol": {"start"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="nofollow noopener noreferrer",
    )
    # A wide table scrolls on its own, reachable by keyboard.
    html = html.replace(
        "<table>", '<div class="scroll" tabindex="0" role="region" aria-label="Table"><table>'
    )
    return Markup(html.replace("</table>", "</table></div>"))  # noqa: S704 - nh3 has cleaned it


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
