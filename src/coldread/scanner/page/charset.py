"""Decodes a page's bytes: by byte order mark, header, then the declaration in the markup."""

from __future__ import annotations

import codecs
import re

BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
#: bytes that are searched for a declaration; a browser searches 1024, but some pages have it later
PRESCAN = 4096
IN_META = re.compile(rb"<meta\s[^>]*?charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.-]+)", re.IGNORECASE)
IN_HEADER = re.compile(r"charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.-]+)", re.IGNORECASE)
#: Python knows many codecs that are no web encoding (utf-7, punycode, unicode_escape …)
WEB = re.compile(
    r"utf-8|utf-16(-[lb]e)?|cp(125\d|866|874|932|949)|iso8859-\d+|koi8-[ru]|mac-(roman|cyrillic)|"
    r"shift_jis|euc_(jp|kr)|iso2022_jp|gb2312|gbk|gb18030|big5(hkscs)?"
)
#: on the web these names mean the larger Windows encodings
WINDOWS = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "gb2312": "gb18030",
    "gbk": "gb18030",
}


def decode(body: bytes, content_type: str) -> str:
    """The text of a page; invalid bytes become U+FFFD."""
    for mark, name in BYTE_ORDER_MARKS:
        if body.startswith(mark):
            return body[len(mark) :].decode(name, "replace")
    named = declared_codec(body, content_type)
    if named is not None:
        return body.decode(named, "replace")
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        # a cut inside the last character is still UTF-8
        return body.decode("utf-8" if error.start > len(body) - 4 else "cp1252", "replace")


def declared_codec(body: bytes, content_type: str = "") -> str | None:
    """The codec by the server's header, else by the markup."""
    return _codec_in_header(content_type) or _codec_in_meta(body)


def _codec_in_header(content_type: str) -> str | None:
    match = IN_HEADER.search(content_type)
    return _web_codec(match[1]) if match else None


def _codec_in_meta(body: bytes) -> str | None:
    match = IN_META.search(body[:PRESCAN])
    codec = _web_codec(match[1].decode("ascii")) if match else None
    # a declaration that could be read as ASCII was not written in UTF-16
    return "utf-8" if codec is not None and codec.startswith("utf-16") else codec


def _web_codec(label: str) -> str | None:
    try:
        name = codecs.lookup(label).name
    except LookupError:
        return None
    name = WINDOWS.get(name, name)
    return name if WEB.fullmatch(name) else None
