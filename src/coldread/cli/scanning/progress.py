"""Progress on stderr: a spinner and finished steps on a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rich.status import Status


class Progress(Protocol):
    def step(self, text: str) -> None:
        """The current step has ended, and this one begins."""


class NoProgress:
    def step(self, text: str) -> None:
        pass


class LineProgress:
    """One line for each step, for logs."""

    def step(self, text: str) -> None:
        print(f"coldread: {text}", file=sys.stderr, flush=True)


class Spinner:
    """The current step spins, finished steps stay with their seconds."""

    def __init__(self, status: Status) -> None:
        self._status = status
        self._current = ""
        self._began = time.monotonic()

    def step(self, text: str) -> None:
        self.finish()
        self._current, self._began = text, time.monotonic()
        self._status.update(f"{text} …")

    def finish(self) -> None:
        if self._current:
            seconds = time.monotonic() - self._began
            self._status.console.print(f"[green]✓[/green] {self._current} [dim]{seconds:.1f} s[/dim]")
        self._current = ""


@contextmanager
def show_progress(*, quiet: bool = False) -> Iterator[Progress]:
    """The progress display that this stderr supports."""
    if quiet:
        yield NoProgress()
    elif not sys.stderr.isatty():
        yield LineProgress()
    else:
        from rich.console import Console

        with Console(stderr=True, highlight=False).status("") as status:
            spinner = Spinner(status)
            yield spinner
            spinner.finish()
