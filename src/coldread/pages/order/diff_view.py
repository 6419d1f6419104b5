"""A unified diff as files with numbered lines; anything else is shown as plain text."""

from __future__ import annotations

import dataclasses

from pydantic import TypeAdapter

from coldread.isolation.errors import CutOff
from coldread.isolation.isolated_tasks import IsolatedTasks
from coldread.isolation.limits import DOCUMENTS

MOST_LINES = 4000


@dataclasses.dataclass(frozen=True, kw_only=True)
class DiffLine:
    before: int | None
    after: int | None
    #: `add`, `del`, `same` or `hunk`
    kind: str
    text: str


@dataclasses.dataclass(frozen=True, kw_only=True)
class DiffFile:
    path: str
    added: int
    removed: int
    lines: tuple[DiffLine, ...]


_ADAPTER = TypeAdapter(list[DiffFile])

KINDS = {"+": "add", "-": "del", " ": "same"}


async def diff_files(isolated: IsolatedTasks, diff: str) -> list[DiffFile]:
    """Like `files_of`, but in an isolated task; also empty if it costs too much."""
    try:
        return _ADAPTER.validate_python(await isolated.run(DOCUMENTS, "pages.diff", {"diff": diff}))
    except CutOff:
        return []


def files_of(diff: str) -> list[DiffFile]:
    """Empty if the text is not a diff."""
    from unidiff.errors import UnidiffParseError
    from unidiff.patch import PatchSet

    try:
        patch = PatchSet.from_string(diff)
    except UnidiffParseError:
        return []
    room = MOST_LINES
    files = []
    for file in patch:
        lines = _diff_lines(file)[:room]
        room -= len(lines)
        files.append(DiffFile(path=file.path, added=file.added, removed=file.removed, lines=tuple(lines)))
    return files


def _diff_lines(file: object) -> list[DiffLine]:
    lines = []
    for hunk in file:  # type: ignore[attr-defined]
        place = f"@@ -{hunk.source_start},{hunk.source_length} +{hunk.target_start},{hunk.target_length} @@"
        lines.append(DiffLine(before=None, after=None, kind="hunk", text=place))
        lines += [
            DiffLine(
                before=line.source_line_no,
                after=line.target_line_no,
                kind=KINDS.get(line.line_type, "same"),
                text=line.value.rstrip("\r\n"),
            )
            for line in hunk
        ]
    return lines
