"""A task, its messages and artifacts, independent of the version; `dialects` writes them for each version."""

from __future__ import annotations

import dataclasses
from enum import StrEnum
from typing import Any


class State(StrEnum):
    """The state of a task, in A2A's words."""

    SUBMITTED = "submitted"
    WORKING = "working"
    INPUT_REQUIRED = "input-required"
    COMPLETED = "completed"
    CANCELED = "canceled"
    FAILED = "failed"
    REJECTED = "rejected"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Part:
    """A text, a piece of data, or the address of a file: exactly one of them."""

    text: str | None = None
    data: dict[str, Any] | None = None
    uri: str | None = None
    name: str | None = None
    media_type: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True)
class Message:
    id: str
    #: `user` or `agent`
    role: str
    parts: tuple[Part, ...]
    task_id: str | None = None
    context_id: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True)
class Artifact:
    id: str
    name: str
    description: str
    parts: tuple[Part, ...]


@dataclasses.dataclass(frozen=True, kw_only=True)
class Task:
    id: str
    context_id: str
    state: State
    #: RFC 3339
    timestamp: str
    #: what the caller should know now
    message: Message
    artifacts: tuple[Artifact, ...] = ()
    history: tuple[Message, ...] = ()
    metadata: dict[str, Any] = dataclasses.field(default_factory=dict)

    def with_history(self, length: int | None) -> Task:
        """The task with its last `length` messages; None: all."""
        if length is None or length >= len(self.history):
            return self
        return dataclasses.replace(self, history=self.history[-length:] if length else ())


def agent_message(task_id: str, context_id: str, number: object, *parts: Part) -> Message:
    """A message of ours. Its id is the same on every read."""
    return Message(
        id=f"{task_id}.{number}", role="agent", parts=parts, task_id=task_id, context_id=context_id
    )
