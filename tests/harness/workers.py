"""The tests of a run shared out to processes that are forked once everything is collected: `pytest --workers 4`.

Each takes the next tests whenever it has one left, in the order of `schedule`, and tells the first process how they went. What is
collected, imported and made ready is so once and not in each of them: 12 CPU seconds each (docs/decisions/0022).
"""

from __future__ import annotations

import atexit
import collections
import os
import pickle
import random
import secrets
import selectors
import signal
import socket
import struct
import sys
import traceback
import weakref
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from _pytest.reports import TestReport

from tests.harness import databases, fork_server

#: tests of one such group run one after the other in one process
GROUP = "together"
MARKER = f"{GROUP}(name): runs in the same process as others of that name, one after the other"
#: of so many tests, some read pages, write them and are paid in every worker: what that takes is loaded once, before they are forked
MANY = 500
_LENGTH = struct.Struct("!I")


def units(items: Iterable[pytest.Item]) -> list[list[int]]:
    """Tests by their number: a group as a whole, where its first test is, all others one by one."""
    found: dict[object, list[int]] = {}
    for number, item in enumerate(items):
        mark = item.get_closest_marker(GROUP)
        found.setdefault(mark.args[0] if mark else number, []).append(number)
    return list(found.values())


def add_option(parser: pytest.Parser) -> None:
    parser.addoption(
        "--workers", type=int, default=0, help="so many processes at once, forked after collecting"
    )


def share_out(config: pytest.Config) -> bool:
    """Whether several processes run the tests that are collected; called when pytest is configured."""
    config.addinivalue_line("markers", MARKER)
    number = config.getoption("--workers")
    if number and not config.option.collectonly:
        config.pluginmanager.register(SharedOut(number), "workers")
        os.environ["TEST_RUN"] = secrets.token_hex(8)
    return bool(number) and not config.option.collectonly


class Channel:
    """Whole objects between the first process and one of its own forks."""

    def __init__(self, end: socket.socket) -> None:
        self.end = end

    def send(self, value: Any) -> None:
        packed = pickle.dumps(value)
        self.end.sendall(_LENGTH.pack(len(packed)) + packed)

    def receive(self) -> Any:
        """Raises EOFError where the other has ended."""
        return pickle.loads(self._exactly(_LENGTH.unpack(self._exactly(_LENGTH.size))[0]))

    def _exactly(self, length: int) -> bytes:
        got = bytearray()
        while len(got) < length:
            piece = self.end.recv(length - len(got))
            if not piece:
                raise EOFError
            got += piece
        return bytes(got)


class Worker:
    """One fork as the first process sees it."""

    channel: Channel

    def __init__(self, session: pytest.Session, number: int, others: Iterable[Worker]) -> None:
        ours, theirs = socket.socketpair()
        #: given to it and not yet told of, the one that runs first
        self.left: collections.deque[int] = collections.deque()
        #: its exit code; negative: the signal
        self.ended = 0
        sys.stdout.flush()
        sys.stderr.flush()
        self.pid = os.fork()
        if not self.pid:
            ours.close()
            for one in others:
                one.channel.end.close()
            _work(session, number, Channel(theirs))
        theirs.close()
        self.channel = Channel(ours)

    def wait(self) -> None:
        """Until it is no process any more."""
        self.channel.end.close()
        self.ended = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGTERM)
        self.wait()

    def give(self, unit: list[int] | None) -> None:
        self.left.extend(unit or ())
        try:
            self.channel.send(unit)
        except OSError:
            pass  # it has ended: the next thing that is heard of it


class SharedOut:
    """The plugin of the first process."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._workers: list[Worker] = []
        self._waiting: collections.deque[list[int]] = collections.deque()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        if session.testsfailed:
            return None  # pytest's own loop says what there is to say
        self._waiting.extend(units(session.items))
        if len(session.items) >= MANY:
            fork_server.warm()
            databases.empty_sqlite()
        with selectors.DefaultSelector() as heard:
            for number in range(min(self._number, len(self._waiting))):
                self._start(session, number, heard)
            try:
                while heard.get_map():
                    for key, _ in heard.select():
                        self._hear(session, key.data, heard)
            except BaseException:
                for worker in self._workers:
                    worker.kill()
                raise
        if session.shouldfail:
            raise session.Failed(session.shouldfail)
        return True

    def _start(self, session: pytest.Session, number: int, heard: selectors.BaseSelector) -> None:
        worker = Worker(session, number, self._workers)
        self._workers.append(worker)
        heard.register(worker.channel.end, selectors.EVENT_READ, worker)

    def _hear(self, session: pytest.Session, worker: Worker, heard: selectors.BaseSelector) -> None:
        try:
            kind, value = worker.channel.receive()
        except (EOFError, ConnectionResetError):
            heard.unregister(worker.channel.end)
            self._workers.remove(worker)
            worker.wait()
            self._replace(session, worker, heard)
            return
        if kind == "next":
            stop = session.shouldfail or session.shouldstop
            worker.give(None if stop or not self._waiting else self._waiting.popleft())
        elif kind == "report":
            hook = session.config.hook
            hook.pytest_runtest_logreport(
                report=hook.pytest_report_from_serializable(config=session.config, data=value)
            )
        elif kind == "done":
            worker.left.remove(value)
        else:
            raise AssertionError(f"a worker ended with an error of its own:\n{value}")

    def _replace(self, session: pytest.Session, worker: Worker, heard: selectors.BaseSelector) -> None:
        """One that ended before its tests did: the test that ran has failed, another worker takes the others."""
        if not worker.left:
            return
        died, *rest = worker.left
        item = session.items[died]
        said = f"the process that ran this test has ended: {worker.ended}"
        report = TestReport(item.nodeid, item.location, {}, "failed", said, "call")
        session.config.hook.pytest_runtest_logreport(report=report)
        self._waiting.extendleft([[number] for number in reversed(rest)])
        if self._waiting:
            self._start(session, self._number + died, heard)


def _work(session: pytest.Session, number: int, channel: Channel) -> None:
    """All that a fork does."""
    code = 1
    try:
        _become_a_worker(session.config, number, channel)
        for at, after in _told_ahead(channel):
            item = session.items[at]
            following = session.items[after] if after is not None else None
            session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            channel.send(("done", at))
        code = 0
    except BaseException:  # whatever it is, the first process says it
        channel.send(("error", traceback.format_exc()))
    finally:
        channel.end.close()
        atexit._run_exitfuncs()
        os._exit(code)


def _told_ahead(channel: Channel) -> Iterator[tuple[int, int | None]]:
    """Each test with the one after it, so that what both use is kept."""
    taken: collections.deque[int] = collections.deque()
    ended = False
    while True:
        while not ended and len(taken) < 2:
            channel.send(("next", None))
            unit = channel.receive()
            ended = unit is None
            taken.extend(unit or ())
        if not taken:
            return
        yield taken.popleft(), taken[0] if taken else None


def _become_a_worker(config: pytest.Config, number: int, channel: Channel) -> None:
    """What a process of its own has for itself: no part of the first one's output, folders and chance; and nothing of the first one's to clear away."""
    weakref.finalize._registry.clear()  # type: ignore[attr-defined]
    random.seed()
    manager = config.pluginmanager
    _capture_anew(manager.getplugin("capturemanager"))
    manager.unregister(name="terminalreporter")
    manager.register(_Reporter(config, channel), "worker's reporter")
    factory = config._tmp_path_factory  # type: ignore[attr-defined]
    folder = factory.getbasetemp() / f"worker-{number}"
    folder.mkdir(mode=0o700)
    factory._basetemp = folder


def _capture_anew(manager: Any) -> None:
    """Into files of its own; a library that has kept the stderr of when it was imported writes into them, too."""
    first = manager._global_capturing
    first.suspend_capturing()
    manager._global_capturing = None
    manager.start_global_capturing()
    for old, new in ((first.out, manager._global_capturing.out), (first.err, manager._global_capturing.err)):
        if hasattr(old, "tmpfile") and hasattr(old.tmpfile, "fileno"):
            os.dup2(new.tmpfile.fileno(), old.tmpfile.fileno())
    _first_ones.append(first)


#: held open
_first_ones: list[Any] = []


class _Reporter:
    def __init__(self, config: pytest.Config, channel: Channel) -> None:
        self._config = config
        self._channel = channel

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        data = self._config.hook.pytest_report_to_serializable(config=self._config, report=report)
        self._channel.send(("report", data))
