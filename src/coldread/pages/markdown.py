"""Markdown to HTML that can stand on a page of ours: no markup of the author's, no pictures, no scripts."""

from __future__ import annotations

import asyncio
import re
from functools import cache, lru_cache
from itertools import count
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
    return Markup(_scrolling(html))  # noqa: S704 - nh3 has cleaned it


def _scrolling(html: str) -> str:
    """Wide tables and code scroll on their own, reachable by keyboard; tables are told from one another."""
    number = count(1)
    opened = re.sub(
        "<table>",
        lambda _: f'<div class="scroll" tabindex="0" role="region" aria-label="Table {next(number)}"><table>',
        html,
    )
    return opened.replace("</table>", "</table></div>").replace("<pre>", '<pre tabindex="0">')


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
