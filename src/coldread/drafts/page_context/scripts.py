"""What a page's own scripts reveal about it: what a form does when it is sent, what a choice shows, how a sum is computed. Pure.

A script is read, never run. Of a long script, a model sees only the lines around telling words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from coldread.base.incoming.addresses import split_address
from coldread.scanner.page.page import Page

#: characters of a script that is included completely, of a part of a longer one, and of all of them
WHOLE, LONGEST, MOST_TOLD = 12_000, 12_000, 40_000
#: characters of the largest script that is read, and of the longest line that a person has written
LARGEST, LONGEST_LINE = 300_000, 400
#: lines before and after a telling one
BEFORE, AFTER = 2, 5
MOST_INLINE = 20
#: words that mark code about forms, prices, times and steps
_TELLS = re.compile(
    r"submit|preventDefault|fetch\(|XMLHttpRequest|FormData|mailto|localStorage|location\.href|innerHTML|textContent|price|pris|rabatt|discount|\bkr\b|[£€]|\d\d[:.]\d\d",
    re.IGNORECASE,
)
_PLAIN_TYPES = ("", "text/javascript", "application/javascript", "module")


def script_excerpts(page: Page, found: Iterable[Mapping[str, str]]) -> Iterator[tuple[str, str]]:
    """Those in the page and those beside it, each with its name."""
    left = MOST_TOLD
    for name, text in (*_inline_scripts(page), *_script_files(found)):
        part = part_with_words(text)[:left]
        left -= len(part)
        if part:
            yield name, part


def excerpts_of_inline_scripts(page: Page) -> list[str]:
    """The telling parts of those that are written into a page."""
    return [told for _, text in _inline_scripts(page) if (told := part_with_words(text))]


def _inline_scripts(page: Page) -> Iterator[tuple[str, str]]:
    scripts = [one for one in page.dom.all("script") if not one.attr("src")]
    for one in scripts[:MOST_INLINE]:
        if one.attr("type").strip().lower() in _PLAIN_TYPES:
            yield "in the page", one.content


def _script_files(found: Iterable[Mapping[str, str]]) -> Iterator[tuple[str, str]]:
    for one in found:
        if "script" in one:
            yield split_address(one["url"]).path, one["script"]


def part_with_words(text: str) -> str:
    """All of a short script; of a long one, the lines around telling words; nothing from a minified one."""
    lines = [line.rstrip() for line in text[:LARGEST].splitlines() if line.strip()]
    if not lines or sum(map(len, lines)) / len(lines) > LONGEST_LINE / 2:
        return ""
    whole = "\n".join(line[:LONGEST_LINE] for line in lines)
    if not _TELLS.search(whole):
        return ""
    if len(whole) <= WHOLE:
        return whole
    near = {
        number + step
        for number, line in enumerate(lines)
        if _TELLS.search(line[:LONGEST_LINE])
        for step in range(-BEFORE, AFTER + 1)
    }
    kept, last = [], -1
    for number in sorted(near & set(range(len(lines)))):
        if number > last + 1:
            kept.append("…")
        kept.append(lines[number][:LONGEST_LINE])
        last = number
    return "\n".join(kept)[:LONGEST]
