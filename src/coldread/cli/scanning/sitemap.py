"""The pages of a sitemap: of its own host, without duplicates, limited in number."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from coldread.base.incoming.inflate import EncodingError, TooLargeError
from coldread.cli.scanning.exits import Code, Stop, usage_error
from coldread.cli.scanning.place import policy_for
from coldread.egress.budget import Budget, Caps
from coldread.egress.client import Client
from coldread.egress.connector import Connector
from coldread.egress.errors import EgressError
from coldread.egress.names import Names

#: addresses are found by their element only: an XML parser would also process an outsider's DTD
LOC = re.compile(r"<(/?)(?:\w{1,60}:)?loc>")
CAPS = Caps(bytes=8_000_000, requests=30, seconds=30.0, silence=10.0)
#: uncompressed bytes of one sitemap: the protocol's limit
LARGEST_MAP = 50_000_000
#: sitemaps that an index may name
MOST_MAPS = 20


async def pages_of(place: str, most: int, allowed: frozenset[tuple[str, int]]) -> list[str]:
    """The first `most` addresses of the sitemap, in its order; raises Stop."""
    if "://" not in place:
        return _page_addresses_in(_read(place), None, most)
    host = urlsplit(place).netloc
    policy = await policy_for(place, allowed)
    async with Client(Connector(policy=policy, names=Names(), budget=Budget(CAPS))) as client:
        text = await _fetch_sitemap(client, place)
        if "<sitemapindex" in text[:2000]:
            maps = _page_addresses_in(text, host, MOST_MAPS)
            text = "\n".join([await _fetch_sitemap(client, url) for url in maps])
    return _page_addresses_in(text, host, most)


def _read(path: str) -> str:
    try:
        return Path(path).read_text("utf-8", "replace")
    except OSError as error:
        raise usage_error(f"The sitemap {path} cannot be read: {error.strerror}.") from None


async def _fetch_sitemap(client: Client, url: str) -> str:
    body = bytearray()
    try:
        async with client.open(url, headers={"Accept": "application/xml, text/xml"}) as answer:
            if answer.status != 200:
                raise Stop(Code.NO_PAGE, f"There is no sitemap at {url}: it answered {answer.status}.")
            async for piece in answer.plain(LARGEST_MAP):
                body += piece
    except (EgressError, EncodingError, TooLargeError) as error:
        raise Stop(Code.NO_PAGE, f"There is no sitemap at {url}: {error}.") from None
    return body.decode("utf-8", "replace")


def listed_addresses(text: str) -> Iterator[str]:
    """The text between each `<loc>` and its end, in one pass: the sitemap may be hostile."""
    began: int | None = None
    for tag in LOC.finditer(text):
        if not tag[1]:
            began = tag.end() if began is None else began
        elif began is not None:
            inside = text[began : tag.start()].strip().removeprefix("<![CDATA[").strip()
            yield inside.removesuffix("]]>").strip()
            began = None


def _page_addresses_in(text: str, host: str | None, most: int) -> list[str]:
    """The addresses on this host, or on any if `host` is None."""
    found = dict.fromkeys(map(html.unescape, listed_addresses(text)))
    own = [
        url
        for url in found
        if url.startswith(("http://", "https://")) and host in (None, urlsplit(url).netloc)
    ]
    if not own:
        raise Stop(Code.NO_PAGE, "The sitemap lists no page of its own host.")
    return own[:most]
