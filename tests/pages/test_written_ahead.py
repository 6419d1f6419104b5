"""What a scan keeps is on the disk before the one writer is asked: nobody's order waits for a stranger's pictures."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from coldread.store import contents
from tests.harness.service import Service
from tests.harness.website import Website

SITES = Path(__file__).parents[1] / "sites"


def test_no_file_of_a_scan_is_written_by_the_writer_of_the_database(
    sqlite_service: Callable[..., Service], monkeypatch: pytest.MonkeyPatch
) -> None:
    by: list[str] = []
    really = contents._write_durably

    def noted(path: Path, content: bytes) -> None:
        by.append(threading.current_thread().name)
        really(path, content)

    monkeypatch.setattr(contents, "_write_durably", noted)
    with Website({"/": (SITES / "bad_en.html").read_text("utf-8")}) as site:
        service = sqlite_service(scan_allow_hosts=site.place, scan_engine="lite")
        scan = service.post("/v1/scan", json={"url": site.url("/"), "primary_goal": "book_call"}).json()
        assert service.get(f"/r/{scan['session_id']}", headers={"Accept": "text/html"}).status_code == 200
    assert len(by) == 3, "the record, its judgement, and the report made from both"
    assert {name.partition("_")[0] for name in by} == {"contents"}, by
