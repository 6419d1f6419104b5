"""The traits of *why believe it*: what others say, and what else on the page a stranger could look up.

Self-praise does not count. Own pictures, links to other sites, figures, years and memberships distinguish a real firm from a
template. Each is counted in a few steps: the tenth picture adds nothing.
"""

from __future__ import annotations

import re

from coldread.base.incoming.addresses import split_address
from coldread.base.incoming.hosts import registrable_domain
from coldread.scanner.judge.answers.weigh_traits import count_bounds_reached
from coldread.scanner.page.memo import once_per_page
from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.page.observe.pictures import library_address
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases
from coldread.scanner.reading.quotes import own_words
from coldread.scanner.reading.record import Reading

#: numbers at which a trait rises by one
HOSTS, PICTURES, COUNTS = (1, 3, 6), (1, 3, 6), (1, 3)
#: most kinds of checkable proof, and most library pictures, that count
MOST_KINDS, MOST_LIBRARY = 2, 2
#: fewest different years on a page with a history
FEWEST_YEARS = 2
#: px², as drawn: smaller pictures are logos or icons
LEAST_AREA = 120.0 * 120.0

#: 1 counts for a yes, -1 against it
SIGNS: dict[str, int] = {
    "voices": 1, "kinds": 1, "counts": 1, "outward": 1, "pictures": 1, "library": -1, "member": 1, "history": 1, "placeholder": -1,
    "filler": -1,
}  # fmt: skip

#: "since 1974", "est. 2009": the founding year
_SINCE = re.compile(
    r"\b(?:since|sedan|est\.?|established|founded|grundat|grundades|startade)\b[^.!?]{0,20}\b(?:1[89]|20)\d\d\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b(?:19\d\d|20[0-4]\d)\b")
#: kinds of proof that a stranger could check
_KINDS = {"quote": "voice", "rating": "figure", "count": "figure", "logos": "firms"}


def proof_traits(page: Page, reading: Reading) -> dict[str, int]:
    real = [item for item in reading.proofs if not item.placeholder]
    kinds = {_KINDS.get(item.kind, "outside") for item in real if item.specific}
    return {
        "voices": int(any(item.kind in ("quote", "rating") for item in real)),
        "kinds": min(MOST_KINDS, len(kinds)),
        "counts": count_bounds_reached(sum(item.kind == "count" for item in real), COUNTS),
        "outward": count_bounds_reached(len(hosts_linked(page)), HOSTS),
        "pictures": count_bounds_reached(len(own_pictures(page)), PICTURES),
        "library": min(MOST_LIBRARY, sum(bool(library_address(image)) for image in page.dom.shown("img"))),
        "member": int(_names_a_membership(page)),
        "history": int(_has_a_history(page)),
        "placeholder": int(any(item.placeholder for item in reading.proofs)),
    }


def _names_a_membership(page: Page) -> bool:
    """The page names a membership, a sponsor or a supervising authority."""
    return any(phrases("reading.memberships").search(block.text) for block in own_words(page))


def _has_a_history(page: Page) -> bool:
    blocks = [block.text for block in own_words(page)]
    years = {year for text in blocks for year in _YEAR.findall(text)}
    return len(years) >= FEWEST_YEARS or any(_SINCE.search(text) for text in blocks)


def hosts_linked(page: Page) -> set[str]:
    """The other sites that the page links to."""
    own = registrable_domain(split_address(page.seen.final_url).hostname or "")
    found = set()
    for link in page.dom.shown("a"):
        href = link.attr("href").strip()
        if href.lower().startswith(("http:", "https:", "//")):
            host = split_address(page.absolute(href)).hostname or ""
            if host and registrable_domain(host) != own:
                found.add(registrable_domain(host))
    return found


@once_per_page
def own_pictures(page: Page) -> dict[str, Element]:
    """Loaded pictures by address that are large, no logos and from no picture library."""
    found: dict[str, Element] = {}
    for image in page.dom.shown("img"):
        address = image.attr("src") or image.attr("data-src")
        if library_address(image) or _is_a_sign(image, address) or not _is_shown_large(page, image):
            continue
        found.setdefault(address.partition("?")[0], image)
    return found


def _is_shown_large(page: Page, image: Element) -> bool:
    """The picture is drawn large; True without a browser, since the size is unknown."""
    if not page.rendered:
        return True
    item = page.desktop.get(image.selector) or page.mobile.get(image.selector)
    if item is None or not item.visible or item.natural is None:
        return False
    return item.box[2] * item.box[3] >= LEAST_AREA


def _is_a_sign(image: Element, address: str) -> bool:
    if address.startswith("data:"):
        address = address.partition(",")[0]
    description = f"{address} {image.attr('class')} {image.attr('alt')}".lower()
    return (
        "logo" in description
        or "favicon" in description
        or ".svg" in address.lower()
        or address.startswith("data:image/svg")
    )
