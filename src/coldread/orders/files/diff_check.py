"""Whether a unified diff applies, as `git apply --check` decides: every line of context has to match. Pure."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from typing import Any

from coldread.base.texts.inline_text import InlineText, Sentence

#: for git, U+2028, a form feed and a lone carriage return do not end a line
_LINES = re.compile(r"[^\n]*\n|[^\n]+")

NO_DIFF = InlineText(en="This is no unified diff: {error}", sv="Det här är ingen unified diff: {error}")
NO_HUNK = InlineText(
    en="This is no unified diff: it has no hunk (a line that begins with @@).",
    sv="Det här är ingen unified diff: den har inget stycke (en rad som börjar med @@).",
)
DOES_NOT_APPLY = InlineText(en="It does not apply.", sv="Den går inte att lägga in.").about()
OTHER_TEXT = InlineText(
    en="{kind}: the hunk at line {line} finds other text there.",
    sv="{kind}: stycket vid rad {line} möter en annan text där.",
)
AND = InlineText(en="{before} {after}", sv="{before} {after}")


@dataclasses.dataclass(frozen=True, kw_only=True)
class Verdict:
    """The result; `fault` is None if the diff can be published."""

    fault: Sentence | None = None
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
        return Verdict(fault=NO_DIFF.about(error=str(error)[:200]))
    if not any(len(file) for file in patch):
        return Verdict(fault=NO_HUNK.about())
    verdict = Verdict(files=tuple(file.path for file in patch), added=patch.added, removed=patch.removed)
    if not sources or len(patch) > 1:
        return verdict  # only the repository can try a change of several files; the buyer sent single files
    fault = DOES_NOT_APPLY
    for kind, text in sources:
        line = _line_that_does_not_apply(patch[0], _LINES.findall(text))
        if line is None:
            return dataclasses.replace(verdict, applies_to=kind)
        fault = AND.about(before=fault, after=OTHER_TEXT.about(kind=kind, line=line))
    return dataclasses.replace(verdict, fault=fault)


def _line_that_does_not_apply(file: Any, lines: list[str]) -> int | None:
    """The line of the first hunk that does not apply, or None. As in git, a hunk may have moved, but each of its lines must match."""
    after = 0
    for hunk in file:
        old = [line.value for line in hunk if line.is_context or line.is_removed]
        at = _find_old_lines(lines, old, max(0, hunk.source_start - 1), after)
        if at is None:
            return int(hunk.source_start)
        after = at + len(old)
    return None


def _find_old_lines(lines: list[str], old: list[str], wanted: int, after: int) -> int | None:
    """The index of the old lines, nearest to where the hunk says, and never before the end of the last hunk."""
    last = len(lines) - len(old)
    for distance in range(len(lines) + 1):
        for at in {wanted - distance, wanted + distance}:
            if after <= at <= last and _lines_are_equal(lines[at : at + len(old)], old):
                return at
    return None


def _lines_are_equal(here: list[str], old: list[str]) -> bool:
    """Whether the lines are equal; the last line of a file may lack its line feed."""
    return [line.rstrip("\n") for line in here] == [line.rstrip("\n") for line in old]
