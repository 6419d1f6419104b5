"""Words, names and addresses of a page as the document quotes them."""

from __future__ import annotations

from coldread.drafts.draft_texts import quoted, say

#: of one kind that are named
MOST_NAMED = 5
LONGEST_QUOTE, LONGEST_ADDRESS = 160, 120


def words_of(text: str, lang: str) -> str:
    """In quotation marks, cut at a space."""
    shown = text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE].rpartition(' ')[0]}…"
    return quoted(shown.rstrip("."), lang)


def named(items: list[str], lang: str) -> str:
    """The first of them, and how many more there are."""
    more = len(items) - MOST_NAMED
    tail = f" {say(lang, 'change.and_more', n=more)}" if more > 0 else ""
    return f"{', '.join(items[:MOST_NAMED])}{tail}"
