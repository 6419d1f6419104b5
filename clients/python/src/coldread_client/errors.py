"""What can go wrong.

ColdreadError
├── CouldNotReach     no answer after every try; asking again later may work
├── WaitedTooLong     the order did not get there in the time given
├── NotGenuine        a webhook that the service did not sign (`webhooks`)
└── ProblemError      the service refused: RFC 9457; each type has a class of its own (`problems`)
    └── PaymentNeeded 402: it costs money, and no wallet was given or the payment was not accepted
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class ColdreadError(Exception):
    """Anything that this client raises."""

    #: the credential of a call in payment: pass it to the same call again, and nothing is charged twice
    credential: str | None = None


class CouldNotReach(ColdreadError):
    pass


class WaitedTooLong(ColdreadError):
    pass


class ProblemError(ColdreadError):
    """A refusal, with everything that the service said about it."""

    def __init__(
        self,
        status: int,
        problem: dict[str, Any],
        retry_after: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.status = status
        self.problem = problem
        self.headers: Mapping[str, str] = headers if headers is not None else {}
        #: the whole URI: the one thing to branch on
        self.type = str(problem.get("type", "about:blank"))
        #: its last part, such as `rate-limited`
        self.slug = slug_of(problem)
        self.title = str(problem.get("title", ""))
        self.detail = str(problem.get("detail", ""))
        #: what is wrong with the input, each with `pointer` and `detail`
        self.errors: list[dict[str, str]] = list(problem.get("errors") or [])
        #: to name in a question to the operator
        self.request_id: str | None = problem.get("request_id") or self.headers.get("x-request-id")
        self.retry_after = retry_after
        super().__init__(f"{status} {self.slug}: {self.detail or self.title}")


class PaymentNeeded(ProblemError):
    pass


def slug_of(problem: dict[str, Any]) -> str:
    return str(problem.get("type", "about:blank")).rstrip("/").rsplit("/", 1)[-1]
