"""Markdown of others as HTML that can do nothing: no raw HTML, no pictures, links that pass nothing on."""

from __future__ import annotations

import dataclasses
import hashlib
from collections import OrderedDict

from markupsafe import Markup

from coldread.isolation.errors import CutOff
from coldread.isolation.isolated_tasks import IsolatedTasks
from coldread.isolation.limits import DOCUMENTS

TAGS = frozenset(
    (
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "p",
        "ul",
        "ol",
        "li",
        "strong",
        "em",
        "del",
        "s",
        "code",
        "pre",
        "blockquote",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "hr",
        "br",
        "a",
    )
)
ATTRIBUTES = {"a": {"href", "title"}, **{f"h{n}": {"id"} for n in range(1, 7)}, "pre": {"tabindex"}}


@dataclasses.dataclass(frozen=True, kw_only=True)
class SafeDocument:
    """A document ready to be shown."""

    html: Markup
    #: id, level and text of each second- and third-level heading
    headings: tuple[tuple[str, int, str], ...]


_SHOWN: OrderedDict[tuple[bytes, int], SafeDocument] = OrderedDict()
#: documents held in memory, and how long one of them may be
MOST_HELD, LONGEST_HELD = 64, 200_000


async def safe_html(isolated: IsolatedTasks, text: str) -> Markup:
    """The text alone."""
    return (await document_of(isolated, text)).html


async def document_of(isolated: IsolatedTasks, text: str, shift: int = 0) -> SafeDocument:
    """An outsider's text, made elsewhere: half a megabyte takes seconds. If that costs too much, the text as it is written."""
    key = (hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest(), shift)
    if key in _SHOWN:
        _SHOWN.move_to_end(key)
        return _SHOWN[key]
    try:
        made = await isolated.run(DOCUMENTS, "pages.document", {"text": text, "shift": shift})
    except CutOff:
        return SafeDocument(html=Markup('<pre tabindex="0">{}</pre>').format(text), headings=())
    headings = tuple((mark, level, words) for mark, level, words in made["headings"])
    document = SafeDocument(html=Markup(made["html"]), headings=headings)  # noqa: S704 - `safe_document` cleaned it
    if len(made["html"]) <= LONGEST_HELD:
        _SHOWN[key] = document
        while len(_SHOWN) > MOST_HELD:
            _SHOWN.popitem(last=False)
    return document


def safe_document(text: str, shift: int = 0) -> SafeDocument:
    """`shift` lowers every heading if the page has its own first-level one. Not for the event loop."""
    import nh3
    from markdown_it import MarkdownIt

    parser = (
        MarkdownIt("commonmark", {"html": False, "linkify": False})
        .enable(["table", "strikethrough"])
        .disable("image")
    )
    tokens = parser.parse(text)
    headings: list[tuple[str, int, str]] = []
    for number, token in enumerate(tokens):
        if token.type in {"heading_open", "heading_close"}:
            level = min(6, int(token.tag[1]) + shift)
            token.tag = f"h{level}"
            if token.type == "heading_open":
                mark = f"s-{len(headings) + 1}"
                token.attrSet("id", mark)
                headings.append((mark, level, tokens[number + 1].content))
        if token.type in {"fence", "code_block"}:
            token.attrs = {}
            token.info = ""
    html = parser.renderer.render(tokens, parser.options, {}).replace("<pre>", '<pre tabindex="0">')
    clean = nh3.clean(
        html,
        tags=set(TAGS),
        attributes=ATTRIBUTES,
        url_schemes={"http", "https", "mailto"},
        link_rel="nofollow noopener noreferrer",
    )
    shown = tuple(heading for heading in headings if heading[1] in {2, 3})
    scrolls = clean.replace("<table>", '<table tabindex="0">')  # wide ones scroll, also by keyboard
    return SafeDocument(html=Markup(scrolls), headings=shown)  # noqa: S704 - nh3 has just cleaned it
