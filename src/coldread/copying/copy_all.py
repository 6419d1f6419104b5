"""A complete copy: table by table in batches, valid only after both sides were compared."""

from __future__ import annotations

import dataclasses
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import sqlalchemy as sa

from coldread.base import private
from coldread.base.db import Unavailable
from coldread.copying.answers import Compared, compare_answers, require_same_answers
from coldread.copying.checksums import Sum, require_same_rows
from coldread.copying.contents_copy import Installation
from coldread.copying.database_end import CopyError, End, RowsDiffer, Unfinished
from coldread.copying.parts import CONTENTS, Part, Row, parts
from coldread.copying.progress import Begun, Progress
from coldread.migrations import apply

#: in one transaction
BATCH_ROWS = 2_000
BATCH_BYTES = 8 << 20
ANSWERS = 200

#: errors for rows that contradict existing ones, and other errors of a database or a disk
CLASHES = (sqlite3.IntegrityError, psycopg.IntegrityError)
REFUSED = (sqlite3.Error, psycopg.Error, sa.exc.SQLAlchemyError, OSError, Unavailable)

Tell = Callable[[str], None]


@dataclasses.dataclass(frozen=True, kw_only=True)
class Filled:
    """What was copied, and the comparison."""

    sums: dict[str, Sum]
    answers: list[Compared]
    resumed: bool


def fill(
    source: Installation,
    target: Installation,
    *,
    command: str,
    origin: str,
    tell: Tell,
    answers: int = ANSWERS,
) -> Filled:
    """Copy everything of the source into the empty target. The source stays unchanged; the target stays marked as half
    filled.

    After an interruption it continues; if the source has changed since, it starts again. Raises CopyError before any
    change if a copy is impossible, and at the end if the sides differ."""
    try:
        return _fill(source, target, command, origin, tell, answers)
    except REFUSED as error:
        raise Unfinished(f"it broke off: {error}") from error


def _fill(
    source: Installation, target: Installation, command: str, origin: str, tell: Tell, answers: int
) -> Filled:
    progress = Progress(target.end)
    begun, resumed = _begin_or_continue(source, target, progress, command, origin)
    if resumed:
        tell("goes on where it broke off")
    try:
        sums = _copy_parts(source, target, begun, progress, tell)
    except RowsDiffer as error:
        if not resumed:
            raise
        tell(f"{error}. The old database was written to in between: all is copied anew")
        target.end.roll_back()
        remove_copied(target, begun)
        begun, _ = _begin_or_continue(source, target, progress, command, origin)
        sums = _copy_parts(source, target, begun, progress, tell)
    tell(f"every row of {len(sums)} tables is there and the same")
    compared = compare_answers(source, target, answers)
    require_same_answers(compared)
    return Filled(sums=sums, answers=compared, resumed=resumed)


def _begin_or_continue(
    source: Installation, target: Installation, progress: Progress, command: str, origin: str
) -> tuple[Begun, bool]:
    """The target's note about the copy that fills it, and whether it was there before."""
    begun = progress.begun
    files = None if target.folder is None or _same_place(source, target) else str(target.folder.absolute())
    if begun is not None:
        _require_this_copy(begun, command, origin, files, target.end.place)
        if progress.is_of_this_version:
            target.end.commit()
            return begun, True
        remove_copied(target, begun)  # another version's tables cannot be continued
    else:
        _require_folder(source, target)
    secrets = tuple(str(to.absolute()) for _, to in _secrets(source, target) if not to.exists())
    begun = Begun(command=command, origin=origin, files=files, secrets=secrets)
    progress.begin(begun)
    return begun, False


def _require_this_copy(begun: Begun, command: str, origin: str, files: str | None, place: str) -> None:
    if (begun.command, begun.origin) != (command, origin):
        raise CopyError(
            f"{place} is half filled from {begun.origin} by `coldread {begun.command}`: go on with that one, or name "
            "another empty database"
        )
    if begun.files != files:
        raise CopyError(
            f"{place} is half filled, and its documents and pictures lie in {begun.files or 'the database'}: "
            "name the same place for them as when it began"
        )


def _copy_parts(
    source: Installation, target: Installation, begun: Begun, progress: Progress, tell: Tell
) -> dict[str, Sum]:
    _copy_secrets(source, target)
    for part in parts():
        if not (part.name == CONTENTS and _same_place(source, target)):
            _copy_part(source, target, part, progress, tell)
    return require_same_rows(source, target)


def require_newest(end: End) -> None:
    if not end.has_table("alembic_version"):
        raise CopyError(f"{end.place} is empty: nothing to move")
    if end.has_table(apply.MOVING):
        raise CopyError(f"{end.place} is half filled itself: end that first")
    ((step,),) = end.execute("SELECT version_num FROM alembic_version")
    if step != apply.newest_step():
        raise CopyError(
            f"{end.place} is at schema {step}, this version at {apply.newest_step()}: `coldread migrate` first"
        )


def remove_copied(target: Installation, begun: Begun) -> None:
    """Empty the target as it was before the copy. The mark goes last, so that this can be interrupted too."""
    if begun.files is not None and (folder := Path(begun.files)).is_dir():
        for path in folder.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    for secret in begun.secrets:
        Path(secret).unlink(missing_ok=True)
    target.end.remove_everything()


def _same_place(source: Installation, target: Installation) -> bool:
    """Whether the files stay where they are."""
    return source.folder is not None and source.folder.absolute() == (target.folder or Path()).absolute()


def _require_folder(source: Installation, target: Installation) -> None:
    if target.folder is None or not target.folder.is_dir() or not any(target.folder.iterdir()):
        return
    if not _same_place(source, target):
        raise CopyError(
            f"{target.folder} is not empty: what was forgotten since would come back. Move it away, or name another "
            "place with --data-dir"
        )
    if source.end.kind == target.end.kind == "sqlite":
        raise CopyError(
            "two SQLite databases cannot share the files of a data dir: name another with --data-dir"
        )


def _secrets(source: Installation, target: Installation) -> list[tuple[Path, Path]]:
    """Generated secrets to copy to another data directory, each with its target."""
    here, there = (shelf.settings.data_dir.absolute() / "secrets" for shelf in (source, target))
    return [] if here == there else [(path, there / path.name) for path in sorted(here.glob("[!.]*"))]


def _copy_secrets(source: Installation, target: Installation) -> None:
    """Copy them without overwriting, each completely or not at all."""
    for path, to in _secrets(source, target):
        if not to.exists():
            private.make_folder(to.parent)
            fresh = to.with_name(f".{to.name}.new")
            with private.open_file(fresh) as file:
                file.write(path.read_bytes())
            fresh.replace(to)


def _copy_part(
    source: Installation, target: Installation, part: Part, progress: Progress, tell: Tell
) -> None:
    last, number, done = progress.of(part)
    target.end.commit()
    if done:
        return
    for batch in batches(source.rows(part, last)):
        target.end.begin()
        try:
            target.add(part, batch)
        except REFUSED as error:
            kind = RowsDiffer if isinstance(error, CLASHES) else Unfinished
            between = f"between {part.named(batch[0])} and {part.named(batch[-1])}"
            raise kind(f"{part.name} cannot be taken over, {between}: {error}") from error
        number += len(batch)
        progress.note(part, part.key_of(batch[-1]), number, done=False)
        target.end.commit()
    target.end.begin()
    target.end.settle(part)
    progress.note(part, None, number, done=True)
    target.end.commit()
    if number:
        tell(f"{part.name}: {number:,}")


def batches(rows: Iterator[Row]) -> Iterator[list[Row]]:
    """Rows in portions of one transaction each, by number and by bytes: pictures are larger than counters."""
    batch: list[Row] = []
    size = 0
    for row in rows:
        batch.append(row)
        size += sum(len(value) for value in row if isinstance(value, (str, bytes)))
        if len(batch) >= BATCH_ROWS or size >= BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
