"""The proof of a move: every table has as many rows on both sides, and the same ones."""

from __future__ import annotations

import dataclasses
import hashlib
import marshal

from coldread.move.parts import Part
from coldread.move.shelf import Shelf

_WIDTH = 1 << 256


@dataclasses.dataclass(frozen=True, kw_only=True)
class Sum:
    """What a part holds: the number of its rows, and the sum of their hashes, which does not depend on an order."""

    rows: int
    digest: int

    @property
    def short(self) -> str:
        return f"{self.digest:064x}"[:16]


def sum_of(shelf: Shelf, part: Part) -> Sum:
    rows = total = 0
    for row in shelf.rows(part):
        rows += 1
        # both sides are hashed by this process: the bytes need to be the same here, not everywhere
        total += int.from_bytes(hashlib.sha256(marshal.dumps(row, 2)).digest())
    return Sum(rows=rows, digest=total % _WIDTH)
