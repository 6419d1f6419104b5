"""The draft's own fill-in marks: ⟦…⟧ holds what only the owner knows, and nothing else on a page looks like it."""

from __future__ import annotations

import re

_BRACKETS = re.compile(r"\[([^\[\]\n]{1,120})\](?!\()")
#: brackets that are all of a quotation
_QUOTED = re.compile(r"(?<=[\"“”„»«'‘’])\[[^\[\]\n]{1,120}\](?=[\"“”»«'‘’])")
#: one of them
MARK = re.compile(r"⟦[^⟧\n]{0,200}⟧")


def mark_gaps(text: str) -> str:
    """Our tables write such gaps in [brackets]; a draft writes them in the marks."""
    return _BRACKETS.sub(r"⟦\1⟧", text)


def mark_gaps_outside_quotes(text: str) -> str:
    """The same in a sentence about the page, whose quotations stay: “[Address]” is what a visitor reads there."""
    at, parts = 0, []
    for quoted in _QUOTED.finditer(text):
        parts += [mark_gaps(text[at : quoted.start()]), quoted[0]]
        at = quoted.end()
    return "".join((*parts, mark_gaps(text[at:])))


def marks_in(text: str) -> list[str]:
    """Every mark that is left, each once."""
    return list(dict.fromkeys(MARK.findall(text)))
