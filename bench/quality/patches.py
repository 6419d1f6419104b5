"""`python -m bench.quality.patches [--pages DIR] [--rendered]`: patches damaged pages and scans them again."""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.quality.defects import DEFECTS, Defect
from bench.quality.figures import about, store
from bench.quality.looking import Bench, a_bench
from bench.quality.measure import damaged
from bench.quality.subjects import Subject, everyone, record_beside
from coldread.scanner.engine import review
from coldread.scanner.judge.finding import FixKind
from coldread.scanner.judge.report import Report
from coldread.scanner.patch.make_patches import PatchSet, make_patches

#: timings differ from look to look on a busy machine, whatever the page does
TIMED = frozenset({"perf.lcp", "perf.cls", "perf.blocking"})


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What became of one finding that should carry a patch."""

    check: str
    kind: FixKind
    page: str
    carried: bool
    #: why not
    reason: str = ""
    #: git took the finding's own diff
    applies: bool = False
    #: the finding is not there when the page with all patches of its kind is looked at again
    gone: bool = False


@dataclass(frozen=True, kw_only=True)
class PatchResult:
    """One page with its patches, before and after."""

    page: str
    outcomes: tuple[Outcome, ...]
    #: findings that only the patched page has
    new: tuple[str, ...]
    lowered: bool


def patched_page(html: str, patch_set: PatchSet, *diffs: str) -> str | None:
    """The page as git makes it; None when git refuses."""
    with tempfile.TemporaryDirectory() as directory:
        file = Path(directory) / _named_in(diffs)
        file.write_bytes(html.encode())
        for diff in filter(None, diffs):
            command = ["git", "apply", "--whitespace=nowarn", "-"]
            answer = subprocess.run(
                command, cwd=directory, input=patch_set.to_bytes(diff), capture_output=True, check=False
            )
            if answer.returncode:
                return None
        return file.read_bytes().decode()


def _named_in(diffs: Iterable[str]) -> str:
    """The file that they are for."""
    heads = (line for diff in diffs for line in diff.splitlines()[:2] if line.startswith("--- a/"))
    return next((line.removeprefix("--- a/").partition("\t")[0] for line in heads), "index.html")


def judged(page: str, html: str, before: Report, patch_set: PatchSet, after: Report | None) -> PatchResult:
    """Compares the two looks."""
    left = {item.id for item in after.findings} if after is not None else set()
    known = {item.id for item in before.findings}
    outcomes = tuple(
        _outcome(
            page, html, item.id, item.fix.kind, patch_set, gone=after is not None and item.id not in left
        )
        for item in before.findings
        if item.fix.kind != "spec_only"
    )
    fell = after is not None and after.scores.overall < before.scores.overall
    return PatchResult(page=page, outcomes=outcomes, new=tuple(sorted(left - known - TIMED)), lowered=fell)


def _outcome(page: str, html: str, check: str, kind: FixKind, patch_set: PatchSet, *, gone: bool) -> Outcome:
    patch = patch_set.fixes[check].patch
    return Outcome(
        check=check,
        kind=kind,
        page=page,
        carried=patch is not None,
        reason=patch_set.dropped.get(check, ""),
        applies=patch is not None and patched_page(html, patch_set, patch) is not None,
        gone=gone,
    )


#: a name, the source, and whose page it is
Variant = tuple[str, str, Subject]


def static_pages(subjects: Iterable[Subject]) -> Iterator[Variant]:
    """Every subject as it is, and with every defect of the source that fits it."""
    for subject in subjects:
        yield subject.name, subject.html, subject
        yield from _with(subject, (defect for defect in DEFECTS if not defect.rendered))


def rendered_pages(subjects: list[Subject]) -> Iterator[Variant]:
    """Every subject as it is; what only a browser sees is done to one good page each, in turn."""
    gold = [subject for subject in subjects if subject.gold]
    visible = [defect for defect in DEFECTS if defect.rendered]
    for subject in subjects:
        yield subject.name, subject.html, subject
    for number, subject in enumerate(gold):
        yield from _with(subject, visible[number :: len(gold)])


def _with(subject: Subject, defects: Iterable[Defect]) -> Iterator[Variant]:
    for defect in defects:
        html = damaged(defect, subject)
        if html is not None:
            yield f"{subject.name}: {defect.check}: {defect.name}", html, subject


def static_results(subjects: Iterable[Subject]) -> Iterator[PatchResult]:
    for name, html, subject in static_pages(subjects):
        before = review(record_beside(html, subject.folder), subject.brief)
        patch_set = make_patches(html, before)
        text = patched_page(html, patch_set, patch_set.diff_safe, patch_set.diff_needs_review)
        after = review(record_beside(text, subject.folder), subject.brief) if text is not None else None
        yield judged(name, html, before, patch_set, after)


async def rendered_results(bench: Bench, subjects: list[Subject]) -> tuple[list[PatchResult], list[str]]:
    """What became of each page, and those that a busy machine gave no look at, asked once more at the end."""
    found: list[PatchResult] = []
    waiting = list(rendered_pages(subjects))
    for _ in range(2):
        late = []
        for name, html, subject in waiting:
            result = await _rendered_result(bench, name, html, subject)
            print(f"{name}: {_told(result)}", file=sys.stderr, flush=True)
            found += [result] if result is not None else []
            late += [(name, html, subject)] if result is None else []
        waiting = late
    return found, [name for name, _, _ in waiting]


async def _rendered_result(bench: Bench, name: str, html: str, subject: Subject) -> PatchResult | None:
    """None when the machine is too busy for a look with nothing to add to it."""
    before = await bench.steady_report(html, subject.folder, subject.brief)
    if before is None:
        return None
    patch_set = await asyncio.to_thread(make_patches, html, before)
    text = patched_page(html, patch_set, patch_set.diff_safe, patch_set.diff_needs_review)
    if text is None:
        return judged(name, html, before, patch_set, None)
    after = await bench.steady_report(text, subject.folder, subject.brief)
    return judged(name, html, before, patch_set, after) if after is not None else None


def _told(result: PatchResult | None) -> str:
    if result is None:
        return "the browser was too busy"
    carried = [one for one in result.outcomes if one.carried]
    trouble = [one.check for one in carried if not (one.applies and one.gone)] + list(result.new)
    return f"{len(carried)} of {len(result.outcomes)} patched {' '.join(trouble)}".rstrip()


def table(results: Iterable[PatchResult]) -> Iterator[str]:
    listed = list(results)
    outcomes = [one for result in listed for one in result.outcomes]
    for kind in ("safe", "needs_review"):
        own_kind = [one for one in outcomes if one.kind == kind]
        yield from (
            "",
            f"### {kind}",
            "",
            "| check | found | patched | applies | gone |",
            "|---|---:|---:|---:|---:|",
        )
        for check in sorted({one.check for one in own_kind}):
            yield _row(check, [one for one in own_kind if one.check == check])
        yield _row("**all**", own_kind)
    yield ""
    yield from (f"- new on {one.page}: {', '.join(one.new)}" for one in listed if one.new)
    yield from (f"- a lower score on {one.page}" for one in listed if one.lowered)
    yield from (
        f"- still there: {one.check} on {one.page}" for one in outcomes if one.carried and not one.gone
    )


def _row(name: str, outcomes: list[Outcome]) -> str:
    carried = [one for one in outcomes if one.carried]
    applies, gone = sum(one.applies for one in carried), sum(one.gone for one in carried)
    return f"| {name} | {len(outcomes)} | {len(carried)} | {applies} | {gone} |"


async def _in_a_browser(subjects: list[Subject]) -> tuple[list[PatchResult], list[str]]:
    async with a_bench() as bench:
        return await rendered_results(bench, subjects)


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.quality.patches", description=__doc__)
    parser.add_argument("--pages", type=Path, help="a directory of <name>/index.html besides our own pages")
    parser.add_argument("--rendered", action="store_true", help="in a browser; takes minutes")
    parser.add_argument("--write", action="store_true", help="store the figures")
    wanted = parser.parse_args()
    subjects = everyone(wanted.pages)
    if wanted.rendered:
        results, missed = asyncio.run(_in_a_browser(subjects))
    else:
        results, missed = list(static_results(subjects)), []
    where = "in a browser" if wanted.rendered else "HTML alone"
    busy = f" The machine was too busy for {', '.join(missed)}." if missed else ""
    lines = [f"{about()} {len(results)} pages and variants.{busy}", *table(results)]
    print("\n".join(lines))
    if wanted.write:
        store(f"Patches, {where}", lines)


if __name__ == "__main__":
    main()
