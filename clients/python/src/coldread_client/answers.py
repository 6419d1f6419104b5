"""An answer is a plain dictionary that remembers how it came: `response_of(scan).request_id`."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

import httpx


@dataclasses.dataclass(frozen=True, kw_only=True)
class ResponseInfo:
    """What HTTP said around the answer."""

    status: int
    headers: Mapping[str, str]

    @property
    def request_id(self) -> str | None:
        """To name in a question to the operator."""
        return self.headers.get("x-request-id")

    @property
    def replayed(self) -> bool:
        """The answer of an earlier call with the same key; nothing was done again."""
        return self.headers.get("idempotency-replayed") == "true"


class Answer(dict[str, Any]):
    """The body, with how it came."""

    response: ResponseInfo


def answer_of(response: httpx.Response) -> Answer:
    answer = Answer(response.json())
    answer.response = ResponseInfo(status=response.status_code, headers=response.headers)
    return answer


def response_of(answer: Mapping[str, Any]) -> ResponseInfo:
    """How an answer of this client came. What you made yourself came from nowhere: TypeError."""
    if not isinstance(answer, Answer):
        raise TypeError("this is not an answer of the client")
    return answer.response
