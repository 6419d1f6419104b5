"""A process that does one task after another, with no resource but a pipe, and ends when a task exceeds its limits."""

from __future__ import annotations

import contextlib
import logging
import os
import resource
import signal
import sysconfig
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import coldread
from coldread.isolation import frames
from coldread.isolation.confine import confine, end_with_parent
from coldread.isolation.limits import Kind

Task = Callable[[Any], Any]

#: limit of open files: for a lexicon or a module that is loaded late
MOST_FILES = 32
#: lower priority than requests and the browser, which always have somebody waiting
NICENESS = 3
#: limits of a task's log lines
MOST_LINES, LONGEST_LINE = 20, 2000
#: bytes for the fields around the value
ENVELOPE = 4096
#: and for an answer's log lines, at four bytes for each character
TOLD = 4 * MOST_LINES * LONGEST_LINE
ENDED_FOR_MEMORY = 77


class Lines(logging.Handler):
    """Collects what a task would have written to the log; the caller of the task writes it."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.kept: list[tuple[str, str]] = []

    def emit(self, record: logging.LogRecord) -> None:
        if len(self.kept) < MOST_LINES:
            self.kept.append((record.name, self.format(record)[-LONGEST_LINE:]))


def serve_tasks(pipe: int, kind: Kind, tasks: Mapping[str, Task], parent: int) -> None:
    """Serve tasks until the pipe is closed. Only in a process that was forked for this."""
    end_with_parent(signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(0)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    # systemd and Ctrl-C tell all processes of a service that it ends. The server finishes what is under way; a child that ended
    # at once would make it say that the page ended the process that worked on it.
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    pipe = _alone_with(pipe)
    os.environ.clear()
    os.nice(NICENESS)
    _set_limits(kind)
    confine(readable_folders())
    lines = Lines()
    logging.getLogger().handlers[:] = [lines]
    with contextlib.suppress(frames.Closed, frames.FrameError, OSError):
        while True:
            asked = frames.receive(pipe, kind.most_in + ENVELOPE)
            _allow_cpu(kind.cpu_s)
            lines.kept = []
            frames.send(pipe, _run_and_pack(asked, kind, tasks, lines))
    os._exit(0)


def _run_and_pack(asked: Any, kind: Kind, tasks: Mapping[str, Task], lines: Lines) -> bytes:
    try:
        done = tasks[asked["task"]](asked["value"])
        answer = {"number": asked["number"], "done": done, "told": lines.kept}
        return frames.packed_frame(answer, kind.most_out + TOLD + ENVELOPE)
    except MemoryError:
        os._exit(ENDED_FOR_MEMORY)
    except frames.TooLarge:
        return frames.packed_frame({"number": asked["number"], "cut": "too-large"}, ENVELOPE)
    except Exception as error:
        logging.getLogger("coldread.isolation").exception("a task failed")
        failed = f"{type(error).__name__}: {str(error)[:300]}"
        answer = {"number": asked["number"], "failed": failed, "told": lines.kept[-1:]}
        return frames.packed_frame(answer, TOLD + ENVELOPE)


def readable_folders() -> set[Path]:
    """Folders of code, of Python's own files and of the libraries. Nothing that we store is in them."""
    named = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    own = Path(coldread.__file__).resolve().parent
    places = {
        own,
        *map(Path, named),
        Path("/lib"),
        Path("/usr/lib"),
        Path("/lib64"),
        Path("/usr/share/zoneinfo"),
    }
    return {place for place in places if place.is_dir()}


def _alone_with(pipe: int) -> int:
    """Close every descriptor but the pipe; stdin, stdout and stderr go to /dev/null."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    own = os.dup2(pipe, 3, inheritable=False) if pipe != 3 else 3
    for number in (0, 1, 2):
        os.dup2(nowhere if nowhere != 3 else os.open(os.devnull, os.O_RDWR), number, inheritable=False)
    os.closerange(4, max(256, *(int(file.name) for file in Path("/proc/self/fd").iterdir())) + 1)
    return own


def _set_limits(kind: Kind) -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (MOST_FILES, MOST_FILES))
    address_space = (
        int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize() + kind.memory
    )
    resource.setrlimit(resource.RLIMIT_AS, (address_space, address_space))


def _allow_cpu(seconds: int) -> None:
    """Allow so many CPU seconds from now on; after that the kernel kills the process."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    resource.setrlimit(
        resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + 1 + seconds, resource.RLIM_INFINITY)
    )
