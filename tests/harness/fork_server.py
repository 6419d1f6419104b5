"""Processes of the service, forked from one that has imported everything: a start costs 0.1 CPU seconds instead of 4.

Each is a process of its own with its own environment, database and port, that runs the command from its first line and
can be told to stop, waited for and killed. What a fork cannot show (how long a start takes, another clock, a library
loaded before Python) is tested with processes started afresh.
"""

from __future__ import annotations

import atexit
import functools
import gc
import importlib
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.harness.clock import TURNABLE

ROOT = Path(__file__).parents[2]
#: what `serve`, `work` and the commands import sooner or later; 3 CPU seconds of a fresh start
IMPORTED = (
    "coldread.cli.main",
    "coldread.task_table",
    "coldread.server",
    "coldread.worker",
    "coldread.scanner.engine",
    "coldread.scanner.visit.visitor",
    "coldread.scanner.visit.render.renderer",
    "coldread.scanner.stored_record",
    "coldread.migrations.procrastinate_schema",
    "coldread.migrations.schema",
    "coldread.protocols.mcp.server",
    "coldread.base.database.postgres",
    "aiosmtplib",
    "procrastinate",
    "psycopg",
    "uvloop",
)
LARGEST_REQUEST = 150_000
#: where the workers of a run find the one that they share
SHARED_AT = "TEST_FORK_SERVER"
#: held for as long as this process lives
_kept: list[subprocess.Popen[bytes]] = []


class Forked:
    """A process as `subprocess.Popen` would show it; a keeper between us and it waits for its end."""

    def __init__(self, pid: int, keeper: socket.socket) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._keeper = keeper

    def poll(self) -> int | None:
        return self._ended(0)

    def wait(self, timeout: float | None = None) -> int:
        code = self._ended(timeout)
        if code is None:
            raise subprocess.TimeoutExpired(f"forked process {self.pid}", timeout or 0)
        return code

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def _ended(self, timeout: float | None) -> int | None:
        if self.returncode is None and select.select([self._keeper], [], [], timeout)[0]:
            told = self._keeper.recv(64)
            self.returncode = int(told) if told else -signal.SIGKILL
            self._keeper.send(b"seen")
            self._keeper.recv(64)  # until then its number is nobody else's
            self._keeper.close()
        return self.returncode


class ForkServer:
    """Asks the process that has imported everything, and forks."""

    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._control.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2 * LARGEST_REQUEST)

    def start(
        self,
        arguments: Sequence[str],
        environ: Mapping[str, str],
        log: Path,
        *,
        module: str = "coldread",
        new_session: bool = False,
    ) -> Forked:
        """`coldread` with these arguments, or another module's `main`; what it says is added to `log`."""
        with Path(os.devnull).open("rb") as nothing, log.open("ab") as output:
            streams = (nothing.fileno(), output.fileno(), output.fileno())
            return self.begin(arguments, environ, streams, module=module, new_session=new_session)

    def begin(
        self,
        arguments: Sequence[str],
        environ: Mapping[str, str],
        streams: tuple[int, int, int],
        *,
        module: str = "coldread",
        cwd: Path | None = None,
        new_session: bool = False,
    ) -> Forked:
        """The same with these as its standard streams."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        asked = {
            "module": module,
            "arguments": list(arguments),
            "environ": dict(environ),
            "cwd": str(cwd or Path.cwd()),
            "new_session": new_session,
            "umask": _umask(),
        }
        with theirs:
            socket.send_fds(self._control, [json.dumps(asked).encode()], [theirs.fileno(), *streams])
        pid = ours.recv(64)
        if not pid:
            raise AssertionError(
                "the process that forks servers for the tests has ended: its error is on stderr"
            )
        return Forked(int(pid), ours)


@functools.cache
def fork_server() -> ForkServer:
    """One for all tests of a run: `share_fork_server`; where nobody shares one, this process's own."""
    if place := os.environ.get(SHARED_AT):
        control = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        control.connect(place)
        return ForkServer(control)
    return ForkServer(_started())


@functools.cache
def turned_fork_server() -> ForkServer:
    """Another, whose processes live by the clock that `turned_to` gives them."""
    return ForkServer(_started(**TURNABLE, FAKETIME="+0", FAKETIME_NO_CACHE="1"))


@functools.cache
def share_fork_server() -> socket.socket:
    """Called once by the process that starts the workers of a run: it takes 9 CPU seconds, while they collect."""
    place = Path(tempfile.mkdtemp(prefix="coldread-forks-")) / "asked"
    atexit.register(_remove, place.parent, os.getpid())
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
        listener.bind(str(place))
        listener.listen()
        os.environ[SHARED_AT] = str(place)
        return _started(listener)


def _remove(folder: Path, made_by: int) -> None:
    """By the process that made it, not by those that were forked from it since."""
    if os.getpid() == made_by:
        shutil.rmtree(folder)


def _started(listener: socket.socket | None = None, /, **environ: str) -> socket.socket:
    """The process that forks; it ends when this socket is closed, with the process that started it."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("COLDREAD_")}
    control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        given = [theirs.fileno(), *([listener.fileno()] if listener else [])]
        process = subprocess.Popen(
            [sys.executable, "-W", "ignore", "-m", "tests.harness.fork_server", *map(str, given)],
            cwd=ROOT,
            pass_fds=given,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env=inherited | environ,
        )
    _kept.append(process)
    return control


def _umask() -> int:
    """Of this process: what it starts inherits it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def warm() -> None:
    """Import, load and compile what is the same in every process that is forked from this one: 3 CPU seconds of each."""
    for name in IMPORTED:
        importlib.import_module(name)
    from coldread import task_table
    from coldread.pages.render import compile_templates
    from coldread.payments.methods import tempo

    tempo.warm()
    task_table.warm()
    compile_templates()


def _import_all() -> None:
    warm()
    import typer.main

    from coldread import startup_checks, task_table
    from coldread.cli.main import app as commands

    # a template that is forked from here finds all of it warm: once more would be 0.1 CPU seconds of every server
    task_table.warm = lambda: None
    # the tree of the commands is the same in every process that is forked: 25 ms of every start
    typer.main.get_command = functools.cache(typer.main.get_command)
    typer.main.get_command(commands)
    # whether the code lacks something is the same in every process that is forked: `tests/recipes` asks processes of their own
    startup_checks.list_gaps = functools.cache(startup_checks.list_gaps)
    startup_checks.list_gaps(serving=True)
    startup_checks.list_gaps(serving=False)
    gc.collect()
    gc.freeze()


def _forked(owner: socket.socket, listener: socket.socket | None) -> dict[str, Any]:
    """Forks whenever it is asked; returns in the new process alone, with what that one was asked for."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for a keeper
    heard = [owner, *([listener] if listener else [])]
    while True:
        asking = select.select(heard, [], [])[0][0]
        if asking is listener:
            heard.append(listener.accept()[0])
            continue
        message, descriptors = _read(asking)
        if not message and asking is owner:
            os._exit(0)
        if not message:  # a worker has ended
            heard.remove(asking)
            asking.close()
            continue
        told, *streams = descriptors
        if os.fork():
            for one in descriptors:
                os.close(one)
            continue
        for each in heard:
            each.close()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        child = os.fork()
        if child:
            for one in streams:
                os.close(one)
            _keep(child, socket.socket(fileno=told))
        os.close(told)
        for number, one in enumerate(streams):
            os.dup2(one, number)
            os.close(one)
        asked: dict[str, Any] = json.loads(message)
        return asked


def _read(asking: socket.socket) -> tuple[bytes, list[int]]:
    try:
        message, descriptors, _, _ = socket.recv_fds(asking, LARGEST_REQUEST, 4)
    except ConnectionResetError:  # a worker that was killed
        return b"", []
    return message, descriptors


def _keep(child: int, told: socket.socket) -> None:
    """Tells of the child's beginning and end; the child keeps its number until somebody has heard of its end."""
    try:
        told.send(str(child).encode())
        ended = os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
        assert ended is not None
        code = ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status
        told.send(str(code).encode())
        told.recv(64)
    except OSError:
        pass  # whoever asked is gone
    finally:
        os.waitpid(child, 0)
        os._exit(0)


def _fork_template() -> None:
    """The process that the pool of isolated tasks would start and have import everything: forked, since everything is imported here."""
    from coldread.isolation import template, template_process

    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    parent, spawned = os.getpid(), template_process.spawn_template
    pid = os.fork()
    if not pid:
        ours.close()
        os.environ.clear()
        template.main(theirs, "coldread.task_table", parent)
        os._exit(0)
    theirs.close()
    made = [(pid, ours)]
    template_process.spawn_template = lambda module: made.pop() if made else spawned(module)


def _run(asked: Mapping[str, Any]) -> None:
    if asked["new_session"]:
        os.setsid()
    os.umask(asked["umask"])
    os.chdir(asked["cwd"])
    os.environ.clear()
    os.environ.update(asked["environ"])
    sys.argv = [asked["module"], *asked["arguments"]]
    other = asked["module"] != "coldread"
    if other or asked["arguments"][:1] in (["serve"], ["work"]):
        _fork_template()
    importlib.import_module(asked["module"] if other else "coldread.cli.main").main()


if __name__ == "__main__":
    _import_all()
    owned, *shared = (socket.socket(fileno=int(number)) for number in sys.argv[1:])
    _run(_forked(owned, shared[0] if shared else None))
