"""Why a task brought nothing.

IsolationError    there is nobody to do it: the processes do not start, or too many tasks wait
CutOff            it cost more than its kind may, and was ended; the next one would end the same way
TaskFailed        its own code failed
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
    """No fault of the task."""


class CutOff(Exception):
    """`reason` says which limit it was."""

    def __init__(self, reason: Reason) -> None:
        self.reason: Reason = reason
        super().__init__(SENTENCES[reason])


class TaskFailed(Exception):
    """The task raised; told with the name of its error."""
