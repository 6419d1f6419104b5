"""The process that children are forked from: started early, with one thread and everything imported. It does no task
itself.

It is a separate program (`python -m` with an empty environment) and not a fork of the server, so that it has no
secret, connection or lock of the server. It ends with the server, and its children with it."""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import selectors
import signal
import socket
import sys
from collections.abc import Mapping
from typing import Any

from coldread.isolation.child import Task, serve_tasks
from coldread.isolation.confine import end_with_parent
from coldread.isolation.limits import Kind

LARGEST_MESSAGE = 4096
#: niceness of a child with a slow task, so that short tasks come first
SLOW_NICENESS = 15


class Template:
    """Forks, kills and reaps children, as the parent orders."""

    def __init__(self, control: socket.socket, tasks: Mapping[str, Task]) -> None:
        self._control = control
        self._tasks = tasks
        self._living: set[int] = set()
        self._ended, wakeup = socket.socketpair()
        for end in (self._ended, wakeup):
            end.setblocking(False)
        self._told = wakeup
        signal.set_wakeup_fd(wakeup.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)

    def run(self) -> None:
        """Run until the parent has closed the socket."""
        self._report(ready=True)
        with selectors.DefaultSelector() as waiting:
            waiting.register(self._control, selectors.EVENT_READ)
            waiting.register(self._ended, selectors.EVENT_READ)
            while True:
                for key, _ in waiting.select():
                    if key.fileobj is self._ended:
                        self._reap()
                    elif not self._handle():
                        return

    def _handle(self) -> bool:
        """Handle one order; False if there will be no more."""
        message, descriptors, _, _ = socket.recv_fds(self._control, LARGEST_MESSAGE, 1)
        if not message:
            return False
        order: dict[str, Any] = json.loads(message)
        # a process id is not reused before the child is reaped
        if "kill" in order and order["kill"] in self._living:
            os.kill(order["kill"], signal.SIGKILL)
        if "slow" in order and order["slow"] in self._living:
            os.setpriority(os.PRIO_PROCESS, order["slow"], SLOW_NICENESS)
        if "fork" in order:
            self._fork(order["fork"], Kind(**order["kind"]), descriptors[0])
        return True

    def _fork(self, number: int, kind: Kind, pipe: int) -> None:
        own = os.getpid()
        try:
            pid = os.fork()
        except OSError as error:
            self._report(forked=number, pid=0, reason=str(error))
            return
        finally:
            if os.getpid() == own:
                os.close(pipe)
        if not pid:
            signal.set_wakeup_fd(-1)
            try:
                serve_tasks(pipe, kind, self._tasks, own)
            finally:
                os._exit(1)
        self._living.add(pid)
        self._report(forked=number, pid=pid)

    def _reap(self) -> None:
        with contextlib.suppress(BlockingIOError):
            self._ended.recv(4096)
        for pid in list(self._living):
            found, status = os.waitpid(pid, os.WNOHANG)
            if found:
                self._living.discard(pid)
                self._report(ended=pid, code=os.waitstatus_to_exitcode(status))

    def _report(self, **message: Any) -> None:
        self._control.send(json.dumps(message).encode())


def main(control: socket.socket, module: str, parent: int) -> None:
    """Import everything, then fork on request."""
    end_with_parent(signal.SIGKILL)
    if os.getppid() != parent:
        return
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is handled by the server
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    tasks = importlib.import_module(module)
    tasks.warm()
    gc.collect()
    gc.freeze()
    with contextlib.suppress(OSError):
        Template(control, tasks.TASKS).run()


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])), sys.argv[2], int(sys.argv[3]))
