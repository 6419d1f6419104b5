"""How far a move has come, in the target: written with the rows, so that they never disagree."""

from __future__ import annotations

import json

from coldread.migrations import apply
from coldread.migrations.apply import MOVING
from coldread.move.ends import End, MoveError
from coldread.move.parts import Key, Part, parts


class Progress:
    """A table of its own. While it is there the database is half filled, and nobody serves it."""

    def __init__(self, end: End) -> None:
        self._end = end

    @property
    def has_begun(self) -> bool:
        return self._end.has_table(MOVING)

    def begin(self, origin: str) -> bool:
        """Make the tables, in an empty database; True where a move from the same place was begun and goes on."""
        if self.has_begun:
            ((begun_from,),) = self._end.execute(f"SELECT last FROM {MOVING} WHERE part = ''")
            self._end.commit()
            if begun_from != origin:
                raise MoveError(f"{self._end.place} is half filled from {begun_from}: go on from there")
            return True
        self._end.begin()
        if self._end.has_table("alembic_version"):
            self._require_empty()
        else:
            apply.create(self._end.connection)
        self._end.execute(
            f"CREATE TABLE {MOVING} (part VARCHAR(60) PRIMARY KEY, last TEXT, number BIGINT NOT NULL, "
            "done SMALLINT NOT NULL)"
        )
        self._end.execute(f"INSERT INTO {MOVING} VALUES ('', ?, 0, 0)", (origin,))
        self._end.commit()
        return False

    def _require_empty(self) -> None:
        ((step,),) = self._end.execute("SELECT version_num FROM alembic_version")
        if step != apply.newest():
            raise MoveError(f"{self._end.place} has an older schema ({step}): move into an empty database")
        for part in parts():
            if rows := self._end.count(part):
                raise MoveError(
                    f"{self._end.place} is not empty ({part.name}: {rows}): move into an empty database"
                )

    def of(self, part: Part) -> tuple[Key | None, int, bool]:
        """The last key that arrived, how many rows have, and whether they all have."""
        found = self._end.execute(f"SELECT last, number, done FROM {MOVING} WHERE part = ?", (part.name,))
        if not found:
            return None, 0, False
        last, number, done = found[0]
        return tuple(json.loads(last)) if last else None, number, bool(done)

    def note(self, part: Part, last: Key | None, number: int, *, done: bool) -> None:
        said = json.dumps(last) if last is not None else None
        self._end.execute(f"DELETE FROM {MOVING} WHERE part = ?", (part.name,))
        self._end.execute(f"INSERT INTO {MOVING} VALUES (?, ?, ?, ?)", (part.name, said, number, int(done)))

    def end(self) -> None:
        self._end.begin()
        self._end.execute(f"DROP TABLE {MOVING}")
        self._end.commit()
