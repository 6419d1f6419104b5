"""A watch as its API answers it."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from coldread.base.clock import HOUR, rfc3339, rfc3339_or_none
from coldread.base.db import Session
from coldread.base.links import links_of, resource_link
from coldread.base.settings import Settings
from coldread.base.shapes import checked_body
from coldread.watches.letters import sentence
from coldread.watches.queries import changes_of, find_watch, runs_of
from coldread.watches.rules import LINK, WatchState
from coldread.watches.shapes import Watch, WatchAsked, WatchChange, WatchRun

#: runs that one answer lists
MOST = 100


def asked_view(settings: Settings, watch_id: str) -> dict[str, Any]:
    """The answer to a wish."""
    return checked_body(
        WatchAsked,
        {
            "watch_id": watch_id,
            "state": WatchState.ASKED.value,
            "confirm_within_hours": LINK // HOUR,
            "_links": links_of(settings.base_url, "watch", watch_id),
        },
    )


def watch_view(session: Session, settings: Settings, watch_id: str) -> dict[str, Any] | None:
    """The watch with its runs; None if there is none."""
    row = find_watch(session, watch_id)
    if row is None:
        return None
    is_over, base = row.state == WatchState.OVER, settings.base_url
    links = links_of(base, "watch", watch_id)
    if is_over:
        links = {"self": resource_link(base, "self", watch_id, of="watch")}
    return checked_body(
        Watch,
        {
            "watch_id": row.id,
            "url": row.url,
            "primary_goal": row.goal,
            "audience": row.audience,
            "language": row.language,
            "rhythm": row.rhythm,
            "state": row.state,
            "ended_because": row.ended_because,
            "asked_at": rfc3339(row.asked_at),
            "confirmed_at": rfc3339_or_none(row.confirmed_at),
            "ends_at": rfc3339_or_none(row.ends_at),
            "next_run_at": rfc3339_or_none(row.due_at),
            "history_url": None if row.confirmed_at is None else f"{base}/h/{row.history_id}",
            "runs": _runs(session, row),
            "_links": links,
        },
    )


def _runs(session: Session, row: sa.Row[Any]) -> list[dict[str, Any]]:
    found = runs_of(session, row.id, MOST)
    told = changes_of(session, row.id, since=found[0].number if found else 1)
    return [
        checked_body(
            WatchRun,
            {
                "number": run.number,
                "at": rfc3339(run.at),
                "session_id": run.session_id,
                "score": run.score,
                "fault": run.fault,
                "changes": [
                    checked_body(
                        WatchChange,
                        {
                            "kind": change.kind.value,
                            "before": change.before,
                            "after": change.after,
                            "sentence": sentence(change, row.language),
                        },
                    )
                    for change in (told[run.number][1] if run.number in told else ())
                ],
            },
        )
        for run in reversed(found)
    ]
