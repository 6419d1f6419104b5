"""The two windows in words."""

from __future__ import annotations

from coldread.base.languages import Language
from coldread.base.texts.said import Said

_WINDOWS = {
    "desktop": Said(en="on a computer", sv="på datorn"),
    "mobile": Said(en="on a phone", sv="i mobilen"),
}


def window_words(name: str | None, lang: Language) -> str:
    return _WINDOWS[name](lang) if name else ""
