"""Runs every check over what was seen and keeps apart: found, passed, does not apply, could not tell."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass

from coldread.base.languages import JUDGED
from coldread.scanner.brief import Brief
from coldread.scanner.judge.answers import Answered, answers
from coldread.scanner.judge.blocked_files import lacks_styles
from coldread.scanner.judge.checks.accessibility import axe
from coldread.scanner.judge.finding import (
    Finding,
    Layer,
    Meta,
    NotApplicable,
    NotMeasured,
    Verdict,
)
from coldread.scanner.judge.questions import Question
from coldread.scanner.judge.rubric import CHECKS, Check
from coldread.scanner.judge.score import Basis, dimensions_of
from coldread.scanner.judge.weights import LOST
from coldread.scanner.page.memo import once_per_page
from coldread.scanner.page.observations import Observations
from coldread.scanner.page.page import Page
from coldread.scanner.page.parsing_process import check_place
from coldread.scanner.reading.read import reading_of
from coldread.scanner.reading.record import Reading

log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """Every check's verdict; findings of further axe rules stand beside them."""

    verdicts: Mapping[str, Verdict]
    #: what was understood, and the five questions answered from it alone
    reading: Reading
    answers: Mapping[Question, Answered]
    further: tuple[Finding, ...] = ()

    @property
    def findings(self) -> list[Finding]:
        return [item for item in self.verdicts.values() if isinstance(item, Finding)] + list(self.further)

    @property
    def not_measured(self) -> dict[str, str]:
        """Check id to the key of its reason."""
        return {name: item.reason for name, item in self.verdicts.items() if isinstance(item, NotMeasured)}

    @property
    def measured(self) -> list[str]:
        return [name for name, item in self.verdicts.items() if item is None or isinstance(item, Finding)]

    @property
    def basis(self) -> Basis:
        """What the score rests on beside the findings."""
        missing = self.not_measured
        return Basis(
            measured=dimensions_of(self.measured),
            coverage=self.coverage,
            answers=self.answers,
            lost=frozenset(name for name, why in missing.items() if why in LOST),
            axe_lost=frozenset(name for name, why in missing.items() if why == "no-axe"),
            unseen="no-browser" in missing.values(),
            partly_measured=dimensions_of(missing),
        )

    @property
    def coverage(self) -> int:
        """Measured among the applicable, in percent."""
        applicable = len(self.measured) + len(self.not_measured)
        return round(100 * len(self.measured) / applicable) if applicable else 0


def judge(seen: Observations, brief: Brief) -> Judgement:
    """The same observations give the same judgement."""
    check_place()
    return judge_page(Page(seen, brief))


def judge_page(page: Page) -> Judgement:
    check_place()
    reading = reading_of(page)
    verdicts = {row.meta.id: verdict(row, page) for row in CHECKS}
    return Judgement(
        verdicts=verdicts,
        reading=reading,
        answers=answers(page, reading),
        further=tuple(axe.others(page)),
    )


def verdict(row: Check, page: Page) -> Verdict:
    """Ask the check only when it applies and its layers were seen."""
    if page.brief.goal not in row.meta.goals:
        return NotApplicable("goal")
    missing = why_not_measured(row.meta, page)
    if missing:
        return NotMeasured(missing)
    try:
        told = row.judge(page)
    except Exception:
        # one check that trips over a strange page must not cost the reader the other seventy
        log.exception("check %s failed on %s", row.meta.id, page.seen.final_url)
        return NotMeasured("check-failed")
    if (
        isinstance(told, Finding)
        and row.meta.in_source
        and page.seen.has_hidden_parts
        and _is_written(row, page)
    ):
        return NotMeasured("not-shown-yet")
    unread = isinstance(told, Finding) and row.meta.nowhere and not page.is_read_whole
    return NotMeasured("long-text") if unread else told


def _is_written(row: Check, page: Page) -> bool:
    """What the drawn page does not show stands in its source."""
    try:
        return row.judge(page.as_written) is None
    except Exception:
        log.exception("check %s failed on the source of %s", row.meta.id, page.seen.final_url)
        return False


def why_not_measured(meta: Meta, page: Page) -> str:
    """The reason why the check cannot be asked; empty when it can."""
    seen = _layers_seen(page)
    for layer in meta.needs:
        if layer not in seen:
            return _REASON_OF[layer]
    if page.is_shell and meta.content:
        return "script-shell"
    return "language" if meta.language_bound and page.language not in JUDGED else ""


_REASON_OF = {
    Layer.DESKTOP: "no-browser",
    Layer.MOBILE: "no-mobile",
    Layer.AXE: "no-axe",
    Layer.AXE_MOBILE: "no-axe",
    Layer.STYLES: "styles-unseen",
}


@once_per_page
def _layers_seen(page: Page) -> frozenset[Layer]:
    """Asked by every check, and the same for all of them."""
    seen = page.seen
    there = {
        Layer.STATIC: True,
        Layer.DESKTOP: seen.rendered,
        Layer.MOBILE: seen.mobile is not None,
        Layer.AXE: seen.axe is not None,
        Layer.AXE_MOBILE: seen.axe_tap_targets is not None,
        Layer.STYLES: not lacks_styles(seen),
    }
    return frozenset(layer for layer, is_so in there.items() if is_so)
