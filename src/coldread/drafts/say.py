"""Finding a sentence of the draft in its language: `say("sv", "draft.title")`."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

from coldread.scanner.report.plain import prose


@cache
def texts(lang: str) -> dict[str, str]:
    """Every sentence of a language by its dotted key."""
    raw = resources.files("coldread.drafts.texts").joinpath(f"{lang}.toml").read_text("utf-8")
    return {
        f"{group}.{key}": text
        for group, entries in tomllib.loads(raw).items()
        for key, text in entries.items()
    }


def say(lang: str, key: str, **values: object) -> str:
    text = texts(lang)[key]
    return text.format(**values) if values else text


def quoted(text: str, lang: str) -> str:
    """Somebody else's words inside a sentence of ours, in the quotation marks of its language."""
    return f"”{prose(text)}”" if lang == "sv" else f"“{prose(text)}”"
