"""`/favicon.ico`: the pages' icon (`static/icon.svg`), drawn for programs that look only there."""

from __future__ import annotations

import io
from functools import cache

DARK, WHITE, LIGHT = "#0c3b52", "#ffffff", "#8fd0ec"
SIZES = ((16, 16), (32, 32), (48, 48))


@cache
def favicon() -> bytes:
    from PIL import Image, ImageDraw  # takes 0.1 s, which a start should not wait for

    side, line = 512, 54
    picture = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    pen = ImageDraw.Draw(picture)
    pen.rounded_rectangle((0, 0, side - 1, side - 1), radius=112, fill=DARK)
    pen.arc(
        (128 - line // 2, 128 - line // 2, 384 + line // 2, 384 + line // 2), 37, 323, fill=WHITE, width=line
    )
    pen.ellipse((328, 222, 396, 290), fill=LIGHT)
    written = io.BytesIO()
    picture.save(written, "ICO", sizes=SIZES)
    return written.getvalue()
