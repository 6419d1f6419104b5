"""Words, names and addresses of a page as the document quotes them."""

from __future__ import annotations

from coldread.drafts.draft_texts import quoted, say

#: things of one kind that are listed by name
MOST_NAMED = 5
LONGEST_QUOTE, LONGEST_ADDRESS = 160, 120
_OPENING, _CLOSING = frozenset('"“”'), frozenset('"”')
_MARKS = frozenset('"“”')


def words_of(text: str, lang: str, longest: int = LONGEST_QUOTE) -> str:
    """In quotation marks, cut at a space."""
    shown = text if len(text) <= longest else f"{text[:longest].rpartition(' ')[0]}…"
    return quoted(_without_outer_quotes(shown.rstrip(".")), lang)


def _without_outer_quotes(text: str) -> str:
    """The text without quotation marks around the whole of it."""
    whole = len(text) > 2 and text[0] in _OPENING and text[-1] in _CLOSING
    inner = text[1:-1] if whole else text
    return inner if not _MARKS.intersection(inner) else text


def first_few_and_count(items: list[str], lang: str, most: int = MOST_NAMED) -> str:
    """The first of them, and how many more there are."""
    more = len(items) - most
    tail = f" {say(lang, 'change.and_more', n=more)}" if more > 0 else ""
    return f"{', '.join(items[:most])}{tail}"
