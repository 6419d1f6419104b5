"""Decompressing bodies piece by piece: a compression bomb is refused before it fills the memory."""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator, Iterator

#: the largest output of one step; a read of 64 KiB can expand to 65 MB
PIECE = 256 * 1024
#: gzip or zlib; the library distinguishes them by the first bytes
GZIP_OR_ZLIB = zlib.MAX_WBITS | 32
#: deflate without the zlib wrapper, which some old servers send
BARE = -zlib.MAX_WBITS
ENCODINGS = frozenset({"gzip", "x-gzip", "deflate"})


class TooLargeError(Exception):
    """The body exceeds the limit."""


class EncodingError(Exception):
    """The body has an encoding that was not offered, or does not match its header."""


async def inflated_chunks(chunks: AsyncIterator[bytes], encoding: str, limit: int) -> AsyncIterator[bytes]:
    """The plain bytes of a body; raises TooLargeError as soon as they exceed `limit`."""
    stream = _decoder_for(encoding.strip().lower())
    total = 0
    async for chunk in chunks:
        for piece in (chunk,) if stream is None else stream.pieces(chunk):
            total += len(piece)
            if total > limit:
                raise TooLargeError(f"more than {limit} bytes")
            yield piece


def _decoder_for(encoding: str) -> _Deflated | None:
    if encoding in ("", "identity"):
        return None
    if encoding not in ENCODINGS:
        raise EncodingError(f"{encoding} was not offered")
    return _Deflated()


class _Deflated:
    """One compressed stream. Bytes after its end are ignored, as in browsers."""

    def __init__(self) -> None:
        self._zlib = zlib.decompressobj(GZIP_OR_ZLIB)
        self._begun = False

    def pieces(self, chunk: bytes) -> Iterator[bytes]:
        while chunk and not self._zlib.eof:
            yield self._inflate_piece(chunk)
            chunk = self._zlib.unconsumed_tail

    def _inflate_piece(self, chunk: bytes) -> bytes:
        try:
            piece = self._zlib.decompress(chunk, PIECE)
        except zlib.error as error:
            if self._begun:
                raise EncodingError(str(error)) from None
            self._begun, self._zlib = True, zlib.decompressobj(BARE)
            return self._inflate_piece(chunk)
        self._begun = True
        return piece
