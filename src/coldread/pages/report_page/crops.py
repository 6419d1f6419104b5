"""Pieces of a scan's pictures: the element beside its finding, and the card of a shared report. Cut in an isolated task."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from io import BytesIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

    from coldread.scanner.report.pins import Pin

#: how many of the report's first findings get a piece, and a piece's bounds, in pixels of the page and as stored
MOST = 12
ROOM = 28
LEAST = (240, 72)
LARGEST = {"desktop": (960, 480), "mobile": (390, 480)}
KEPT_WIDE = {"desktop": 640, "mobile": 300}
QUALITY = 55
#: most pixels of a picture that we took ourselves; a larger one is not ours
MOST_PIXELS = 60_000_000

CARD = (1200, 630)
PAPER, INK, FAINT = "#f7f5f0", "#1b2430", "#5d6470"
BANDS = ((90, "#1f7a3d"), (50, "#a85a00"), (0, "#b3261e"))


@dataclasses.dataclass(frozen=True, kw_only=True)
class Crop:
    """One piece: which finding, of which picture, and how large it is shown."""

    number: int
    window: str
    #: left, top, width and height on the page
    box: tuple[int, int, int, int]

    @property
    def file(self) -> str:
        return f"crop-{self.number}.webp"

    @property
    def shown(self) -> tuple[int, int]:
        """Width and height at half of the stored size, so that it is sharp."""
        wide = min(self.box[2], KEPT_WIDE[self.window])
        return wide, max(1, round(self.box[3] * wide / self.box[2]))


def crops_of(marks: Iterable[Pin], windows: Mapping[str, tuple[int, int, int]]) -> tuple[Crop, ...]:
    """For the first findings with a place: that place, with some room around it."""
    first: dict[int, Crop] = {}
    for pin in marks:
        if pin.number in first or pin.window not in windows or len(first) >= MOST:
            continue
        first[pin.number] = Crop(
            number=pin.number,
            window=pin.window,
            box=_box_with_surroundings(pin.box, windows[pin.window], pin.window),
        )
    return tuple(first.values())


def _box_with_surroundings(
    box: tuple[float, float, float, float], window: tuple[int, int, int], name: str
) -> tuple[int, int, int, int]:
    page_wide, _, page_high = window
    most_wide, most_high = LARGEST[name]
    wide = round(min(max(box[2] + 2 * ROOM, LEAST[0]), most_wide, page_wide))
    high = round(min(max(box[3] + 2 * ROOM, LEAST[1]), most_high, max(page_high, 1)))
    middle = box[0] + min(box[2], most_wide) / 2
    left = round(min(max(0, middle - wide / 2), max(0, page_wide - wide)))
    top = round(min(max(0, box[1] - ROOM), max(0, page_high - high)))
    return left, top, wide, high


def cut_pieces(
    pictures: Mapping[str, bytes], crops: Iterable[Crop], widths: Mapping[str, int]
) -> dict[str, bytes]:
    """Each piece by its file's name; what is outside the picture has none."""
    made = {}
    opened = {name: _open_picture(picture) for name, picture in pictures.items()}
    for crop in crops:
        image = opened.get(crop.window)
        if image is None:
            continue
        scale = image.width / widths[crop.window]
        left, top, wide, high = (round(side * scale) for side in crop.box)
        if top >= image.height - 8 or left >= image.width - 8:
            continue
        piece = image.crop((left, top, min(left + wide, image.width), min(top + high, image.height)))
        made[crop.file] = _webp(piece, min(piece.width, KEPT_WIDE[crop.window]))
    return made


def card_picture(picture: bytes | None, score: int, host: str, lines: tuple[str, str]) -> bytes:
    """1200 × 630: the score, whose page it is, and its first screen."""
    from PIL import Image, ImageDraw

    sheet = Image.new("RGB", CARD, PAPER)
    draw = ImageDraw.Draw(sheet)
    colour = next(colour for least, colour in BANDS if score >= least)
    draw.text((64, 56), "Coldread", font=_font("Bold", 34), fill=FAINT)
    draw.text((58, 150), str(score), font=_font("Bold", 190), fill=colour)
    beside = 58 + draw.textlength(str(score), font=_font("Bold", 190)) + 16
    draw.text((beside, 282), "/ 100", font=_font("Medium", 44), fill=FAINT)
    draw.text((64, 404), _text_that_fits(draw, host, 40, 500), font=_font("Bold", 40), fill=INK)
    for number, line in enumerate(lines):
        draw.text(
            (64, 466 + 44 * number),
            _text_that_fits(draw, line, 28, 500),
            font=_font("Medium", 28),
            fill=FAINT,
        )
    if picture is not None:
        screen = _open_picture(picture)
        screen = screen.crop((0, 0, screen.width, min(screen.height, round(screen.width * 0.85))))
        wide = 640
        high = max(1, round(screen.height * wide / screen.width))
        sheet.paste(screen.resize((wide, high), Image.Resampling.LANCZOS), (600, 80))
        draw.rectangle((599, 79, CARD[0], 80 + high), outline="#c9c4b8", width=1)
    out = BytesIO()
    sheet.save(out, "JPEG", quality=80, optimize=True)
    return out.getvalue()


def _open_picture(picture: bytes) -> Image.Image:
    from PIL import Image

    with Image.open(BytesIO(picture)) as image:
        if image.width * image.height > MOST_PIXELS:
            raise ValueError("too large a picture")
        return image.convert("RGB")


def _webp(image: Image.Image, wide: int) -> bytes:
    from PIL import Image as Images

    high = max(1, round(image.height * wide / image.width))
    out = BytesIO()
    image.resize((wide, high), Images.Resampling.LANCZOS).save(out, "WEBP", quality=QUALITY, method=4)
    return out.getvalue()


def _text_that_fits(draw: ImageDraw.ImageDraw, text: str, size: int, wide: int) -> str:
    """As much of it as fits in a line."""
    font = _font("Medium", size)
    if draw.textlength(text, font=font) <= wide:
        return text
    while text and draw.textlength(f"{text}…", font=font) > wide:
        text = text[:-1]
    return f"{text}…"


def _font(weight: str, size: int) -> Any:
    import font_manrope
    from PIL import ImageFont

    return ImageFont.truetype(font_manrope.font_files[f"Manrope{weight}"], size)
