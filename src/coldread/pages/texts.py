"""What pages say, in English and Swedish: one TOML file a page with both languages side by side."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from importlib import resources

Say = Callable[..., str]


@cache
def words(name: str) -> dict[str, dict[str, str]]:
    """The texts of `words/{name}.toml` by language and key."""
    raw = resources.files("coldread.pages").joinpath("words", f"{name}.toml").read_text("utf-8")
    texts: dict[str, dict[str, str]] = tomllib.loads(raw)
    return texts


def speaker(language: str, *names: str) -> Say:
    """`t("due", date=…)`: the first of these files that has the key; a key that none has is an error."""
    files = [words(name)[language] for name in names]

    def say(key: str, **values: object) -> str:
        text = next((file[key] for file in files if key in file), None)
        if text is None:
            raise KeyError(f"no page text is called {key} in {', '.join(names)}")
        return text.format(**values) if values else text

    return say
