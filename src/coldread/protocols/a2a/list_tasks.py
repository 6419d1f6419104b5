"""ListTasks of A2A 1.0 for callers without accounts: by its conversation, the task that this began with.

A conversation that we name has the id of its first task, and anyone who has that id may read that task. The later tasks of a
conversation are not listed: the ids of orders and scans are shown to buyers and in reports, and none of them may lead to
other orders of the same caller. Without a conversation, or with one that the caller named, the list is empty."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request

from coldread.base.problems import Fault, InvalidInput, Problem
from coldread.protocols.a2a.dialects import V_1, write_task
from coldread.protocols.a2a.parse import history_length
from coldread.protocols.a2a.send import find_task
from coldread.protocols.a2a.task import State, Task
from coldread.protocols.internal_call import RouteProblem

USUAL, MOST = 50, 100
STATES = {V_1.state(state): state for state in State}


async def list_tasks(request: Request, params: Mapping[str, Any]) -> dict[str, Any]:
    """The list as 1.0 writes it; both spellings of a parameter count, as texts of a query too."""
    size = _page_size(_given(params, "pageSize", "page_size"))
    length = history_length(_given(params, "historyLength", "history_length"))
    states, after = _states(_given(params, "status")), _after(params)
    task = await _first_task(request, _given(params, "contextId", "context_id"))
    found = [task.with_history(length)] if task and _is_wanted(task, states, after) else []
    written = [write_task(task, V_1) for task in found]
    if str(_given(params, "includeArtifacts", "include_artifacts")).lower() != "true":
        for one in written:
            del one["artifacts"]
    return {"tasks": written, "nextPageToken": "", "pageSize": size, "totalSize": len(written)}


async def _first_task(request: Request, context: Any) -> Task | None:
    if not isinstance(context, str):
        return None
    try:
        task = await find_task(request, context)
    except (Problem, RouteProblem) as no:
        if (no.slug if isinstance(no, RouteProblem) else no.type.slug) == "not-found":
            return None
        raise
    return task if task.context_id == context else None


def _is_wanted(task: Task, states: frozenset[State], after: dt.datetime | None) -> bool:
    return task.state in states and (after is None or dt.datetime.fromisoformat(task.timestamp) > after)


def _given(params: Mapping[str, Any], *names: str) -> Any:
    """The parameter under any of its spellings. Proto-JSON leaves nothing out: empty means that it is not given."""
    return next((params[name] for name in names if params.get(name) not in (None, "")), None)


def _page_size(value: Any) -> int:
    if value is None:
        return USUAL
    if str(value).isdecimal() and 1 <= int(value) <= MOST:
        return int(value)
    raise _fault("pageSize", f"must be a whole number from 1 to {MOST}")


def _states(value: Any) -> frozenset[State]:
    if value in (None, "TASK_STATE_UNSPECIFIED"):
        return frozenset(State)
    if isinstance(value, str) and value.startswith("TASK_STATE_"):
        return frozenset({STATES[value]} if value in STATES else ())  # states that our tasks never have
    raise _fault("status", f"must be one of {', '.join(STATES)}")


def _after(params: Mapping[str, Any]) -> dt.datetime | None:
    value = _given(params, "statusTimestampAfter", "status_timestamp_after")
    if value is None:
        return None
    try:
        after = dt.datetime.fromisoformat(value)
    except (TypeError, ValueError):
        after = None
    if after is None or after.tzinfo is None:
        raise _fault("statusTimestampAfter", "must be a moment as in 2026-11-18T11:06:40Z")
    return after


def _fault(name: str, detail: str) -> InvalidInput:
    return InvalidInput([Fault(pointer=f"#/{name}", detail=f"#/{name}: {detail}", code="value_error")])
