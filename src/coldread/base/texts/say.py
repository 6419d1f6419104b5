"""Finding a text: `say("sv", "order.placed")`."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

LANGUAGES = ("en", "sv")


@cache
def texts(language: str) -> dict[str, str]:
    """Every text of a language by its dotted key."""
    raw = resources.files(__package__).joinpath(f"{language}.toml").read_text("utf-8")
    return {
        f"{group}.{key}": text
        for group, entries in tomllib.loads(raw).items()
        for key, text in entries.items()
    }


def say(language: str, key: str, **values: object) -> str:
    text = texts(language)[key]
    return text.format(**values) if values else text
