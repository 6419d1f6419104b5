"""The firm's name: what the page calls itself, and which words of a title are a name and no offer. Pure."""

from __future__ import annotations

import re

from coldread.base.addresses import split_address
from coldread.scanner.page.observe.head import meta_content
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.observe.titles import title_parts
from coldread.scanner.page.observe.vagueness import NAME_WORDS
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import content_words, phrases, words

_TEMPLATE = re.compile(r"\b(?:theme|template)\b", re.IGNORECASE)
#: what editors and frameworks write into a title that nobody has set
_LEFTOVER = re.compile(
    r"document|main|untitled(?: \w+)?|index|react app|vite app|my (?:site|app|website)|min sida",
    re.IGNORECASE,
)
#: words of a firm's name as titles give it
_LONGEST_NAME = 3
#: letters of host and name that must be the same
_LEAST_ALIKE = 4
_MOST_LONGER = 1.5


def firm_name(page: Page) -> str:
    """As the site names itself; else the part of the title that host or logo confirm, or that custom puts at an end."""
    stated = meta_content(page.dom, "og:site_name")
    if stated and not placeholder_in(stated):
        return stated
    parts = title_parts(page.title)
    confirmed = [part for part in parts if is_name(page, part)]
    ends = [parts[-1], parts[0]] if len(parts) > 1 else []
    capitalised = [part for part in ends if _is_capitalised(part)]
    return next((part for part in (*confirmed, *capitalised) if _could_be_name(part)), "")


def likely_name(page: Page) -> str:
    """The same, or a short title: a guess that somebody looks at before machines are told."""
    return firm_name(page) or (page.title if _could_be_name(page.title) else "")


#: “Puget Sound, WA”: where it is, and not who
_PLACE = re.compile(r", [A-Z]{2}$")


def _could_be_name(part: str) -> bool:
    """Short, and neither “Home” nor a leftover nor the name of a template."""
    return (
        1 <= len(words(part)) <= _LONGEST_NAME
        and not names_the_page(part)
        and not placeholder_in(part)
        and not _TEMPLATE.search(part)
        and not _PLACE.search(part.strip())
    )


def names_the_page(part: str) -> bool:
    """“Home”, “About us”, an editor's “Document”: which page it is, and nothing of the firm."""
    return not content_words(phrases("headline.page").sub(" ", part)) or bool(
        _LEFTOVER.fullmatch(part.strip())
    )


def is_name(page: Page, said: str) -> bool:
    """Made of the firm's own name alone, as site name, logo or host tell it."""
    own = content_words(said)
    return all(word in page.names for word in own) or _alike(_letters(said), _letters(_host(page)))


def looks_like_name(page: Page, part: str) -> bool:
    """A name, or what could be one: short and in capitals, on a page that calls itself nothing else."""
    if is_name(page, part):
        return True
    known = any(is_name(page, other) for other in title_parts(page.title))
    return not known and len(words(part)) <= NAME_WORDS and _is_capitalised(part)


def _is_capitalised(part: str) -> bool:
    return all(word[:1].isupper() for word in words(part))


def _alike(one: str, other: str) -> bool:
    """“Nordvik Bike Works” at nordvikbikes.se begin alike; “Bread for every morning” at bread.se says more than the name."""
    shorter, longer = sorted((len(one), len(other)))
    same = one[: shorter - 1] == other[: shorter - 1]
    return same and shorter > _LEAST_ALIKE and longer <= _MOST_LONGER * shorter


def _letters(text: str) -> str:
    return re.sub(r"[^a-zåäö0-9]", "", text.lower())


def _host(page: Page) -> str:
    return (split_address(page.seen.final_url).hostname or "").removeprefix("www.").split(".")[0]
