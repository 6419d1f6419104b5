"""What the markup says about a picture: whether it reserves space, and where its file is."""

from __future__ import annotations

import base64
import binascii
import re
from urllib.parse import unquote_to_bytes

from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.page.observe.picture_head import HEAD

_NUMBER = re.compile(r"\s*\d+")
_WIDTH = re.compile(r"(?:^|;)width:\d")
_HEIGHT = re.compile(r"(?:^|;)height:\d")
#: names of picture libraries in addresses
_LIBRARY = re.compile(
    r"unsplash|pexels|pixabay|shutterstock|istock|freepik|adobe-?stock|deposit-?photos|getty-?images|dreamstime|stock-?(?:photo|image|bild)|123rf|rawpixel|picsum\.photos|placeimg|loremflickr",
    re.IGNORECASE,
)


def reserves_space(image: Element) -> bool:
    """The picture's attributes reserve its space; a style sheet may do it instead."""
    if all(_NUMBER.match(image.attr(name)) for name in ("width", "height")):
        return True
    style = image.attr("style").lower().replace(" ", "")
    both = _WIDTH.search(style) and _HEIGHT.search(style)
    return bool(both) or "aspect-ratio:" in style or "position:absolute" in style or "position:fixed" in style


def source_of(image: Element) -> str:
    """The address as written; a lazy picture has it in `data-src`."""
    return image.attr("data-src") or image.attr("src")


def library_address(image: Element) -> str:
    """The address if it names a picture library; else empty."""
    address = image.attr("src") or image.attr("data-src") or image.attr("srcset")
    return address if not address.startswith("data:") and _LIBRARY.search(address) else ""


def embedded_bytes(address: str) -> bytes | None:
    """The first bytes of a `data:` address; None if it is none or is invalid."""
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
