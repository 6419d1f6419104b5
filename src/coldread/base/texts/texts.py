"""The texts of a package: `say(lang, key, **values)` over `<package>/texts/<language>.toml`, one file for each language."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Protocol

from coldread.base.languages import Language
from coldread.base.texts.inline_text import filled_text, gaps_in

#: a sentence, or several of which one is chosen
Text = str | tuple[str, ...]


class Say(Protocol):
    """The order of arguments everywhere: the language, the key, the values of the placeholders."""

    def __call__(self, lang: str, key: str, /, **values: object) -> str: ...


class Texts:
    """The files of one package; `[group]` and `name = "…"` make the key `group.name`."""

    def __init__(self, package: str) -> None:
        self.room = package.removeprefix("coldread.").replace(".", "/")
        self._folder: Traversable = resources.files(package).joinpath("texts")
        self._read: dict[str, Mapping[str, Text]] = {}

    def say(self, lang: str, key: str, /, **values: object) -> str:
        """The sentence with its placeholders filled. A missing one is an error; there is no fallback to another language."""
        text = self.find(lang, key)
        if text is None:
            raise LookupError(f"{self.room} has no text {key} in {lang}")
        return filled_text(text, values) if values else text

    def find(self, lang: str, key: str) -> str | None:
        """The sentence with its placeholders, or None."""
        text = self.of(lang).get(key)
        return text if isinstance(text, str) else None

    def choices(self, lang: str, key: str) -> tuple[str, ...]:
        """Several sentences, of which the caller chooses one."""
        texts = self.of(lang).get(key)
        if isinstance(texts, tuple):
            return texts
        raise LookupError(f"{self.room} has no list {key} in {lang}")

    def keys(self) -> frozenset[str]:
        """Every key, of any language."""
        return frozenset().union(*self._texts_by_language().values())

    def of(self, lang: str) -> Mapping[str, Text]:
        """All texts of a language, by key."""
        texts = self._read.get(lang)
        return texts if texts is not None else self._load(lang)

    def check(self) -> list[str]:
        """The texts that are missing in a language, and those whose placeholders differ from the first language's."""
        written, keys = self._texts_by_language(), sorted(self.keys())
        first = {key: next(texts[key] for texts in written.values() if key in texts) for key in keys}
        found: list[str] = []
        for language in Language:
            file, texts = f"{self.room}/texts/{language}.toml", written.get(language)
            if texts is None:
                found.append(f"{file} is missing")
                continue
            found += [f"{file} lacks {key}" for key in keys if key not in texts]
            for key, text in texts.items():
                if (gaps := _names_of_gaps_in(text)) != (wanted := _names_of_gaps_in(first[key])):
                    found.append(
                        f"{file}: {key} has the gaps {_names_of_gaps(gaps)} instead of {_names_of_gaps(wanted)}"
                    )
        return found

    def _load(self, lang: str) -> Mapping[str, Text]:
        if lang not in tuple(Language) or not self._has_language(lang):
            raise LookupError(f"{self.room} has no texts in {lang}")
        raw = self._folder.joinpath(f"{lang}.toml").read_text("utf-8")
        return self._read.setdefault(lang, dict(_pairs_with_dotted_keys(tomllib.loads(raw))))

    def _texts_by_language(self) -> dict[str, Mapping[str, Text]]:
        return {language.value: self.of(language) for language in Language if self._has_language(language)}

    def _has_language(self, lang: str) -> bool:
        return self._folder.joinpath(f"{lang}.toml").is_file()


def _pairs_with_dotted_keys(table: Mapping[str, Any], before: str = "") -> list[tuple[str, Text]]:
    """Nested tables become dotted keys."""
    found: list[tuple[str, Text]] = []
    for name, value in table.items():
        if isinstance(value, dict):
            found += _pairs_with_dotted_keys(value, f"{before}{name}.")
        else:
            found.append((before + name, tuple(value) if isinstance(value, list) else value))
    return found


def _names_of_gaps_in(text: Text) -> frozenset[str]:
    """The placeholders of all its sentences: languages may have different numbers of sentences."""
    return frozenset().union(*map(gaps_in, (text,) if isinstance(text, str) else text))


def _names_of_gaps(gaps: frozenset[str]) -> str:
    return ", ".join(sorted(gaps)) or "none"


@cache
def texts_of(package: str) -> Texts:
    """The package's texts, read once for each process."""
    return Texts(package)


def room(package: str) -> Say:
    """`say = room("coldread.drafts")`."""
    return texts_of(package).say
