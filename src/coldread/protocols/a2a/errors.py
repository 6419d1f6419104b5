"""A2A's errors: one table from our problem types to its names, codes and statuses."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from coldread.base.problems import Problem
from coldread.protocols import payment
from coldread.protocols.internal_call import RouteProblem, as_route_problem
from coldread.web.answers import PROBLEM_TYPE, json_answer

ERROR_INFO = "type.googleapis.com/google.rpc.ErrorInfo"
CHALLENGES = "https://paymentauth.org/challenges"
VERSIONS = re.compile(r"(?:(?:0\.3|1\.0)(?:\.\d+)?)?")


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
#: A2A has no code for these. The codes are from JSON-RPC's range for servers; the payment's is the same as over MCP
PAYMENT = A2AFault(reason="PAYMENT_REQUIRED", code=payment.REQUIRED, status="FAILED_PRECONDITION")
NOT_PAID = A2AFault(reason="PAYMENT_REFUSED", code=payment.REFUSED, status="FAILED_PRECONDITION")
LIMITED = A2AFault(reason="RATE_LIMITED", code=-32000, status="RESOURCE_EXHAUSTED")
PARSE = A2AFault(reason="INVALID_REQUEST", code=-32700, status="INVALID_ARGUMENT")

#: by the problem's slug; a slug that is not here goes by its status
BY_SLUG = {
    "not-found": TASK_NOT_FOUND,
    "task-not-cancelable": NOT_CANCELABLE,
    "operation-unsupported": UNSUPPORTED,
    "illegal-transition": UNSUPPORTED,
    "unsupported-media-type": CONTENT_TYPE,
    "malformed-json": PARSE,
    "route-not-found": NO_METHOD,
    "payment-required": PAYMENT,
    "rate-limited": LIMITED,
}
BY_STATUS = {400: INVALID_PARAMS, 402: NOT_PAID, 409: UNSUPPORTED, 422: INVALID_PARAMS}


class RpcProblem(Problem):
    """A problem that maps to its own JSON-RPC error code."""

    def __init__(self, slug: str, detail: str, fault: A2AFault) -> None:
        super().__init__(slug, detail)
        self.fault = fault


def require_version(request: Request) -> None:
    """Refuse a version of A2A that we do not support. A caller that names no version is accepted."""
    if not VERSIONS.fullmatch(request.headers.get("a2a-version", "")):
        raise RpcProblem("operation-unsupported", "This agent speaks A2A 0.3 and 1.0.", VERSION)


def asked_version(request: Request) -> str:
    """`0.3`, `1.0`, or empty if the caller names none."""
    return request.headers.get("a2a-version", "")[:3]


def fault_of(no: RouteProblem) -> A2AFault:
    return BY_SLUG.get(no.slug) or BY_STATUS.get(no.status, INTERNAL)


def refusal_response(request: Request, no: RouteProblem | Problem) -> Response:
    """Our problem with what A2A clients look for: `message` (0.3) and `error` (1.0)."""
    no, fault = _problem_and_fault(request, no)
    body = {
        **no.body,
        "message": str(no),
        "error": {
            "code": no.status,
            "status": fault.status,
            "message": str(no),
            "details": _details(no, fault),
        },
    }
    answer = json_answer(body, no.status, {"Cache-Control": "no-store", **no.headers})
    answer.headers["Content-Type"] = PROBLEM_TYPE
    return answer


def rpc_error(request: Request, no: RouteProblem | Problem) -> dict[str, Any]:
    """A JSON-RPC error object; `data` begins with our problem."""
    route_no, fault = _problem_and_fault(request, no)
    problem = {"@type": route_no.body["type"], **route_no.body}
    return {"code": fault.code, "message": str(route_no), "data": [problem, *_details(route_no, fault)]}


def _problem_and_fault(request: Request, no: RouteProblem | Problem) -> tuple[RouteProblem, A2AFault]:
    route_no = no if isinstance(no, RouteProblem) else as_route_problem(request, no)
    return route_no, no.fault if isinstance(no, RpcProblem) else fault_of(route_no)


def _details(no: RouteProblem, fault: A2AFault) -> list[dict[str, Any]]:
    """The details that a program needs: the reason, and what to pay."""
    info = {
        "@type": ERROR_INFO,
        "reason": fault.reason,
        "domain": "a2a-protocol.org",
        "metadata": {"type": no.body["type"]},
    }
    money = payment.asked_challenges(no.headers)
    return [info, {"@type": CHALLENGES, "challenges": money}] if money else [info]
