"""Sizes of pictures that no browser loaded: asked for briefly, through the door, and never at the cost of a report."""

from __future__ import annotations

import asyncio
import io
import zlib

import pytest
from PIL import Image

from coldread.egress.budget import Caps
from coldread.egress.client import Client
from coldread.egress.policy import Policy
from coldread.isolation.in_process import InProcessTasks
from coldread.scanner.engine import review
from coldread.scanner.page.observations import Observations, PictureSize
from coldread.scanner.page.observe.picture_head import HEAD
from coldread.scanner.visit.pictures import picture_sizes
from coldread.scanner.visit.reading import MOST_PICTURES as MOST
from coldread.scanner.visit.reading import TASKS, pictures_of_unknown_size
from coldread.scanner.visit.visitor import Visitor
from tests.egress.places import Handler, a_door, a_site
from tests.harness.patience import SCAN_S
from tests.scanner.seeing import ENGLISH, brief, document, drawn, rendered, seen


def png(width: int, height: int) -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (width, height)).save(data, "PNG")
    return data.getvalue()


def answer(body: bytes, status: str = "200 OK", more: str = "") -> bytes:
    return f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n{more}\r\n".encode() + body


async def gallery(head: str, writer: asyncio.StreamWriter) -> None:
    path = head.split(" ")[1]
    if path == "/late.png":
        await asyncio.sleep(60)
    answers = {
        "/a.png": answer(png(40, 30), "206 Partial Content"),
        "/deep/b%20c.png": answer(png(7, 5)),
        "/packed.svg": answer(
            zlib.compress(b'<svg viewBox="0 0 4 3"/>'), more="Content-Encoding: deflate\r\n"
        ),
        "/away.png": answer(b"", "302 Found", "Location: http://10.0.0.1/a.png\r\n"),
        "/words.png": answer(b"<!doctype html><p>Not found"),
        "/long.png": answer(png(9, 9) + b"\0" * 40 * HEAD),
    }
    writer.write(answers.get(path, answer(png(1, 1), "404 Not Found")))


def learnt(
    body: str, handler: Handler = gallery, caps: Caps | None = None, timeout_s: float = SCAN_S
) -> tuple[PictureSize, ...]:
    async def run() -> tuple[PictureSize, ...]:
        async with a_site(handler) as port:
            here = f"http://127.0.0.1:{port}/"
            page = seen(document(body.replace("HERE", here)), url=here, final_url=here)
            async with Client(a_door(allow={("127.0.0.1", port)}, caps=caps)) as client:
                return await picture_sizes(client, InProcessTasks(lambda: TASKS), page, timeout_s=timeout_s)

    return asyncio.run(run())


def test_sizes_are_told_by_the_address_that_the_page_writes() -> None:
    found = learnt('<img src="a.png"><img src="/deep/b c.png"><img src="packed.svg"><img src="a.png">')
    assert found == (
        PictureSize(src="a.png", width=40, height=30),
        PictureSize(src="/deep/b c.png", width=7, height=5),
        PictureSize(src="packed.svg", width=4, height=3, fixed=False),
    )


@pytest.mark.parametrize(
    "src", ["gone.png", "words.png", "away.png", "http://10.0.0.1/a.png", "file:///etc/passwd", "http://[x"]
)
def test_what_is_missing_refused_or_no_picture_is_not_known(src: str) -> None:
    assert learnt(f'<img src="{src}"><img src="a.png">') == (PictureSize(src="a.png", width=40, height=30),)


def test_a_late_picture_costs_only_its_own_size() -> None:
    body = '<img src="late.png"><img src="a.png">'
    assert [one.src for one in learnt(body, timeout_s=1.0)] == ["a.png"]


def test_only_the_head_of_a_file_is_asked_for_and_read() -> None:
    heads = []

    async def noting(head: str, writer: asyncio.StreamWriter) -> None:
        heads.append(head)
        await gallery(head, writer)

    spendable = Caps(bytes=20 * HEAD, requests=2, seconds=5.0)
    assert learnt('<img src="long.png">', noting, spendable) == (
        PictureSize(src="long.png", width=9, height=9),
    )
    assert f"Range: bytes=0-{HEAD - 1}\r\n" in heads[0]


def test_a_page_of_many_pictures_is_asked_for_a_bounded_number() -> None:
    many = "".join(f'<img src="{number}.png">' for number in range(3 * MOST))
    assert len(pictures_of_unknown_size(seen(document(many)))) == MOST


def test_pictures_that_keep_their_room_or_stand_in_the_page_are_not_asked_for() -> None:
    body = '<img src="a.png" width="4" height="3"><img src="DATA:image/png;base64,AA"><img alt=""><img src="b.png">'
    assert pictures_of_unknown_size(seen(document(body))) == ["b.png"]


def test_a_stand_in_gives_way_to_the_picture_that_comes_late() -> None:
    assert pictures_of_unknown_size(seen(document('<img src="dot.gif" data-src="real.jpg">'))) == ["real.jpg"]


def test_beside_a_browser_only_those_that_load_late_are_asked_for() -> None:
    page = document('<img src="a.png"><img src="b.png" loading="lazy">')
    assert pictures_of_unknown_size(rendered(page, drawn("body > img:nth-of-type(1)", tag="img"))) == [
        "b.png"
    ]


def looked_at(handler: Handler, body: str) -> Observations:
    """The whole look, without a browser."""

    async def handled(head: str, writer: asyncio.StreamWriter) -> None:
        if head.split(" ")[1] == "/":
            writer.write(answer(document(body).encode(), more="Content-Type: text/html\r\n"))
        else:
            await handler(head, writer)

    async def run() -> Observations:
        async with a_site(handled) as port:
            visitor = Visitor(policy=Policy(allow=frozenset({("127.0.0.1", port)})), deadline_s=SCAN_S)
            return (await visitor.visit(f"http://127.0.0.1:{port}/")).observations

    return asyncio.run(run())


async def empty(_head: str, writer: asyncio.StreamWriter) -> None:
    writer.write(answer(b"", "404 Not Found"))


def test_a_look_without_a_browser_learns_them_and_judges_the_same_without() -> None:
    body = f'<h1>Bread at your door</h1>{ENGLISH}<img src="a.png">'
    known, not_known = looked_at(gallery, body), looked_at(empty, body)
    assert known.picture_sizes == (PictureSize(src="a.png", width=40, height=30),)
    assert not_known.picture_sizes == ()
    assert review(known, brief()).findings_dict() == review(not_known, brief()).findings_dict()
