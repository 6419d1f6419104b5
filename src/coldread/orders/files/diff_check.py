"""Whether a unified diff applies, as `git apply --check` would say: every line of context where it should be. Pure."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from typing import Any

#: U+2028, a form feed or a lone carriage return end no line for git
_LINES = re.compile(r"[^\n]*\n|[^\n]+")


@dataclasses.dataclass(frozen=True, kw_only=True)
class Verdict:
    """What came of it; `fault` is empty where the diff can be given out."""

    fault: str = ""
    files: tuple[str, ...] = ()
    added: int = 0
    removed: int = 0
    #: kind of the buyer's source that it applies to; None where there is none to try it on
    applies_to: str | None = None


def check_diff(diff: str, sources: Sequence[tuple[str, str]]) -> Verdict:
    """Parse `diff` and try it on the buyer's sources, `(kind, text)`; the first that takes it counts."""
    from unidiff.errors import UnidiffParseError
    from unidiff.patch import PatchSet

    try:
        patch = PatchSet(diff)
    except UnidiffParseError as error:
        return Verdict(fault=f"This is no unified diff: {str(error)[:200]}")
    if not any(len(file) for file in patch):
        return Verdict(fault="This is no unified diff: it has no hunk (a line that begins with @@).")
    seen = Verdict(files=tuple(file.path for file in patch), added=patch.added, removed=patch.removed)
    if not sources or len(patch) > 1:
        return seen  # a change of several files is the repository's to try; the buyer sent single files
    faults = []
    for kind, text in sources:
        fault = _objection(patch[0], _LINES.findall(text))
        if not fault:
            return dataclasses.replace(seen, applies_to=kind)
        faults.append(f"{kind}: {fault}")
    return dataclasses.replace(seen, fault="It does not apply. " + " ".join(faults))


def _objection(file: Any, lines: list[str]) -> str:
    """Why the hunks do not fit; a hunk may have moved, as git allows, but no line of it may differ."""
    after = 0
    for hunk in file:
        old = [line.value for line in hunk if line.is_context or line.is_removed]
        at = _place(lines, old, max(0, hunk.source_start - 1), after)
        if at is None:
            return f"the hunk at line {hunk.source_start} finds other text there."
        after = at + len(old)
    return ""


def _place(lines: list[str], old: list[str], wanted: int, after: int) -> int | None:
    """Where the old lines stand, nearest to where the hunk says, never before what the last hunk took."""
    last = len(lines) - len(old)
    for distance in range(len(lines) + 1):
        for at in {wanted - distance, wanted + distance}:
            if after <= at <= last and _same(lines[at : at + len(old)], old):
                return at
    return None


def _same(here: list[str], old: list[str]) -> bool:
    """The last line of a file may lack its line feed."""
    return [line.rstrip("\n") for line in here] == [line.rstrip("\n") for line in old]
