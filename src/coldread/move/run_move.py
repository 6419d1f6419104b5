"""The move itself: start, continue, finish, or abandon."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from coldread.base.settings import Settings
from coldread.copying.checksums import have_same_rows
from coldread.copying.contents_copy import Installation
from coldread.copying.copy_all import ANSWERS, Filled, Tell, fill, remove_copied, require_newest
from coldread.copying.database_end import CopyError
from coldread.copying.ends import held_installation, sqlite_path
from coldread.copying.parts import parts
from coldread.copying.progress import Progress
from coldread.move.plan import plan

COMMAND = "move"


def move(
    settings: Settings, to: Settings, tell: Tell = lambda _: None, *, answers: int = ANSWERS
) -> Filled | None:
    """Move everything of `settings`' database and data directory into the empty ones of `to`. The source stays
    unchanged.

    None if it was moved there before: a move that was interrupted at its last step can be repeated. Raises CopyError if
    a move is impossible, or if the sides differ at the end; then no process serves the target."""
    if settings.database_url == to.database_url:
        raise CopyError("that is the database that is in use: nothing to move")
    with held_installation(settings, filled=True) as source:
        require_newest(source.end)
        tell(plan(source).says())
        with held_installation(to, filled=False) as target:
            if _has_all_of(source, target):
                return None
            filled = fill(
                source, target, command=COMMAND, origin=source.end.place, tell=tell, answers=answers
            )
            target.end.begin()
            Progress(target.end).end()
            target.end.commit()
    return filled


def _has_all_of(source: Installation, target: Installation) -> bool:
    """Whether the target has all of it, without the mark of a half filled database."""
    progress = Progress(target.end)
    try:
        return (
            target.end.has_table("alembic_version")
            and progress.begun is None
            and progress.is_of_this_version
            and any(source.count(part) for part in parts())
            and have_same_rows(source, target)
        )
    finally:
        target.end.roll_back()


def abandon(to: Settings) -> str:
    """Empty the database that a move has half filled, and its data directory. Returns what was done."""
    path = sqlite_path(to.database_url)
    if path is not None and not path.exists():
        return f"there is no database at {path}: nothing to abandon"
    with held_installation(to, filled=False) as target:
        begun = Progress(target.end).begun
        if begun is None:
            if target.end.has_table("alembic_version"):
                raise CopyError(f"{target.end.place} is not half moved: it is left as it is")
            return f"{target.end.place} is empty: nothing to abandon"
        if begun.command != COMMAND:
            raise CopyError(
                f"{target.end.place} is half filled by `coldread {begun.command}` from {begun.origin}: it is left as it is"
            )
        target.end.commit()
        remove_copied(target, begun)
        place = target.end.place
    if path is not None:
        path.unlink()
    return f"abandoned: {place} is empty again. The move was from {begun.origin}, which is as it was"


def target_settings(settings: Settings, to: str, data_dir: Path | None) -> Settings:
    """The same settings with the other database."""
    if to.startswith("sqlite:") and not to.startswith("sqlite:///"):
        to = "sqlite:///" + to.removeprefix("sqlite:").removeprefix("//")
    return dataclasses.replace(settings, database_url=to, data_dir=data_dir or settings.data_dir)
