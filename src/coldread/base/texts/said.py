"""A text in every language, written in place: for the columns of a table of facts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from string import Formatter
from typing import Any

from coldread.base.languages import Language

#: sentences of a run that looks for every gap instead of stopping at the first
_GATHERED: ContextVar[list[str] | None] = ContextVar("gathered", default=None)


class Incomplete(Exception):
    """A table lacks what another needs; the sentence says what and where. Raised when the program starts."""


def refuse(sentence: str) -> None:
    """Stop the program with the sentence; inside `gathered` it is noted and the search for gaps goes on."""
    noted = _GATHERED.get()
    if noted is None:
        raise Incomplete(sentence)
    noted.append(sentence)


@contextmanager
def gathered() -> Iterator[list[str]]:
    """What tables refuse while they are imported in here, all of it: for whoever adds a language."""
    sentences: list[str] = []
    token = _GATHERED.set(sentences)
    try:
        yield sentences
    finally:
        _GATHERED.reset(token)


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
