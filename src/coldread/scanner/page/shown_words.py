"""What distinguishes one page from another at the same address: its title, and a sample of its text. Pure.

The sample is the 32 smallest hashes of all runs of three words. The share of common hashes in two samples estimates that of common text."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable

from coldread.scanner.page.page import Page

#: words in a run, and hashes in a sample
RUN, SAMPLE = 3, 32
_WORD = re.compile(r"\w+")


def shown_words(page: Page) -> dict[str, str]:
    """`title`, and `sample` as hexadecimal digits, eight for each hash."""
    return {"title": " ".join(page.title.split()), "sample": sample(block.text for block in page.blocks)}


def sample(texts: Iterable[str]) -> str:
    words = [word for text in texts for word in _WORD.findall(text.casefold())]
    runs = {" ".join(words[at : at + RUN]) for at in range(max(1, len(words) - RUN + 1))} if words else set()
    hashes = sorted({zlib.crc32(run.encode("utf-8", "replace")) for run in runs})
    return "".join(f"{number:08x}" for number in hashes[:SAMPLE])
