"""Events of a watch, as Standard Webhooks: which watch, which run and what kinds of change, nothing about its owner."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from enum import StrEnum

from pydantic import Field
from pydantic_core import to_json

from coldread.base.clock import rfc3339
from coldread.base.db import Session
from coldread.base.settings import Settings
from coldread.base.shapes import DateTime, Shape, checked_body
from coldread.base.table_checks import require_complete
from coldread.orders.push.register import note_about
from coldread.scans.comparison.change_kinds import ChangeKind
from coldread.scans.comparison.matters import Change


class WatchEventKind(StrEnum):
    """What happened."""

    CHANGED = "watch.changed"
    FAILED = "watch.failed"


class WatchEventData(Shape):
    """What it is about."""

    watch_id: str
    number: int = Field(description="Of the look that saw it; read the watch for the rest.")
    changes: list[ChangeKind]


class WatchEvent(Shape):
    """A Standard Webhook about a watched page."""

    type: WatchEventKind
    timestamp: DateTime
    data: WatchEventData


@dataclasses.dataclass(frozen=True, kw_only=True)
class WatchEventRow:
    """One row: an event, and when it is sent."""

    kind: WatchEventKind
    meaning: str


WATCH_EVENTS = require_complete(
    {
        row.kind: row
        for row in (
            WatchEventRow(
                kind=WatchEventKind.CHANGED, meaning="A watched page has changed in a way that matters."
            ),
            WatchEventRow(
                kind=WatchEventKind.FAILED,
                meaning="A watched page was not there five times in a row, and its watch has stopped.",
            ),
        )
    },
    WatchEventKind,
    "watches/push: WATCH_EVENTS",
)


def watch_event(kind: WatchEventKind, watch_id: str, number: int, changes: Sequence[str], at: int) -> bytes:
    data = checked_body(WatchEventData, {"watch_id": watch_id, "number": number, "changes": list(changes)})
    return to_json(checked_body(WatchEvent, {"type": kind.value, "timestamp": rfc3339(at), "data": data}))


def note_watch_event(
    session: Session,
    settings: Settings,
    kind: WatchEventKind,
    watch_id: str,
    number: int,
    changes: Sequence[Change],
) -> None:
    """Write the event, in the transaction of the change."""
    kinds = [change.kind.value for change in changes]
    body = watch_event(kind, watch_id, number, kinds, session.now)
    note_about(session, settings, watch_id, kind.value, body.decode())
