"""Which two reports the form "Compare with another report" accepts."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal
from coldread.scans.scan_request import ScanRequest
from coldread.scans.store import ScanOutcome, store_outcome
from tests.harness.service import Service

WANTED = ScanRequest(url="https://shop.example/", brief=Brief(goal=PrimaryGoal.DEMO))
HERE = {"Accept": "text/html"}
OURS, LATER, THEIRS = ("a" * 22, "b" * 22, "c" * 22)


def looked(service: Service, name: str, url: str) -> None:
    page = {"reviews": [], "chat_summary": "", "lead_qualified": False, "caveats": []}
    seen = ScanOutcome(source="lite", page=page, observations_hash="0" * 64, pictures={})
    service.write(store_outcome, service.services, dataclasses.replace(WANTED, url=url), seen, name)


def test_between_two_sites_nothing_has_changed(sqlite_service: Callable[..., Service]) -> None:
    service = sqlite_service()
    looked(service, OURS, "https://shop.example/")
    looked(service, LATER, "https://www.shop.example/new")
    looked(service, THEIRS, "https://rival.example/")

    def chosen(other: str) -> str:
        answer = service.get(f"/r/{OURS}/compare?report=/r/{other}", headers=HERE)
        assert answer.status_code == 303
        return str(answer.headers["location"])

    assert chosen(LATER).startswith(f"/r/{LATER}/compared-to/{OURS}")
    assert chosen("x" * 22) == f"/r/{OURS}?compare=unknown#comparing"
    assert chosen(THEIRS) == f"/r/{OURS}?compare=elsewhere#comparing"
