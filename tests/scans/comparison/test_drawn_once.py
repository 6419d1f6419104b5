"""What looks different is drawn once, also where it cannot be drawn, and not for one client without end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from coldread.base.clock import HOUR
from coldread.base.db import Session
from coldread.base.problems import Problem
from coldread.isolation.errors import CutOff
from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal
from coldread.scans.comparison.picture_difference import PictureDifference
from coldread.scans.comparison.stored import DIFFERENCE, MOST_KEPT, difference_of
from coldread.scans.scan_request import ScanRequest
from coldread.scans.store import ScanOutcome, store_outcome
from coldread.scans.stored_scan import StoredScan, find_stored_scan
from tests.harness.service import Service

WANTED = ScanRequest(url="https://shop.example/", brief=Brief(goal=PrimaryGoal.DEMO))
PAGE = {"reviews": [], "chat_summary": "", "lead_qualified": False, "caveats": []}
CLIENT = "203.0.113.7"


def stored(service: Service, number: int) -> StoredScan:
    """A scan with a picture of its own."""
    picture, session_id = BytesIO(), f"scan-{number}"
    Image.new("RGB", (900, 60), (number * 20, 0, 0)).save(picture, "JPEG")
    pictures = {"desktop.jpg": picture.getvalue()}
    seen = ScanOutcome(source="lite", page=PAGE, observations_hash="0" * 64, pictures=pictures)
    service.write(store_outcome, service.services, WANTED, seen, session_id)
    return again(service, session_id)


def again(service: Service, session_id: str) -> StoredScan:
    found: StoredScan = service.read(find_stored_scan, session_id)
    return found


def drawn(service: Service, before: StoredScan, after_id: str) -> PictureDifference | None:
    """As a reader gets it, who reads the later scan anew."""
    after = again(service, after_id)
    found: PictureDifference | None = service.run(
        difference_of(service.services, before, after, "desktop", CLIENT)
    )
    return found


@pytest.fixture
def service(make_service: Callable[..., Service]) -> Service:
    return make_service()


@pytest.fixture
def tries(service: Service, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each task was run."""
    counted: Counter[str] = Counter()
    run = service.services.isolated_tasks.run

    async def counting(kind: Any, task: str, value: Any) -> Any:
        counted[task] += 1
        return await run(kind, task, value)

    monkeypatch.setattr(service.services.isolated_tasks, "run", counting)
    return counted


def test_it_is_drawn_once_and_the_newest_are_kept(service: Service, tries: Counter[str]) -> None:
    after = stored(service, 0).session_id
    earlier = [stored(service, number) for number in range(1, MOST_KEPT + 3)]
    contents = set()
    for before in earlier:
        first = drawn(service, before, after)
        assert first is not None
        assert drawn(service, before, after) == first
        contents |= set(again(service, after).pictures.values())
    assert tries["scans.look_different"] == len(earlier)
    files = again(service, after).pictures
    assert sum(name.startswith(DIFFERENCE) for name in files) == MOST_KEPT

    def left(session: Session) -> set[str]:
        return {key for key in contents if service.services.contents.get(session, key) is not None}

    assert service.read(left) == set(files.values()), "what is replaced is deleted"
    drawn(service, earlier[-1], after)
    assert tries["scans.look_different"] == len(earlier)
    drawn(service, earlier[0], after)
    assert tries["scans.look_different"] == len(earlier) + 1


def test_what_cannot_be_drawn_is_not_tried_at_each_reading(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []

    async def cut_off(*asked: Any) -> None:
        tried.append(asked)
        raise CutOff("cpu")

    monkeypatch.setattr(service.services.isolated_tasks, "run", cut_off)
    before, after = stored(service, 1), stored(service, 2)
    for _ in range(3):
        assert drawn(service, before, after.session_id) is None
    assert len(tried) == 1


def test_one_client_has_so_many_drawn_in_an_hour_and_reads_what_is_stored(
    make_service: Callable[..., Service],
) -> None:
    service = make_service(limit_drawings_per_hour="2")
    first, second, third, after = [stored(service, number) for number in range(4)]
    drawn(service, first, after.session_id)
    drawn(service, second, after.session_id)
    with pytest.raises(Problem) as refused:
        drawn(service, third, after.session_id)
    assert refused.value.type.slug == "rate-limited"
    assert drawn(service, first, after.session_id) is not None, "stored"
    service.clock.move(HOUR)
    assert drawn(service, third, after.session_id) is not None
