"""Files of other hosts that were kept from us: what visitors see of a page and we do not."""

from __future__ import annotations

import re
from collections.abc import Iterator

from coldread.scanner.page.observations import Observations

#: files without which a page looks or works otherwise than its visitors know it
_DRAWS = re.compile(r"\.(?:css|m?js)(?:[?#]|$)|//cdn\.tailwindcss\.com", re.IGNORECASE)
#: of those what lays the page out; tailwind.css is written by the script of that name
_LAYS_OUT = re.compile(r"\.css(?:[?#]|$)|//cdn\.tailwindcss\.com", re.IGNORECASE)
#: letters, signs and a service's own form look a little otherwise without them, and stand where they stood
_LETTERS_AND_SIGNS = re.compile(r"fonts?\b|font-?awesome|typekit|icon|mailchimp|embedcode", re.IGNORECASE)

#: what counts visitors shows them nothing
_COUNTS = re.compile(
    r"googletagmanager|google-analytics|gtag/|analytics|plausible|goatcounter|gc\.zgo\.at|matomo|piwik|hotjar|clarity\.ms|connect\.facebook|insight\.min|umami|fathom|simpleanalytics|cloudflareinsights|/pixel|count\.js",
    re.IGNORECASE,
)


def lacks_files(seen: Observations) -> bool:
    """Styles or scripts did not come; what a server says it does not have is the page's own fault."""
    return any(_DRAWS.search(address) and not _COUNTS.search(address) for address in _blocked(seen))


def lacks_styles(seen: Observations) -> bool:
    """Places, sizes and colours are not the ones that visitors see."""
    return any(
        _LAYS_OUT.search(address) and not _LETTERS_AND_SIGNS.search(address) for address in _blocked(seen)
    )


def _blocked(seen: Observations) -> Iterator[str]:
    views = (view for view in (seen.desktop, seen.mobile) if view is not None)
    return (one.url for view in views for one in view.failed if one.status == 0)
