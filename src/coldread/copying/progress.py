"""The progress of a copy, stored in the target together with the rows, so that they never disagree.

While this table exists, the database is half filled, and no process serves it."""

from __future__ import annotations

import dataclasses
import json

from coldread.copying.database_end import CopyError, End
from coldread.copying.parts import Key, Part, parts
from coldread.migrations import apply
from coldread.migrations.apply import MOVING


@dataclasses.dataclass(frozen=True, kw_only=True)
class Begun:
    """The description of a copy at its start, and what to remove if it is abandoned."""

    #: `move` or `restore`
    command: str
    #: where the rows come from
    origin: str
    #: the folder for documents and pictures, empty before; None if they are in the database, or stay where they are
    files: str | None = None
    #: files of generated secrets that did not exist before
    secrets: tuple[str, ...] = ()


class Progress:
    """The progress table, created at the start and dropped at the end."""

    def __init__(self, end: End) -> None:
        self._end = end

    @property
    def begun(self) -> Begun | None:
        if not self._end.has_table(MOVING):
            return None
        ((note,),) = self._end.execute(f"SELECT last FROM {MOVING} WHERE part = ''")
        try:
            fields = json.loads(note)
            return Begun(**{**fields, "secrets": tuple(fields["secrets"])})
        except (ValueError, TypeError, KeyError):  # from a version that stored only the origin
            return Begun(command="move", origin=str(note))

    @property
    def is_of_this_version(self) -> bool:
        return self._end.execute("SELECT version_num FROM alembic_version") == [(apply.newest_step(),)]

    def begin(self, begun: Begun) -> None:
        """Create the schema in an empty database, and this table."""
        self._end.begin()
        if self._end.has_table("alembic_version"):
            self._require_empty()
        else:
            apply.create(self._end.connection)
        self.mark(begun)
        self._end.commit()

    def mark(self, begun: Begun) -> None:
        """From now on no process serves the database; part of a transaction."""
        self._end.execute(
            f"CREATE TABLE {MOVING} (part VARCHAR(60) PRIMARY KEY, last TEXT, number BIGINT NOT NULL, "
            "done SMALLINT NOT NULL)"
        )
        note = json.dumps(dataclasses.asdict(begun))
        self._end.execute(f"INSERT INTO {MOVING} VALUES ('', ?, 0, 0)", (note,))

    def _require_empty(self) -> None:
        if not self.is_of_this_version:
            raise CopyError(
                f"{self._end.place} has an older schema: name an empty database, or `coldread migrate` it first"
            )
        for part in parts():
            if rows := self._end.count(part):
                raise CopyError(
                    f"{self._end.place} is not empty ({part.name}: {rows}): name an empty database"
                )

    def of(self, part: Part) -> tuple[Key | None, int, bool]:
        """The last key that arrived, the number of rows so far, and whether the part is complete."""
        found = self._end.execute(f"SELECT last, number, done FROM {MOVING} WHERE part = ?", (part.name,))
        if not found:
            return None, 0, False
        last, number, done = found[0]
        return tuple(json.loads(last)) if last else None, number, bool(done)

    def note(self, part: Part, last: Key | None, number: int, *, done: bool) -> None:
        last_key = json.dumps(last) if last is not None else None
        self._end.execute(f"DELETE FROM {MOVING} WHERE part = ?", (part.name,))
        self._end.execute(
            f"INSERT INTO {MOVING} VALUES (?, ?, ?, ?)", (part.name, last_key, number, int(done))
        )

    def end(self) -> None:
        """Mark the copy as complete; part of the transaction that makes it so."""
        self._end.execute(f"DROP TABLE {MOVING}")
