"""The plan of a move: how long it takes. The service may run meanwhile."""

from __future__ import annotations

import dataclasses

from coldread.base.settings import Settings
from coldread.copying.contents_copy import Installation
from coldread.copying.copy_all import require_newest
from coldread.copying.ends import held_installation
from coldread.copying.parts import parts

#: an estimate, not yet measured with the usual number of answers; on a busy machine 600,000 rows and 100 MB were
#: copied in 83 s, before any comparison (bench/service/moving.py)
ROWS_A_SECOND = 5_000
BYTES_A_SECOND = 5 << 20


@dataclasses.dataclass(frozen=True, kw_only=True)
class Plan:
    """The size of a move."""

    rows: dict[str, int]
    #: size of documents and pictures together
    content_bytes: int

    @property
    def seconds(self) -> float:
        """How long no order can be placed: from the stop until the service runs on the new database."""
        return sum(self.rows.values()) / ROWS_A_SECOND + self.content_bytes / BYTES_A_SECOND

    def says(self) -> str:
        minutes = max(1, -(-int(self.seconds) // 60))
        return (
            f"{sum(self.rows.values()):,} rows in {sum(1 for rows in self.rows.values() if rows)} tables, "
            f"{self.content_bytes / 1e6:,.0f} MB of documents and pictures: about {minutes} "
            f"minute{'s' if minutes > 1 else ''} of downtime"
        )


def plan_of(settings: Settings) -> Plan:
    """The plan, without stopping the service."""
    with held_installation(settings, filled=True, alone=False) as source:
        require_newest(source.end)
        return plan(source)


def plan(source: Installation) -> Plan:
    every = parts()
    return Plan(
        rows={part.name: source.count(part) for part in every},
        content_bytes=sum(source.bytes_in(part) for part in every),
    )
