"""The tools of a running process: one frozen record, built once from the settings; tests replace a part."""

from __future__ import annotations

import dataclasses

from coldread.base import secrets_dir
from coldread.base.clock import Clock
from coldread.base.db import Database, open_database
from coldread.base.settings import Settings
from coldread.guard.idempotency import InFlight
from coldread.guard.rate import ReadGuard
from coldread.store.contents import Contents, contents


@dataclasses.dataclass(frozen=True, kw_only=True)
class Services:
    """What features and surfaces are given."""

    settings: Settings
    clock: Clock
    db: Database
    contents: Contents
    reads: ReadGuard
    in_flight: InFlight
    admin_keys: tuple[str, ...]

    async def close(self) -> None:
        await self.db.close()


def build(settings: Settings, clock: Clock | None = None) -> Services:
    """Everything by the settings; nothing is connected or started yet."""
    clock = clock or Clock()
    return Services(
        settings=settings,
        clock=clock,
        db=open_database(settings.database_url, clock),
        contents=contents(settings),
        reads=ReadGuard(settings, clock),
        in_flight=InFlight(),
        admin_keys=settings.admin_secret or (secrets_dir.kept(settings.data_dir, "admin_secret"),),
    )
