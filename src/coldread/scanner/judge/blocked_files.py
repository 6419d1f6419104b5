"""Files of other hosts that did not load in our browser, so visitors see something that we do not."""

from __future__ import annotations

import re
from collections.abc import Iterator

from coldread.base.incoming.addresses import join_address, split_address
from coldread.scanner.page.observations import FailedRequest, Observations
from coldread.scanner.page.observe.head import base_url

#: files that change how a page looks or works
_DRAWS = re.compile(r"\.(?:css|m?js)(?:[?#]|$)|//cdn\.tailwindcss\.com", re.IGNORECASE)
#: files that lay the page out; the Tailwind script writes the style sheet
_LAYS_OUT = re.compile(r"\.css(?:[?#]|$)|//cdn\.tailwindcss\.com", re.IGNORECASE)
#: style sheets of fonts, icons and embedded forms: without them the layout stays the same
_LETTERS_AND_SIGNS = re.compile(r"fonts?\b|font-?awesome|typekit|icon|mailchimp|embedcode", re.IGNORECASE)

#: scripts that count visitors draw nothing
_COUNTS = re.compile(
    r"googletagmanager|google-analytics|gtag/|analytics|plausible|goatcounter|gc\.zgo\.at|matomo|piwik|hotjar|clarity\.ms|connect\.facebook|insight\.min|umami|fathom|simpleanalytics|cloudflareinsights|/pixel|count\.js",
    re.IGNORECASE,
)


def lacks_files(seen: Observations) -> bool:
    """Style sheets or scripts did not load. A 404 does not count: that is the page's own fault."""
    return any(_DRAWS.search(address) and not _COUNTS.search(address) for address in _blocked_addresses(seen))


def lacks_scripts(seen: Observations) -> bool:
    """A script that does more than count visitors did not load, so controls that it handles do nothing here."""
    lost = [one for one in _blocked_addresses(seen) if not _LAYS_OUT.search(one) and not _COUNTS.search(one)]
    if any(_DRAWS.search(address) for address in lost):
        return True
    return bool(lost) and not _addresses_of_scripts(seen).isdisjoint(lost)


def _addresses_of_scripts(seen: Observations) -> set[str]:
    """The addresses of the document's script elements, which need no ending such as `.js`."""
    base = base_url(seen.dom, seen.final_url)
    return {join_address(base, one.attr("src")) for one in seen.dom.all("script") if one.attr("src")}


def lacks_letters(seen: Observations) -> bool:
    """A file of fonts or icons did not load, so words are wider or narrower than visitors see them."""
    return any(_LETTERS_AND_SIGNS.search(address) for address in _blocked_addresses(seen))


def silent_hosts(seen: Observations) -> list[str]:
    """Hosts with a file that did not load, each once; not of those that the page itself called off."""
    lost = (one.url for one in _unanswered(seen) if "ERR_ABORTED" not in one.reason)
    return list(dict.fromkeys(filter(None, (split_address(one).hostname for one in lost))))


def lacks_styles(seen: Observations) -> bool:
    """A style sheet did not load, so positions, sizes and colours differ from what visitors see."""
    return any(
        _LAYS_OUT.search(address) and not _LETTERS_AND_SIGNS.search(address)
        for address in _blocked_addresses(seen)
    )


def _blocked_addresses(seen: Observations) -> Iterator[str]:
    return (request.url for request in _unanswered(seen))


def _unanswered(seen: Observations) -> Iterator[FailedRequest]:
    views = (view for view in (seen.desktop, seen.mobile) if view is not None)
    return (request for view in views for request in view.failed if request.status == 0)
