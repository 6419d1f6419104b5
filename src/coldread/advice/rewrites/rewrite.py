"""What a rewrite is, and the small tools of wording that several share."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

from coldread.advice.reading import Reading
from coldread.base.texts.texts import texts_of

TEXTS = texts_of("coldread.advice.rewrites")
say = TEXTS.say


@dataclass(frozen=True, kw_only=True)
class Rewrite:
    """New words or markup, and what the diagnosis may mention of them."""

    text: str
    #: how far it rests on what was told: 1 all of it, 0.5 it holds blanks or a guess
    grounded: float = 1.0
    slots: dict[str, str | None] = field(default_factory=dict)


def listed(reading: Reading, names: list[str]) -> str:
    """`a, b and c`; nothing of nothing."""
    before = ", ".join(names[:-1])
    return before + say(reading.lang, "list.and") + names[-1] if before else "".join(names)


def safe(text: str) -> str:
    """For the inside of markup: what was told may hold anything."""
    return html.escape(text, quote=False).replace('"', "&quot;")


def css(reading: Reading, *declarations: str) -> str:
    """A rule for the selector as it came; braces in it would make another rule of it, and the whole page is no element."""
    selector = reading.selector.strip()
    is_all = selector.lower() in ("body", "html", "main", "*", ":root", "page")
    usable = selector if not is_all and not re.search(r"[{}<;]|/\*", selector) else ".element"
    body = "\n".join(f"  {line};" for line in declarations)
    return f"{usable} {{\n{body}\n}}"
