"""A text in every language, written in the code: for the columns of a table of facts."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Any

from coldread.base.languages import Language
from coldread.base.table_checks import refuse


def gaps_in(text: str) -> frozenset[str]:
    """The names in `{braces}`: the values that a text needs."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name)


class Count(int):
    """A number that chooses between singular and plural: `{count:One text is|{count} texts are} cut off`."""

    def __format__(self, spec: str) -> str:
        singular, either, many = spec.partition("|")
        return format(int(self), spec) if not either else singular if self == 1 else many


def filled_text(text: str, values: Mapping[str, Any]) -> str:
    """The text with its placeholders filled; an integer may choose between singular and plural."""
    return text.format(
        **{key: Count(value) if type(value) is int else value for key, value in values.items()}
    )


class _Open(dict[str, str]):
    """Leaves every placeholder as it is, and chooses the plural."""

    def __missing__(self, gap: str) -> _Gap:
        return _Gap(gap)


class _Gap(str):
    def __format__(self, spec: str) -> str:
        return spec.partition("|")[2] if "|" in spec else "{" + self + "}"


def text_for_many(text: str) -> str:
    """The text for a list, with plain placeholders: `{count} texts are cut off`."""
    return text.format_map(_Open())


class InlineText:
    """`InlineText(en="a call", sv="ett samtal")`; calling it with a language gives the text, with `{gaps}` filled by
    name."""

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
        return filled_text(text, values) if values else text

    def about(self, **values: Any) -> Sentence:
        """The text with its values, for a caller that learns the language later."""
        return Sentence(self, values)

    def __repr__(self) -> str:
        return f"Said({', '.join(f'{lang}={text!r}' for lang, text in self._texts.items())})"


class Sentence:
    """A text and the values of its placeholders: made where the values are known, written out where the language is known."""

    __slots__ = ("_text", "_values")

    def __init__(self, text: InlineText, values: Mapping[str, Any]) -> None:
        self._text = text
        self._values = dict(values)

    def __call__(self, lang: str) -> str:
        """A value that is a sentence itself is said in the same language."""
        said = {
            name: value(lang) if isinstance(value, InlineText | Sentence) else value
            for name, value in self._values.items()
        }
        return self._text(lang, **said)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sentence) and self("en") == other("en")

    def __hash__(self) -> int:
        return hash(self("en"))
