"""Addresses as outsiders write them: whatever stands there, nothing is raised.

`urllib.parse` refuses some that people really write, such as a template's `http://[YOUR-DOMAIN]/`. They lead nowhere.
"""

from __future__ import annotations

from urllib.parse import SplitResult, urljoin, urlsplit

_NOWHERE = SplitResult("", "", "", "", "")


def split_address(address: str) -> SplitResult:
    """Its parts; all empty where it is none."""
    try:
        return urlsplit(address)
    except ValueError:
        return _NOWHERE


def split_fragment(address: str) -> tuple[str, str]:
    """The address without what follows its first #, and that."""
    whole, _, fragment = address.partition("#")
    return whole, fragment


def join_address(base: str, href: str) -> str:
    """Where a link leads; the link itself where that cannot be said."""
    try:
        return urljoin(base, href)
    except ValueError:
        return href
