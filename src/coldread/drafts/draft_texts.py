"""Finding a sentence of the draft in its language: `say("sv", "draft.title")`."""

from __future__ import annotations

from coldread.base import languages
from coldread.base.texts.texts import texts_of
from coldread.scanner.report.plain import prose

TEXTS = texts_of("coldread.drafts")
say = TEXTS.say


def quoted(text: str, lang: str) -> str:
    """The page's or the buyer's words inside our own sentence: in quotation marks, and never as markdown."""
    return languages.quoted(prose(text), lang)
