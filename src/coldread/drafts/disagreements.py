"""What a friend sees in a minute: two figures for one thing, sums that do not add up, a year that is past, two names, a stranger's mailbox.

Each is asked of the owner, since only the owner knows which is right; no version builds on what is contested.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from coldread.base.addresses import split_address
from coldread.drafts.case import Case
from coldread.drafts.say import quoted, say
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import words
from coldread.scanner.reading.quotes import own_words

#: “15-minute call”, “a call of 30 minutes”, “samtal på 20 minuter”
_CALL = re.compile(
    r"(?P<a>\d{1,3})[\s-]*min\w*\s+(?:\w+\s){0,2}(?:call|meeting|demo|samtal|möte)\b|\b(?:call|meeting|samtal|möte)\w*\s(?:of|på|i)\s(?P<b>\d{1,3})\s*min",
    re.IGNORECASE,
)
_SPEND = re.compile(
    r"\b(?:spend|sit with you for|takes?|tar)\s~?(?P<a>\d{1,3})\s*min\w*[^.!?]{0,30}", re.IGNORECASE
)
_CAMEL = re.compile(r"\b[A-Z][a-z]+[A-Z][a-z]+\b")
_HALVES = re.compile(r"[A-Z][a-z]+")
_PRIVACY = re.compile(r"privacy|integritet|personuppgift", re.IGNORECASE)


def disagreements(case: Case) -> list[tuple[str, str]]:
    """Each as a sentence that says what is wrong and another that says what to do, the costliest first."""
    page, lang = case.page, case.lang
    if page is None:
        return []
    pairs = [("lengths", *pair) for pair in _lengths(page)] + [("times", *pair) for pair in _deliveries(page)]
    pairs += [("names", *pair) for pair in _names(page, case)]
    pairs += [("counts", *pair) for pair in _counts(page)]
    told = [
        (
            say(lang, f"disagrees.{key}", one=quoted(one, lang), other=quoted(other, lang)),
            say(lang, f"disagrees.{key}_do"),
        )
        for key, one, other in pairs
    ]
    singles = [("old", one) for one in _old(page)] + [("sum", one) for one in _sums(page)]
    singles += [("privacy", host) for host in _strange_privacy(page)]
    singles += [("mail", mail) for mail in _strange_mail(page, case)]
    singles += [("self", who) for who in _own_voice(case)]
    return told + [
        (say(lang, f"disagrees.{key}", said=quoted(one, lang)), say(lang, f"disagrees.{key}_do"))
        for key, one in singles
    ]


def disputed(case: Case) -> str:
    """The words of the page that contradict each other: no version builds on them."""
    page = case.page
    if page is None:
        return ""
    return " · ".join(said for pair in (*_lengths(page), *_deliveries(page), *_counts(page)) for said in pair)


_YEAR = re.compile(r"(?<![\d–-])20\d\d(?![\d–-])")
_BEGAN = re.compile(r"\b(?:sedan|since|founded|est|grundad\w*|©|copyright|från|from)\b", re.IGNORECASE)


def _old(page: Page) -> Iterator[str]:
    """A line of the first screen that speaks of a year that is past as if it were now."""
    now = int(page.seen.seen_on[:4]) if page.seen.seen_on[:4].isdigit() else 0
    for block in page.blocks:
        years = [int(year) for year in _YEAR.findall(block.text[:300])]
        on_top = (
            page.in_hero(block.element)
            and block.region not in ("footer", "nav")
            and not _BEGAN.search(block.text)
        )
        if on_top and years and max(years) < now and len(words(block.text)) <= 12:
            yield " ".join(block.text.split())
            return


def _lengths(page: Page) -> Iterator[tuple[str, str]]:
    said: dict[str, str] = {}
    for block in own_words(page):
        for pattern in (_CALL, _SPEND):
            for match in pattern.finditer(block.text[:2_000]):
                found = match.groupdict()
                figure = found.get("a") or found.get("b") or ""
                said.setdefault(figure, " ".join(match[0].split()))
    short = {figure: text for figure, text in said.items() if _CALL.search(text)}
    if len(said) == 2 and short:
        one, other = said.values()
        yield one, other


#: days until it works, is delivered or is live: “3-4 Days to Deploy”, “in under 3 weeks”
_UNITS = {
    "hour": 1 / 24,
    "timm": 1 / 24,
    "day": 1,
    "dag": 1,
    "dygn": 1,
    "week": 7,
    "veck": 7,
    "month": 30,
    "månad": 30,
}
_SPAN = re.compile(
    r"(?P<n>\d{1,3})(?:\s?[–-]\s?(?P<m>\d{1,3}))?\s?(?P<unit>hours?|timm\w*|days?|dag(?:ar)?|dygn|weeks?|veck\w*|months?|månad\w*)\b",
    re.IGNORECASE,
)
_DONE = re.compile(r"\b(?:deploy\w*|go(?:es)? live|live in|working system|up and running|implement\w*|delivered?|automated|leverans\w*|levereras|klart|driftsätt\w*|igång)\b", re.IGNORECASE)  # fmt: skip
APART = 3


def _deliveries(page: Page) -> Iterator[tuple[str, str]]:
    found: list[tuple[float, str]] = []
    for text in _lines(page):
        if not _DONE.search(text):
            continue
        for match in _SPAN.finditer(text):
            unit = next(days for name, days in _UNITS.items() if match["unit"].lower().startswith(name))
            found.append((int(match["m"] or match["n"]) * unit, _clipped(text, match.start(), match.end())))
    if not found:
        return
    least, most = min(found), max(found)
    if most[0] >= APART * least[0] and most[1] != least[1]:
        yield least[1], most[1]


def _clipped(text: str, start: int, end: int) -> str:
    """The whole of a short line; of a longer one the figure with the two words before it."""
    if len(words(text)) <= MOST_WHOLE:
        return text
    return " ".join([*text[:start].split()[-2:], text[start:end]])


MOST_WHOLE = 8


def _lines(page: Page) -> Iterator[str]:
    """Each text, and each figure together with the label that stands after it."""
    blocks = [" ".join(block.text[:600].split()) for block in own_words(page)]
    yield from blocks
    for one, other in pairwise(blocks):
        if re.fullmatch(r"[~<>]?\d{1,3}(?:\s?[–-]\s?\d{1,3})?\+?", one) and len(words(other)) <= 5:
            yield f"{one} {other}"


_MANY = {"thousands": 2_000, "tusentals": 2_000, "hundreds": 200, "hundratals": 200, "millions": 2_000_000}
_WHO = r"(?:companies|businesses|customers|clients|users|teams|kunder|företag|användare|organisations|organizations)"
_COUNT = re.compile(
    rf"(?<![\d.,$€£])(?P<n>\d{{1,3}}(?:[ ,.]?\d{{3}}){{0,3}})\+?\s(?:\w{{1,20}}\s)?{_WHO}\b", re.IGNORECASE
)
_WORD_COUNT = re.compile(
    rf"\b(?P<n>thousands|hundreds|millions|tusentals|hundratals)\s(?:of\s)?(?:\w{{1,20}}\s)?{_WHO}\b",
    re.IGNORECASE,
)


def _counts(page: Page) -> Iterator[tuple[str, str]]:
    """“500+ companies” beside “thousands of businesses”."""
    exact = [match for text in _lines(page) for match in _COUNT.finditer(text)]
    loose = [match for text in _lines(page) for match in _WORD_COUNT.finditer(text)]
    for one in exact:
        for other in loose:
            if int(re.sub(r"\D", "", one["n"])) * 2 <= _MANY[other["n"].lower()]:
                yield one[0], other[0]
                return


_AMOUNT = re.compile(r"(?<![\d.,])(?P<n>\d{1,3}(?:[ .,\u00a0]\d{3}){1,3}|\d{3,7})\s?(?:kr\b|:-|SEK\b)|[$€£]\s?(?P<m>\d{1,3}(?:,\d{3}){1,3}|\d{3,7})", re.IGNORECASE)  # fmt: skip
_TOTAL = re.compile(
    r"\b(?:totalt|insamlat|sammanlagt|summa|hittills|total|raised so far|in total)\b", re.IGNORECASE
)
LEAST_SUMMED = 3


def _sums(page: Page) -> Iterator[str]:
    """A total that its own list does not add up to."""
    totals: list[tuple[int, str]] = []
    rows: list[int] = []
    for block in page.blocks:
        found = [
            int(re.sub(r"\D", "", match["n"] or match["m"])) for match in _AMOUNT.finditer(block.text[:300])
        ]
        if len(found) != 1:
            continue
        if _TOTAL.search(block.text):
            totals.append((found[0], " ".join(block.text[:80].split())))
        else:
            rows.append(found[0])
    if len(totals) == 1 and len(rows) >= LEAST_SUMMED and max(rows) < totals[0][0] < 2 * sum(rows) and sum(rows) != totals[0][0]:  # fmt: skip
        yield f"{totals[0][1]} ≠ {sum(rows):,}".replace(",", " ")


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


_SHARED = 4


def _strange_mail(page: Page, case: Case) -> Iterator[str]:
    """A mailbox at a site that shares nothing with the firm's name or the page's address."""
    if case.report is None or case.told is None:
        return
    canonical = next(
        (link.attr("href") for link in page.dom.all("link") if link.attr("rel") == "canonical"), ""
    )
    own = "".join(
        filter(
            str.isalnum,
            f"{case.told.brand} {page.title} {page.seen.final_url} {canonical}".lower(),
        )
    )
    for one in case.report.reading.contacts:
        host = one.value.rpartition("@")[2].lower() if one.kind == "mail" else ""
        site = re.sub(r"[^a-z0-9åäö]", "", ".".join(host.split(".")[-2:-1]))
        if site and not _FREE.search(host) and site not in own and site[:_SHARED] not in own:  # fmt: skip
            yield one.value
            return


_FREE = re.compile(
    r"(?:gmail|hotmail|outlook|live|yahoo|icloud|telia|me|msn|aol|gmx|spray|protonmail|proton|example)\.\w+$"
)


def _own_voice(case: Case) -> Iterator[str]:
    """Praise signed by somebody with the firm's own name."""
    brand = case.told.brand if case.told is not None else ""
    own = next((word.lower() for word in words(brand) if len(word) >= _SHARED), "")
    for item in case.report.reading.proofs if case.report is not None else ():
        if "placeholder" in f"{item.who} {item.organisation}".lower() or item.who.lower() == brand.lower():
            continue  # told as what it is, or a motto of its own
        if own and item.kind == "quote" and own in item.who.lower().replace(" ", ""):
            yield item.who.title() if item.who.isupper() else item.who
            return


def _site(host: str) -> str:
    return ".".join(host.lower().split(".")[-2:])
