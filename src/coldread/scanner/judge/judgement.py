"""Runs every check on the observations and collects the verdicts: found, passed, does not apply, not measured."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass

from coldread.base.languages import JUDGED
from coldread.scanner.brief import Brief
from coldread.scanner.judge.answers.answers import Answered, answer_questions
from coldread.scanner.judge.answers.questions import Question
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
from coldread.scanner.judge.rubric import CHECKS, Check
from coldread.scanner.judge.scoring.score import Basis, dimensions_of
from coldread.scanner.judge.scoring.weights import LOST
from coldread.scanner.page.memo import once_per_page
from coldread.scanner.page.observations import Observations
from coldread.scanner.page.page import Page
from coldread.scanner.page.parsing_process import check_place
from coldread.scanner.reading.read import reading_of
from coldread.scanner.reading.record import Reading

log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """The verdict of every check, and findings of axe's other rules."""

    verdicts: Mapping[str, Verdict]
    #: the reading, and the five questions answered from it alone
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
        """What the score is computed from besides the findings."""
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
        """Percentage of the applicable checks that were measured."""
        applicable = len(self.measured) + len(self.not_measured)
        return round(100 * len(self.measured) / applicable) if applicable else 0


def judge(seen: Observations, brief: Brief) -> Judgement:
    """The judgement of a page. It depends on observations and brief alone."""
    check_place()
    return judge_page(Page(seen, brief))


def judge_page(page: Page) -> Judgement:
    check_place()
    reading = reading_of(page)
    verdicts = {check.meta.id: verdict(check, page) for check in CHECKS}
    return Judgement(
        verdicts=verdicts,
        reading=reading,
        answers=answer_questions(page, reading),
        further=tuple(axe.other_findings(page)),
    )


def verdict(check: Check, page: Page) -> Verdict:
    """The check's verdict; the check runs only if it applies and its layers were observed."""
    if page.brief.goal not in check.meta.goals:
        return NotApplicable("goal")
    missing = why_not_measured(check.meta, page)
    if missing:
        return NotMeasured(missing)
    try:
        result = check.judge(page)
    except Exception:
        # a check that fails on a strange page must not lose the results of the others
        log.exception("check %s failed on %s", check.meta.id, page.seen.final_url)
        return NotMeasured("check-failed")
    if (
        isinstance(result, Finding)
        and check.meta.in_source
        and page.seen.has_hidden_parts
        and _is_written(check, page)
    ):
        return NotMeasured("not-shown-yet")
    unread = isinstance(result, Finding) and check.meta.nowhere and not page.is_fully_read
    return NotMeasured("long-text") if unread else result


def _is_written(check: Check, page: Page) -> bool:
    """The check passes on the source, so the source has what the drawn page does not show."""
    try:
        return check.judge(page.as_written) is None
    except Exception:
        log.exception("check %s failed on the source of %s", check.meta.id, page.seen.final_url)
        return False


def why_not_measured(meta: Meta, page: Page) -> str:
    """The key of the reason why the check cannot run; empty if it can."""
    seen = _layers_seen(page)
    for layer in meta.needs:
        if layer not in seen:
            return "phone-shrinks" if page.is_shrunk and layer in _PHONE else _REASON_OF[layer]
    if page.is_shell and meta.content:
        return "script-shell"
    return "language" if meta.language_bound and page.language not in JUDGED else ""


_PHONE = frozenset({Layer.MOBILE, Layer.AXE_MOBILE})
_REASON_OF = {
    Layer.DESKTOP: "no-browser",
    Layer.MOBILE: "no-mobile",
    Layer.AXE: "no-axe",
    Layer.AXE_MOBILE: "no-axe",
    Layer.STYLES: "styles-unseen",
}


@once_per_page
def _layers_seen(page: Page) -> frozenset[Layer]:
    """The layers that the observations have."""
    seen = page.seen
    available = {
        Layer.STATIC: True,
        Layer.DESKTOP: seen.rendered,
        Layer.MOBILE: seen.mobile is not None,
        Layer.AXE: seen.axe is not None,
        Layer.AXE_MOBILE: seen.axe_tap_targets is not None,
        Layer.STYLES: not lacks_styles(seen),
    }
    return frozenset(layer for layer, is_so in available.items() if is_so)
