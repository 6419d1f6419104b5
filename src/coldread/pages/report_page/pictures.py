"""Pictures of a scan as pages show them: small WebP files, the first screen or the whole page."""

from __future__ import annotations

import dataclasses
from io import BytesIO


@dataclasses.dataclass(frozen=True, kw_only=True)
class Cut:
    """One picture that is served."""

    #: name of the stored picture
    window: str
    #: how wide it is served, and how good
    width: int
    quality: int
    #: width and height of the first screen; None for the whole page
    fold: tuple[int, int] | None = None


CUTS = {
    "desktop-fold": Cut(window="desktop", width=760, quality=55, fold=(1366, 768)),
    "mobile-fold": Cut(window="mobile", width=300, quality=55, fold=(390, 844)),
    "desktop": Cut(window="desktop", width=900, quality=45),
    "mobile": Cut(window="mobile", width=390, quality=45),
}
#: WebP knows no taller pictures
TALLEST = 16_000


def small_picture(picture: bytes, cut: Cut) -> bytes:
    """The cut of a stored picture; a tenth of a second of computing."""
    from PIL import Image

    with Image.open(BytesIO(picture)) as whole:
        image = whole.convert("RGB")
    if cut.fold:
        image = image.crop((0, 0, image.width, min(image.height, image.width * cut.fold[1] // cut.fold[0])))
    width = min(cut.width, image.width)
    height = min(TALLEST, max(1, round(image.height * width / image.width)))
    out = BytesIO()
    image.resize((width, height), Image.Resampling.LANCZOS).save(out, "WEBP", quality=cut.quality, method=4)
    return out.getvalue()


def picture_size(picture: bytes) -> tuple[int, int]:
    from PIL import Image

    with Image.open(BytesIO(picture)) as image:
        return image.size


def cut_region(picture: bytes, box: tuple[int, int, int, int]) -> bytes | None:
    """A part of a stored picture; None if it lies beyond it."""
    from PIL import Image

    with Image.open(BytesIO(picture)) as whole:
        left, top, right, bottom = box
        if left >= whole.width or top >= whole.height:
            return None
        image = whole.convert("RGB").crop((left, top, min(right, whole.width), min(bottom, whole.height)))
    out = BytesIO()
    image.save(out, "WEBP", quality=60, method=4)
    return out.getvalue()
