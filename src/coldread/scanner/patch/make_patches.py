"""The public face: takes findings and a source, returns proven patches.

There are two diffs. The safe one applies to the source; the one that a person must review applies on top of it. Each
finding also has its own diff against the source. A patch without a certain place, or one that did not hold in the second
judgement, is described in words instead, with the reason.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol
from urllib.parse import unquote

from coldread.base.incoming.addresses import split_address
from coldread.scanner.judge.finding import Finding, Fix, FixKind
from coldread.scanner.judge.report import Report
from coldread.scanner.page.page import Page
from coldread.scanner.page.parsing_process import check_place
from coldread.scanner.patch.changes import (
    CannotPatch,
    Change,
    DropAttribute,
    InsertInHead,
    Restyle,
    SetAttribute,
)
from coldread.scanner.patch.diff import line_edits_between, unified_diff
from coldread.scanner.patch.edits import Edit, apply_edits
from coldread.scanner.patch.html_edits import HtmlFile
from coldread.scanner.patch.patch_context import RecipeContext
from coldread.scanner.patch.recipe import Recipe
from coldread.scanner.patch.recipe_table import RECIPES
from coldread.scanner.patch.source import SourceText, read_source
from coldread.scanner.patch.verify import StaticScan, judge_source, objection, own_objection

log = logging.getLogger(__name__)

Kind = Literal["html", "jsx"]
FILE_NAMES: Mapping[Kind, str] = {"html": "index.html", "jsx": "page.jsx"}
_NAME = re.compile(r"[\w-][\w.-]{0,80}\.html?")


def file_name_of(url: str, kind: Kind = "html") -> str:
    """The name from the page's address; a folder's page and a component have their usual names."""
    last = unquote(split_address(url).path.rpartition("/")[2])
    return last if kind == "html" and _NAME.fullmatch(last) else FILE_NAMES[kind]


#: patched pages whose judgement is remembered; each is a whole tree
KEPT_LOOKS = 3
#: attributes that visitors neither read nor use
_QUIET = frozenset(
    [
        "alt",
        "autocomplete",
        "charset",
        "class",
        "content",
        "crossorigin",
        "decoding",
        "fetchpriority",
        "for",
        "height",
        "id",
        "inputmode",
        "lang",
        "loading",
        "sizes",
        "style",
        "width",
    ]
)


class EditableSource(Protocol):
    """A source that can be changed."""

    @property
    def source(self) -> SourceText: ...

    def edits(self, changes: Sequence[Change]) -> list[Edit]: ...


@dataclass(frozen=True, kw_only=True)
class Patch:
    """One finding's changes, and the edits they need on their own."""

    finding: Finding
    recipe: Recipe
    kind: FixKind
    changes: tuple[Change, ...]
    edits: tuple[Edit, ...]


@dataclass(frozen=True, kw_only=True)
class PatchSet:
    """The patches for the owner of the source."""

    #: applies to the source
    diff_safe: str
    #: applies to the source with `diff_safe` applied
    diff_needs_review: str
    #: the fix of each finding, by its id
    fixes: Mapping[str, Fix]
    #: why a finding has no patch, by its id
    dropped: Mapping[str, str]
    codec: str = "utf-8"
    #: both diffs in one
    diff: str = ""
    #: the source with all patches
    text: str = ""

    def to_bytes(self, diff: str) -> bytes:
        """A diff in the encoding of its file."""
        return diff.encode(self.codec, "surrogateescape")


def make_patches(
    source: bytes | str | SourceText,
    report: Report,
    *,
    kind: Kind = "html",
    file_name: str = "",
    only: frozenset[str] | None = None,
) -> PatchSet:
    """Patches for the report's findings in this source, or for `only` some of them."""
    check_place()
    read = source if isinstance(source, SourceText) else read_source(source)
    if read is None:
        return _without_patches(report, "the file is not text that a diff can carry")
    trial = PatchTrial(read, report, kind)
    attempts = [
        trial.attempt(finding)
        if only is None or finding.id in only
        else Dropped(finding=finding, reason="not asked for")
        for finding in report.findings
    ]
    dropped = {one.finding.id: one.reason for one in attempts if isinstance(one, Dropped)}
    made = [one for one in attempts if isinstance(one, Patch)]
    # those without review first, in the order in which they are combined: that page need not be judged twice
    patches, harmful = trial.harmless_patches(sorted(made, key=lambda one: one.kind != "safe"))
    unheld = dropped | harmful
    dropped = {one.id: unheld[one.id] for one in report.findings if one.id in unheld}
    safe, left_out = trial.together([one for one in patches if one.kind == "safe"], [])
    review, left_out_too = trial.together([one for one in patches if one.kind == "needs_review"], safe)
    dropped |= left_out | left_out_too
    return _patches_of(trial, report, safe, review, dropped, file_name or FILE_NAMES[kind])


def with_fixes(report: Report, patch_set: PatchSet) -> Report:
    """The report with the patches of its findings."""

    def carrying(finding: Finding) -> Finding:
        return replace(finding, fix=patch_set.fixes.get(finding.id, finding.fix))

    reviews = tuple(
        replace(one, worst=carrying(one.worst) if one.worst is not None else None) for one in report.reviews
    )
    return replace(
        report,
        findings=tuple(map(carrying, report.findings)),
        reviews=reviews,
    )


@dataclass(frozen=True, kw_only=True)
class Dropped:
    finding: Finding
    reason: str


def is_quiet(change: Change) -> bool:
    """Whether it changes nothing that visitors read, press or fill in."""
    if isinstance(change, InsertInHead):
        return change.new.tag in ("meta", "link")
    if isinstance(change, SetAttribute | DropAttribute):
        return change.name in _QUIET
    return isinstance(change, Restyle)


class PatchTrial:
    """One source, its file format, and the document on which patches are proven."""

    def __init__(self, source: SourceText, report: Report, kind: Kind) -> None:
        self._report = report
        self._work = RecipeContext(Page(report.seen, report.brief))
        if kind == "html":
            self.file: EditableSource = HtmlFile(source)
            self._proof: EditableSource = self.file
        else:
            from coldread.scanner.patch.jsx_edits import JsxFile

            self.file = JsxFile(source, self._work.page.dom.elements)
            # a component cannot be judged before it is rendered: the same changes are proven on the rendered page
            self._proof = HtmlFile(SourceText(text=report.seen.rendered_html or report.seen.html))
        self._looks: dict[tuple[str, ...], StaticScan] = {}
        self._before = judge_source(report.seen, self._proof.source.text, report.brief)

    def attempt(self, finding: Finding) -> Patch | Dropped:
        recipe = RECIPES.get(finding.id)
        if finding.fix.kind == "spec_only" or recipe is None:
            return Dropped(finding=finding, reason="this can only be described in words")
        try:
            changes = tuple(recipe.make(self._work, finding))
            edits = tuple(self.file.edits(changes))
        except CannotPatch as error:
            return Dropped(finding=finding, reason=str(error))
        except Exception:
            # a recipe that fails on an unusual page must not cost the owner the other patches
            log.exception("no patch for %s on %s", finding.id, self._report.seen.final_url)
            return Dropped(finding=finding, reason="this page is too unusual to fix with certainty")
        patch = Patch(finding=finding, recipe=recipe, kind=finding.fix.kind, changes=changes, edits=edits)
        try:
            alone = self._patched_scan([patch])
        except CannotPatch as error:
            return Dropped(finding=finding, reason=str(error))
        reason = own_objection(finding, recipe, self._before, alone, rendered=self._report.seen.rendered)
        return Dropped(finding=finding, reason=reason) if reason else patch

    def harmless_patches(self, patches: list[Patch]) -> tuple[list[Patch], dict[str, str]]:
        """The patches that cause no new finding and no loss of points, each on its own; the others with the reason.

        Half of all checks depend on what visitors read or press, so a patch that changes that is judged on its own. Other changes
        (addresses in the head, sizes, colours, hints for browsers) are judged together, and one by one only if
        that fails.
        """
        quiet = [one for one in patches if all(map(is_quiet, one.changes))]
        alone = [one for one in patches if one not in quiet]
        if self._objection_to(quiet):
            quiet, alone = [], patches
        dropped = {one.finding.id: reason for one in alone if (reason := self._objection_to([one]))}
        return [one for one in patches if one.finding.id not in dropped], dropped

    def together(self, patches: list[Patch], under: list[Patch]) -> tuple[list[Patch], dict[str, str]]:
        """The patches that also hold together, on top of others; better ranked ones win."""
        kept, dropped = self._on_top(patches, under)
        return kept[len(under) :], dropped

    def _on_top(self, patches: list[Patch], kept: list[Patch]) -> tuple[list[Patch], dict[str, str]]:
        """All of them; if that fails, those of the first half that work, then those of the second."""
        reason = self._reason_of_clash([*kept, *patches]) if patches else ""
        if not reason:
            return [*kept, *patches], {}
        if len(patches) == 1:
            return kept, {patches[0].finding.id: f"does not go together with the other patches: {reason}"}
        middle = len(patches) // 2
        kept, first = self._on_top(patches[:middle], kept)
        kept, second = self._on_top(patches[middle:], kept)
        return kept, first | second

    def _reason_of_clash(self, patches: Sequence[Patch]) -> str:
        try:
            self.edits(patches)
        except CannotPatch as error:
            return str(error)
        return self._objection_to(patches)

    def edits(self, patches: Sequence[Patch]) -> list[Edit]:
        return self.file.edits([change for patch in patches for change in patch.changes])

    def _objection_to(self, patches: Sequence[Patch]) -> str:
        try:
            after = self._patched_scan(patches)
        except CannotPatch as error:
            return str(error)
        pairs = [(patch.finding, patch.recipe) for patch in patches]
        return objection(pairs, self._before, after, rendered=self._report.seen.rendered)

    def _patched_scan(self, patches: Sequence[Patch]) -> StaticScan:
        """The page with these patches; raises CannotPatch. Recent results are cached, since the same patches are often asked for again."""
        key = tuple(patch.finding.id for patch in patches)
        if key not in self._looks:
            changes = [change for patch in patches for change in patch.changes]
            text = apply_edits(self._proof.source.text, self._proof.edits(changes))
            while len(self._looks) >= KEPT_LOOKS:
                del self._looks[next(iter(self._looks))]
            self._looks[key] = judge_source(self._report.seen, text, self._report.brief)
        return self._looks[key]


def _patches_of(
    trial: PatchTrial,
    report: Report,
    safe: list[Patch],
    review: list[Patch],
    dropped: dict[str, str],
    name: str,
) -> PatchSet:
    text = trial.file.source.text
    with_safe = apply_edits(text, trial.edits(safe))
    with_all = apply_edits(text, trial.edits([*safe, *review]))
    own = {patch.finding.id: patch for patch in (*safe, *review)}
    fixes = {finding.id: _fix(finding, own.get(finding.id), text, name) for finding in report.findings}
    return PatchSet(
        diff_safe=unified_diff(text, trial.edits(safe), name),
        diff_needs_review=unified_diff(with_safe, line_edits_between(with_safe, with_all), name),
        fixes=fixes,
        dropped=dropped,
        codec=trial.file.source.codec,
        diff=unified_diff(text, trial.edits([*safe, *review]), name),
        text=with_all,
    )


def _fix(finding: Finding, patch: Patch | None, text: str, name: str) -> Fix:
    if patch is None:
        return replace(finding.fix, kind="spec_only", patch=None)
    return replace(finding.fix, kind=patch.kind, patch=unified_diff(text, patch.edits, name))


def _without_patches(report: Report, reason: str) -> PatchSet:
    return PatchSet(
        diff_safe="",
        diff_needs_review="",
        fixes={one.id: replace(one.fix, kind="spec_only") for one in report.findings},
        dropped={one.id: reason for one in report.findings},
    )
