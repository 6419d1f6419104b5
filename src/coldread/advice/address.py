"""What an address alone gives away: facts, not guesses, so they may be stated with confidence."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit

from coldread.base.languages import Language

#: addresses that hosting services lend to sites without a name of their own
BORROWED = (
    "wixsite.com", "webflow.io", "vercel.app", "netlify.app", "github.io", "herokuapp.com", "pages.dev", "wordpress.com", "squarespace.com",
    "weebly.com", "carrd.co", "notion.site", "framer.website", "framer.app", "lovable.app", "replit.app", "web.app", "azurewebsites.net", "myshopify.com",
    "blogspot.com", "godaddysites.com", "strikingly.com", "unbouncepages.com", "onrender.com", "fly.dev", "hubspotpagebuilder.com", "leadpages.co", "one.app",
)  # fmt: skip
#: parts of a path that say what kind of page it is
HINTS = {
    "pricing": "price", "prices": "price", "pris": "price", "priser": "price", "plans": "price", "contact": "contact", "kontakt": "contact",
    "demo": "form", "book": "form", "boka": "form", "signup": "form", "register": "form", "checkout": "risk", "kassa": "risk",
}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Address:
    """A page's address, read."""

    url: str

    @property
    def host(self) -> str:
        return (urlsplit(self.url).hostname or "").lower()

    @property
    def plain_http(self) -> bool:
        return urlsplit(self.url).scheme == "http"

    @property
    def borrowed(self) -> bool:
        return self.host.endswith(tuple(f".{name}" for name in BORROWED))

    @property
    def bare_number(self) -> bool:
        try:
            ipaddress.ip_address(self.host)
        except ValueError:
            return False
        return True

    @property
    def language(self) -> Language | None:
        parts = urlsplit(self.url).path.lower().split("/")
        if "sv" in parts or "se" in parts or (self.host.endswith(".se") and "en" not in parts):
            return Language.SV
        return Language.EN if "en" in parts else None

    @property
    def about(self) -> frozenset[str]:
        """Risks that the path makes likelier."""
        return frozenset(
            HINTS[part] for part in urlsplit(self.url).path.lower().strip("/").split("/") if part in HINTS
        )
