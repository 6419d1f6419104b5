"""Blocks of code in a document."""

from __future__ import annotations

import html


def markup(*lines: str, kind: str = "html") -> list[str]:
    """A block of code that its content cannot end."""
    shown = [line.replace("```", "'''") for line in lines]
    return [f"```{kind}", *shown, "```"]


def escaped(text: str) -> str:
    return html.escape(text, quote=False)
