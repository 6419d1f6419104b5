"""Ending a process in time after a stop signal, whatever still runs in it."""

from __future__ import annotations

import os
import threading

from coldread.base import log

#: service managers kill a process after ten seconds
ENDS_WITHIN_S = 9.5


def end_for_certain(within: float = ENDS_WITHIN_S) -> None:
    """Exit hard after `within` seconds. Leases and transactions make this as safe as a power cut.

    A thread that waits for a silent name server cannot be stopped."""
    timer = threading.Timer(within, _exit_at_once)
    timer.daemon = True
    timer.start()


def _exit_at_once() -> None:
    log.get("process").warning("ended with work under way")
    os._exit(0)
