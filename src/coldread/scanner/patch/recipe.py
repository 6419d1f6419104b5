"""One way to repair one kind of finding, and why a maintainer of the page would accept it."""

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
    """`make` raises CannotPatch if it is not certain."""

    make: Make
    #: the rule by which an expert would merge it; a change without one is described in the specification instead
    why: str
    #: whether the finding is gone from the patched source, read without a browser; None if only the general
    #: judgement, or arithmetic inside `make`, can tell
    settled: Callable[[Page], bool] | None = None
