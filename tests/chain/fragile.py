"""`coldread serve` that is killed, as by a power cut, at the point that FRAGILE names: a file there says it has happened."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

from coldread.advice import answers
from coldread.api import selling
from coldread.cli.main import main
from coldread.payments.methods.tempo import Tempo

POINTS = ("before_settling", "after_settling", "during_work", "before_answering")


def killed_at(point: str, mark: Path) -> None:
    if os.environ["FRAGILE"] == point and not mark.exists():
        mark.write_text(point)
        os.kill(os.getpid(), signal.SIGKILL)


def arm(mark: Path) -> None:
    settle, fix, answered = Tempo.settle, answers.quick_fix, selling._answered

    async def settling(*args: Any) -> Any:
        killed_at("before_settling", mark)
        done = await settle(*args)
        killed_at("after_settling", mark)
        return done

    async def fixing(*args: Any) -> Any:
        killed_at("during_work", mark)
        return await fix(*args)

    async def answering(*args: Any) -> Any:
        killed_at("before_answering", mark)
        return await answered(*args)

    Tempo.settle = settling  # type: ignore[method-assign]
    answers.quick_fix = fixing
    selling._answered = answering


if __name__ == "__main__":
    arm(Path(os.environ["COLDREAD_DATA_DIR"]) / "killed")
    main()
