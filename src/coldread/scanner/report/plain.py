"""Makes text from a page safe to quote: no markup, no links, no line breaks."""

from __future__ import annotations

import re

#: no scheme is longer; otherwise a search from each letter to the end of the text would take quadratic time
_ADDRESS = re.compile(
    r"(?:\b[a-z][a-z0-9+.-]{0,40}://|\bwww\.|\bmailto:|\btel:|\bjavascript:)\S+", re.IGNORECASE
)
#: what a chat could turn into a link; names of files and frameworks are left alone. Parts are limited for the same reason: no
#: name has more or longer ones
_HOST = re.compile(
    r"(?://)?\b(?:[\w-]{1,120}\.){1,20}(?!(?:js|ts|py|txt|md|html?|css|json|xml|png|jpe?g|svg)\b)[a-z]{2,24}\b(?:[/:?]\S*)?",
    re.IGNORECASE,
)
#: an ampersand that markdown would read as the start of a character reference
_ENTITY = re.compile(r"&(?=#?\w{1,32};)")
_TAG = re.compile(r"<[^>]*>?|&(?:[a-z]+|#\d+);", re.IGNORECASE)
#: an underscore inside a word and the sign in “C#” format nothing, and read better without a backslash
_MARKS = re.compile(r"[\[\]*`|]|(?<!\w)#|(?<![^\W_])_|_(?![^\W_])")
_MARKDOWN = re.compile(r"[\[\]()!`*_~|\\#>]+")

#: characters that control a terminal or the direction of writing, without a glyph of their own, and lone surrogates
_STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def without_control_characters(text: str) -> str:
    """Text without control characters: a page's words cannot colour, move or hide the words around them."""
    return _STEERING.sub("", text)


def escape_control_characters(json_text: str) -> str:
    """The same for JSON, which escapes them."""
    return re.sub(r"[\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", _escape_by_number, json_text)


def _escape_by_number(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"


def plain_words(text: str) -> str:
    """Words only: nothing in it becomes a link, an image or an element when markdown is rendered."""
    without = _HOST.sub("…", _ADDRESS.sub("…", _TAG.sub(" ", without_control_characters(text))))
    return " ".join(_MARKDOWN.sub(" ", without.replace("<", " ")).split())


def code(text: str) -> str:
    """A code span that its content cannot close."""
    return "`" + " ".join(without_control_characters(text).replace("`", "'").split()) + "`"


def prose(text: str) -> str:
    """Our own sentence with words of the page in it. Their markup is shown, not rendered."""
    shown = _MARKS.sub(r"\\\g<0>", " ".join(without_control_characters(text).split()))
    return _ADDRESS.sub(
        _address_as_code, _ENTITY.sub("&amp;", shown).replace("<", "&lt;").replace(">", "&gt;")
    )


def _address_as_code(address: re.Match[str]) -> str:
    """Punctuation that ends a clause stays outside."""
    bare = address[0].rstrip(".,;!?)]”’")
    return code(bare) + address[0][len(bare) :]
