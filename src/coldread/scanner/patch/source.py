"""A file's bytes as text that can be edited and written back without losing a byte."""

from __future__ import annotations

import re
from dataclasses import dataclass

from coldread.scanner.page.charset import BYTE_ORDER_MARKS, IN_META, PRESCAN, WINDOWS, declared_codec

#: an unreadable byte, as Python represents it
_STRAY = re.compile(r"[\ud800-\udfff]")


@dataclass(frozen=True, kw_only=True)
class SourceText:
    """A text, and how it becomes bytes again; an undecodable byte is a lone surrogate."""

    text: str
    codec: str = "utf-8"

    def encode(self, text: str) -> bytes:
        return text.encode(self.codec, "surrogateescape")

    def with_character_references(self, text: str) -> str:
        """New text in characters that this file's encoding has; others become character references."""
        return "".join(sign if self._encoding_has(sign) else f"&#{ord(sign)};" for sign in text)

    def _encoding_has(self, sign: str) -> bool:
        try:
            return bool(sign.encode(self.codec))
        except UnicodeEncodeError:
            return False


def read_source(data: bytes | str) -> SourceText | None:
    """None for files that no line-based diff can carry: UTF-16, and files with NUL.

    A text was read from a file already: its bytes are those of the encoding that it declares, if that has all of its characters. If it
    was read as UTF-8 by mistake, its stray bytes show that.
    """
    if isinstance(data, str):
        if "\0" in data:
            return None
        if not _STRAY.search(data):
            return SourceText(text=data, codec=codec_for(data))
        data = data.encode("utf-8", "surrogateescape")
    if b"\0" in data or any(data.startswith(mark) for mark, name in BYTE_ORDER_MARKS if name != "utf-8"):
        return None
    loose = data.decode("utf-8", "surrogateescape")
    strays = len(_STRAY.findall(loose))
    proper = sum(not sign.isascii() for sign in loose) - strays
    if strays <= proper:  # a few broken bytes do not make it another encoding
        return SourceText(text=loose)
    codec = _declared_encoding(data)
    text = _decode_losslessly(data, codec)
    return SourceText(text=loose) if text is None else SourceText(text=text, codec=codec)


def codec_for(text: str, content_type: str = "") -> str:
    """The encoding in which the text's file is written: as its server or the text itself declares, UTF-8 if that cannot encode it."""
    codec = declared_codec(text.encode("utf-8", "replace")[:PRESCAN], content_type) or "utf-8"
    try:
        text.encode(codec)
    except UnicodeEncodeError:
        return "utf-8"
    return codec


def readable_for_parsers(text: str) -> str:
    """For parsers: undecodable bytes are U+FFFD, at the same offsets."""
    return _STRAY.sub("\ufffd", text)


def _declared_encoding(data: bytes) -> str:
    """The encoding that the markup declares, by its web name; Windows-1252 if it declares none."""
    match = IN_META.search(data[:PRESCAN])
    named = match[1].decode("ascii").lower() if match else "cp1252"
    return WINDOWS.get(named.replace("iso-8859", "iso8859"), named)


def _decode_losslessly(data: bytes, codec: str) -> str | None:
    """Only if encoding returns the same bytes."""
    try:
        text = data.decode(codec)
        return text if text.encode(codec) == data else None
    except (UnicodeError, LookupError):
        return None
