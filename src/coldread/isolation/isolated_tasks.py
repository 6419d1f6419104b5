"""Runs tasks on outsiders' content: `await isolated.run(PAGES, "scanner.review", value)`."""

from __future__ import annotations

from typing import Any, Protocol

from coldread.isolation.limits import Kind


class IsolatedTasks(Protocol):
    """JSON goes in, JSON comes out. Raises CutOff, IsolationError and TaskFailed."""

    async def run(self, kind: Kind, task: str, value: Any) -> Any: ...

    async def start(self) -> None:
        """Prepare what the first task would wait for."""

    async def close(self) -> None:
        """Stop all processes."""
