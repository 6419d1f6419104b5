"""The isolated tasks of a server: a template process, a small pool of children for each kind of work, and their limits.

The event loop only moves bytes here. A child that exceeds its limits is killed."""

from __future__ import annotations

import asyncio
import collections
import contextlib
import itertools
import logging
import os
import signal
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from coldread.isolation import frames, template_process
from coldread.isolation.child import ENDED_FOR_MEMORY, ENVELOPE, TOLD
from coldread.isolation.errors import CutOff, IsolationError, Reason, TaskFailed
from coldread.isolation.limits import SLOW_CPU_S, Kind
from coldread.isolation.template_process import Child, Running

log = logging.getLogger(__name__)
_TICKS = os.sysconf("SC_CLK_TCK")

#: tasks after which a child is replaced, so that leaks do not add up
RETIREMENT = 200
#: for a template to import everything on a busy machine
START_S = 120.0
OUTCOMES = frozenset({"done", "cut", "failed"})


class ProcessPool:
    """One for each process; call `close` at the end."""

    def __init__(self, module: str) -> None:
        #: the module of the tasks' table, imported only by the template
        self._module = module
        self._running: Running | None = None
        self._starting: asyncio.Lock | None = None
        self._pools: dict[Kind, _Pool] = {}
        self._closed = False
        self._numbers = itertools.count(1)

    async def run(self, kind: Kind, task: str, value: Any) -> Any:
        try:
            number = next(self._numbers)
            frame = frames.packed_frame(
                {"number": number, "task": task, "value": value}, kind.most_in + ENVELOPE
            )
        except frames.TooLarge:
            raise CutOff("too-large") from None
        pool = self._pools.setdefault(kind, _Pool(kind))
        async with pool.turn() as turn:
            child = await self._child(pool)
            turn.begin(child, self._make_slow)
            try:
                async with asyncio.timeout(kind.wall_s):
                    answer = await _answer_of_child(child, frame, number, kind)
            except TimeoutError:
                self._end(child)
                raise CutOff("wall") from None
            except frames.FrameError:
                self._end(child)
                raise CutOff("crash") from None
            except (asyncio.IncompleteReadError, OSError):
                raise _error_for_exit_code(await self._template().code(child)) from None
            except BaseException:  # the caller is gone, or the answer is invalid: the rest is not needed
                self._end(child)
                raise
            if turn.slow or child.tasks + 1 >= RETIREMENT:
                self._end(child)  # a child whose priority was lowered cannot get it back
            else:
                child.tasks += 1
                pool.idle.append(child)
        return _result_or_raise(answer, task)

    async def start(self) -> None:
        await self._start_if_needed()

    async def close(self) -> None:
        self._closed = True
        running, self._running = self._running, None
        for pool in self._pools.values():
            pool.forget()
        if running is not None:
            running.end()

    async def _child(self, pool: _Pool) -> Child:
        running = await self._start_if_needed()
        # twice: the first message can be about a child that died before it got the request
        for _ in range(2):
            await asyncio.sleep(0)
        while pool.idle:
            child = pool.idle.pop()
            if not child.reader.at_eof():
                return child
            child.writer.transport.abort()
        return await running.fork(pool.kind)

    async def _start_if_needed(self) -> Running:
        if self._starting is None:
            self._starting = asyncio.Lock()
        async with self._starting:
            if self._closed:
                raise IsolationError("the process is ending")
            if self._running is None or not self._running.alive:
                if self._running is not None:
                    self._running.end()
                for pool in self._pools.values():
                    pool.forget()
                self._running = Running(*template_process.spawn_template(self._module))
            running = self._running
        try:
            async with asyncio.timeout(START_S):
                await asyncio.shield(running.ready)
        except TimeoutError:
            running.end()
            raise IsolationError("the processes for pages do not start") from None
        return running

    def _template(self) -> Running:
        if self._running is None:
            raise IsolationError("the process is ending")
        return self._running

    def _make_slow(self, child: Child) -> None:
        if self._running is not None:
            self._running.slow(child)

    def _end(self, child: Child) -> None:
        if self._running is not None:
            self._running.kill(child)
        else:
            child.writer.transport.abort()


class _Pool:
    """The idle children of one kind, and the queue of those that wait for one."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.idle: list[Child] = []
        #: slow tasks that have given up their turn
        self.slow = 0
        self._free = kind.children
        self._waiting: collections.deque[asyncio.Future[None]] = collections.deque()

    @contextlib.asynccontextmanager
    async def turn(self) -> AsyncIterator[_Turn]:
        await self._wait_for_free_worker()
        turn = _Turn(self)
        try:
            yield turn
        finally:
            turn.end()

    def forget(self) -> None:
        for child in self.idle:
            child.writer.transport.abort()
        self.idle = []

    async def _wait_for_free_worker(self) -> None:
        if self._free:
            self._free -= 1
            return
        if len(self._waiting) >= self.kind.waiting:
            raise IsolationError(f"too much waits to be worked on ({self.kind.name})")
        my_turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(my_turn)
        try:
            await my_turn
        except asyncio.CancelledError:
            if my_turn.done() and not my_turn.cancelled():
                self.pass_on()
            raise

    def pass_on(self) -> None:
        while self._waiting:
            first = self._waiting.popleft()
            if not first.done():
                first.set_result(None)
                return
        self._free += 1


class _Turn:
    """One task's place among the running ones. A slow task gives it up and continues at a lower priority."""

    def __init__(self, pool: _Pool) -> None:
        self.slow = False
        self._pool = pool
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, child: Child, make_slow: Callable[[Child], None]) -> None:
        self._watch(child, make_slow, cpu_of(child.pid) + SLOW_CPU_S)

    def end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self.slow:
            self._pool.slow -= 1
        else:
            self._pool.pass_on()

    def _watch(self, child: Child, make_slow: Callable[[Child], None], most: float) -> None:
        if cpu_of(child.pid) >= most and self._pool.slow < self._pool.kind.slow:
            self.slow = True
            self._pool.slow += 1
            make_slow(child)
            self._pool.pass_on()
        else:
            again = asyncio.get_running_loop()
            self._timer = again.call_later(SLOW_CPU_S / 3, self._watch, child, make_slow, most)


def cpu_of(pid: int) -> float:
    """CPU seconds that a process has used; 0 if it is gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / _TICKS


async def _answer_of_child(child: Child, frame: bytes, number: int, kind: Kind) -> dict[str, Any]:
    child.writer.write(frame)
    await child.writer.drain()
    length = frames.length_of(
        await child.reader.readexactly(frames.HEAD.size), kind.most_out + TOLD + ENVELOPE
    )
    answer = frames.value_of_frame(await child.reader.readexactly(length))
    if not isinstance(answer, dict) or answer.get("number") != number or not answer.keys() & OUTCOMES:
        raise frames.FrameError("not an answer to what was asked")
    return answer


def _error_for_exit_code(code: int) -> CutOff | IsolationError:
    """The reason, from the child's exit code."""
    if code == -signal.SIGXCPU:
        return CutOff("cpu")
    if code == ENDED_FOR_MEMORY:
        return CutOff("memory")
    reason: Reason = "crash"
    return CutOff(reason) if code else IsolationError("the process for this ended")


def _result_or_raise(answer: dict[str, Any], task: str) -> Any:
    for name, line in answer.get("told", ()):
        log.warning("%s: %s: %s", task, name, line)
    if "cut" in answer:
        raise CutOff("too-large")
    if "failed" in answer:
        raise TaskFailed(f"{task}: {answer['failed']}")
    return answer["done"]
