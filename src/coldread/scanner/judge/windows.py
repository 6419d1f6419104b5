"""The two windows in words."""

from __future__ import annotations

from coldread.base.languages import Language
from coldread.base.texts.inline_text import InlineText

_WINDOWS = {
    "desktop": InlineText(en="at 1366 × 768", sv="vid 1366 × 768"),
    "mobile": InlineText(en="at 390 × 844", sv="vid 390 × 844"),
}


def window_words(name: str | None, lang: Language) -> str:
    return _WINDOWS[name](lang) if name else ""
