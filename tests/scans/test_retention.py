"""How long scans and their pictures stay."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from coldread.base.clock import DAY
from coldread.base.db import Session
from coldread.privacy.scans import drop_pictures
from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal
from coldread.scans import retention
from coldread.scans.scan_request import ScanRequest
from coldread.scans.store import ScanOutcome, store_outcome
from coldread.scans.tables import scans
from coldread.worker import sweep
from tests.harness.service import Service

WANTED = ScanRequest(url="https://shop.example/", brief=Brief(goal=PrimaryGoal.DEMO))


def looked(service: Service, name: str, picture: bytes) -> None:
    page = {"reviews": [], "chat_summary": "", "lead_qualified": False, "caveats": []}
    sight = ScanOutcome(source="lite", page=page, observations_hash="0" * 64, pictures={"desktop": picture})
    service.write(store_outcome, service.services, WANTED, sight, name)


def pictures(service: Service) -> dict[str, Any]:
    def ask(session: Session) -> dict[str, Any]:
        rows = session.rows(sa.select(scans.c.session_id, scans.c.pictures))
        return {row.session_id: json.loads(row.pictures) for row in rows}

    shown: dict[str, Any] = service.read(ask)
    return shown


def content(service: Service, key: str) -> bytes | None:
    found: bytes | None = service.read(lambda session: service.services.contents.get(session, key))
    return found


def test_pictures_go_after_thirty_days_unless_a_younger_scan_shows_the_same(service: Service) -> None:
    looked(service, "old", b"the page")
    looked(service, "old-too", b"another page")
    alone = pictures(service)["old-too"]["desktop"]
    service.clock.move(DAY)
    looked(service, "young", b"the page")
    shared = pictures(service)["young"]["desktop"]
    service.clock.move(29 * DAY)
    assert service.run(sweep(service.services))["screenshots"] == 2
    assert pictures(service) == {"old": {}, "old-too": {}, "young": {"desktop": shared}}
    assert (content(service, shared), content(service, alone)) == (b"the page", None)
    service.clock.move(DAY)
    assert service.run(sweep(service.services))["screenshots"] == 1
    assert content(service, shared) is None


def test_scans_go_after_a_year(service: Service, tmp_path: Path) -> None:
    looked(service, "old", b"the page")
    service.clock.move(365 * DAY - 1)
    assert service.run(sweep(service.services))["scans"] == 0
    service.clock.move(1)
    assert service.run(sweep(service.services))["scans"] == 1
    assert pictures(service) == {}


def test_what_other_scans_show_is_looked_up_in_one_pass_however_many_scans_there_are(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search for each picture read every scan's answer: with 2,000 scans a sweep held SQLite's writer for 39 s."""
    monkeypatch.setattr(retention, "PASS", 2)
    for number in range(6):
        looked(service, f"old-{number}", f"page {number}".encode())
    gone = pictures(service)["old-5"]["desktop"]
    service.clock.move(30 * DAY)
    for number in range(5):
        looked(service, f"young-{number}", f"page {number}".encode())

    asked: list[str] = []
    plain = Session.rows

    def rows(session: Session, statement: Any, *more: Any) -> Any:
        asked.append(str(statement))
        return plain(session, statement, *more)

    monkeypatch.setattr(Session, "rows", rows)
    assert service.write(drop_pictures, service.services) == 6
    passes = [statement for statement in asked if "session_id >" in statement]
    assert 2 <= len(passes) <= 4, "pages of two over five scans, not one search a picture"
    assert not any("LIKE" in statement for statement in asked)
    assert content(service, gone) is None
    assert all(content(service, shown["desktop"]) for shown in pictures(service).values() if shown)
