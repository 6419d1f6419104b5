"""Addresses as outsiders write them: whatever stands there, nothing is raised.

`urllib.parse` refuses some that people really write, such as a template's `http://[YOUR-DOMAIN]/`. They lead nowhere.
"""

from __future__ import annotations

from urllib.parse import SplitResult, urljoin, urlsplit

_NOWHERE = SplitResult("", "", "", "", "")
#: addresses that hosting services lend to sites without a name of their own
BORROWED = (
    "wixsite.com", "webflow.io", "vercel.app", "netlify.app", "github.io", "herokuapp.com", "pages.dev", "wordpress.com", "squarespace.com",
    "weebly.com", "carrd.co", "notion.site", "framer.website", "framer.app", "lovable.app", "replit.app", "web.app", "azurewebsites.net", "myshopify.com",
    "blogspot.com", "godaddysites.com", "strikingly.com", "unbouncepages.com", "onrender.com", "fly.dev", "hubspotpagebuilder.com", "leadpages.co", "one.app",
)  # fmt: skip


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


def is_borrowed(host: str) -> bool:
    """A hosting service lends it: the site may have a name of its own that this page does not know."""
    return host.lower().endswith(tuple(f".{name}" for name in BORROWED))
