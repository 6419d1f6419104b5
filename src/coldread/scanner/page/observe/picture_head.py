"""Reads a picture's size from the first bytes of its file, without decoding it.

The bytes are untrusted: every reader returns None for what it does not understand, and reads at most `HEAD` bytes.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

#: enough for the colour profile and the preview that cameras put before a JPEG's size
HEAD = 64 * 1024
#: most pixels of a side
LARGEST_SIDE = 32_767
#: most parts of a JPEG before its size, and most bytes of an SVG's first tag; real files have a tenth
MOST_PARTS, LONGEST_TAG = 300, 8192


@dataclass(frozen=True, kw_only=True)
class Size:
    """Width and height as in a browser's layout."""

    width: float
    height: float
    #: in pixels; False for a drawing that states only its proportions
    fixed: bool = True


def picture_size(data: bytes) -> Size | None:
    """The size that the file states; None if it states none or is not understood."""
    head = data[:HEAD]
    reader = next((read for magic, read in READERS if magic.match(head)), None)
    try:
        size = reader(head) if reader is not None else None
    except (struct.error, ValueError, OverflowError):  # the file ends before its size, or has no number there
        return None
    sane = size is not None and 0 < size.width <= LARGEST_SIDE and 0 < size.height <= LARGEST_SIDE
    return size if sane else None


def _size_of_png(head: bytes) -> Size | None:
    return _size_of(*struct.unpack_from(">II", head, 16)) if head[12:16] == b"IHDR" else None


def _size_of_gif(head: bytes) -> Size:
    return _size_of(*struct.unpack_from("<HH", head, 6))


def _size_of_jpeg(head: bytes) -> Size | None:
    """The size in the frame's header; swapped if the orientation before it turns the picture, as browsers do."""
    turned = False
    for marker, at in islice(_segments(head), MOST_PARTS):
        if marker in FRAMES:
            height, width = struct.unpack_from(">HH", head, at + 3)
            return _size_of(height, width) if turned else _size_of(width, height)
        if marker == 0xE1 and head[at + 2 : at + 8] == b"Exif\0\0":
            turned = _orientation(head[at + 8 : at + struct.unpack_from(">H", head, at)[0]]) >= 5
    return None


#: start-of-frame markers; C4, C8 and CC mean something else
FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


def _segments(head: bytes) -> Iterator[tuple[int, int]]:
    """Each marker with the position of its length, up to the picture's data."""
    at = 2
    while at + 4 <= len(head) and head[at] == 0xFF:
        marker = head[at + 1]
        if marker == 0xFF:  # padding
            at += 1
            continue
        if marker in (0xD9, 0xDA):
            return
        yield marker, at + 2
        at += 2 + max(2, struct.unpack_from(">H", head, at + 2)[0])


def _orientation(exif: bytes) -> int:
    """1 (upright) to 8; from 5 on the picture is turned by 90 degrees."""
    order = {b"II": "<", b"MM": ">"}.get(exif[:2], "")
    if not order:
        return 1
    start = struct.unpack_from(f"{order}I", exif, 4)[0]
    for entry in range(min(64, struct.unpack_from(f"{order}H", exif, start)[0])):
        tag, _kind, _count, value = struct.unpack_from(f"{order}HHIH", exif, start + 2 + 12 * entry)
        if tag == 0x0112:
            return int(value)
    return 1


def _size_of_webp(head: bytes) -> Size | None:
    kind = head[12:16]
    if kind == b"VP8 " and head[23:26] == b"\x9d\x01\x2a":
        width, height = struct.unpack_from("<HH", head, 26)
        return _size_of(width & 0x3FFF, height & 0x3FFF)
    if kind == b"VP8L" and head[20:21] == b"\x2f":
        bits = struct.unpack_from("<I", head, 21)[0]
        return _size_of((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    if kind == b"VP8X" and len(head) >= 30:
        return _size_of(int.from_bytes(head[24:27], "little") + 1, int.from_bytes(head[27:30], "little") + 1)
    return None


def _size_of_avif(head: bytes) -> Size | None:
    """The size if all parts have the same one and none is turned; else None."""
    if b"irot" in head or b"clap" in head:
        return None
    sizes = {struct.unpack_from(">II", head, at.end() + 4) for at in re.finditer(b"\0\0\0\x14ispe", head)}
    return _size_of(*sizes.pop()) if len(sizes) == 1 else None


def _size_of_svg(head: bytes) -> Size | None:
    """Width and height if both have the same unit, else the proportions of the view box."""
    named = {name.decode(): value.decode("latin-1") for name, _, value in _ATTRIBUTE.findall(_svg_root(head))}
    width, height = (_LENGTH.fullmatch(named.get(name, "").strip()) for name in ("width", "height"))
    if width and height:
        pixels = {width[2], height[2]} <= {"", "px"}
        same = pixels or width[2] == height[2]
        return Size(width=float(width[1]), height=float(height[1]), fixed=pixels) if same else None
    if named.get("preserveAspectRatio", "").strip() == "none":
        return None  # takes any shape
    box = re.split(r"[\s,]+", named.get("viewBox", "").strip())
    return Size(width=float(box[2]), height=float(box[3]), fixed=False) if len(box) == 4 else None


def _svg_root(head: bytes) -> bytes:
    """The attributes of the first `<svg …>` outside of comments, found in one pass."""
    in_comment = False
    for token in _SVG_TOKENS.finditer(head):
        if token[0] in (b"<!--", b"-->"):
            in_comment = token[0] == b"<!--"
        elif not in_comment:
            return head[token.end() - 1 :][:LONGEST_TAG].partition(b">")[0]
    return b""


_SVG_TOKENS = re.compile(rb"<!--|-->|<svg[\s>]")
_ATTRIBUTE = re.compile(rb"(?<![A-Za-z:])([A-Za-z:]{1,40})\s*=\s*([\"'])(.*?)\2", re.DOTALL)
_LENGTH = re.compile(r"(\d{1,5}(?:\.\d{1,6})?)(|px|mm|cm|in|pt|pc|em|rem)")


def _size_of(width: int, height: int) -> Size:
    return Size(width=width, height=height)


#: first bytes of each kind of file, and its reader
READERS: tuple[tuple[re.Pattern[bytes], Callable[[bytes], Size | None]], ...] = (
    (re.compile(rb"\x89PNG\r\n\x1a\n"), _size_of_png),
    (re.compile(rb"GIF8[79]a"), _size_of_gif),
    (re.compile(rb"\xff\xd8\xff"), _size_of_jpeg),
    (re.compile(rb"RIFF.{4}WEBP", re.DOTALL), _size_of_webp),
    (re.compile(rb".{4}ftypavi[fs]", re.DOTALL), _size_of_avif),
    (re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:\?xml|!--|!DOCTYPE svg|svg\b)"), _size_of_svg),
)
