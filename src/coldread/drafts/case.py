"""Everything that a draft is made from: the order, what was seen, the patches, and the competitors."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import cached_property
from typing import Literal

from coldread.base.languages import Language
from coldread.drafts.assignment import Assignment
from coldread.drafts.source_edits.built_pages import Built
from coldread.drafts.source_edits.text_edits import TextEdit
from coldread.scanner.judge.finding import Finding
from coldread.scanner.judge.measured import is_measured
from coldread.scanner.judge.report import Report
from coldread.scanner.page.observations import Observations
from coldread.scanner.page.page import Page
from coldread.scanner.patch.make_patches import PatchSet


@dataclasses.dataclass(frozen=True, kw_only=True)
class Competitor:
    """A competitor's page."""

    url: str
    #: None if the page could not be had
    report: Report | None
    reason: str = ""


@dataclasses.dataclass(frozen=True, kw_only=True)
class SourcePatch:
    """A proven diff and what it is for."""

    #: `html`, `jsx`: the buyer's own source; `page`: what the server sent, since no source came
    of: Literal["html", "jsx", "page"]
    file_name: str
    #: as it is read
    diff: str
    source: str
    #: in which the file is written, and so its diff
    codec: str = "utf-8"
    patch_set: PatchSet
    #: texts that it also replaces, in a model's words
    edits: tuple[TextEdit, ...] = ()


@dataclasses.dataclass(frozen=True)
class Case:
    """One order on the desk."""

    assignment: Assignment
    #: None if neither the page nor a source could be judged
    report: Report | None
    #: why the page itself could not be read; empty if it was
    unreachable: str = ""
    source_patches: tuple[SourcePatch, ...] = ()
    #: what wrote the HTML, so that there is no diff against it
    built: Built | None = None
    competitors: tuple[Competitor, ...] = ()
    #: pages and scripts of its site that were read
    around: tuple[Mapping[str, str], ...] = ()

    @cached_property
    def page(self) -> Page | None:
        return None if self.report is None else Page(self.report.seen, self.report.brief)

    @cached_property
    def pages_around(self) -> dict[str, Page]:
        """Pages one click away, by their addresses."""
        brief = self.assignment.brief
        return {
            one["url"]: Page(Observations.from_json(one["record"]), brief)
            for one in self.around
            if "record" in one
        }

    @property
    def lang(self) -> Language:
        return self.assignment.lang

    def findings(self, *, measured_only: bool) -> list[Finding]:
        """What the scan found, in the report's order; with a model's draft, everything that was measured and nothing else."""
        found = self.report.findings if self.report is not None else ()
        return [item for item in found if not measured_only or is_measured(item.id)]
