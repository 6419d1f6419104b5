"""What commands share: the settings or a clear refusal, and the services for one command."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Awaitable, Callable, Iterator
from typing import NoReturn, TypeVar

import typer

from coldread.base import log, trace
from coldread.base.settings import Settings, SettingsError
from coldread.base.settings import read as read_settings

T = TypeVar("T")


def settings_or_exit(changes: dict[str, str | None] | None = None) -> Settings:
    overrides = {name: value for name, value in (changes or {}).items() if value is not None}
    try:
        settings = read_settings({**os.environ, **overrides})
        _require_sellable(settings)
        return settings
    except SettingsError as error:
        for fault in error.faults:
            typer.echo(f"✗ {fault}", err=True)
        raise typer.Exit(2) from None


def _require_sellable(settings: Settings) -> None:
    """Check that production has the settings of its installed payment methods; raises SettingsError."""
    if not settings.is_production:
        return
    from coldread.payments.accepted import missing_settings

    if missing := missing_settings(settings):
        raise SettingsError(missing)


@contextlib.contextmanager
def traced_or_exit(settings: Settings, process: str) -> Iterator[None]:
    """Traces while this process runs, if the settings configure them."""
    try:
        trace.configure(settings.traces_url, process)
    except trace.NotInstalled as error:
        typer.echo(f"✗ {error}", err=True)
        raise typer.Exit(2) from None
    try:
        yield
    finally:
        trace.close()


def complete_or_exit(*, serving: bool) -> None:
    """Exit if a table lacks what another needs; otherwise a buyer would be the first to notice."""
    from coldread.startup_checks import list_gaps

    if gaps := list_gaps(serving=serving):
        for gap in gaps:
            typer.echo(f"✗ {gap}", err=True)
        raise typer.Exit(2)


def require_payments() -> None:
    """Exit without the payment extra, for commands that pay or get paid."""
    from coldread.payments.accepted import INSTALL, installed_methods

    if not installed_methods():
        fail(f"paid calls are not installed: {INSTALL}")


def run(work: Callable[..., Awaitable[T]]) -> T:
    """Run one function with the services of this machine."""
    from coldread.base.db import Unavailable
    from coldread.services import build

    settings = settings_or_exit()
    log.configure(settings.log_format)

    async def work_and_close() -> T:
        services = build(settings)
        try:
            return await work(services)
        finally:
            await services.close()

    try:
        return asyncio.run(work_and_close())
    except Unavailable as error:
        fail(f"the database cannot be asked: {error}")


def fail(message: str) -> NoReturn:
    typer.echo(message, err=True)
    sys.exit(1)
