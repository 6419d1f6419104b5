"""The version of the first screen that a specification proposes: the first one in its text, word for word. Pure."""

from __future__ import annotations

import dataclasses
import html
import re
from functools import cache

from coldread.base.languages import Language
from coldread.drafts.draft_texts import say

#: lines that a version has, and lines between its title and the first of them
MOST_LINES, MOST_ABOVE = 4, 3
_PARTS = ("headline", "subhead", "button", "below")
_ESCAPED = re.compile(r"\\([\[\]*`|#_\\])")


@dataclasses.dataclass(frozen=True, kw_only=True)
class ChosenVersion:
    """Its letter and its words; empty if it has none for a place."""

    letter: str
    headline: str = ""
    subhead: str = ""
    button: str = ""
    below: str = ""


@cache
def _title_pattern() -> re.Pattern[str]:
    titles = "|".join(
        re.escape(say(lang, "version.title", letter="%")).replace("%", "([A-Z])") for lang in Language
    )
    return re.compile(rf"#{{2,4}} (?:{titles})\s*")


@cache
def _parts_by_label() -> dict[str, str]:
    return {f"- **{say(lang, f'version.{part}')}** ": part for lang in Language for part in _PARTS}


def chosen_version(spec_md: str) -> ChosenVersion | None:
    """None if the text has no version; one whose title a person took away has no letter."""
    lines = spec_md.splitlines()
    first = next((number for number, line in enumerate(lines) if _part_of_line(line)[0] == "headline"), None)
    if first is None:
        return None
    words: dict[str, str] = {}
    for line in lines[first : first + MOST_LINES]:
        part, said = _part_of_line(line)
        if not part or part in words:
            break
        words[part] = plain_from_markdown(said)
    titles = (_title_pattern().fullmatch(line) for line in lines[max(0, first - MOST_ABOVE) : first])
    letters = [next(filter(None, match.groups())) for match in titles if match]
    return ChosenVersion(letter=letters[-1] if letters else "", **words)


def _part_of_line(line: str) -> tuple[str, str]:
    """Which of its words a line has, and them."""
    return next(
        (
            (part, line.removeprefix(label))
            for label, part in _parts_by_label().items()
            if line.startswith(label)
        ),
        ("", ""),
    )


def plain_from_markdown(markdown: str) -> str:
    """Words as they were before they were written as markdown (`proposals.shown`)."""
    return html.unescape(_ESCAPED.sub(r"\1", markdown)).replace("`", "").strip()
