"""Parsing URLs that outsiders wrote, without raising.

`urllib.parse` raises for some that people really write, such as a template's `http://[YOUR-DOMAIN]/`. They lead
nowhere."""

from __future__ import annotations

import re
from urllib.parse import SplitResult, quote, urljoin, urlsplit

_NOWHERE = SplitResult("", "", "", "", "")
#: domains of hosting services, under which sites without their own domain live
BORROWED = (
    "wixsite.com", "webflow.io", "vercel.app", "netlify.app", "github.io", "herokuapp.com", "pages.dev", "wordpress.com", "squarespace.com",
    "weebly.com", "carrd.co", "notion.site", "framer.website", "framer.app", "lovable.app", "replit.app", "web.app", "azurewebsites.net", "myshopify.com",
    "blogspot.com", "godaddysites.com", "strikingly.com", "unbouncepages.com", "onrender.com", "fly.dev", "hubspotpagebuilder.com", "leadpages.co", "one.app",
)  # fmt: skip


def split_address(address: str) -> SplitResult:
    """The parts of the URL; all empty if it is not one."""
    try:
        return urlsplit(address)
    except ValueError:
        return _NOWHERE


def split_fragment(address: str) -> tuple[str, str]:
    """The URL without its fragment, and the fragment."""
    before, _, fragment = address.partition("#")
    return before, fragment


def join_address(base: str, href: str) -> str:
    """The target of a link; the link itself if it cannot be resolved."""
    try:
        return address_as_requested(urljoin(base, href.strip()))
    except ValueError:
        return href


#: what browsers take out of an address, and what they write with a percent sign
_BREAKS = re.compile(r"[\t\r\n]")
_BLANKS = re.compile(r"[\x00-\x20\x7f-\x9f]")


def address_as_requested(address: str) -> str:
    """The address as a browser requests it: with escaped spaces, except those after the first #."""
    if not address[:8].lower().startswith(("http://", "https://")):
        return address
    before, mark, fragment = address.partition("#")
    return _BLANKS.sub(lambda match: quote(match[0]), _BREAKS.sub("", before)) + mark + fragment


def shortened_address(address: str, most: int) -> str:
    """At most so many characters, with the end: it tells one file from another. A mark shows where something is left out."""
    end = most // 2
    return address if len(address) <= most else f"{address[: most - end - 1]}…{address[-end:]}"


def is_borrowed(host: str) -> bool:
    """Whether the host belongs to a hosting service: the site may also have its own domain, which this page does
    not know."""
    return host.lower().endswith(tuple(f".{name}" for name in BORROWED))
