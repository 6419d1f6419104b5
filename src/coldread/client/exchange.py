"""One call from the first try to its answer, without doing any input or output itself.

`exchange` is a generator: it yields what is to be done (send this, pause, sign this challenge) and is sent what came
of it. The plain and the asynchronous client drive the same one, so that they cannot differ.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Generator, Mapping
from typing import Any

import httpx

from coldread.client.errors import CouldNotReach, PaymentNeeded, ProblemError

TRIES = 5
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.5, 30.0
#: refusals that pass: busy, away, the same key in flight, the same payment in flight
PASSING = frozenset({429, 502, 503})
PASSING_SLUGS = frozenset({"idempotency-conflict", "payment-in-progress"})


@dataclasses.dataclass(frozen=True, kw_only=True)
class Call:
    """What is asked."""

    method: str
    path: str
    body: Any = None
    headers: Mapping[str, str] = dataclasses.field(default_factory=dict)
    #: may be sent again after a failure whose outcome is unknown: reads, and writes with an Idempotency-Key
    repeatable: bool = True
    #: limits that last until midnight are not waited for
    most_pause_s: float = LONGEST_PAUSE_S


@dataclasses.dataclass(frozen=True, kw_only=True)
class Send:
    headers: Mapping[str, str]


@dataclasses.dataclass(frozen=True, kw_only=True)
class Pause:
    seconds: float


@dataclasses.dataclass(frozen=True, kw_only=True)
class Sign:
    #: every WWW-Authenticate header of the 402
    challenges: list[str]


#: what comes back: an answer, why there was none, or the Authorization header that a wallet made
Came = httpx.Response | httpx.TransportError | str | None


def exchange(call: Call, *, may_pay: bool) -> Generator[Send | Pause | Sign, Came, httpx.Response]:
    """Yields what to do; returns the answer that is no refusal, or raises."""
    credential: str | None = None
    failure: Exception = CouldNotReach(call.path)
    for attempt in range(TRIES):
        headers = {**call.headers, **({"Authorization": credential} if credential else {})}
        came = yield Send(headers=headers)
        if isinstance(came, httpx.TransportError):
            failure = CouldNotReach(f"{call.method} {call.path}: {came or type(came).__name__}")
            if not (call.repeatable or credential or isinstance(came, httpx.ConnectError)):
                raise failure
            wait: float | None = None
        else:
            assert isinstance(came, httpx.Response)
            if came.status_code < 400:
                return came
            refusal = problem_of(came)
            if came.status_code == 402 and may_pay and credential is None and not refusal.errors:
                signed = yield Sign(challenges=came.headers.get_list("www-authenticate"))
                if not isinstance(signed, str):
                    raise refusal
                credential = signed
                continue
            if not _passes(refusal, call):
                raise refusal
            failure, wait = refusal, refusal.retry_after
        if attempt < TRIES - 1:
            yield Pause(seconds=pause(attempt, wait))
    raise failure


def problem_of(answer: httpx.Response) -> ProblemError:
    try:
        said = answer.json()
    except ValueError:
        said = {}
    kind = PaymentNeeded if answer.status_code == 402 else ProblemError
    return kind(answer.status_code, said if isinstance(said, dict) else {}, _seconds(answer))


def _passes(refusal: ProblemError, call: Call) -> bool:
    if refusal.slug == "service-closed" or (refusal.retry_after or 0) > call.most_pause_s:
        return False
    return refusal.status in PASSING or refusal.slug in PASSING_SLUGS


def _seconds(answer: httpx.Response) -> float | None:
    try:
        return max(0.0, float(answer.headers["retry-after"]))
    except (KeyError, ValueError):
        return None


def pause(attempt: int, wished: float | None) -> float:
    """As long as the service says, else twice as long each time; never all clients at the same moment."""
    if wished is not None:
        return wished + random.uniform(0, 0.25)  # noqa: S311 - spreads callers, keeps no secret
    longest = min(LONGEST_PAUSE_S, FIRST_PAUSE_S * float(2**attempt))
    return longest * random.uniform(0.5, 1)  # noqa: S311 - the same
