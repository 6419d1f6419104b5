"""The browser's keeper: turns, retirement, and a new browser after the old one is gone."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from coldread.egress.budget import Budget, Caps
from coldread.egress.connector import Connector
from coldread.egress.names import Names
from coldread.egress.policy import Policy
from coldread.egress.proxy import Proxy
from coldread.scanner.page.observations import Observations
from coldread.scanner.visit.deadlines import deadlines_for
from coldread.scanner.visit.fetch import PageEmptyError
from coldread.scanner.visit.render import processes
from coldread.scanner.visit.render.chromium import Chromium, find_browser
from coldread.scanner.visit.render.errors import BrowserBusy, BrowserMissing, BrowserUnavailable
from coldread.scanner.visit.render.renderer import Renderer
from coldread.scanner.visit.render.secrets import Secrets
from coldread.scanner.visit.render.tab import Tab, TabLost
from coldread.scanner.visit.render.windows import DESKTOP
from coldread.scanner.visit.visitor import Visitor
from tests.egress.places import a_site
from tests.harness.patience import ANSWER_S, SCAN_S

from .studio import GOOD_PAGE, Studio, html, serving


async def pid(renderer: Renderer, patience: float = SCAN_S) -> int:
    async with renderer.lease_browser(patience) as chromium:
        return chromium.pid


def test_who_waits_too_long_is_told_that_the_browser_is_busy() -> None:
    async def crowd() -> None:
        renderer = Renderer(no_sandbox_permitted=True, at_once=1, deadline_s=SCAN_S)
        try:
            async with renderer.lease_browser(SCAN_S):
                with pytest.raises(BrowserBusy):
                    await pid(renderer, 0.05)
            assert await pid(renderer)
        finally:
            await renderer.close()

    asyncio.run(crowd())


def test_an_old_browser_is_replaced_and_its_processes_end() -> None:
    async def grow_old() -> None:
        renderer = Renderer(no_sandbox_permitted=True, retirement=2, deadline_s=SCAN_S)
        try:
            first, same, other = [await pid(renderer) for _ in range(3)]
            assert first == same != other
            assert processes.memory_of(first) == 0
        finally:
            await renderer.close()
        assert processes.memory_of(other) == 0

    asyncio.run(grow_old())


def test_a_browser_that_died_is_replaced() -> None:
    async def die() -> None:
        renderer = Renderer(no_sandbox_permitted=True, deadline_s=SCAN_S)
        try:
            async with renderer.lease_browser(SCAN_S) as chromium:
                chromium.kill()
            assert await pid(renderer) != chromium.pid
        finally:
            await renderer.close()

    asyncio.run(die())


def test_a_call_that_a_dying_browser_never_answers_ends_with_the_browser() -> None:
    """The driver forgets some calls when the browser ends under them: they must not wait for their deadline."""

    async def die() -> None:
        renderer = Renderer(no_sandbox_permitted=True, deadline_s=SCAN_S)
        try:
            async with renderer.lease_browser(SCAN_S) as chromium, _a_tab(chromium) as tab:
                unanswered = asyncio.create_task(tab.within(ANSWER_S, asyncio.Event().wait()))
                await asyncio.sleep(0)
                chromium.kill()
                with pytest.raises(TabLost):
                    await unanswered
        finally:
            await renderer.close()

    asyncio.run(die())


@asynccontextmanager
async def _a_tab(chromium: Chromium) -> AsyncIterator[Tab]:
    door = Connector(policy=Policy(), names=Names(), budget=Budget(Caps()))
    async with Proxy(door) as proxy:
        yield await Tab.open(chromium, DESKTOP, proxy, secrets=Secrets(), deadlines=deadlines_for(SCAN_S))


def test_a_missing_browser_is_named_and_the_page_is_read_all_the_same() -> None:
    async def look() -> tuple[str, ...]:
        async with a_site(serving({"/": GOOD_PAGE})) as port:
            policy = Policy(allow=frozenset({("127.0.0.1", port)}))
            visitor = Visitor(
                policy=policy, renderer=Renderer(chromium="/nowhere/chromium"), deadline_s=SCAN_S
            )
            record = (await visitor.visit(f"http://127.0.0.1:{port}/")).observations
            assert "stone oven" in record.html
            assert (record.desktop, record.rendered_html, record.llms_txt) == (None, None, False)
            return record.caveats

    with pytest.raises(BrowserMissing):
        find_browser("/nowhere/chromium")
    assert asyncio.run(look()) == ("browser-missing",)


def test_a_driver_that_does_not_start_costs_the_picture_and_not_the_scan(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PLAYWRIGHT_NODEJS_PATH", "/bin/false")  # as one that lacks a library: it ends at once

    async def look() -> tuple[str, ...]:
        async with a_site(serving({"/": GOOD_PAGE})) as port:
            policy = Policy(allow=frozenset({("127.0.0.1", port)}))
            visitor = Visitor(policy=policy, renderer=Renderer(no_sandbox_permitted=True), deadline_s=SCAN_S)
            return (await visitor.visit(f"http://127.0.0.1:{port}/")).observations.caveats

    assert asyncio.run(look()) == ("browser-missing",)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root cannot use the sandbox")
def test_root_does_not_render_without_the_sandbox_unless_permitted() -> None:
    async def start() -> None:
        await Renderer(no_sandbox_permitted=False).warm_up()

    with pytest.raises(BrowserUnavailable, match="sandbox"):
        asyncio.run(start())


def test_without_a_renderer_only_the_source_is_read() -> None:
    async def look() -> None:
        async with a_site(serving({"/": GOOD_PAGE, "/llms.txt": ""})) as port:
            policy = Policy(allow=frozenset({("127.0.0.1", port)}))
            record = (
                await Visitor(policy=policy, deadline_s=SCAN_S).visit(f"http://127.0.0.1:{port}/")
            ).observations
            assert (record.allow_listed, record.rendered, record.caveats) == (True, False, ())

    asyncio.run(look())


async def source_of(port: int) -> Observations:
    visitor = Visitor(policy=Policy(allow=frozenset({("127.0.0.1", port)})), deadline_s=SCAN_S)
    return await visitor.read_source(f"http://127.0.0.1:{port}/")


@pytest.mark.parametrize("body", ["", "<main><img src=a.png></main>", "<!-- nothing -->"])
def test_a_page_without_words_and_scripts_is_empty(body: str) -> None:
    async def look() -> None:
        async with a_site(serving({"/": html(body)})) as port:
            await source_of(port)

    with pytest.raises(PageEmptyError):
        asyncio.run(look())


def test_a_wall_that_answers_200_is_a_caveat() -> None:
    async def look() -> tuple[str, ...]:
        wall = "<title>Just a moment...</title><p>Checking your browser before accessing the site.</p>"
        async with a_site(serving({"/": wall})) as port:
            return (await source_of(port)).caveats

    assert asyncio.run(look()) == ("bot-wall",)


def test_secrets_are_told_to_the_page_and_to_nobody_else(studio: Studio) -> None:
    page = html("<h1>Hello again</h1><img src='/own.png'><img src='/away'>")
    own, others = list[tuple[bool, bool]](), list[bool]()

    async def look() -> None:
        async def private(head: str, writer: asyncio.StreamWriter) -> None:
            own.append(("session=abc" in head, "X-Token: 42" in head))
            if head.startswith("GET /away"):
                writer.write(
                    f"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:{port}/x.png\r\n\r\n".encode()
                )
            else:
                await serving({"/": page})(head, writer)

        async def stranger(head: str, writer: asyncio.StreamWriter) -> None:
            others.append("42" in head.partition("\r\n\r\n")[0].partition("X-Token")[2])

        async with a_site(stranger) as port, a_site(private) as site:
            policy = Policy(allow=frozenset({("127.0.0.1", port), ("127.0.0.1", site)}))
            visitor = Visitor(policy=policy, renderer=studio.renderer, deadline_s=SCAN_S)
            await visitor.visit(
                f"http://127.0.0.1:{site}/", secret_headers={"Cookie": "session=abc; b=1", "X-Token": "42"}
            )

    studio.run(look())
    beside = [(False, False)] * 2  # robots.txt and llms.txt need no secrets
    assert sorted(own) == sorted([*beside, *[(True, True)] * (len(own) - 2)])
    assert len(own) >= 9  # the browser may ask for an icon of its own accord
    assert others == [False, False]


def test_a_page_whose_scripts_draw_nothing_is_empty(studio: Studio) -> None:
    with pytest.raises(PageEmptyError):
        studio.look(html("<div id='app'></div><script>document.title = 'x'</script>"))


def test_a_process_tree_holds_its_children() -> None:
    async def spawn() -> tuple[list[int], int]:
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-c", "input()", stdin=asyncio.subprocess.PIPE
        )
        found = processes.process_tree(os.getpid())
        assert processes.memory_of(child.pid) > 0
        assert processes.private_memory_of(child.pid) > 0
        assert processes.parent_of_process(child.pid) == os.getpid()
        processes.end_processes([child.pid])
        await child.wait()
        return found, child.pid

    found, child = asyncio.run(spawn())
    assert child in found


def test_what_comes_when_it_is_asked_for_again_is_not_called_missing(studio: Studio) -> None:
    asked: list[bool] = []
    picture = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"></svg>'

    async def late(head: str, writer: asyncio.StreamWriter) -> None:
        on_a_phone = " Mobile " in head  # both windows ask
        status, body = ("200 OK", picture) if on_a_phone in asked else ("503 Busy", "")
        asked.append(on_a_phone)
        lines = f"HTTP/1.1 {status}\r\nContent-Type: image/svg+xml\r\nContent-Length: {len(body)}\r\nCache-Control: no-store\r\n\r\n"
        writer.write((lines + body).encode())

    again = "onerror=\"this.onerror=null;fetch('/roof.svg').then(()=>{this.src='/roof.svg?'})\""
    page = html(f'<h1>Roofs</h1><img alt="A roof" src="/roof.svg" {again}><img alt="None" src="/gone.svg">')
    seen = studio.look({"/": page, "/roof.svg": late}).observations
    assert seen.desktop is not None
    assert asked.count(False) > 1
    assert [one.url.rpartition("/")[2] for one in seen.desktop.failed] == ["gone.svg"]
