"""Whose law a page's visitors live under, as far as the page itself tells: what is not told is not claimed."""

from __future__ import annotations

import re

from coldread.base.addresses import split_address
from coldread.scanner.page.page import Page

#: ends of addresses in countries where the GDPR or its British twin holds
_ENDS = frozenset(
    [
        "eu",
        "se",
        "de",
        "fr",
        "nl",
        "be",
        "dk",
        "fi",
        "no",
        "is",
        "ie",
        "it",
        "es",
        "pt",
        "pl",
        "cz",
        "at",
        "gr",
        "hu",
        "ro",
        "bg",
        "hr",
        "si",
        "sk",
        "ee",
        "lv",
        "lt",
        "lu",
        "mt",
        "cy",
        "li",
        "uk",
    ]
)
_SIGNS = re.compile(
    r"€|\bEUR\b|£|\bGBP\b|\bGDPR\b|\bVAT\b|\bLtd\b|\bGmbH\b|\+(?:3[0-9]|4[0-9])[\s\d(]|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b|\b(?:United Kingdom|England|Scotland|Wales|Ireland|Europe|EU)\b"
)
_ELSEWHERE = re.compile(
    r"\(\d{3}\) \d{3}-\d{4}|\b\d{3}-\d{3}-\d{4}\b|\b(?:USA|United States|New Zealand|Australia|Canada|Tasmania)\b|\b[A-Z][a-z]+, (?:AL|AK|AZ|AR|CA|CO|CT|DE|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|OK|OR|PA|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY)\b|\b(?:TAS|NSW|QLD|VIC|WA) \d{4}\b"
)
MOST_TEXT = 60_000


def is_under_gdpr(page: Page) -> bool:
    """The page is Swedish, stands under such an address, or speaks of Europe's money or law, and of no other country."""
    host = split_address(page.seen.final_url).hostname or ""
    if page.supported_language == "sv" or host.rpartition(".")[2] in _ENDS:
        return True
    text = page.dom.body.text_within(MOST_TEXT)
    return _SIGNS.search(text) is not None and _ELSEWHERE.search(text) is None
