"""Who gets a browser next."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from coldread.scanner.visit.render.turns import FairTurns, Turn


class Looks:
    """Looks that last until they are told to end, and the order in which they began."""

    def __init__(self, at_once: int = 2) -> None:
        self.turns = FairTurns(at_once)
        self.begun: list[str] = []
        self._ends: dict[str, asyncio.Event] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def ask(self, name: str, turn: Turn) -> None:
        self._ends[name] = asyncio.Event()
        self._tasks.append(asyncio.create_task(self._look(name, turn)))
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    async def end(self, name: str) -> None:
        self._ends[name].set()
        for _ in range(4):
            await asyncio.sleep(0)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _look(self, name: str, turn: Turn) -> None:
        async with self.turns.take(turn, 60):
            self.begun.append(name)
            await self._ends[name].wait()


def scene(play: Callable[[Looks], Awaitable[None]]) -> None:
    async def run() -> None:
        looks = Looks()
        try:
            await play(looks)
        finally:
            await looks.close()

    asyncio.run(run())


def test_the_second_page_of_a_client_waits_for_the_first_of_everybody() -> None:
    async def play(looks: Looks) -> None:
        for name in ("a1", "a2", "a3"):
            await looks.ask(name, Turn(holder="a"))
        assert looks.begun == ["a1", "a2"]
        await looks.ask("b1", Turn(holder="b"))
        await looks.ask("c1", Turn(holder="c"))
        assert looks.begun == ["a1", "a2", "b1"], "one more browser, since one client has several"
        await looks.end("b1")
        assert looks.begun[3:] == ["c1"]
        await looks.end("a1")
        assert looks.begun[4:] == [], "as many as there are browsers run"
        await looks.end("c1")
        assert looks.begun[4:] == ["a3"]

    scene(play)


def test_no_more_than_one_browser_more_is_leased_however_many_wait() -> None:
    async def play(looks: Looks) -> None:
        for name in ("a1", "a2"):
            await looks.ask(name, Turn(holder="a"))
        for name in "bcdefgh":
            await looks.ask(name, Turn(holder=name))
        assert looks.begun == ["a1", "a2", "b"]

    scene(play)


def test_background_work_lets_people_go_first_and_never_has_the_last_browser() -> None:
    async def play(looks: Looks) -> None:
        for name in ("draft1", "draft2"):
            await looks.ask(name, Turn(background=True))
        assert looks.begun == ["draft1"]
        await looks.ask("a", Turn(holder="a"))
        await looks.ask("b", Turn(holder="b"))
        assert looks.begun == ["draft1", "a"]
        await looks.end("draft1")
        assert looks.begun == ["draft1", "a", "b"]
        await looks.end("a")
        await looks.end("b")
        assert looks.begun[3:] == ["draft2"]

    scene(play)


def test_who_gives_up_waiting_or_is_cancelled_keeps_no_browser() -> None:
    async def play(looks: Looks) -> None:
        for name in ("a", "b"):
            await looks.ask(name, Turn())
        with pytest.raises(TimeoutError):
            async with looks.turns.take(Turn(), 0.01):
                raise AssertionError("there was no browser")
        await looks.ask("c", Turn())
        looks._tasks[-1].cancel()
        await asyncio.sleep(0)
        await looks.end("a")
        await looks.ask("d", Turn())
        assert looks.begun == ["a", "b", "d"]

    scene(play)
