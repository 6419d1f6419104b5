"""A text in every language, written in place: for the columns of a table of facts."""

from __future__ import annotations

from string import Formatter
from typing import Any

from coldread.base.complete import refuse
from coldread.base.languages import Language


def gaps_in(text: str) -> frozenset[str]:
    """The names in `{braces}` that a text wants to be given."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name)


class Said:
    """`Said(en="a call", sv="ett samtal")`; `said(lang)` is the text, with `{gaps}` filled by name."""

    __slots__ = ("_texts",)

    def __init__(self, **texts: str) -> None:
        first = next(iter(texts.values()), "")
        missing = [language.value for language in Language if language not in texts]
        if missing:
            refuse(f"the text {first!r} lacks {', '.join(missing)}")
        if len({gaps_in(text) for text in texts.values()}) > 1:
            refuse(f"the languages of {first!r} have different gaps")
        self._texts = texts

    def __call__(self, lang: str, **values: Any) -> str:
        text = self._texts[lang]
        return text.format(**values) if values else text

    def __repr__(self) -> str:
        return f"Said({', '.join(f'{lang}={text!r}' for lang, text in self._texts.items())})"
