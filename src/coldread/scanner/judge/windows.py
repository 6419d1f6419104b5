"""The two windows in words."""

from __future__ import annotations

from coldread.base.languages import Language
from coldread.base.texts.inline_text import InlineText

_WINDOWS = {
    "desktop": InlineText(en="on a computer", sv="på datorn"),
    "mobile": InlineText(en="on a phone", sv="i mobilen"),
}


def window_words(name: str | None, lang: Language) -> str:
    return _WINDOWS[name](lang) if name else ""
