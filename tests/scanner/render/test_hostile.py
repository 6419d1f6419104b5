"""Hostile pages: each ends within its scan's deadline and 1 GB above idle, says what happened, and the next scan works.

The deadline is six good looks of the machine's own pace, 6 s at least: a hostile page takes what it is given, every time. An
ordinary run meets every family of attack (bytes, scripts, leaving, windows, memory, requests) by the kind that says most.
"""

from __future__ import annotations

import asyncio
import dataclasses
import zlib
from collections.abc import Callable

import pytest

from coldread.scanner.visit.deadlines import SCAN_S, Deadlines, deadlines_for
from coldread.scanner.visit.fetch import PageUnreachable
from coldread.scanner.visit.render.tabs import REQUESTS
from coldread.scanner.visit.visitor import VisitResult
from tests.harness.breadth import whole_only

from .studio import GOOD_PAGE, Answer, Studio, Weighed, html, weighed

HEADLINE = "<h1>Looks like any other page</h1>"
#: looks at a good page that a machine must have time for within one scan
LOOKS = 6
SHORTEST_S = 6.0
#: of the scan; what ends by the navigation's deadline (6 of 15 s) need not take all of it
SHORT_NAVIGATION = 2.5 / SCAN_S
GROWTH = 1_000_000_000
#: a window or all of them brought nothing back
LOST = frozenset({"render-failed", "browser-busy", "desktop-failed", "mobile-failed"})
#: what a page can suffer from on a machine that is busy, however well it behaves
BUSY = frozenset({"navigation-timeout", "still-moving", "axe-failed"})


def bomb(megabytes: int) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return b"".join([packer.compress(b" " * 1_000_000) for _ in range(megabytes)]) + packer.flush()


def answering(body: bytes, content_type: str, **headers: str) -> Answer:
    lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\n{lines}Content-Length: {len(body)}\r\n\r\n"

    async def answer(_head: str, writer: asyncio.StreamWriter) -> None:
        writer.write(head.encode() + body)

    return answer


def endless(content_type: str, piece: bytes) -> Answer:
    async def answer(_head: str, writer: asyncio.StreamWriter) -> None:
        writer.write(f"HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\n\r\n".encode())
        while True:
            writer.write(piece)
            await writer.drain()

    return answer


async def drip(_head: str, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + html(HEADLINE).encode())
    while True:
        writer.write(b"<p>drop</p>")
        await writer.drain()
        await asyncio.sleep(0.3)


#: for the look after a fight: it must be whole, and a crowded machine may take minutes to start a browser for it
AFTERWARDS_S = 600


def usual(studio: Studio, times: int = 1) -> Deadlines:
    return deadlines_for(times * max(SHORTEST_S, LOOKS * studio.pace))


def hurried(studio: Studio, times: int = 1) -> Deadlines:
    limits = usual(studio, times)
    return dataclasses.replace(limits, navigation=SHORT_NAVIGATION * limits.scan)


def survived(
    studio: Studio,
    pages: dict[str, str | Answer],
    limits: Deadlines | None = None,
    *,
    weighed_every_s: float = 0.5,
) -> Weighed:
    """Looks at hostile pages within the bounds, and then at a good one."""
    ending = bounded(studio, pages, limits or hurried(studio), weighed_every_s=weighed_every_s)
    patient = studio.looking(GOOD_PAGE, deadlines=deadlines_for(AFTERWARDS_S))
    assert studio.run(patient).observations.caveats == ()
    return ending


def bounded(
    studio: Studio, pages: dict[str, str | Answer], limits: Deadlines, *, weighed_every_s: float = 0.5
) -> Weighed:
    look = studio.looking(pages, deadlines=limits)
    ending = studio.run(weighed(studio.renderer, look, every_s=weighed_every_s))
    assert ending.seconds < limits.scan
    assert ending.growth < GROWTH
    return ending


def judged(
    studio: Studio, pages: dict[str, str | Answer], limits: Callable[[Studio, int], Deadlines] = hurried
) -> Weighed:
    """The same, for pages of which both windows bring something back; where the machine has become slower, with more time."""
    for times in (1, 3, 9):
        ending = survived(studio, pages, limits(studio, times))
        if LOST.isdisjoint(caveats(ending)):
            return ending
    raise AssertionError(f"a window was lost: {caveats(ending)}")


def caveats(ending: Weighed) -> set[str]:
    assert isinstance(ending.outcome, VisitResult), ending.outcome
    return set(ending.outcome.observations.caveats)


@pytest.mark.parametrize(
    ("page", "reason"),
    [  # made by the worker that sends it, and not wherever tests are collected
        (lambda: endless("text/html", b"<p>more</p>" * 5000), "too_large"),
        (lambda: answering(bomb(300), "text/html", Content_Encoding="gzip"), "too_large"),
        (lambda: answering(b"PK\x03\x04", "application/zip", Content_Disposition="attachment"), "not_html"),
    ],
    ids=["endless stream", "gzip bomb", "download"],
)
def test_what_is_no_page_is_refused_before_a_browser_sees_it(
    studio: Studio, page: Callable[[], Answer], reason: str
) -> None:
    """And so there is no need to look whether the browser still sees: the next tests do."""
    ending = bounded(studio, {"/": page()}, hurried(studio))
    assert isinstance(ending.outcome, PageUnreachable)
    assert ending.outcome.reason == reason


def test_an_endless_stream_inside_a_page_ends_with_its_budget(studio: Studio) -> None:
    element = "<script>fetch('/endless').then((a) => a.text())</script>"
    pages: dict[str, str | Answer] = {
        "/": html(HEADLINE + element),
        "/endless": endless("text/plain", b"x" * 65536),
    }
    assert "budget-bytes" in caveats(judged(studio, pages))


@whole_only("test_an_endless_stream_inside_a_page_ends_with_its_budget")
def test_an_endless_script_inside_a_page_is_survived(studio: Studio) -> None:
    pages: dict[str, str | Answer] = {
        "/": html(HEADLINE + '<script src="/endless"></script>'),
        "/endless": endless("text/javascript", b"x" * 65536),
    }
    assert caveats(survived(studio, pages)) & {"budget-bytes", *LOST}


@whole_only("test_an_endless_stream_inside_a_page_ends_with_its_budget")
def test_a_bomb_inside_a_page_is_survived(studio: Studio) -> None:
    page = html(
        HEADLINE
        + "<script>for (const n of [1, 2, 3]) fetch('/bomb?' + n).then((a) => a.arrayBuffer())</script>"
    )
    bombed = answering(bomb(500), "text/plain", Content_Encoding="gzip")
    ending = survived(studio, {"/": page, "/bomb": bombed})
    assert isinstance(ending.outcome, VisitResult)


def test_a_loop_is_stopped_and_the_page_is_judged(studio: Studio) -> None:
    page = html(HEADLINE + "<script>while (true) {}</script><p>Not reached</p>")
    ending = judged(studio, {"/": page}, usual)
    assert "navigation-timeout" in caveats(ending)
    assert isinstance(ending.outcome, VisitResult)
    desktop = ending.outcome.observations.desktop
    assert desktop is not None
    assert desktop.drawn[0].text == "Looks like any other page"


@whole_only("test_a_loop_is_stopped_and_the_page_is_judged")
def test_a_loop_that_begins_late_is_survived(studio: Studio) -> None:
    late = "<script>addEventListener('load', () => setTimeout(() => { while (true) {} }, 300))</script>"
    assert isinstance(survived(studio, {"/": html(HEADLINE + late)}).outcome, VisitResult)


@whole_only("test_a_page_that_eats_memory_is_ended")
def test_a_document_that_grows_without_end_is_survived(studio: Studio) -> None:
    grow = "<script>setInterval(() => { for (let i = 0; i < 5000; i++) document.body.append(document.createElement('p')) }, 1)</script>"
    assert isinstance(survived(studio, {"/": html(HEADLINE + grow)}).outcome, VisitResult)


@whole_only("test_a_page_that_leaves_by_a_timer_is_judged_where_page_time_stands")
def test_a_page_that_keeps_leaving_is_survived(studio: Studio) -> None:
    ending = survived(studio, {"/": html(HEADLINE + "<script>location = '/?' + Math.random()</script>")})
    assert caveats(ending) & {*LOST, *BUSY}


def test_a_page_that_leaves_by_a_timer_is_judged_where_page_time_stands(studio: Studio) -> None:
    leave = "<script>setTimeout(() => location.reload(), 150)</script>"
    ending = judged(studio, {"/": html(HEADLINE + leave)})
    assert isinstance(ending.outcome, VisitResult)
    desktop = ending.outcome.observations.desktop
    assert desktop is not None
    assert "Looks like any other page" in [item.text for item in desktop.drawn]


@whole_only("test_endless_dialogs_and_windows_are_survived")
def test_dialogs_are_dismissed(studio: Studio) -> None:
    ask = "<script>alert(1); confirm(2); prompt(3); print(); setTimeout(() => alert(4), 400)</script>"
    assert caveats(judged(studio, {"/": html(HEADLINE + ask)})) <= BUSY


def test_endless_dialogs_and_windows_are_survived(studio: Studio) -> None:
    ask = "<script>onbeforeunload = () => 'stay'; setInterval(() => { open('/?' + Math.random()); alert(1) }, 10)</script>"
    assert isinstance(survived(studio, {"/": html(HEADLINE + ask)}).outcome, VisitResult)


def test_downloads_are_not_taken(studio: Studio) -> None:
    load = "<iframe src='/file'></iframe><script>setTimeout(() => location = '/file', 200)</script>"
    file = answering(b"x" * 1000, "application/octet-stream", Content_Disposition="attachment")
    assert caveats(judged(studio, {"/": html(HEADLINE + load), "/file": file})) <= BUSY


def test_a_slow_drip_is_judged_as_far_as_it_came(studio: Studio) -> None:
    seen = caveats(judged(studio, {"/": drip}))
    assert {"html-truncated", "navigation-timeout"} <= seen <= {"html-truncated", *BUSY}


@pytest.mark.parametrize(
    "hog",
    [
        pytest.param(
            "const kept = []; setInterval(() => kept.push(new Uint8Array(50_000_000).fill(1)), 10)", id="page"
        ),
        pytest.param(
            "new Worker(URL.createObjectURL(new Blob(['const k = []; setInterval(() => k.push(new Uint8Array(5e7).fill(1)), 10)'])))",
            id="worker",
            marks=whole_only("test_a_page_that_eats_memory_is_ended"),
        ),
    ],
)
def test_a_page_that_eats_memory_is_ended(studio: Studio, hog: str) -> None:
    ending = survived(studio, {"/": html(HEADLINE + f"<script>{hog}</script>")}, weighed_every_s=0.05)
    assert caveats(ending) & LOST


@whole_only("test_a_page_with_too_many_requests_is_hushed_and_judged")
def test_a_flood_of_requests_is_survived_and_told(studio: Studio) -> None:
    flood = (
        "setInterval(() => { for (let i = 0; i < 200; i++) fetch('/?' + Math.random()).catch(() => {}) }, 1)"
    )
    ending = survived(studio, {"/": html(HEADLINE + f"<script>{flood}</script>")})
    assert caveats(ending) & {"budget-requests", *LOST}


def test_a_page_with_too_many_requests_is_hushed_and_judged(studio: Studio) -> None:
    # a page is not loaded before its pictures: however fast the machine, the budget ends first
    many = "".join(f"<img src='/?{number}' alt=''>" for number in range(REQUESTS + 60))
    ending = judged(studio, {"/": html(HEADLINE + many)})
    assert "budget-requests" in caveats(ending)
    assert isinstance(ending.outcome, VisitResult)
    assert ending.outcome.observations.rendered


@whole_only("test_endless_dialogs_and_windows_are_survived")
def test_a_flood_of_messages_is_survived(studio: Studio) -> None:
    flood = "setInterval(() => { for (let i = 0; i < 2000; i++) console.error('x'.repeat(1000)) }, 1)"
    assert isinstance(
        survived(studio, {"/": html(HEADLINE + f"<script>{flood}</script>")}).outcome, VisitResult
    )
