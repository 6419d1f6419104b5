"""Ways to reach a person, and days that the page names."""

from __future__ import annotations

import re
from datetime import date

from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases
from coldread.scanner.reading.people import _POSTAL, _STREET
from coldread.scanner.reading.quotes import own_words, quote, quote_from
from coldread.scanner.reading.record import Contact, DatedLine

MOST = 12
MAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{2,63}){1,4}(?![\w@])")
_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january januari jan", "february februari feb", "march mars mar", "april apr", "may maj", "june juni jun", "july juli jul",
            "august augusti aug", "september sept sep", "october oktober okt oct", "november nov", "december dec",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
_MONTH = "|".join(sorted(_MONTHS, key=lambda name: -len(name)))
_DATE = re.compile(
    rf"\b(?P<iso>20\d\d-[01]\d-[0-3]\d)\b"
    rf"|\b(?P<day>[0-3]?\d)(?:st|nd|rd|th|:e|:a)?\s+(?:of\s+)?(?P<month>{_MONTH})\.?,?\s+(?P<year>20\d\d)\b"
    rf"|\b(?P<month2>{_MONTH})\.?\s+(?P<day2>[0-3]?\d)(?:st|nd|rd|th)?,?\s+(?P<year2>20\d\d)\b"
    rf"|\b(?P<month3>{_MONTH})\.?\s+(?P<year3>20\d\d)\b",
    re.IGNORECASE,
)


def contacts(page: Page) -> tuple[Contact, ...]:
    found: dict[tuple[str, str], Contact] = {}
    for link in page.dom.shown("a"):
        href = link.attr("href")
        for scheme, kind in (("mailto:", "mail"), ("tel:", "phone")):
            if href.lower().startswith(scheme) and len(href) > len(scheme):
                value = href[len(scheme) :].partition("?")[0]
                found.setdefault(
                    (kind, value),
                    Contact(kind=kind, value=value, evidence=(quote(page, link, link.text or href),)),
                )  # type: ignore[arg-type]
        if len(found) >= MOST:
            break
    for block in own_words(page):
        for match in MAIL.finditer(block.text):
            found.setdefault(
                ("mail", match[0]),
                Contact(kind="mail", value=match[0], evidence=(quote_from(page, block, match.start()),)),
            )
        for pattern in (_POSTAL, _STREET):
            if match := pattern.search(block.text):
                found.setdefault(
                    ("address", ""),
                    Contact(
                        kind="address", value=match[0], evidence=(quote_from(page, block, match.start()),)
                    ),
                )
        if len(found) >= MOST:
            break
    for form in page.forms:
        if form.asks_for("message") or phrases("contact.headings").search(form.heading):
            found.setdefault(
                ("form", ""),
                Contact(
                    kind="form",
                    value="",
                    evidence=(quote(page, form.element),),
                ),
            )
    return tuple(found.values())[:MOST]


def dates(page: Page) -> tuple[DatedLine, ...]:
    """Days and months with their year; years alone are judged elsewhere (copyright)."""
    today = page.seen.seen_on
    found: list[DatedLine] = []
    for block in own_words(page):
        for match in _DATE.finditer(block.text):
            stamp = _stamp(match)
            if stamp is None:
                continue
            near = block.text[max(0, match.start() - 80) : match.end() + 40]
            kind = (
                "upcoming"
                if phrases("reading.upcoming").search(near)
                else "news"
                if block.element.closest("time", "article") or phrases("reading.news").search(near)
                else "other"
            )
            found.append(
                DatedLine(
                    date=stamp,
                    kind=kind,
                    past=stamp < today[: len(stamp)],
                    evidence=(quote_from(page, block, match.start()),),
                )  # type: ignore[arg-type]
            )
            if len(found) >= MOST:
                return tuple(found)
    return tuple(found)


def _stamp(match: re.Match[str]) -> str | None:
    if match["iso"]:
        return _checked(match["iso"])
    year = match["year"] or match["year2"] or match["year3"]
    month = _MONTHS[(match["month"] or match["month2"] or match["month3"]).lower()]
    day = match["day"] or match["day2"]
    return _checked(f"{year}-{month:02d}-{int(day):02d}") if day else f"{year}-{month:02d}"


def _checked(stamp: str) -> str | None:
    try:
        date.fromisoformat(stamp)
    except ValueError:
        return None
    return stamp
