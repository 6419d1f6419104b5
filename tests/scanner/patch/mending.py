"""Mends one finding of a page and proves the patch: git applies it, the finding is gone, nothing new is there."""

from __future__ import annotations

import dataclasses
import tempfile
from pathlib import Path
from typing import Any

from coldread.scanner.judge.finding import Fix
from coldread.scanner.judge.report import Report
from coldread.scanner.page.observations import Observations
from coldread.scanner.patch.make_patches import PatchSet, make_patches
from tests.scanner.seeing import report, seen

from .applying import applied


def patched(check_id: str, observed: Observations | str, goal: Any = "book_call", **more: Any) -> str:
    """The page's source after the patch of this finding alone."""
    record = seen(observed) if isinstance(observed, str) else observed
    judged = report(record, goal, **more)
    assert check_id in ids(judged), f"{check_id} is not among {ids(judged)}"
    mended = make_patches(record.html, judged)
    fix = mended.fixes[check_id]
    assert fix.patch is not None, mended.dropped[check_id]
    text = git(record.html, mended, fix.patch)
    if not record.rendered:
        after = report(dataclasses.replace(record, html=text), goal, **more)
        assert check_id not in ids(after)
        assert ids(after) <= ids(judged)
        assert after.scores.overall >= judged.scores.overall
    return text


def fix_of(
    check_id: str, observed: Observations | str, goal: Any = "book_call", **more: Any
) -> tuple[Fix, str]:
    """What the mender says about the finding, and why it has no patch."""
    record = seen(observed) if isinstance(observed, str) else observed
    mended = make_patches(record.html, report(record, goal, **more))
    return mended.fixes[check_id], mended.dropped.get(check_id, "")


def git(text: str, mended: PatchSet, *diffs: str) -> str:
    with tempfile.TemporaryDirectory() as directory:
        data = text.encode("utf-8", "surrogateescape")
        done = applied(Path(directory), data, *map(mended.to_bytes, diffs))
    return done.decode("utf-8", "surrogateescape")


def ids(judged: Report) -> set[str]:
    return {finding.id for finding in judged.findings}
