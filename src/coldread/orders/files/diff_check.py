"""Whether a unified diff applies, as `git apply --check` decides: every line of context has to match. Pure."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from typing import Any

#: for git, U+2028, a form feed and a lone carriage return do not end a line
_LINES = re.compile(r"[^\n]*\n|[^\n]+")


@dataclasses.dataclass(frozen=True, kw_only=True)
class Verdict:
    """The result; `fault` is empty if the diff can be published."""

    fault: str = ""
    files: tuple[str, ...] = ()
    added: int = 0
    removed: int = 0
    #: kind of the buyer's source that it applies to; None if there is no source to try
    applies_to: str | None = None


def check_diff(diff: str, sources: Sequence[tuple[str, str]]) -> Verdict:
    """Parse `diff` and try it on the buyer's sources, `(kind, text)`. The first source that it applies to decides."""
    from unidiff.errors import UnidiffParseError
    from unidiff.patch import PatchSet

    try:
        patch = PatchSet(diff)
    except UnidiffParseError as error:
        return Verdict(fault=f"This is no unified diff: {str(error)[:200]}")
    if not any(len(file) for file in patch):
        return Verdict(fault="This is no unified diff: it has no hunk (a line that begins with @@).")
    verdict = Verdict(files=tuple(file.path for file in patch), added=patch.added, removed=patch.removed)
    if not sources or len(patch) > 1:
        return verdict  # only the repository can try a change of several files; the buyer sent single files
    faults = []
    for kind, text in sources:
        fault = _objection(patch[0], _LINES.findall(text))
        if not fault:
            return dataclasses.replace(verdict, applies_to=kind)
        faults.append(f"{kind}: {fault}")
    return dataclasses.replace(verdict, fault="It does not apply. " + " ".join(faults))


def _objection(file: Any, lines: list[str]) -> str:
    """Why the hunks do not apply, or None. As in git, a hunk may have moved, but each of its lines must match."""
    after = 0
    for hunk in file:
        old = [line.value for line in hunk if line.is_context or line.is_removed]
        at = _place(lines, old, max(0, hunk.source_start - 1), after)
        if at is None:
            return f"the hunk at line {hunk.source_start} finds other text there."
        after = at + len(old)
    return ""


def _place(lines: list[str], old: list[str], wanted: int, after: int) -> int | None:
    """The index of the old lines, nearest to where the hunk says, and never before the end of the last hunk."""
    last = len(lines) - len(old)
    for distance in range(len(lines) + 1):
        for at in {wanted - distance, wanted + distance}:
            if after <= at <= last and _same(lines[at : at + len(old)], old):
                return at
    return None


def _same(here: list[str], old: list[str]) -> bool:
    """Whether the lines are equal; the last line of a file may lack its line feed."""
    return [line.rstrip("\n") for line in here] == [line.rstrip("\n") for line in old]
