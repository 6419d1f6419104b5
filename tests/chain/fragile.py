"""`coldread serve` that is killed, as by a power cut, at the point named in the file `kill_at` of its data dir."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

from coldread.advice import answers
from coldread.api import paid_endpoint
from coldread.cli import main as cli
from coldread.payments.methods.tempo import Tempo

POINTS = ("before_settling", "after_settling", "during_work", "before_answering")


def kill_at(point: str) -> None:
    order = Path(os.environ["COLDREAD_DATA_DIR"]) / "kill_at"
    if order.exists() and order.read_text() == point:
        order.unlink()
        os.kill(os.getpid(), signal.SIGKILL)


def arm() -> None:
    settle: Any = Tempo.settle
    fix: Any = answers.quick_fix
    answered: Any = paid_endpoint._response_with_receipt

    async def settling(*args: Any) -> Any:
        kill_at("before_settling")
        done = await settle(*args)
        kill_at("after_settling")
        return done

    async def fixing(*args: Any) -> Any:
        kill_at("during_work")
        return await fix(*args)

    def answering(*args: Any) -> Any:
        kill_at("before_answering")
        return answered(*args)

    Tempo.settle = settling  # type: ignore[assignment,method-assign]
    answers.quick_fix = fixing  # type: ignore[assignment]
    paid_endpoint._response_with_receipt = answering  # type: ignore[assignment]


def main() -> None:
    arm()
    cli.main()


if __name__ == "__main__":
    main()
