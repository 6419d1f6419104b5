"""Nothing gets out: a page that tries every way reaches no canary, and without the guard it reaches them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from coldread.egress import policy as policy_module
from coldread.egress.policy import Policy
from coldread.scanner.visit.render import chromium as chromium_module
from coldread.scanner.visit.render.renderer import Renderer
from coldread.scanner.visit.render.windows import Window
from coldread.scanner.visit.visitor import Visitor
from tests.egress.places import a_site, fixed
from tests.harness.patience import SCAN_S

from .canaries import Canaries, canaries
from .studio import serving

NAMES = {"rebound.example.com": ["127.0.0.1"], "canary.example.com": ["127.0.0.1"]}


async def scan_the_hostile_page(monkeypatch: pytest.MonkeyPatch) -> Canaries:
    """Both windows look at the page. The canaries' ports count as open, so that only the address is refused."""

    async def hop(head: str, writer: asyncio.StreamWriter) -> None:
        way = head.split(" ")[1].partition("?")[2]
        writer.write(
            f"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:{birds.tcp4}/hop-{way}\r\n"
            "Content-Length: 0\r\n\r\n".encode()
        )

    async with canaries() as birds:
        monkeypatch.setattr(policy_module, "PORTS", frozenset({80, 443, birds.tcp4, birds.tcp6}))
        async with a_site(serving({"/": birds.page(), "/hop": hop})) as port:
            renderer = Renderer(no_sandbox_permitted=True, deadline_s=SCAN_S)
            policy = Policy(allow=frozenset({("127.0.0.1", port)}))
            try:
                visitor = Visitor(policy=policy, renderer=renderer, resolver=fixed(NAMES), deadline_s=SCAN_S)
                seen = await visitor.visit(f"http://127.0.0.1:{port}/")
            finally:
                await renderer.close()
            assert seen.observations.desktop is not None
            assert "Every way out" in str(seen.observations.desktop.drawn[0].text)
    return birds


def test_a_page_that_tries_every_way_out_reaches_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    birds = asyncio.run(scan_the_hostile_page(monkeypatch))
    assert birds.reached == []


#: at the page that is not guarded
LOOKS = 4


def test_the_same_page_reaches_the_canaries_without_the_guard(monkeypatch: pytest.MonkeyPatch) -> None:
    guarded = Window.context

    def unguarded(self: Window, **options: str) -> dict[str, Any]:
        return {name: value for name, value in guarded(self, **options).items() if name != "proxy"}

    monkeypatch.setattr(chromium_module, "GUARDS", ())
    monkeypatch.setattr(Window, "context", unguarded)
    wanted = {"/img", "/frame", "/fetch", "/beacon", "/hop-img", "/socket", "/worker-socket", "/img6"}
    reached: set[str] = set()
    for _ in range(LOOKS):  # on a slow machine a look may end before the page has tried every way
        reached |= {*asyncio.run(scan_the_hostile_page(monkeypatch)).reached}
        ways = {way.split(" ")[1] for way in reached if " /" in way}
        if wanted <= ways and "udp4" in reached:
            break
    assert wanted <= ways
    assert "udp4" in reached
