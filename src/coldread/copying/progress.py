"""How far a copy has come, in the target: written with the rows, so that they never disagree.

While this table is there the database is half filled, and nobody serves it.
"""

from __future__ import annotations

import dataclasses
import json

from coldread.copying.database_end import CopyError, End
from coldread.copying.parts import Key, Part, parts
from coldread.migrations import apply
from coldread.migrations.apply import MOVING


@dataclasses.dataclass(frozen=True, kw_only=True)
class Begun:
    """What a copy says of itself when it begins, and what has to be removed where it is given up."""

    #: `move` or `restore`
    command: str
    #: where the rows come from
    origin: str
    #: the folder that its documents and pictures come into, empty before; None where they lie in the database, or stay
    files: str | None = None
    #: files of generated secrets that were not there before
    secrets: tuple[str, ...] = ()


class Progress:
    """The table, made by whoever begins and dropped by whoever ends."""

    def __init__(self, end: End) -> None:
        self._end = end

    @property
    def begun(self) -> Begun | None:
        if not self._end.has_table(MOVING):
            return None
        ((said,),) = self._end.execute(f"SELECT last FROM {MOVING} WHERE part = ''")
        try:
            told = json.loads(said)
            return Begun(**{**told, "secrets": tuple(told["secrets"])})
        except (ValueError, TypeError, KeyError):  # of a version that noted only where it came from
            return Begun(command="move", origin=str(said))

    @property
    def is_of_this_version(self) -> bool:
        return self._end.execute("SELECT version_num FROM alembic_version") == [(apply.newest(),)]

    def begin(self, begun: Begun) -> None:
        """Make the tables, in an empty database, and this one beside them."""
        self._end.begin()
        if self._end.has_table("alembic_version"):
            self._require_empty()
        else:
            apply.create(self._end.connection)
        self.mark(begun)
        self._end.commit()

    def mark(self, begun: Begun) -> None:
        """From now on nobody serves it; part of a transaction."""
        self._end.execute(
            f"CREATE TABLE {MOVING} (part VARCHAR(60) PRIMARY KEY, last TEXT, number BIGINT NOT NULL, "
            "done SMALLINT NOT NULL)"
        )
        said = json.dumps(dataclasses.asdict(begun))
        self._end.execute(f"INSERT INTO {MOVING} VALUES ('', ?, 0, 0)", (said,))

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
        """All is there: part of a transaction that makes it so."""
        self._end.execute(f"DROP TABLE {MOVING}")
