"""The instructions by name."""

from __future__ import annotations

from functools import cache
from importlib import resources
from string import Template


def instructions(name: str, **values: str) -> str:
    """The text of `prompts/<name>.md`; `$name` is filled from `values`, which are only our own words."""
    return Template(_prompt_text(name)).safe_substitute(values)


@cache
def _prompt_text(name: str) -> str:
    return resources.files("coldread.reader.prompts").joinpath(f"{name}.md").read_text("utf-8")
