"""Numbers, money and addresses in the notation of each language. Pure."""

from __future__ import annotations

from urllib.parse import urlsplit

from coldread.base.dates import FIRM
from coldread.base.languages import row_of


def number(value: int, lang: str) -> str:
    """`3 900` in Swedish, `3,900` in English."""
    return f"{value:,}".replace(",", row_of(lang).thousands)


def kronor(value: int, lang: str) -> str:
    return f"{number(value, lang)}{FIRM}{row_of(lang).currency}"


def address(url: str) -> str:
    """Without scheme, query and last slash, as people write it."""
    parts = urlsplit(url)
    return (parts.netloc + parts.path).rstrip("/") or url
