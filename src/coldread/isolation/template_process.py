"""The template process of a server, as seen by its parent: it is started once, and forks and kills children on request."""

from __future__ import annotations

import asyncio
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
from pathlib import Path
from typing import Any

import coldread
from coldread.isolation import frames
from coldread.isolation.errors import IsolationError
from coldread.isolation.limits import Kind
from coldread.isolation.template import LARGEST_MESSAGE

log = logging.getLogger(__name__)

#: for the template to answer once it runs
ANSWER_S = 30.0
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


def spawn_template(module: str) -> tuple[int, socket.socket]:
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
            self._note_forked_child(reported)
        elif "ended" in reported:
            code = self._codes.get(reported["ended"])
            if code is not None and not code.done():
                code.set_result(reported["code"])

    def _note_forked_child(self, reported: dict[str, Any]) -> None:
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
