"""Which calls to the model may start now: a limited number at once, and none while its endpoint pauses after failures
in a row.

The state of the endpoint is one row of the database, so that all processes share it and the console can show it. A
process without a database (`coldread eval`) has it in memory."""

from __future__ import annotations

import asyncio
import dataclasses
import enum
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol

from coldread.base.clock import SECOND
from coldread.llm.errors import UnusableAnswer
from coldread.llm.usage import Tokens

#: failures in a row after which the endpoint pauses; each additional failure doubles the pause
FAILURES = 3
REST_S, LONGEST_REST_S = 30, 600
#: reasons that say something about the endpoint; other reasons are about one answer
OF_THE_ENDPOINT = frozenset({"unreachable", "busy", "late", "refused", "too-large"})


class Purpose(enum.StrEnum):
    """What a call is for. A reading of a free scan never takes the last slot."""

    FREE = "free"
    DRAFT = "draft"
    PAID = "paid"


@dataclasses.dataclass(frozen=True, kw_only=True)
class EndpointState:
    """The recent state of the endpoint."""

    #: failures in a row
    failures: int = 0
    #: nobody asks it before this moment
    rests_until: int = 0
    #: why the last call failed
    reason: str = ""
    changed_at: int = 0


class Gate(Protocol):
    """`async with gate.turn(purpose, seconds)` around a call; raises UnusableAnswer `resting` or `budget`."""

    def turn(self, purpose: Purpose, seconds: float) -> AbstractAsyncContextManager[None]: ...

    async def count_tokens(self, purpose: Purpose, tokens: Tokens) -> None: ...


def state_after_call(state: EndpointState, reason: str, now: int) -> EndpointState:
    """The state after a call with this result; empty: it was answered. Pure."""
    if reason and reason not in OF_THE_ENDPOINT:
        return state
    failures = state.failures + 1 if reason else 0
    if failures < FAILURES:
        return EndpointState(failures=failures, reason=reason, changed_at=now)
    rest_s = min(LONGEST_REST_S, REST_S << min(failures - FAILURES, 10))
    return EndpointState(failures=failures, rests_until=now + rest_s * SECOND, reason=reason, changed_at=now)


def most_calls_at_once(purpose: Purpose, at_once: int) -> int:
    """How many calls may be running for one of this purpose to begin."""
    return max(1, at_once - 1) if purpose is Purpose.FREE else at_once


#: the part of the day's tokens at which calls of a purpose stop: free scans first, paid orders last
SHARE_OF_BUDGET: Mapping[Purpose, float] = {Purpose.FREE: 0.7, Purpose.PAID: 0.9, Purpose.DRAFT: 1.0}


def may_spend(purpose: Purpose, spent: int, budget: int) -> bool:
    """A budget of 0 means no limit. Pure."""
    return budget <= 0 or spent < budget * SHARE_OF_BUDGET[purpose]


def reason_of(error: BaseException | None) -> str | None:
    """The result of a finished call; None if its caller gave it up."""
    if error is None:
        return ""
    if isinstance(error, UnusableAnswer):
        return error.reason
    return "late" if isinstance(error, TimeoutError) else None


class LocalGate:
    """For one process: limits the calls at once, without pauses."""

    def __init__(self, at_once: int = 4) -> None:
        self._places = asyncio.Semaphore(at_once)

    @asynccontextmanager
    async def turn(self, purpose: Purpose, seconds: float) -> AsyncIterator[None]:
        async with self._places:
            yield

    async def count_tokens(self, purpose: Purpose, tokens: Tokens) -> None:
        """A single process has no token limit."""
