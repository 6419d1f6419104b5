"""What a page costs beyond its limits: the scan is refused and counted, a report is shown without what cost too much."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from coldread.asgi import create_app
from coldread.isolation.errors import CutOff, IsolationError
from coldread.isolation.in_process import InProcessTasks
from coldread.isolation.limits import Kind
from coldread.scanner.scanner import Scanner
from tests.harness import hostile_documents
from tests.harness.service import Service, bench_tasks
from tests.harness.website import Website

PAGE = hostile_documents.page("<a href=#>Click here</a><img src=a.png>")


class Counting(InProcessTasks):
    """Counts what it is asked for, and fails as it is told."""

    def __init__(self) -> None:
        super().__init__(bench_tasks)
        self.asked: Counter[str] = Counter()
        self.failing: dict[str, Exception] = {}
        self.mends_fail = False
        #: what was asked for when somebody saw to it that all is there
        self.made_ready: list[int] = []

    async def start(self) -> None:
        self.made_ready.append(sum(self.asked.values()))

    async def run(self, kind: Kind, task: str, value: Any) -> Any:
        self.asked[task] += 1
        if task in self.failing:
            raise self.failing[task]
        if self.mends_fail and task == "pages.report" and value["with_patches"]:
            raise CutOff("cpu")
        return await super().run(kind, task, value)


@pytest.fixture
def site() -> Iterator[Website]:
    with Website({"/": PAGE}) as made:
        yield made


@pytest.fixture
def scene(tmp_path: Path, site: Website) -> Iterator[tuple[Service, Counting]]:
    url = f"sqlite:///{tmp_path / 'coldread.db'}"
    service = Service(
        url, tmp_path / "data", scan_engine="lite", scan_allow_hosts=site.place, scan_limit_ip="5"
    )
    bench = Counting()
    scanner = Scanner(service.services.scanner.options, bench)
    service.services = dataclasses.replace(service.services, isolated_tasks=bench, scanner=scanner)
    service.app = create_app(service.services)
    yield service, bench
    service.close()


def scan(service: Service, site: Website) -> Any:
    return service.post("/v1/scan", json={"url": site.url("/"), "primary_goal": "other"})


@pytest.mark.parametrize("task", ["visit.source", "scanner.review"])
def test_a_scan_that_is_cut_off_keeps_its_count_of_the_address(
    scene: tuple[Service, Counting], site: Website, task: str
) -> None:
    service, bench = scene
    bench.failing = {task: CutOff("cpu")}
    for _ in range(5):
        answer = scan(service, site)
        assert answer.status_code == 502
        assert answer.json()["type"].endswith("/pipeline-unavailable")
    assert scan(service, site).status_code == 429


def test_a_look_has_its_time_from_when_everything_is_there(
    scene: tuple[Service, Counting], site: Website
) -> None:
    service, bench = scene
    assert scan(service, site).status_code == 200
    assert bench.made_ready[:1] == [0]


def test_a_bench_that_is_broken_is_not_the_callers_fault(
    scene: tuple[Service, Counting], site: Website
) -> None:
    service, bench = scene
    bench.failing = {"scanner.review": IsolationError("no process can be had")}
    for _ in range(6):
        assert scan(service, site).status_code == 503
    bench.failing = {}
    assert scan(service, site).status_code == 200


def test_a_report_is_made_once_for_each_language(scene: tuple[Service, Counting], site: Website) -> None:
    service, bench = scene
    place = f"/r/{scan(service, site).json()['session_id']}"
    first = service.get(place)
    assert first.status_code == 200
    for path in (place, f"{place}.md", f"{place}/report.sarif"):
        assert service.get(path).status_code == 200
    assert service.get(place).content == first.content
    assert bench.asked["pages.report"] == 1
    assert service.get(f"{place}?lang=sv").status_code == 200
    assert bench.asked["pages.report"] == 2


def test_many_who_want_the_same_report_have_it_made_once(
    scene: tuple[Service, Counting], site: Website
) -> None:
    service, bench = scene
    place = f"/r/{scan(service, site).json()['session_id']}"
    answers = service.together(*(service.request("GET", place) for _ in range(8)))
    assert {answer.status_code for answer in answers} == {200}
    assert bench.asked["pages.report"] == 1


def test_a_report_whose_patches_cost_too_much_is_shown_without(
    scene: tuple[Service, Counting], site: Website
) -> None:
    service, bench = scene
    bench.mends_fail = True
    place = f"/r/{scan(service, site).json()['session_id']}"
    for _ in range(2):
        assert service.get(place).status_code == 200
    assert bench.asked["pages.report"] == 2  # with patches, without; and then it was kept


def test_a_report_that_cannot_be_told_again_is_shown_as_it_was_answered(
    scene: tuple[Service, Counting], site: Website
) -> None:
    service, bench = scene
    place = f"/r/{scan(service, site).json()['session_id']}"
    bench.failing = {"pages.report": CutOff("memory")}
    assert service.get(place).status_code == 200
    bench.failing = {}
    assert service.get(place).status_code == 200
    assert bench.asked["pages.report"] == 2
