"""The first screen as it would be: other HTML at the same address, other words in the page's own places."""

from __future__ import annotations

import asyncio
from io import BytesIO

from PIL import Image

from coldread.scanner.visit.render.redraw import NewWords, Redrawing

from .studio import Studio, html

BODY = """<h1>Welcome to <em>us</em></h1><p id="line">We are the best.</p>
<div style="display: flex"><a id="go" href="/go">Go <b>on</b></a><a href="/more">More</a></div>
<p id="far" style="margin-top: 3000px">Far down</p><link rel="stylesheet" href="/look.css">"""
GREEN = (0, 128, 0)


def corner(picture: bytes) -> tuple[int, ...]:
    """The colour at the lower right, where nothing stands."""
    with Image.open(BytesIO(picture)) as image:
        found = image.convert("RGB").getpixel((image.width - 5, image.height - 5))
    assert isinstance(found, tuple)
    return found


def test_patched_html_and_new_words_are_drawn_at_both_widths(studio: Studio) -> None:
    asked: list[str] = []

    async def page(head: str, writer: asyncio.StreamWriter) -> None:
        asked.append(head.split(" ", 2)[1])
        body = html(BODY).encode()
        writer.write(
            b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(body) + body
        )

    async def sheet(head: str, writer: asyncio.StreamWriter) -> None:
        asked.append(head.split(" ", 2)[1])
        body = b".patched { background: green }"
        writer.write(
            b"HTTP/1.1 200 OK\r\nContent-Type: text/css\r\nContent-Length: %d\r\n\r\n" % len(body) + body
        )

    words = (
        NewWords(selector="h1", was="Welcome to us", new="Bread before you open", how="replace"),
        NewWords(selector="#line", was="Something else by now", new="Never", how="replace"),
        NewWords(selector="#go", was="Go on", new="No card needed", how="under button", like="#line"),
        NewWords(selector="#far", was="Far down", new="Further down", how="replace"),
    )

    async def drawn() -> None:
        async with studio.visitor({"/": page, "/look.css": sheet}) as (visitor, url):
            patched = html(BODY).replace("<body>", '<body class="patched">')
            made = await visitor.redraw(Redrawing(url=url, words=words, html=patched))
            assert set(made) == {"desktop", "mobile"}
            for one in made.values():
                assert one.words == ("seen", "lost", "seen", "below")
                assert all(abs(is_ - was) < 12 for is_, was in zip(corner(one.picture), GREEN, strict=True))
            assert set(asked) == {"/look.css"}, "the page was not asked for itself, and what it needs was"
            own = await visitor.redraw(Redrawing(url=url, words=words[:1]))
            assert corner(own["desktop"].picture) == (255, 255, 255), (
                "without other HTML it is the page's own"
            )
            assert "/" in asked

    studio.run(drawn())
