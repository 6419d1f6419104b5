"""A QR code as a picture in a page. Pure."""

from __future__ import annotations

import re

from markupsafe import Markup


def qr_svg(holds: str) -> Markup:
    """Inline, without style attributes; black on white even in dark mode, so that every camera reads it."""
    import segno

    drawn = segno.make(holds, error="m", micro=False).svg_inline(
        scale=6, border=4, dark="#000", light="#fff", omitsize=True
    )
    return Markup(re.sub("<svg ", '<svg width="246" height="246" aria-hidden="true" ', drawn, count=1))  # noqa: S704 - segno's own
