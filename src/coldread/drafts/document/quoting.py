"""Words, names and addresses of a page as the document quotes them."""

from __future__ import annotations

from coldread.drafts.draft_texts import quoted, say

#: things of one kind that are listed by name
MOST_NAMED = 5
LONGEST_QUOTE, LONGEST_ADDRESS = 160, 120
_OPENING, _CLOSING = frozenset('"“”'), frozenset('"”')
_MARKS = frozenset('"“”')


def words_of(text: str, lang: str, longest: int = LONGEST_QUOTE) -> str:
    """In quotation marks, without the full stop; cut at the end of a word, and the cut is marked."""
    whole = text if text.endswith("..") else text.removesuffix(".")
    shown = whole if len(whole) <= longest else f"{_cut_at_word(whole, longest)}…"
    return quoted(_without_outer_quotes(shown), lang)


def _cut_at_word(text: str, longest: int) -> str:
    """The words that fit; a part of the first one if it does not."""
    return text[: longest + 1].rpartition(" ")[0] or text[:longest]


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
