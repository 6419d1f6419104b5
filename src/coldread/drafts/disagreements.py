"""What a friend sees in a minute: two figures for one thing, sums that do not add up, a year that is past, two names, a stranger's mailbox.

Each is asked of the owner, since only the owner knows which is right; no version builds on what is contested.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from coldread.base.addresses import split_address
from coldread.drafts.case import Case
from coldread.drafts.own_lines import rows_of
from coldread.drafts.say import quoted, say
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import words
from coldread.scanner.reading.disagreements import disagreements as seen_on
from coldread.scanner.reading.quotes import own_words

_CAMEL = re.compile(r"\b[A-Z][a-z]+[A-Z][a-z]+\b")
_HALVES = re.compile(r"[A-Z][a-z]+")
_PRIVACY = re.compile(r"privacy|integritet|personuppgift", re.IGNORECASE)


def disagreements(case: Case) -> list[tuple[str, str]]:
    """Each as a sentence that says what is wrong and another that says what to do, the costliest first."""
    page, lang = case.page, case.lang
    if page is None:
        return []
    pairs: list[tuple[str, str, str]] = [(one.kind, one.one.text, one.other.text) for one in seen_on(page)]
    pairs += [("names", *pair) for pair in _names(page, case)]
    pairs += [("counts", *pair) for pair in _lists(page)]
    told = [
        (
            say(lang, f"disagrees.{key}", one=quoted(one, lang), other=quoted(other, lang)),
            say(lang, f"disagrees.{key}_do"),
        )
        for key, one, other in pairs
    ]
    singles = [("old", one) for one in _old(page)] + [("sum", one) for one in _sums(page)]
    singles += [("privacy", host) for host in _strange_privacy(page)]
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
    return " · ".join(said.text for one in seen_on(page) for said in (one.one, one.other))


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
        if (
            on_top
            and years
            and max(years) < now
            and _is_announced(block.text[:300])
            and len(words(block.text)) <= 12
        ):
            yield " ".join(block.text.split())
            return


def _is_announced(text: str) -> bool:
    """It speaks of something that is held or sold; “Warzone 2007” is a name with its year."""
    before = re.search(r"(\S{1,60})\s20\d\d", text)
    named = before is not None and before[1][:1].isupper() and not _OF_NOW.fullmatch(before[1].strip(",.:"))
    return _OF_NOW.search(text) is not None and not named


#: words of what is announced: a year beside a name alone is the name's
_OF_NOW = re.compile(
    r"\b(?:season|säsong\w*|schedule|schema\w*|program\w*|spring|summer|autumn|fall|winter|vår\w*|sommar\w*|höst\w*|vinter\w*|courses?|kurs\w*|prices?|pricing|pris\w*|calendar|kalender\w*|open\w*|öppn\w*|öppet\w*|book\w*|bok(?:a|ning\w*)|regist\w*|anmäl\w*|tickets?|biljett\w*|new|nya?|nytt|nyhet\w*|updated|uppdater\w*|edition|guide\w*|collection|kollektion\w*|launch\w*|lanser\w*|coming|soon|snart|next|nästa|camp|läger\w*|festival\w*|conference|konferens\w*|best|bästa|top|års?|"
    r"jan\w*|feb\w*|mars|march|april?|ma[yj]|june?|juni|july?|juli|aug\w*|sep\w*|o[ck]t\w*|nov\w*|dec\w*)\b",
    re.IGNORECASE,
)
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


_LIST = re.compile(
    r"\b(?:wait(?:ing)?[ -]?list|early[ -]access list|väntelist\w*|kölist\w*)\b", re.IGNORECASE
)
_PEOPLE_COUNT = re.compile(
    r"(?<![\d.,$€£])\d{1,3}(?:[ ,.\u00a0]\d{3})+|(?<![\d.,$€£])\d{2,6}(?![\d.,]*\d|\s?%)"
)
#: how many times one count is the other before they cannot be the same
APART = 2


def _lists(page: Page) -> Iterator[tuple[str, str]]:
    """“247 people on the early access list” and “2,400+ on the waitlist”."""
    found: list[tuple[int, str]] = []
    for line in rows_of(page):
        told = _PEOPLE_COUNT.search(line) if _LIST.search(line) and len(words(line)) <= MOST_COUNTED else None
        if told is not None:
            found.append((int(re.sub(r"\D", "", told[0])), " ".join(line.split())))
    least, most = min(found, default=(0, "")), max(found, default=(0, ""))
    if least[0] and most[0] >= APART * least[0]:
        yield least[1], most[1]


MOST_COUNTED = 12


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
