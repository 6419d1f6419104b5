"""The isolated tasks of a server: a template process, a small pool of children for each kind of work, and their limits.

The event loop only moves bytes here. A child that exceeds its limits is killed."""

from __future__ import annotations

import asyncio
import collections
import contextlib
import dataclasses
import importlib.util
import itertools
import json
import logging
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import coldread
from coldread.isolation import frames
from coldread.isolation.child import ENDED_FOR_MEMORY, ENVELOPE, TOLD
from coldread.isolation.errors import CutOff, IsolationError, Reason, TaskFailed
from coldread.isolation.limits import SLOW_CPU_S, Kind
from coldread.isolation.template import LARGEST_MESSAGE

log = logging.getLogger(__name__)
_TICKS = os.sysconf("SC_CLK_TCK")

#: tasks after which a child is replaced, so that leaks do not add up
RETIREMENT = 200
#: for a template to import everything on a busy machine
START_S = 120.0
#: for the template to answer once it runs
ANSWER_S = 30.0
OUTCOMES = frozenset({"done", "cut", "failed"})
#: no thread of a numeric library may exist when children are forked
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
}
_BOOT = (
    "import runpy, sys; sys.path[:0] = sys.argv.pop(1).split(':'); "
    "runpy.run_module('coldread.isolation.template', run_name='__main__')"
)


def spawn(module: str) -> tuple[int, socket.socket]:
    """Start a template with these tasks. Returns its process id, and the socket to control it."""
    parent_end, child_end = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with child_end:
        started = subprocess.Popen(  # noqa: S603 - our own program
            [
                sys.executable,
                "-I",
                "-c",
                _BOOT,
                _roots(module),
                str(child_end.fileno()),
                module,
                str(os.getpid()),
            ],
            pass_fds=[child_end.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env=ENVIRONMENT,
            cwd="/",
        )
    started.returncode = 0  # `close` waits for the process, so Popen's collector must not
    return started.pid, parent_end


def _roots(module: str) -> str:
    """The folders from which the template imports this code and the tasks, however this process was started."""
    spec = importlib.util.find_spec(module.partition(".")[0])
    files = [coldread.__file__, *([spec.origin] if spec is not None and spec.origin else [])]
    return ":".join(dict.fromkeys(str(Path(file).resolve().parents[1]) for file in files))


class Child:
    """One child, as seen by its parent."""

    def __init__(self, pid: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.pid = pid
        self.reader = reader
        self.writer = writer
        self.tasks = 0


class Running:
    """A running template, and its messages."""

    def __init__(self, pid: int, control: socket.socket) -> None:
        self.pid = pid
        self._control = control
        self._loop = asyncio.get_running_loop()
        self._numbers = itertools.count(1)
        self._forking: dict[int, asyncio.Future[int]] = {}
        self._codes: dict[int, asyncio.Future[int]] = {}
        self.ready: asyncio.Future[None] = self._loop.create_future()
        self.alive = True
        control.setblocking(False)
        self._loop.add_reader(control.fileno(), self._receive)

    async def fork(self, kind: Kind) -> Child:
        parent_end, child_end = socket.socketpair()
        number = next(self._numbers)
        self._forking[number] = self._loop.create_future()
        try:
            with child_end:
                self._send({"fork": number, "kind": dataclasses.asdict(kind)}, child_end.fileno())
            async with asyncio.timeout(ANSWER_S):
                pid = await self._forking[number]
        except (TimeoutError, IsolationError, OSError) as error:
            parent_end.close()
            raise IsolationError(f"no process can be had: {error}") from None
        except BaseException:
            parent_end.close()  # closing ends the child as soon as it has started
            raise
        finally:
            del self._forking[number]
        return Child(pid, *await asyncio.open_connection(sock=parent_end, limit=frames.PIECE))

    def kill(self, child: Child) -> None:
        self._codes.pop(child.pid, None)
        if self.alive:
            self._send({"kill": child.pid})
        child.writer.transport.abort()

    def slow(self, child: Child) -> None:
        self._send({"slow": child.pid})

    async def code(self, child: Child) -> int:
        """Its exit code; 0 if it cannot be known."""
        child.writer.transport.abort()
        try:
            async with asyncio.timeout(ANSWER_S):
                return await self._codes[child.pid]
        except (KeyError, TimeoutError, IsolationError):
            return 0
        finally:
            self._codes.pop(child.pid, None)

    def end(self) -> None:
        """Kill it; its children end with it."""
        self._fail_waiting("it was ended")
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self.pid, 0)

    def _send(self, order: dict[str, Any], *descriptors: int) -> None:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            socket.send_fds(self._control, [json.dumps(order).encode()], descriptors)

    def _receive(self) -> None:
        try:
            message = self._control.recv(LARGEST_MESSAGE)
        except BlockingIOError:
            return
        except OSError:
            message = b""
        if not message:
            if not self.ready.done():
                log.error(
                    "the process that reads pages ended before it was ready; why stands on stderr above"
                )
            self._fail_waiting("the process that starts others is gone")
            return
        reported = json.loads(message)
        if "ready" in reported and not self.ready.done():
            self.ready.set_result(None)
        elif "forked" in reported:
            self._forked(reported)
        elif "ended" in reported:
            code = self._codes.get(reported["ended"])
            if code is not None and not code.done():
                code.set_result(reported["code"])

    def _forked(self, reported: dict[str, Any]) -> None:
        waiting = self._forking.get(reported["forked"])
        if waiting is None or waiting.done():
            return
        if reported["pid"]:
            self._codes[reported["pid"]] = self._loop.create_future()
            waiting.set_result(reported["pid"])
        else:
            waiting.set_exception(IsolationError(reported["reason"]))

    def _fail_waiting(self, why: str) -> None:
        if not self.alive:
            return
        self.alive = False
        self._loop.remove_reader(self._control.fileno())
        self._control.close()
        unfinished: list[asyncio.Future[Any]] = [self.ready, *self._forking.values(), *self._codes.values()]
        for waiting in unfinished:
            if not waiting.done():
                waiting.set_exception(IsolationError(why))
                waiting.exception()  # retrieve the exception: there may be no waiter


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
            frame = frames.packed({"number": number, "task": task, "value": value}, kind.most_in + ENVELOPE)
        except frames.TooLarge:
            raise CutOff("too-large") from None
        pool = self._pools.setdefault(kind, _Pool(kind))
        async with pool.turn() as turn:
            child = await self._child(pool)
            turn.begin(child, self._make_slow)
            try:
                async with asyncio.timeout(kind.wall_s):
                    answer = await _asked(child, frame, number, kind)
            except TimeoutError:
                self._end(child)
                raise CutOff("wall") from None
            except frames.FrameError:
                self._end(child)
                raise CutOff("crash") from None
            except (asyncio.IncompleteReadError, OSError):
                raise _why(await self._template().code(child)) from None
            except BaseException:  # the caller is gone, or the answer is invalid: the rest is not needed
                self._end(child)
                raise
            if turn.slow or child.tasks + 1 >= RETIREMENT:
                self._end(child)  # a child whose priority was lowered cannot get it back
            else:
                child.tasks += 1
                pool.idle.append(child)
        return _result(answer, task)

    async def start(self) -> None:
        await self._started()

    async def close(self) -> None:
        self._closed = True
        running, self._running = self._running, None
        for pool in self._pools.values():
            pool.forget()
        if running is not None:
            running.end()

    async def _child(self, pool: _Pool) -> Child:
        running = await self._started()
        # twice: the first message can be about a child that died before it got the request
        for _ in range(2):
            await asyncio.sleep(0)
        while pool.idle:
            child = pool.idle.pop()
            if not child.reader.at_eof():
                return child
            child.writer.transport.abort()
        return await running.fork(pool.kind)

    async def _started(self) -> Running:
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
                self._running = Running(*spawn(self._module))
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
        await self._wait()
        turn = _Turn(self)
        try:
            yield turn
        finally:
            turn.end()

    def forget(self) -> None:
        for child in self.idle:
            child.writer.transport.abort()
        self.idle = []

    async def _wait(self) -> None:
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


async def _asked(child: Child, frame: bytes, number: int, kind: Kind) -> dict[str, Any]:
    child.writer.write(frame)
    await child.writer.drain()
    length = frames.length_of(
        await child.reader.readexactly(frames.HEAD.size), kind.most_out + TOLD + ENVELOPE
    )
    answer = frames.unpacked(await child.reader.readexactly(length))
    if not isinstance(answer, dict) or answer.get("number") != number or not answer.keys() & OUTCOMES:
        raise frames.FrameError("not an answer to what was asked")
    return answer


def _why(code: int) -> CutOff | IsolationError:
    """The reason, from the child's exit code."""
    if code == -signal.SIGXCPU:
        return CutOff("cpu")
    if code == ENDED_FOR_MEMORY:
        return CutOff("memory")
    reason: Reason = "crash"
    return CutOff(reason) if code else IsolationError("the process for this ended")


def _result(answer: dict[str, Any], task: str) -> Any:
    for name, line in answer.get("told", ()):
        log.warning("%s: %s: %s", task, name, line)
    if "cut" in answer:
        raise CutOff("too-large")
    if "failed" in answer:
        raise TaskFailed(f"{task}: {answer['failed']}")
    return answer["done"]
