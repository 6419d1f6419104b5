"""The pictures for a model: both first screens, then the whole page in readable tiles."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterator, Mapping
from io import BytesIO

from PIL import Image

#: the first screen of each window; the whole page if only that is stored
FIRST = {"desktop": ("desktop-first.jpg", "desktop.jpg"), "mobile": ("mobile-first.jpg", "mobile.jpg")}
#: px: width and height of the tiles of the whole page
TILE_WIDTH, TILE_HEIGHT = {"desktop": 1024, "mobile": 390}, {"desktop": 1400, "mobile": 1700}
MOST_TILES = {"desktop": 6, "mobile": 3}
#: largest picture in bytes that is sent, and the JPEG quality of what we cut
LARGEST_PICTURE, QUALITY = 3_000_000, 72
#: a picture's coarse hash: points of a side, steps of grey
POINTS, STEPS = 12, 6
#: px of all tiles that are decoded; a picture that declares more is not opened
MOST_PIXELS = 60_000_000


@dataclasses.dataclass(frozen=True, kw_only=True)
class ShownPicture:
    """One picture of a request."""

    name: str
    content: bytes
    width: int
    height: int
    #: the stored picture that it was cut from, where it begins there, and the scale
    of: str
    top: int
    scale: float
    #: a coarse hash: a few different pixels do not change it
    mark: str

    @property
    def told(self) -> str:
        window = "a phone" if self.name.startswith("mobile") else "a computer"
        if self.name in FIRST:
            return f"the first screen on {window}, {self.width} × {self.height} px"
        return f"part of the whole page on {window}, {self.width} × {self.height} px"

    def box_in_kept(self, x: int, y: int, width: int, height: int) -> tuple[int, int, int, int]:
        """A region of this picture, in the stored picture."""
        return (
            round(x / self.scale),
            self.top + round(y / self.scale),
            round(width / self.scale),
            round(height / self.scale),
        )


def shown_pictures(stored: Mapping[str, bytes]) -> tuple[ShownPicture, ...]:
    """The pictures to send, in a fixed order. A picture that cannot be read is left out."""
    return tuple(_tiles_of(stored))


def _tiles_of(stored: Mapping[str, bytes]) -> Iterator[ShownPicture]:
    for window, names in FIRST.items():
        name = next((file for file in names if stored.get(file)), "")
        if name and len(stored[name]) <= LARGEST_PICTURE:
            first = _first_screen(window, name, stored[name])
            if first is not None:
                yield first
    for window in FIRST:
        name = f"{window}.jpg"
        if stored.get(name) and stored.get(f"{window}-first.jpg"):
            yield from _tiles(window, name, stored[name])


def _first_screen(shown_as: str, name: str, content: bytes) -> ShownPicture | None:
    image = _open_picture(content)
    if image is None:
        return None
    with image:
        return ShownPicture(
            name=shown_as,
            content=content,
            width=image.width,
            height=image.height,
            of=name,
            top=0,
            scale=1.0,
            mark=_picture_hash(image),
        )


def _tiles(window: str, name: str, content: bytes) -> Iterator[ShownPicture]:
    image = _open_picture(content)
    if image is None:
        return
    with image:
        scale = min(1.0, TILE_WIDTH[window] / image.width)
        high = round(TILE_HEIGHT[window] / scale)
        for number in range(min(MOST_TILES[window], -(-image.height // high))):
            top = number * high
            part = image.crop((0, top, image.width, min(image.height, top + high))).convert("RGB")
            size = (round(part.width * scale), max(1, round(part.height * scale)))
            small = part.resize(size, Image.Resampling.LANCZOS) if scale < 1 else part
            written = BytesIO()
            small.save(written, "JPEG", quality=QUALITY)
            yield ShownPicture(
                name=f"{window}-{number + 1}",
                content=written.getvalue(),
                width=small.width,
                height=small.height,
                of=name,
                top=top,
                scale=scale,
                mark=_picture_hash(small),
            )


def _open_picture(content: bytes) -> Image.Image | None:
    try:
        image = Image.open(BytesIO(content))
        if image.width * image.height > MOST_PIXELS:
            return None
        image.load()
    except (OSError, ValueError, Image.DecompressionBombError):
        return None
    return image


def _picture_hash(image: Image.Image) -> str:
    small = image.convert("L").resize((POINTS, POINTS), Image.Resampling.BOX)
    steps = bytes(value * STEPS // 256 for value in small.tobytes())
    return hashlib.sha256(steps).hexdigest()[:16]
