"""The whole move: told beforehand, table by table in batches, and believed only once both sides were compared."""

from __future__ import annotations

import contextlib
import dataclasses
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from coldread.base.settings import Settings
from coldread.migrations import apply
from coldread.move.answers import Compared, compare_answers
from coldread.move.ends import End, MoveError, opened
from coldread.move.parts import CONTENTS, Part, Row, parts
from coldread.move.progress import Progress
from coldread.move.shelf import Shelf
from coldread.move.verify import Sum, sum_of

#: of one transaction
BATCH_ROWS = 2_000
BATCH_BYTES = 8 << 20
#: a guess, not yet held against a move with the usual number of answers; on a crowded machine 600,000 rows and 100 MB were
#: carried in 83 s, before any comparison (bench/service/moving.py)
ROWS_A_SECOND = 5_000
BYTES_A_SECOND = 5 << 20
ANSWERS = 200

Tell = Callable[[str], None]


@dataclasses.dataclass(frozen=True, kw_only=True)
class Plan:
    """What there is to move."""

    rows: dict[str, int]
    #: of documents and pictures
    content_bytes: int

    @property
    def seconds(self) -> float:
        """How long nobody can order: from the stop until the service runs on the new database."""
        return sum(self.rows.values()) / ROWS_A_SECOND + self.content_bytes / BYTES_A_SECOND

    def says(self) -> str:
        minutes = max(1, -(-int(self.seconds) // 60))
        return (
            f"{sum(self.rows.values()):,} rows in {sum(1 for rows in self.rows.values() if rows)} tables, "
            f"{self.content_bytes / 1e6:,.0f} MB of documents and pictures: about {minutes} "
            f"minute{'s' if minutes > 1 else ''} of standstill"
        )


@dataclasses.dataclass(frozen=True, kw_only=True)
class Moved:
    """What was moved, and how it compared."""

    sums: dict[str, Sum]
    answers: list[Compared]
    resumed: bool


def plan_of(settings: Settings) -> Plan:
    """Told while the service runs."""
    end = opened(settings.database_url, filled=True, alone=False)
    try:
        _require_newest(end)
        return plan(Shelf(end, settings))
    finally:
        end.close()


def plan(source: Shelf) -> Plan:
    every = parts()
    return Plan(
        rows={part.name: source.count(part) for part in every},
        content_bytes=sum(source.bytes_in(part) for part in every),
    )


def move(settings: Settings, to: Settings, tell: Tell = lambda _: None, *, answers: int = ANSWERS) -> Moved:
    """Everything of `settings`' database and data dir into `to`'s empty ones; the source is left as it is.

    Begun again after it broke off, it goes on where it was. Raises MoveError before anything is touched where it
    cannot be done, and in the end where both sides differ.
    """
    if settings.database_url == to.database_url:
        raise MoveError("that is the database that is in use: nothing to move")
    with _held(settings, filled=True) as source:
        _require_newest(source.end)
        tell(plan(source).says())
        with _held(to, filled=False) as target:
            progress = Progress(target.end)
            if not progress.has_begun:
                _require_folder(source, target)
            resumed = progress.begin(source.end.place)
            if resumed:
                tell("goes on where it broke off")
            _copy_secrets(settings, to)
            for part in parts():
                if not _same_place(source, target, part):
                    _carry(source, target, part, progress, tell)
            sums = _compare(source, target)
            tell(f"every row of {len(sums)} tables is there and the same")
            compared = compare_answers(source, target, answers)
            _require_same(compared)
            progress.end()
    return Moved(sums=sums, answers=compared, resumed=resumed)


@contextlib.contextmanager
def _held(settings: Settings, *, filled: bool) -> Iterator[Shelf]:
    end = opened(settings.database_url, filled=filled)
    try:
        yield Shelf(end, settings)
    finally:
        end.close()


def _require_newest(end: End) -> None:
    if not end.has_table("alembic_version"):
        raise MoveError(f"{end.place} is empty: nothing to move")
    if end.has_table(apply.MOVING):
        raise MoveError(f"{end.place} is half moved itself: go on with that move first")
    ((step,),) = end.execute("SELECT version_num FROM alembic_version")
    if step != apply.newest():
        raise MoveError(
            f"{end.place} is at schema {step}, this version at {apply.newest()}: `coldread migrate` first"
        )


def _same_place(source: Shelf, target: Shelf, part: Part) -> bool:
    """Files that stay where they are."""
    return part.name == CONTENTS and source.folder is not None and source.folder == target.folder


def _require_folder(source: Shelf, target: Shelf) -> None:
    if target.folder is None or not target.folder.is_dir() or not any(target.folder.iterdir()):
        return
    if target.folder != source.folder:
        raise MoveError(
            f"{target.folder} is not empty: what was forgotten since would come back. Move it away, or name another "
            "place with --data-dir"
        )
    if source.end.kind == target.end.kind == "sqlite":
        raise MoveError(
            "two SQLite databases cannot share the files of a data dir: name another with --data-dir"
        )


def _copy_secrets(settings: Settings, to: Settings) -> None:
    """Generated ones go along to another data dir; none is overwritten."""
    if settings.data_dir.absolute() == to.data_dir.absolute():
        return
    folder = to.data_dir / "secrets"
    for path in sorted((settings.data_dir / "secrets").glob("[!.]*")):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not (folder / path.name).exists():
            shutil.copy2(path, folder / path.name)


def _carry(source: Shelf, target: Shelf, part: Part, progress: Progress, tell: Tell) -> None:
    last, number, done = progress.of(part)
    target.end.commit()
    if done:
        return
    for batch in batches(source.rows(part, last)):
        target.end.begin()
        try:
            target.add(part, batch)
        except Exception as error:
            raise MoveError(
                f"{part.name}, between {part.key_of(batch[0])} and {part.key_of(batch[-1])}: {error}"
            ) from error
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
    """As many rows as go into one transaction: pictures fill it sooner than counters."""
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


def _compare(source: Shelf, target: Shelf) -> dict[str, Sum]:
    sums = {}
    for part in parts():
        here, there = sum_of(source, part), sum_of(target, part)
        if here != there:
            raise MoveError(
                f"{part.name} differs: {here.rows:,} rows ({here.short}) here, {there.rows:,} ({there.short}) there. "
                "Was the old service started in between? Empty the new database and begin again"
            )
        sums[part.name] = here
    return sums


def _require_same(compared: list[Compared]) -> None:
    for each in compared:
        if each.differ:
            raise MoveError(
                f"{len(each.differ)} of {each.asked} answers of {each.path} differ, {each.differ[0]} first"
            )


def target_settings(settings: Settings, to: str, data_dir: Path | None) -> Settings:
    """The same settings on the other database."""
    if to.startswith("sqlite:") and not to.startswith("sqlite:///"):
        to = "sqlite:///" + to.removeprefix("sqlite:").removeprefix("//")
    return dataclasses.replace(settings, database_url=to, data_dir=data_dir or settings.data_dir)
