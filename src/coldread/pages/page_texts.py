"""A page's words: its own group of `texts/<language>.toml`, then the groups that it shares with other pages."""

from __future__ import annotations

from collections.abc import Callable

from coldread.base.languages import Language
from coldread.base.texts.texts import texts_of

TEXTS = texts_of("coldread.pages")

Say = Callable[..., str]


def page_texts(lang: str, *groups: str) -> Say:
    """`t("due", date=…)`: from the first of these groups that has the key; a key that none has is an error."""

    def say(key: str, **values: object) -> str:
        group = next((one for one in groups if TEXTS.find(lang, f"{one}.{key}") is not None), groups[0])
        return TEXTS.say(lang, f"{group}.{key}", **values)

    return say


def has_group(name: str) -> bool:
    """Whether a template of this name has its own words."""
    return any(key.startswith(f"{name}.") for key in TEXTS.of(Language.EN))
