"""The errors of a task.

IsolationError    the task cannot be run: the processes do not start, or too many tasks wait
CutOff            the task exceeded a limit of its kind and was killed; a retry would end the same way
TaskFailed        the task's own code failed
"""

from __future__ import annotations

from typing import Literal

Reason = Literal["cpu", "memory", "wall", "crash", "too-large"]

SENTENCES: dict[Reason, str] = {
    "cpu": "it took more computing than one may take",
    "memory": "it took more memory than one may take",
    "wall": "it took too long",
    "crash": "it ended the process that worked on it",
    "too-large": "it is larger than may be worked on",
}


class IsolationError(Exception):
    """The task could not be run; the task itself is not at fault."""


class CutOff(Exception):
    """`reason` names the limit."""

    def __init__(self, reason: Reason) -> None:
        self.reason: Reason = reason
        super().__init__(SENTENCES[reason])


class TaskFailed(Exception):
    """The task raised an exception; the message has its name."""
