"""Makes text that came from a page safe to quote: no markup, no links, no line breaks."""

from __future__ import annotations

import re

_ADDRESS = re.compile(r"(?:\b[a-z][a-z0-9+.-]*://|\bwww\.|\bmailto:|\btel:|\bjavascript:)\S+", re.IGNORECASE)
#: anything that a chat could turn into a link; names of files and frameworks are left alone
_HOST = re.compile(
    r"(?://)?\b(?:[\w-]+\.)+(?!(?:js|ts|py|txt|md|html?|css|json|xml|png|jpe?g|svg)\b)[a-z]{2,24}\b(?:[/:?]\S*)?",
    re.IGNORECASE,
)
_TAG = re.compile(r"<[^>]*>?|&(?:[a-z]+|#\d+);", re.IGNORECASE)
_MARKDOWN = re.compile(r"[\[\]()!`*_~|\\#>]+")


def plain(text: str) -> str:
    """Words only: nothing in it can become a link, an image or an element where markdown is shown."""
    without = _HOST.sub("…", _ADDRESS.sub("…", _TAG.sub(" ", text)))
    return " ".join(_MARKDOWN.sub(" ", without.replace("<", " ")).split())


def code(text: str) -> str:
    """A code span that its content cannot leave."""
    return "`" + " ".join(text.replace("`", "'").split()) + "`"


def prose(text: str) -> str:
    """Our own sentence with a page's words in it: markup is shown, not interpreted."""
    shown = re.sub(r"([\[\]*_`|#])", r"\\\1", " ".join(text.split()))
    return _ADDRESS.sub(
        lambda match: code(match[0]), shown.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    )
