"""Good pages and a few defects through the real eyes."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Iterator
from contextlib import AsyncExitStack

import pytest
from bench.quality.defects import DEFECTS
from bench.quality.looking import Bench, a_bench
from bench.quality.measure import damaged
from bench.quality.neutral import classes_renamed
from bench.quality.subjects import Subject, own
from selectolax.lexbor import LexborHTMLParser

from coldread.scanner.judge.finding import Severity
from coldread.scanner.judge.report import Report
from coldread.scanner.page.observe.element_tree import collapse
from tests.harness.breadth import some
from tests.harness.patience import SCAN_S

SUBJECTS = {subject.name: subject for subject in own()}


@dataclasses.dataclass
class Looking:
    runner: asyncio.Runner
    bench: Bench
    #: by page, the first look at it
    looked_at: dict[str, Report] = dataclasses.field(default_factory=dict)

    def report(self, subject: Subject, html: str | None = None) -> Report:
        return self.runner.run(self.bench.report(html or subject.html, subject.folder, subject.brief))

    def first_report(self, subject: Subject, html: str) -> Report:
        """Shared by the tests of this file: a look takes 2 CPU seconds."""
        if html not in self.looked_at:
            self.looked_at[html] = self.report(subject, html)
        return self.looked_at[html]


@pytest.fixture(scope="module")
def looking() -> Iterator[Looking]:
    with asyncio.Runner() as runner:
        stack = AsyncExitStack()
        yield Looking(runner, runner.run(stack.enter_async_context(a_bench(deadline_s=SCAN_S))))
        runner.run(stack.aclose())


@pytest.mark.parametrize("name", SUBJECTS)
def test_a_good_page_is_left_in_peace_and_measured_whole(looking: Looking, name: str) -> None:
    report = looking.report(SUBJECTS[name])
    slow = {"perf.lcp", "perf.blocking"}  # a busy machine is not the page's fault
    assert [
        item.id for item in report.findings if item.severity is not Severity.INFO and item.id not in slow
    ] == []
    unclear = {name for name, reason in report.not_measured.items() if reason != "machine-busy"}
    assert unclear == set()
    assert report.scores.coverage == 100 or report.not_measured.keys() <= slow
    assert report.source == "pipeline"


@pytest.mark.parametrize(
    ("name", "defect"),
    some(
        [
            ("demo_sv", "offer covers the phone"),
            ("signup_en", "primary points to a missing page"),
            ("calls_en", "primary label fades"),
            ("newsletter_sv", "fields lose their names"),
            ("calls_en", "a row is too wide"),
            ("demo_sv", "scripts write the page"),
        ],
        3,
    ),
)
def test_a_defect_that_only_a_browser_sees_is_noticed_with_evidence_that_resolves(
    looking: Looking, name: str, defect: str
) -> None:
    """In an ordinary run: what lies on the step, what fades, what scripts write. `tests/scanner/checks` has the others."""
    wanted = next(row for row in DEFECTS if row.name == defect)
    subject = SUBJECTS[name]
    html = damaged(wanted, subject)
    assert html is not None
    report = looking.first_report(subject, html)
    noticed = next(item for item in report.findings if item.id == wanted.check)
    drawn = report.seen.rendered_html
    assert drawn is not None
    parsed = LexborHTMLParser(drawn)
    assert parsed.body is not None
    text = collapse(parsed.body.text(separator=" ")).replace(" ", "")
    for proof in noticed.evidence:
        assert parsed.css_first(proof.selector) is not None
        said = proof.snippet.removesuffix("…").replace(" ", "")
        assert proof.snippet == proof.selector or said in text or said in collapse(drawn).replace(" ", "")


def test_the_same_page_twice_and_with_other_class_names_gives_the_same_findings(looking: Looking) -> None:
    subject = SUBJECTS["calls_en"]
    wanted = next(row for row in DEFECTS if row.name == "primary label fades")
    html = damaged(wanted, subject)
    assert html is not None
    reports = (
        looking.first_report(subject, html),
        looking.report(subject, html),
        looking.report(subject, classes_renamed(html)),
    )
    told = [
        [item for item in report.findings_dict()["items"] if not item["id"].startswith("perf.")]
        for report in reports
    ]
    assert told[0] == told[1] == told[2]
