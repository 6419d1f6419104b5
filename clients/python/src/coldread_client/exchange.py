"""One call from the first try to its answer, without doing any input or output itself.

`exchange` is a generator: it yields what is to be done (send this, pause, sign this challenge) and is sent what came
of it. The plain and the asynchronous client drive the same one, so that they cannot differ.
"""

from __future__ import annotations

import dataclasses
import platform
import random
from collections.abc import Generator, Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import httpx

from coldread_client.auth_challenges import auth_challenges
from coldread_client.errors import ColdreadError, CouldNotReach, PaymentNeeded, ProblemError, slug_of
from coldread_client.problems import BY_SLUG

MAX_RETRIES = 4
#: once money may have left: a payment is known to have come, or not to come any more, after some minutes
PAID_RETRIES = 24
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.5, 30.0
#: refusals that pass, whatever was asked: busy, away; nothing was done
PASSING = frozenset({429, 502, 503})
#: something may have been done: only what may be repeated is sent again
UNSURE = frozenset({500, 504})
#: the same key in flight, the same payment in flight
PASSING_SLUGS = frozenset({"idempotency-conflict", "payment-in-progress"})


def user_agent() -> str:
    """Who calls: an operator who sees trouble knows which client to name."""
    try:
        own = version("coldread-client")
    except PackageNotFoundError:  # run from a folder that nobody installed
        own = "0"
    return f"coldread-client/{own} httpx/{httpx.__version__} python/{platform.python_version()}"


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
    #: made by an earlier call that could not be finished
    credential: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True)
class Send:
    headers: Mapping[str, str]


@dataclasses.dataclass(frozen=True, kw_only=True)
class Pause:
    seconds: float


@dataclasses.dataclass(frozen=True, kw_only=True)
class Sign:
    #: every challenge of the 402, one text each
    challenges: list[str]


#: what comes back: an answer, why there was none, or the Authorization header that a wallet made
Came = httpx.Response | httpx.TransportError | str | None


def exchange(
    call: Call, *, may_pay: bool, max_retries: int = MAX_RETRIES
) -> Generator[Send | Pause | Sign, Came, httpx.Response]:
    """Yields what to do; returns the answer that is no refusal, or raises; what was signed is in the error."""
    spoken = _Credential(call.credential)
    try:
        return (yield from _exchange(call, spoken, may_pay=may_pay, max_retries=max_retries))
    except ColdreadError as error:
        error.credential = spoken.value
        raise


@dataclasses.dataclass
class _Credential:
    value: str | None


def _exchange(
    call: Call, spoken: _Credential, *, may_pay: bool, max_retries: int
) -> Generator[Send | Pause | Sign, Came, httpx.Response]:
    failure: Exception = CouldNotReach(call.path)
    attempt = 0
    while attempt <= (most := max(max_retries, PAID_RETRIES) if spoken.value else max_retries):
        credential = spoken.value
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
                signed = yield Sign(challenges=_challenges(came))
                if not isinstance(signed, str):
                    raise refusal
                spoken.value = signed
                continue  # to pay is no second try
            if not _passes(refusal, call, paid=credential is not None):
                raise refusal
            failure, wait = refusal, refusal.retry_after
        if attempt < most:
            yield Pause(seconds=pause(attempt, wait))
        attempt += 1
    raise failure


def _challenges(answer: httpx.Response) -> list[str]:
    """Each by itself, however many headers they came in: readers of one header know one challenge."""
    return [one.text for one in auth_challenges(answer.headers.get_list("www-authenticate"))]


def problem_of(answer: httpx.Response) -> ProblemError:
    """The refusal, by its type; a proxy's page that is no problem has a status and nothing else."""
    try:
        said = answer.json()
    except ValueError:
        said = {}
    problem = said if isinstance(said, dict) else {}
    usual = PaymentNeeded if answer.status_code == 402 else ProblemError
    kind = BY_SLUG.get(slug_of(problem), usual)
    return kind(answer.status_code, problem, _seconds(answer), answer.headers)


def _passes(refusal: ProblemError, call: Call, *, paid: bool) -> bool:
    if refusal.slug == "service-closed" or (refusal.retry_after or 0) > call.most_pause_s:
        return False
    if refusal.status in UNSURE:
        return call.repeatable or paid
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
