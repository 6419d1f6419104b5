"""A process that was told to stop ends in time, whatever still runs in it."""

from __future__ import annotations

import os
import threading

from coldread.base import log

#: systems that stop a process kill it after ten seconds
ENDS_WITHIN_S = 9.5


def end_for_certain(within: float = ENDS_WITHIN_S) -> None:
    """Exit hard after `within` seconds: leases and transactions make this as safe as a power cut.

    A thread that asks a silent name server can be waited for, but not stopped.
    """
    timer = threading.Timer(within, _leave)
    timer.daemon = True
    timer.start()


def _leave() -> None:
    log.get("process").warning("ended with work under way")
    os._exit(0)
