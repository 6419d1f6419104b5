"""What the markup says of a picture: whether it keeps its room, and where its file is."""

from __future__ import annotations

import base64
import binascii
import re
from urllib.parse import unquote_to_bytes

from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.observe.picture_head import HEAD

_NUMBER = re.compile(r"\s*\d+")
_WIDTH = re.compile(r"(?:^|;)width:\d")
_HEIGHT = re.compile(r"(?:^|;)height:\d")
#: what picture libraries write into the names of their files
_LIBRARY = re.compile(
    r"unsplash|pexels|pixabay|shutterstock|istock|freepik|adobe-?stock|deposit-?photos|getty-?images|dreamstime|stock-?(?:photo|image|bild)|123rf|rawpixel|picsum\.photos|placeimg|loremflickr",
    re.IGNORECASE,
)


def keeps_room(image: Element) -> bool:
    """By its own attributes; a style sheet may keep it too."""
    if all(_NUMBER.match(image.attr(name)) for name in ("width", "height")):
        return True
    style = image.attr("style").lower().replace(" ", "")
    both = _WIDTH.search(style) and _HEIGHT.search(style)
    return bool(both) or "aspect-ratio:" in style or "position:absolute" in style or "position:fixed" in style


def source_of(image: Element) -> str:
    """The address as written; what loads late names it beside a stand-in."""
    return image.attr("data-src") or image.attr("src")


def library_address(image: Element) -> str:
    """Its address where that names a picture library, else nothing; a picture that the page carries in itself has none."""
    address = image.attr("src") or image.attr("data-src") or image.attr("srcset")
    return address if not address.startswith("data:") and _LIBRARY.search(address) else ""


def embedded_bytes(address: str) -> bytes | None:
    """The first bytes of a `data:` address; None when it is none, or is not what it says."""
    head, comma, body = address.partition(",")
    if not comma or head[:5].lower() != "data:":
        return None
    if not head.lower().replace(" ", "").endswith(";base64"):
        return unquote_to_bytes(body[: 3 * HEAD])[:HEAD]
    letters = re.sub(r"\s+", "", unquote_to_bytes(body[: 4 * HEAD]).decode("latin-1"))[:HEAD]
    try:
        return base64.b64decode(letters[: len(letters) // 4 * 4])
    except binascii.Error:
        return None
