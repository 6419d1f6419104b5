"""Reads the sizes of pictures that no browser loaded from the first bytes of their files: briefly, few at a time.

Patches need them; they change no finding. A picture that is late or missing only loses its patch.
"""

from __future__ import annotations

import asyncio

from coldread.base.incoming.addresses import join_address
from coldread.base.incoming.inflate import PIECE, EncodingError, TooLargeError
from coldread.egress.client import Client
from coldread.egress.errors import EgressError
from coldread.isolation.errors import CutOff
from coldread.isolation.isolated_tasks import IsolatedTasks
from coldread.scanner.page.observations import Observations, PictureSize
from coldread.scanner.page.observe.picture_head import HEAD, Size, picture_size
from coldread.scanner.visit.fetch import REQUEST_HEADERS
from coldread.scanner.visit.reading import unknown_pictures

#: for all of them together
BYTES, REQUESTS = 6_000_000, 64
AT_ONCE = 6
HEADERS = {
    **REQUEST_HEADERS,
    "Accept": "image/avif,image/webp,image/*,*/*;q=0.1",
    "Accept-Encoding": "identity",
    "Range": f"bytes=0-{HEAD - 1}",
}


async def picture_sizes(
    client: Client, isolated: IsolatedTasks, record: Observations, *, timeout_s: float
) -> tuple[PictureSize, ...]:
    """The sizes found in time; never raises for what the other side does."""
    try:
        unknown = await unknown_pictures(isolated, record)
    except CutOff:
        return ()  # judging the page will report it
    wanted, base = unknown.addresses, unknown.base
    found: dict[str, Size] = {}
    free = asyncio.Semaphore(AT_ONCE)

    async def learn(address: str) -> None:
        async with free:
            size = await _size_at(client, base, address)
        if size is not None:
            found[address] = size

    try:
        async with asyncio.timeout(timeout_s):
            await asyncio.gather(*map(learn, wanted))
    except TimeoutError:
        pass  # those that were fast enough are known
    known = [(address, found[address]) for address in wanted if address in found]
    return tuple(
        PictureSize(src=address, width=size.width, height=size.height, fixed=size.fixed)
        for address, size in known
    )


async def _size_at(client: Client, base: str, address: str) -> Size | None:
    try:
        url = join_address(base, address).partition("#")[0]
        async with client.open(url, headers=HEADERS) as answer:
            if answer.status not in (200, 206):
                return None
            head = bytearray()
            async for piece in answer.plain(HEAD + 2 * PIECE):
                head += piece
                if len(head) >= HEAD:
                    break
    except (ValueError, EgressError, EncodingError, TooLargeError):
        return None
    return picture_size(bytes(head))
