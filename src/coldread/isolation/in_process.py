"""Tasks that run in this process: for the command line, where people read pages of their own choice, and for tests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from coldread.isolation import frames
from coldread.isolation.child import Task
from coldread.isolation.errors import CutOff
from coldread.isolation.limits import Kind


class InProcessTasks:
    """The same tasks with the same JSON, in a thread."""

    def __init__(self, tasks: Callable[[], Mapping[str, Task]]) -> None:
        self._tasks = tasks

    async def run(self, kind: Kind, task: str, value: Any) -> Any:
        return await asyncio.to_thread(self._run_task, kind, task, value)

    async def start(self) -> None:
        pass

    async def close(self) -> None:
        pass

    def _run_task(self, kind: Kind, task: str, value: Any) -> Any:
        try:
            asked = _as_received(value, kind.most_in)
            return _as_received(self._tasks()[task](asked), kind.most_out)
        except frames.TooLarge:
            raise CutOff("too-large") from None


def _as_received(value: Any, most: int) -> Any:
    """The value as it would arrive on the other side."""
    return frames.value_of_frame(frames.packed_frame(value, most)[frames.HEAD.size :])
