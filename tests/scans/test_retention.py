"""How long scans and their pictures stay."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from coldread.base.clock import DAY
from coldread.base.db import Session
from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal
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
