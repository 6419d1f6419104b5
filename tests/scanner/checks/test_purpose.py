"""Whether a page does what it is for, when it says so in its own way."""

from __future__ import annotations

from ..seeing import ENGLISH, document


def page(body: str, *, top: str = "") -> str:
    return document(f"{top}<main><h1>Bread by seven</h1>{ENGLISH}{body}</main>")
