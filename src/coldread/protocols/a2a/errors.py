"""What A2A calls an error: one table from our problem types to its names, codes and statuses."""

from __future__ import annotations

import dataclasses
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from coldread.base.problems import Problem
from coldread.protocols.internal_call import RouteProblem, route_problem
from coldread.web.answers import PROBLEM_TYPE, json_answer

ERROR_INFO = "type.googleapis.com/google.rpc.ErrorInfo"


@dataclasses.dataclass(frozen=True, kw_only=True)
class A2AFault:
    """One row: A2A's reason, its JSON-RPC code and its google.rpc status."""

    reason: str
    code: int
    status: str


TASK_NOT_FOUND = A2AFault(reason="TASK_NOT_FOUND", code=-32001, status="NOT_FOUND")
NOT_CANCELABLE = A2AFault(reason="TASK_NOT_CANCELABLE", code=-32002, status="FAILED_PRECONDITION")
NO_PUSH = A2AFault(reason="PUSH_NOTIFICATION_NOT_SUPPORTED", code=-32003, status="FAILED_PRECONDITION")
UNSUPPORTED = A2AFault(reason="UNSUPPORTED_OPERATION", code=-32004, status="FAILED_PRECONDITION")
CONTENT_TYPE = A2AFault(reason="CONTENT_TYPE_NOT_SUPPORTED", code=-32005, status="INVALID_ARGUMENT")
NO_EXTENDED_CARD = A2AFault(
    reason="EXTENDED_AGENT_CARD_NOT_CONFIGURED", code=-32007, status="FAILED_PRECONDITION"
)
VERSION = A2AFault(reason="VERSION_NOT_SUPPORTED", code=-32009, status="FAILED_PRECONDITION")
INVALID_REQUEST = A2AFault(reason="INVALID_REQUEST", code=-32600, status="INVALID_ARGUMENT")
NO_METHOD = A2AFault(reason="METHOD_NOT_FOUND", code=-32601, status="NOT_FOUND")
INVALID_PARAMS = A2AFault(reason="INVALID_PARAMS", code=-32602, status="INVALID_ARGUMENT")
INTERNAL = A2AFault(reason="INTERNAL_ERROR", code=-32603, status="INTERNAL")
PARSE = A2AFault(reason="INVALID_REQUEST", code=-32700, status="INVALID_ARGUMENT")

#: by the problem's slug; what is not here goes by its status
BY_SLUG = {
    "not-found": TASK_NOT_FOUND,
    "task-not-cancelable": NOT_CANCELABLE,
    "operation-unsupported": UNSUPPORTED,
    "illegal-transition": UNSUPPORTED,
    "unsupported-media-type": CONTENT_TYPE,
    "malformed-json": PARSE,
    "route-not-found": NO_METHOD,
}


class RpcProblem(Problem):
    """A problem that maps to a JSON-RPC error code of its own."""

    def __init__(self, slug: str, detail: str, fault: A2AFault) -> None:
        super().__init__(slug, detail)
        self.fault = fault


def fault_of(no: RouteProblem) -> A2AFault:
    if no.slug in BY_SLUG:
        return BY_SLUG[no.slug]
    return INVALID_PARAMS if no.status in {400, 422} else INTERNAL


def rest_refusal(no: RouteProblem) -> Response:
    """Our problem with what A2A's clients look for: `message` (0.3) and `error` (1.0)."""
    fault = fault_of(no)
    body = {
        **no.body,
        "message": str(no),
        "error": {
            "code": no.status,
            "status": fault.status,
            "message": str(no),
            "details": [
                {
                    "@type": ERROR_INFO,
                    "reason": fault.reason,
                    "domain": "a2a-protocol.org",
                    "metadata": {"type": no.body["type"]},
                }
            ],
        },
    }
    answer = json_answer(body, no.status, {"Cache-Control": "no-store", **no.headers})
    answer.headers["Content-Type"] = PROBLEM_TYPE
    return answer


def rpc_error(request: Request, no: RouteProblem | Problem) -> dict[str, Any]:
    """A JSON-RPC error object; our problem is its `data`."""
    known = no if isinstance(no, RouteProblem) else route_problem(request, no)
    fault = no.fault if isinstance(no, RpcProblem) else fault_of(known)
    return {"code": fault.code, "message": str(known), "data": known.body}
