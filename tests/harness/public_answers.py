"""Every public answer that names something stored, and how many rows each table has: what must be the same after a move."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from urllib.parse import quote

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.migrations.schema import metadata
from tests.harness.service import Service

#: every public address that names something stored, and what names it
ADDRESSES: dict[str, str] = {
    "/v1/orders/{id}": "SELECT id FROM orders",
    "/v1/orders/{id}/webhooks": "SELECT id FROM orders",
    "/v1/cold-read/{id}": "SELECT id FROM orders",
    "/v1/tasks/{id}": "SELECT id FROM orders UNION SELECT id FROM a2a_tasks UNION SELECT session_id FROM scans",
    "/a2a/rest/tasks/{id}": "SELECT id FROM orders UNION SELECT id FROM a2a_tasks UNION SELECT session_id FROM scans",
    "/v1/tasks/{id}/pushNotificationConfigs": "SELECT id FROM orders",
    "/v1/tasks/{id}/pushNotificationConfigs/{config}": "SELECT order_id, name FROM order_webhooks",
    "/a2a/rest/tasks/{id}/pushNotificationConfigs": "SELECT id FROM orders",
    "/a2a/rest/tasks/{id}/pushNotificationConfigs/{config}": "SELECT order_id, name FROM order_webhooks",
    "/deliverables/{id}/{file}": "SELECT order_id, file FROM artifacts",
    "/v1/scans/{session_id}": "SELECT session_id FROM scans",
    "/v1/scans/{session_id}/compared-to/{other}": "SELECT a.session_id, b.session_id FROM scans AS a, scans AS b WHERE a.url = b.url AND a.scanned_at > b.scanned_at",
    "/v1/beside/{beside_id}": "SELECT DISTINCT id FROM pages_beside",
    "/beside/{beside_id}": "SELECT DISTINCT id FROM pages_beside",
    "/v1/agents/submissions/{submission_id}": "SELECT id FROM submissions",
    "/v1/watches/{watch_id}": "SELECT id FROM watches",
    "/watch/{id}": "SELECT id FROM watches",
    "/watch/{id}/stop": "SELECT id FROM watches",
    "/h/{history_id}": "SELECT history_id FROM watches",
    "/h/{history_id}/{number}": "SELECT history_id, number FROM watches, watch_runs WHERE watch_id = id",
    "/h/{history_id}/{number}/{file}": "SELECT history_id, number, 'desktop.webp' FROM watches, watch_runs WHERE watch_id = id",
    "/scanning/{ticket}": "SELECT id FROM scan_tickets",
    "/r/{session_id}": "SELECT session_id FROM scans",
    "/r/{session_id}/{file}": "SELECT session_id, file FROM scans, (SELECT 'report.json' AS file UNION SELECT 'report.sarif' "
    "UNION SELECT 'all.patch' UNION SELECT 'desktop.webp') AS files",
    "/r/{session_id}/compare": "SELECT session_id FROM scans",
    "/r/{session_id}/compared-to/{other}": "SELECT a.session_id, b.session_id FROM scans AS a, scans AS b WHERE a.url = b.url AND a.scanned_at > b.scanned_at",
    "/r/{session_id}/compared-to/{other}/{file}": "SELECT a.session_id, b.session_id, 'desktop.webp' FROM scans AS a, scans AS b WHERE a.url = b.url AND a.scanned_at > b.scanned_at",
    "/s/{share_id}": "SELECT id FROM scan_shares",
    "/s/{share_id}/{file}": "SELECT id, file FROM scan_shares, (SELECT 'badge.svg' AS file UNION SELECT 'desktop.webp') AS files",
    "/o/{id}": "SELECT id FROM orders",
    "/o/{id}/withdrawal.pdf": "SELECT id FROM orders",
    "/o/{id}/spec": "SELECT id FROM orders",
    "/o/{id}/diff": "SELECT id FROM orders",
    "/o/{id}/pictures/{file}": "SELECT order_id, file FROM order_scans, (SELECT 'today-desktop.webp' AS file UNION "
    "SELECT 'proposed-desktop.webp') AS files",
    "/pay/{id}": "SELECT id FROM orders",
    "/pay/{id}/invoice.pdf": "SELECT id FROM orders",
    "/pay/{id}/receipt.pdf": "SELECT id FROM orders",
}
#: of a PDF, what tells when it was made
MADE_AT = re.compile(rb"/CreationDate \(.*?\)|/ID \[.*?\]", re.DOTALL)
#: of an answer's headers, those that belong to one request or one moment
PASSING = {"date", "ratelimit-remaining", "ratelimit-reset"}


@dataclasses.dataclass(frozen=True, kw_only=True)
class Answer:
    """What is the same whenever it is asked."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


def public_answers(service: Service) -> dict[str, Answer]:
    """Every address that names something stored, asked once; `request_id` is ours, so that refusals differ in nothing."""
    asked = {}
    for address in _addresses(service):
        answer = service.get(address, headers={"X-Request-Id": "everything"})
        headers = sorted((name, value) for name, value in answer.headers.items() if name not in PASSING)
        body = MADE_AT.sub(b"", answer.content) if answer.content.startswith(b"%PDF") else answer.content
        asked[address] = Answer(status=answer.status_code, headers=tuple(headers), body=body)
    return asked


def _addresses(service: Service) -> Iterator[str]:
    for path, named_by in ADDRESSES.items():
        first, *others = path.split("{")
        rows = service.read(lambda session, words: session.rows(sa.text(words)), named_by)
        for row in sorted(map(tuple, rows)):
            parts = (
                f"{quote(str(value), safe='')}{part.partition('}')[2]}"
                for value, part in zip(row, others, strict=True)
            )
            yield first + "".join(parts)


def rows_of_tables(service: Service) -> dict[str, int]:
    """How many rows each table has."""

    def count(session: Session) -> dict[str, int]:
        return {
            name: session.rows(sa.select(sa.func.count()).select_from(table))[0][0]
            for name, table in metadata.tables.items()
        }

    counted: dict[str, int] = service.read(count)
    return counted
