"""All that a draft is made of: the order, what was seen, what can be mended, and the others in the market."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from functools import cached_property
from typing import Literal

from coldread.drafts.assignment import Assignment
from coldread.drafts.linked_pages import linked_text
from coldread.drafts.order_answer import OrderedPage
from coldread.drafts.settled import Settled
from coldread.drafts.told import Told, told
from coldread.drafts.unfinished import Leftover, is_unfinished, leftovers
from coldread.drafts.worded.scripts import scripts_text
from coldread.drafts.worded.shape import Edit, Repair, WordedDraft
from coldread.scanner.judge.finding import Evidence
from coldread.scanner.judge.report import Report
from coldread.scanner.page.page import Page
from coldread.scanner.patch.mend import Mended


@dataclasses.dataclass(frozen=True, kw_only=True)
class Competitor:
    """A competitor's page."""

    url: str
    #: None where the page could not be had
    report: Report | None
    reason: str = ""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Mending:
    """A proven diff and what it is for."""

    #: `html`, `jsx`: the buyer's own source; `page`: what the server sent, since no source came
    of: Literal["html", "jsx", "page"]
    file_name: str
    diff: str
    source: str
    mended: Mended
    #: sentences that it also exchanges, in a model's words
    edits: tuple[Edit, ...] = ()
    #: and pieces of the markup that it repairs
    repairs: tuple[Repair, ...] = ()
    #: findings that those have mended
    repaired: frozenset[str] = frozenset()


@dataclasses.dataclass(frozen=True)
class Case:
    """One order on the desk."""

    assignment: Assignment
    #: None where neither the page nor a source could be judged
    report: Report | None
    #: why the page itself could not be read; empty where it was
    unreachable: str = ""
    mendings: tuple[Mending, ...] = ()
    competitors: tuple[Competitor, ...] = ()
    #: pages and scripts of its site that were read for a model
    around: tuple[Mapping[str, str], ...] = ()
    #: a model's words that add nothing to the facts; None where the rules speak alone
    worded: WordedDraft | None = None

    @property
    def rewrites(self) -> Mapping[str, str]:
        """Finding id to a model's wording."""
        return {one.finding_id: one.text for one in reversed(self.worded.rewrites)} if self.worded else {}

    @cached_property
    def page(self) -> Page | None:
        return None if self.report is None else Page(self.report.seen, self.report.brief)

    @cached_property
    def linked(self) -> str:
        """What the pages say that this one links to, for a model."""
        return "" if self.page is None else linked_text(self.around, self.page)

    @cached_property
    def scripts(self) -> str:
        """What the page's own scripts say of it, for a model."""
        return "" if self.page is None else scripts_text(self.page, self.around)

    @cached_property
    def told(self) -> Told | None:
        return None if self.page is None or self.report is None else told(self.page, self.report.reading)

    @cached_property
    def ordered(self) -> OrderedPage | None:
        """The order held against the page."""
        if self.page is None or self.report is None:
            return None
        return OrderedPage(
            self.page,
            self.report.reading,
            self.assignment,
            frozenset(item.id for item in self.report.findings),
            tuple(
                proof.snippet
                for item in self.report.findings
                if item.id in ("a11y.color-contrast", "cta.low-contrast")
                for proof in item.evidence
                if _is_lost(proof)
            ),
        )

    @cached_property
    def settled(self) -> Settled | None:
        """The four facts that every part builds on."""
        return None if self.ordered is None else Settled(self.ordered)

    @cached_property
    def leftovers(self) -> tuple[Leftover, ...]:
        """What stands on the page for something to come."""
        if self.page is None or self.report is None:
            return ()
        return leftovers(self.page, self.report.reading)

    @cached_property
    def is_unfinished(self) -> bool:
        return self.page is not None and is_unfinished(self.page, self.leftovers)

    @property
    def lang(self) -> str:
        return self.assignment.lang


#: a contrast at which nobody can read a line; above it one can, with trouble
LOST = 2.0


def _is_lost(proof: Evidence) -> bool:
    told = re.match(r"(\d+(?:\.\d+)?)", str(proof.value))
    return told is not None and float(told[1]) < LOST
