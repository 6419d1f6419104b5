"""The tools of a running process: one frozen record, built once from the settings. Tests replace parts of it."""

from __future__ import annotations

import dataclasses
from typing import Protocol, TypeVar

from coldread.base import secrets_dir
from coldread.base.clock import Clock
from coldread.base.database.databases import open_database
from coldread.base.database.row_changes import Watch
from coldread.base.db import Database
from coldread.base.settings import Settings
from coldread.guard.idempotency import InFlight
from coldread.guard.rate import ReadGuard
from coldread.guard.shared import SharedReadGuard
from coldread.isolation.isolated_tasks import IsolatedTasks
from coldread.isolation.pool import ProcessPool
from coldread.llm.model import Model
from coldread.llm.model import model as configured_model
from coldread.llm.shared_gate import SharedGate, endpoint_key
from coldread.mail.mailer import FileMailer, Mailer, SmtpMailer
from coldread.scanner.external import ExternalPipeline
from coldread.scanner.scanner import Scanner, ScannerOptions
from coldread.store.contents import Contents, contents

#: the table of tasks, which only the isolated processes import
PAGE_TASKS = "coldread.task_table"


class ProcessPart(Protocol):
    """An object that a higher package keeps for the life of the process: made from the settings, closed at the end."""

    def __init__(self, settings: Settings) -> None: ...
    async def close(self) -> None: ...


P = TypeVar("P", bound=ProcessPart)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Services:
    """The tools for features and surfaces."""

    settings: Settings
    clock: Clock
    db: Database
    contents: Contents
    reads: ReadGuard
    watch: Watch
    in_flight: InFlight
    admin_keys: tuple[str, ...]
    #: accepted from an outside pipeline; the first one is sent to it
    pipeline_keys: tuple[str, ...]
    mailer: Mailer
    #: where outsiders' pages and texts are processed
    isolated_tasks: IsolatedTasks
    scanner: Scanner
    #: used instead of the scanner with the engine `external`
    pipeline: ExternalPipeline
    #: True: a worker (`coldread work --queues scan`) scans for a waiting request
    scans_on_workers: bool
    #: None: only the rules judge
    model: Model | None
    #: objects that higher packages keep for the life of the process, by class; created by `one`
    parts: dict[type[ProcessPart], ProcessPart] = dataclasses.field(
        default_factory=dict, compare=False, repr=False
    )

    def one(self, kind: type[P]) -> P:
        """The only instance of `kind` in this process, created at first use and closed with the services."""
        if kind not in self.parts:
            self.parts[kind] = kind(self.settings)
        part = self.parts[kind]
        assert isinstance(part, kind)
        return part

    @property
    def mail_from(self) -> str:
        return self.settings.mail_from

    async def close(self) -> None:
        for part in self.parts.values():
            await part.close()
        await self.scanner.close()
        await self.isolated_tasks.close()
        await self.pipeline.close()
        if self.model is not None:
            await self.model.close()
        await self.watch.close()
        await self.db.close()


def _gate(settings: Settings, db: Database) -> SharedGate:
    return SharedGate(
        db, endpoint_key(settings), at_once=settings.llm_at_once, daily_tokens=settings.llm_daily_tokens
    )


def build(settings: Settings, clock: Clock | None = None) -> Services:
    """Build everything from the settings, without connecting or starting anything."""
    clock = clock or Clock()
    pipeline_keys = settings.pipeline_key or (secrets_dir.get_or_create(settings.data_dir, "pipeline_key"),)
    db = open_database(settings.database_url, clock)
    isolated = ProcessPool(PAGE_TASKS)
    return Services(
        settings=settings,
        clock=clock,
        db=db,
        watch=Watch(db),
        contents=contents(settings),
        reads=ReadGuard(settings, clock) if settings.is_sqlite else SharedReadGuard(settings, clock, db),
        in_flight=InFlight(),
        mailer=SmtpMailer(settings.smtp_url)
        if settings.smtp_url
        else FileMailer(settings.data_dir / "letters"),
        scanner=Scanner(scanner_options(settings), isolated),
        isolated_tasks=isolated,
        pipeline=ExternalPipeline(settings.pipeline_url, pipeline_keys[0], settings.base_url),
        pipeline_keys=pipeline_keys,
        scans_on_workers=not settings.is_sqlite,
        model=configured_model(settings, _gate(settings, db)),
        admin_keys=settings.admin_secret or (secrets_dir.get_or_create(settings.data_dir, "admin_secret"),),
    )


def scanner_options(settings: Settings) -> ScannerOptions:
    """The options of this process's scanner."""
    return ScannerOptions(
        engine="auto" if settings.scan_engine == "external" else settings.scan_engine,
        chromium=settings.chromium,
        no_sandbox_permitted=settings.chromium_no_sandbox or not settings.is_production,
        allow_hosts=settings.scan_allow_hosts,
        own_hosts=(settings.host_name,),
        deadline_s=settings.scan_deadline_s,
    )
