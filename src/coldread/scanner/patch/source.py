"""A file's bytes as text that can be edited and written back without losing a single one."""

from __future__ import annotations

import re
from dataclasses import dataclass

from coldread.scanner.page.charset import BYTE_ORDER_MARKS, IN_META, PRESCAN, WINDOWS, declared_codec

#: a byte that could not be read, as Python keeps it
_STRAY = re.compile(r"[\ud800-\udfff]")


@dataclass(frozen=True, kw_only=True)
class SourceText:
    """Text and the way back to its bytes; a byte that stands for nothing is kept as a lone surrogate."""

    text: str
    codec: str = "utf-8"

    def encode(self, text: str) -> bytes:
        return text.encode(self.codec, "surrogateescape")

    def spelled(self, text: str) -> str:
        """New words in signs that this file can hold; others become character references."""
        return "".join(sign if self._holds(sign) else f"&#{ord(sign)};" for sign in text)

    def _holds(self, sign: str) -> bool:
        try:
            return bool(sign.encode(self.codec))
        except UnicodeEncodeError:
            return False


def read_source(data: bytes | str) -> SourceText | None:
    """None for what no line-based diff can carry: UTF-16, and files with NUL.

    A text is a file that somebody has read already: in the codec that it declares, if that has all of its signs. Where it was
    read as UTF-8 and was not, its stray bytes say so.
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
    codec = _declared(data)
    text = _decoded(data, codec)
    return SourceText(text=loose) if text is None else SourceText(text=text, codec=codec)


def codec_for(text: str, content_type: str = "") -> str:
    """In which the file of a text is written: as its server or the text itself declares, UTF-8 where that cannot hold it."""
    codec = declared_codec(text.encode("utf-8", "replace")[:PRESCAN], content_type) or "utf-8"
    try:
        text.encode(codec)
    except UnicodeEncodeError:
        return "utf-8"
    return codec


def readable(text: str) -> str:
    """For parsers: what stands for nothing is U+FFFD, at the same offset."""
    return _STRAY.sub("\ufffd", text)


def _declared(data: bytes) -> str:
    """What the markup says, in the names of the web; Windows-1252 when it says nothing."""
    match = IN_META.search(data[:PRESCAN])
    named = match[1].decode("ascii").lower() if match else "cp1252"
    return WINDOWS.get(named.replace("iso-8859", "iso8859"), named)


def _decoded(data: bytes, codec: str) -> str | None:
    """Only when the same bytes come back."""
    try:
        text = data.decode(codec)
        return text if text.encode(codec) == data else None
    except (UnicodeError, LookupError):
        return None
