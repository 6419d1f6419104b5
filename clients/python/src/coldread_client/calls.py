"""The calls that there are: their paths, bodies and keys, once for both clients."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from coldread_client.exchange import Call
from coldread_client.shapes import Order
from coldread_client.statuses import PrimaryGoal

LONGEST_WAIT_S = 30


def scan(url: str, primary_goal: PrimaryGoal, audience: str | None, competitors: Sequence[str] = ()) -> Call:
    others = list(competitors) or None
    body = {"url": url, "primary_goal": primary_goal, "audience": audience, "competitors": others}
    return Call(method="POST", path="/v1/scan", body=_given(body), repeatable=False)


def get_scan(session_id: str) -> Call:
    return Call(method="GET", path=f"/v1/scans/{_part(session_id)}")


def get_side_by_side(beside_id: str) -> Call:
    return Call(method="GET", path=f"/v1/beside/{_part(beside_id)}")


def compare_scans(session_id: str, other: str) -> Call:
    return Call(method="GET", path=f"/v1/scans/{_part(session_id)}/compared-to/{_part(other)}")


def order(fields: Mapping[str, Any], key: str | None, *, dry_run: bool = False) -> Call:
    """With a key, so that a repeated call never makes a second order."""
    body = {"client": {"type": "agent"}, **fields, **({"dry_run": True} if dry_run else {})}
    headers = {"Idempotency-Key": key or str(uuid.uuid4())}
    return Call(method="POST", path="/v1/cold-read-requests", body=_given(body), headers=headers)


def get_order(order_id: str, etag: str | None = None, wait_s: int = 0) -> Call:
    headers = {"If-None-Match": etag} if etag else {}
    if wait_s:
        headers["Prefer"] = f"wait={min(wait_s, LONGEST_WAIT_S)}"
    return Call(method="GET", path=f"/v1/orders/{_part(order_id)}", headers=headers)


def provide_info(order_id: str, message: str, more: Mapping[str, Any]) -> Call:
    """The same answer sent twice is one answer, so it may be repeated."""
    body = _given({"message": message, **more})
    return Call(method="POST", path=f"/v1/orders/{_part(order_id)}/info", body=body)


def get_webhooks(order_id: str) -> Call:
    return Call(method="GET", path=f"/v1/orders/{_part(order_id)}/webhooks")


def rescan(order_id: str, url: str) -> Call:
    path = f"/v1/orders/{_part(order_id)}/rescan"
    return Call(method="POST", path=path, body={"url": url}, repeatable=False)


def quick_fix(url: str, element_selector: str, problem: str) -> Call:
    body = {"url": url, "element_selector": element_selector, "problem": problem}
    return _paid("/v1/quick-fix", body)


def audit(url: str, primary_goal: PrimaryGoal, audience: str) -> Call:
    body = {"url": url, "primary_goal": primary_goal, "audience": audience}
    return _paid("/v1/audit", body)


def scan_paid(url: str, primary_goal: PrimaryGoal, audience: str | None) -> Call:
    body = {"url": url, "primary_goal": primary_goal, "audience": audience}
    return _paid("/v1/scan-paid", _given(body))


def _paid(path: str, body: dict[str, Any]) -> Call:
    """With a key: an answer that was paid for and lost on the way is given again for the same credential."""
    return Call(method="POST", path=path, body=body, headers={"Idempotency-Key": str(uuid.uuid4())})


def submit_agent(endpoint_url: str, name: str, more: Mapping[str, Any]) -> Call:
    body = {"endpoint_url": endpoint_url, "name": name, **more}
    return Call(method="POST", path="/v1/agents/submit", body=_given(body), repeatable=False)


def get_submission(submission_id: str) -> Call:
    return Call(method="GET", path=f"/v1/agents/submissions/{_part(submission_id)}")


def watch(url: str, primary_goal: PrimaryGoal, email: str, more: Mapping[str, Any]) -> Call:
    body = {"url": url, "primary_goal": primary_goal, "email": email, **more}
    return Call(method="POST", path="/v1/watches", body=_given(body), repeatable=False)


def get_watch(watch_id: str) -> Call:
    return Call(method="GET", path=f"/v1/watches/{_part(watch_id)}")


def stop_watch(watch_id: str) -> Call:
    """Stopping twice is stopping once, so it may be repeated."""
    return Call(method="DELETE", path=f"/v1/watches/{_part(watch_id)}")


def is_closed(seen: Order) -> bool:
    """Whether the order is closed: the service marks a status as done if none can follow it."""
    return bool(seen["stages"][seen["status"]]["state"] == "done")


def rest_until_next_look(
    poll_interval_sec: int, *, long_poll: bool, changed: bool, waited: bool, at_most_s: float | None
) -> float:
    """The service's own interval; none where it holds the line for us: it has waited, or had something new at once."""
    if long_poll and (changed or waited):
        return 0.0
    told = float(poll_interval_sec or 60)
    return told if at_most_s is None else min(told, at_most_s)


def _part(name: str) -> str:
    """An id as one part of a path, whatever is in it."""
    return quote(name, safe="") or "-"


def _given(body: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in body.items() if value is not None}
