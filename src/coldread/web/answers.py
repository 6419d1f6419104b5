"""Building answers: JSON bytes, problems, conditional reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic_core import from_json, to_json
from starlette.responses import Response

from coldread.base.problems import BY_SLUG, Problem

PROBLEM_TYPE = "application/problem+json"


def json_answer(content: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    body = content if isinstance(content, bytes) else to_json(content)
    return Response(body, status, dict(headers or {}), "application/json")


def problem_body(problem: Problem, *, type_base: str, instance: str, request_id: str) -> bytes:
    """RFC 9457; our own members come after the standard ones."""
    members = {name: value for name, value in problem.members.items() if value is not None}
    return to_json(
        {
            "type": f"{type_base}/{problem.type.slug}",
            "title": problem.type.title,
            "status": problem.type.status,
            "detail": problem.detail,
            "instance": instance,
            "request_id": request_id,
            **members,
        }
    )


def problem_answer(problem: Problem, *, type_base: str, instance: str, request_id: str) -> Response:
    body = problem_body(problem, type_base=type_base, instance=instance, request_id=request_id)
    headers = {"Cache-Control": "no-store", **problem.headers}
    return Response(body, problem.type.status, headers, PROBLEM_TYPE)


def problem_example(slug: str, type_base: str) -> dict[str, Any]:
    """A problem as it is sent."""
    row = BY_SLUG[slug]
    body = problem_body(
        Problem(slug, row.meaning, **row.members),
        type_base=type_base,
        instance="/v1/orders/INV-7Hq2mXpR",
        request_id="q3rV9kPz2LmX7TnB",
    )
    example: dict[str, Any] = from_json(body)
    return example


def conditional_response(
    body: bytes,
    etag: str,
    if_none_match: str | None,
    headers: Mapping[str, str],
    media_type: str = "application/json",
) -> Response:
    """200 with the body, or 304 if the client has it already."""
    sent = {**headers, "ETag": etag}
    if if_none_match is not None and matches_etag(if_none_match, etag):
        return Response(b"", 304, sent)
    return Response(body, 200, sent, media_type)


def matches_etag(if_none_match: str, etag: str) -> bool:
    """RFC 9110: weak comparison with each tag of the list."""
    if if_none_match == etag or if_none_match.strip() == "*":
        return True
    return any(tag.strip().removeprefix("W/") == etag for tag in if_none_match.split(","))
