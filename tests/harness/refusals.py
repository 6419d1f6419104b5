"""What every error answer has in common, asserted in one place."""

from __future__ import annotations

from typing import Any

import httpx

from tests.harness.service import BASE_URL

ERROR_TYPE_BASE = f"{BASE_URL}/errors"


def refusal(answer: httpx.Response, status: int, slug: str) -> dict[str, Any]:
    """The problem body of `answer`, after proving that it is this problem and complete."""
    assert answer.status_code == status, f"{answer.status_code}: {answer.text[:500]}"
    assert answer.headers["content-type"].split(";")[0] == "application/problem+json"
    body: dict[str, Any] = answer.json()
    assert body["type"] == f"{ERROR_TYPE_BASE}/{slug}", body
    assert body["status"] == status
    assert isinstance(body["title"], str)
    assert body["title"]
    assert body["request_id"] == answer.headers["x-request-id"]
    assert body["instance"]
    assert isinstance(body.get("detail", ""), str)
    return body


def pointers(answer: httpx.Response) -> set[str]:
    """Where a 400 says that the faults lie."""
    faults = refusal(answer, 400, "invalid-input")["errors"]
    assert faults
    for fault in faults:
        assert set(fault) >= {"pointer", "detail", "code"}, fault
        assert all(isinstance(fault[name], str) and fault[name] for name in ("pointer", "detail", "code"))
    return {fault["pointer"] for fault in faults}
