"""A page that ends the browser ends nobody else's look, and the next one finds a browser."""

from __future__ import annotations

import asyncio

from coldread.egress.policy import Policy
from coldread.scanner.visit.render.renderer import Renderer
from coldread.scanner.visit.visitor import Visitor, VisitResult
from tests.egress.places import a_site
from tests.harness.patience import ANSWER_S, SCAN_S
from tests.scanner.render.studio import html

PAGE = html('<h1>Bread from a stone oven</h1><p>At your door by seven.</p><img src="/late" width=1 height=1>')


def test_a_look_whose_browser_is_ended_by_a_neighbour_is_whole_all_the_same() -> None:
    looks, next_there = asyncio.run(_two_and_a_killed_browser())
    assert [look.observations.rendered for look in looks] == [True, True]
    assert [look.observations.caveats for look in looks] == [(), ()]
    assert next_there


async def _two_and_a_killed_browser() -> tuple[list[VisitResult], bool]:
    released, asked = asyncio.Event(), 0

    async def handler(head: str, writer: asyncio.StreamWriter) -> None:
        nonlocal asked
        body = PAGE.encode()
        if head.split()[1] == "/late":
            asked += 1
            await released.wait()
            body = b""
        writer.write(
            b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nConnection: close\r\n"
            b"Content-Length: %d\r\n\r\n" % len(body) + body
        )

    renderer = Renderer(no_sandbox_permitted=True, deadline_s=SCAN_S)
    try:
        await renderer.warm_up()
        first = renderer.current
        assert first is not None
        async with a_site(handler) as port:
            policy = Policy(allow=frozenset({("127.0.0.1", port)}))
            visitor = Visitor(policy=policy, renderer=renderer, deadline_s=SCAN_S)
            looking = [asyncio.create_task(visitor.visit(f"http://127.0.0.1:{port}/{name}")) for name in "ab"]
            async with asyncio.timeout(ANSWER_S):
                while asked < 4:  # two windows of each
                    await asyncio.sleep(0.02)
            first.kill()
            released.set()
            looks = await asyncio.gather(*looking)
        async with asyncio.timeout(ANSWER_S):  # started by nobody's wish
            while renderer.current is None or renderer.current is first:
                await asyncio.sleep(0.02)
        return looks, renderer.current.alive
    finally:
        await renderer.close()
