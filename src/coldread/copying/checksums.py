"""The proof of a copy: every table has the same rows on both sides; otherwise the first row that differs is named."""

from __future__ import annotations

import dataclasses
import hashlib
import marshal

from coldread.copying.contents_copy import Installation
from coldread.copying.database_end import RowsDiffer
from coldread.copying.parts import Part, Row, parts

_WIDTH = 1 << 256


@dataclasses.dataclass(frozen=True, kw_only=True)
class Sum:
    """The number of rows of a part, and the sum of their hashes, which does not depend on their order."""

    rows: int
    digest: int

    @property
    def short_digest(self) -> str:
        return f"{self.digest:064x}"[:16]


def sum_of(shelf: Installation, part: Part) -> Sum:
    rows = total = 0
    for row in shelf.rows(part):
        rows += 1
        total += int.from_bytes(_digest(row))
    return Sum(rows=rows, digest=total % _WIDTH)


def require_same_rows(source: Installation, target: Installation) -> dict[str, Sum]:
    """The sums of every part, equal on both sides; raises RowsDiffer with the first row that differs."""
    sums = {}
    for part in parts():
        here, there = sum_of(source, part), sum_of(target, part)
        if here != there:
            raise RowsDiffer(
                f"{part.name} differs, {here.rows:,} rows here and {there.rows:,} there: {_first_difference(source, target, part)}"
            )
        sums[part.name] = here
    return sums


def have_same_rows(source: Installation, target: Installation) -> bool:
    """Whether the target has exactly the source's rows. If the numbers differ, nothing is read."""
    if any(source.count(part) != target.count(part) for part in parts()):
        return False
    return all(sum_of(source, part) == sum_of(target, part) for part in parts())


def _digest(row: Row) -> bytes:
    # this process hashes both sides, so the bytes need no stable format
    return hashlib.sha256(marshal.dumps(row, 2)).digest()


def _first_difference(source: Installation, target: Installation, part: Part) -> str:
    """The first row that differs, in the order of the target, which may sort differently from the source."""
    wanted = {part.key_of(row): _digest(row) for row in source.rows(part)}
    changed = None
    for row in target.rows(part):
        digest = wanted.pop(part.key_of(row), None)
        if digest is None:
            return f"{part.named(row)} is there and not here"
        if digest != _digest(row) and changed is None:
            changed = row
    if changed is not None:
        return f"{part.named(changed)} has another {_columns(source, part, changed)} there"
    missing = (row for row in source.rows(part) if part.key_of(row) in wanted)
    return next((f"{part.named(row)} is here and not there" for row in missing), "only their order")


def _columns(source: Installation, part: Part, other: Row) -> str:
    row = next(row for row in source.rows(part) if part.key_of(row) == part.key_of(other))
    pairs = zip(part.columns, row, other, strict=True)
    return ", ".join(name for name, value, two in pairs if value != two or type(value) is not type(two))
