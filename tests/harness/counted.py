"""`coldread` in small batches, counting the steps of what it does to databases and files; a signal at the nth.

STEPS says at which step, SIGNAL which signal, NAMED the one function that counts (empty: all of `NAMES`).
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
from types import FrameType
from typing import Any

NAMES = frozenset(
    {
        "execute", "add", "begin", "commit", "note", "mark", "put", "remove_everything", "copy2", "move", "replace", "unlink",
        "rmtree", "_copy_part", "_ask_application", "settle", "close", "load", "upgrade_to",
    }
)  # fmt: skip


def main() -> None:
    from coldread.cli.main import main as typed
    from coldread.copying import copy_all

    copy_all.BATCH_ROWS = 3
    last, number = int(os.environ["STEPS"]), getattr(signal, os.environ["SIGNAL"])
    names = {os.environ["NAMED"]} if os.environ["NAMED"] else NAMES
    steps = 0

    def step() -> None:
        nonlocal steps
        steps += 1
        if steps == last:
            os.kill(os.getpid(), number)

    def called(frame: FrameType, _event: str, _: Any) -> Any:
        """Called for every function that begins; the others cost nothing more. A profiler would be told of every end, too."""
        if frame.f_code.co_name not in names:
            return None
        place = frame.f_code.co_filename
        if "/coldread/" not in place and not place.endswith(("shutil.py", "pathlib.py")):
            return None
        step()
        frame.f_trace_lines = False
        return ended

    def ended(_frame: FrameType, event: str, _: Any) -> Any:
        if event == "return":
            step()
        return ended

    atexit.register(lambda: print(f"steps: {steps}", file=sys.stderr))
    sys.settrace(called)
    typed()


if __name__ == "__main__":
    main()
