"""A text in every language, written in place: for the columns of a table of facts."""

from __future__ import annotations

import re
from typing import Any

from coldread.base.complete import Incomplete
from coldread.base.languages import Language

_GAP = re.compile(r"\{(\w+)")


class Said:
    """`Said(en="a call", sv="ett samtal")`; `said(lang)` is the text, with `{gaps}` filled by name."""

    __slots__ = ("_texts",)

    def __init__(self, **texts: str) -> None:
        missing = [language.value for language in Language if language not in texts]
        if missing:
            raise Incomplete(f"the text {next(iter(texts.values()), '')!r} lacks {', '.join(missing)}")
        gaps = {frozenset(_GAP.findall(text)) for text in texts.values()}
        if len(gaps) > 1:
            raise Incomplete(f"the languages of {texts[Language.EN]!r} have different gaps")
        self._texts = texts

    def __call__(self, lang: str, **values: Any) -> str:
        text = self._texts[lang]
        return text.format(**values) if values else text
