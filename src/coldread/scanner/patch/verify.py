"""Judges the patched source again: the finding must be gone, nothing new may appear, no score may fall."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property

from coldread.scanner.brief import Brief
from coldread.scanner.judge.finding import Finding
from coldread.scanner.judge.judgement import Judgement, judge_page, verdict
from coldread.scanner.judge.rubric import CHECKS
from coldread.scanner.judge.scoring.score import Scores, compute_scores
from coldread.scanner.page.observations import Observations
from coldread.scanner.page.page import Page
from coldread.scanner.page.parsing_process import check_place
from coldread.scanner.patch.recipe import Recipe
from coldread.scanner.patch.source import readable_for_parsers


@dataclass(frozen=True, kw_only=True)
class StaticScan:
    """What the source alone shows, without a browser: by one check, or all checks on demand."""

    page: Page

    @cached_property
    def judgement(self) -> Judgement:
        return judge_page(self.page)

    def count_of(self, name: str) -> int:
        """How many elements have this finding; other checks are not run."""
        row = _CHECKS.get(name)
        if row is None:
            return self.counts.get(name, 0)
        told = verdict(row, self.page)
        return told.count if isinstance(told, Finding) else 0

    @cached_property
    def counts(self) -> dict[str, int]:
        return {finding.id: finding.count for finding in self.judgement.findings}

    @cached_property
    def scores(self) -> Scores:
        # by findings alone: answers would treat gaps in brackets as missing text
        basis = replace(self.judgement.basis, answers={})
        return compute_scores(self.judgement.findings, basis, self.page.brief.goal)


_CHECKS = {row.meta.id: row for row in CHECKS}


def judge_source(seen: Observations, text: str, brief: Brief) -> StaticScan:
    """This source alone, without the browser's layers; a byte order mark at its start is dropped."""
    bare = Observations(
        url=seen.url,
        final_url=seen.final_url,
        seen_on=seen.seen_on,
        allow_listed=seen.allow_listed,
        status=seen.status,
        headers=seen.headers,
        html=readable_for_parsers(text).removeprefix("\ufeff"),
        robots_txt=seen.robots_txt,
        llms_txt=seen.llms_txt,
    )
    check_place()
    return StaticScan(page=Page(bare, brief))


def objection(
    patched: Collection[tuple[Finding, Recipe]], before: StaticScan, after: StaticScan, *, rendered: bool
) -> str:
    """Why these patches must not be given; empty if they hold."""
    for finding, recipe in patched:
        allowed = max(0, before.counts.get(finding.id, 0) - finding.count) if rendered else 0
        if not _is_finding_gone(finding, recipe, after.counts.get(finding.id, 0), allowed, after.page):
            return f"{finding.id} is still there"
    for name, count in after.counts.items():
        if count > before.counts.get(name, 0):
            return f"{name} would be new"
    return _name_of_fallen_score(before.scores, after.scores)


def own_objection(
    finding: Finding, recipe: Recipe, before: StaticScan, after: StaticScan, *, rendered: bool
) -> str:
    """Whether this finding is gone, by its own check alone: a tenth of the time of judging the page."""
    allowed = max(0, before.counts.get(finding.id, 0) - finding.count) if rendered else 0
    gone = _is_finding_gone(finding, recipe, after.count_of(finding.id), allowed, after.page)
    return "" if gone else f"{finding.id} is still there"


def _is_finding_gone(finding: Finding, recipe: Recipe, left: int, allowed: int, page: Page) -> bool:
    """A finding of a rendered page is also gone if the patched source has as many fewer elements with it as were patched, since
    a browser may have cleared elements that the source alone cannot clear (a picture sized by a style sheet)."""
    return left <= allowed and (recipe.settled is None or recipe.settled(page))


def _name_of_fallen_score(before: Scores, after: Scores) -> str:
    for name, points in after.dimensions.items():
        earlier = before.dimensions.get(name)
        if points is not None and earlier is not None and points < earlier:
            return f"the score of {name} would fall"
    return ""
