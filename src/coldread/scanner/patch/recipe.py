"""One way to mend one kind of finding, and why whoever looks after the page would take it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from coldread.scanner.judge.finding import Finding
from coldread.scanner.page.page import Page
from coldread.scanner.patch.changes import Change
from coldread.scanner.patch.patch_context import RecipeContext

Make = Callable[[RecipeContext, Finding], Sequence[Change]]


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """`make` raises Unmendable when it cannot be sure."""

    make: Make
    #: the rule by which an expert would merge it; what has none is said in the specification instead
    why: str
    #: true of the mended source, read without a browser, when the finding is gone; None where only the general
    #: re-scan, or arithmetic inside `make`, can tell
    settled: Callable[[Page], bool] | None = None
