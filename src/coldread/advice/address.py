"""What an address alone gives away: facts, not guesses, so they may be stated with confidence."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit

from coldread.base.addresses import is_borrowed
from coldread.base.languages import Language

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
        return is_borrowed(self.host)

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
