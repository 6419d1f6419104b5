"""Whether a build wrote a page's HTML: a change to such a file is lost with the next build, or when its script redraws the page. Pure."""

from __future__ import annotations

import re
from typing import NamedTuple


class Built(NamedTuple):
    """What wrote the file, and the words in it that say so."""

    by: str
    mark: str


#: what each tool writes into every page that it builds; a person writes none of it. Each has its page in `tests/drafts/test_built_pages.py`
MARKS = (
    ("Next.js", re.compile(r"/_next/static/|id=\"__NEXT_DATA__\"|self\.__next_f")),
    ("Nuxt", re.compile(r"/_nuxt/|window\.__NUXT__")),
    ("Gatsby", re.compile(r"id=\"___gatsby\"")),
    ("SvelteKit", re.compile(r"/_app/immutable/|__sveltekit_")),
    ("Astro", re.compile(r"/_astro/|<astro-island")),
    ("Angular", re.compile(r"\bng-version=\"")),
    ("Create React App", re.compile(r"\bstatic/js/main\.[0-9a-f]{8}(?:\.chunk)?\.js")),
    ("Vite", re.compile(r"\bassets/index-[\w-]{8}\.js")),
)
LONGEST_MARK = 60


def find_build_tool(html: str) -> Built | None:
    """By the marks in the file."""
    for name, mark in MARKS:
        if (met := mark.search(html)) is not None:
            return Built(name, met[0][:LONGEST_MARK])
    return None
