"""Where a page says two things of one: asked of its owner, since only the owner knows which is right."""

from __future__ import annotations

import re
from collections.abc import Iterator

from coldread.base.addresses import split_address
from coldread.drafts.case import Case
from coldread.drafts.say import quoted, say
from coldread.scanner.page.page import Page
from coldread.scanner.reading.quotes import own_words

#: “15-minute call”, “a call of 30 minutes”, “samtal på 20 minuter”
_CALL = re.compile(
    r"(?P<a>\d{1,3})[\s-]*min\w*\s+(?:\w+\s){0,2}(?:call|meeting|demo|samtal|möte)\b|\b(?:call|meeting|samtal|möte)\w*\s(?:of|på|i)\s(?P<b>\d{1,3})\s*min",
    re.IGNORECASE,
)
_CAMEL = re.compile(r"\b[A-Z][a-z]+[A-Z][a-z]+\b")
_HALVES = re.compile(r"[A-Z][a-z]+")
_PRIVACY = re.compile(r"privacy|integritet|personuppgift", re.IGNORECASE)
#: checks that know of two things that cannot both be true, or of a day that is past
KNOWN = frozenset({"copy.contradiction", "copy.stale-date"})


def disagreements(case: Case) -> list[str]:
    """Each as a question, the costliest first."""
    page, lang = case.page, case.lang
    if page is None:
        return []
    told = [
        say(lang, "disagrees.which", one=quoted(one, lang), other=quoted(other, lang))
        for one, other in (*_lengths(page), *_names(page, case))
    ]
    told += [say(lang, "disagrees.old", said=quoted(one, lang)) for one in _old(page)]
    return told + [say(lang, "disagrees.privacy", host=quoted(host, lang)) for host in _strange_privacy(page)]


_YEAR = re.compile(r"(?<![\d–-])20\d\d(?![\d–-])")
_BEGAN = re.compile(r"\b(?:sedan|since|founded|est|grundad\w*|©|copyright|från|from)\b", re.IGNORECASE)


def _old(page: Page) -> Iterator[str]:
    """A heading that speaks of a year that is past as if it were now."""
    now = int(page.seen.seen_on[:4] or 0) if page.seen.seen_on[:4].isdigit() else 0
    for block in page.blocks:
        years = [int(year) for year in _YEAR.findall(block.text)]
        is_now = block.kind == "heading" and page.in_hero(block.element) and not _BEGAN.search(block.text)
        if is_now and years and max(years) < now - 1:
            yield " ".join(block.text.split())
            return


def _lengths(page: Page) -> Iterator[tuple[str, str]]:
    said = {
        match["a"] or match["b"]: " ".join(match[0].split())
        for block in own_words(page)
        for match in _CALL.finditer(block.text[:2_000])
    }
    if len(said) == 2:
        one, other = said.values()
        yield one, other


def _names(page: Page, case: Case) -> Iterator[tuple[str, str]]:
    """“SwiftReply” and “QuickReply”: two names that share a half."""
    brand = case.told.brand.replace(" ", "") if case.told is not None else ""
    if not _CAMEL.fullmatch(brand):
        return
    halves = set(_HALVES.findall(brand))
    others = {name for block in own_words(page) for name in _CAMEL.findall(block.text[:2_000])} - {brand}
    alike = sorted(name for name in others if len(halves & set(_HALVES.findall(name))) == 1)
    if alike:
        yield brand, alike[0]


def _strange_privacy(page: Page) -> Iterator[str]:
    """The page's own privacy policy on a host that the page names nowhere else."""
    here = _site(split_address(page.seen.final_url).hostname or "")
    links = page.dom.shown("a")
    hosts = [_site(split_address(page.absolute(link.attr("href"))).hostname or "") for link in links]
    for link, host in zip(links, hosts, strict=True):
        if host and host != here and hosts.count(host) == 1 and _PRIVACY.search(link.text):
            yield host
            return


def _site(host: str) -> str:
    return ".".join(host.lower().split(".")[-2:])
