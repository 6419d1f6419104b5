"""The command line: `coldread serve | work | migrate | doctor | order list | order show | order move`."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from typing import Annotated, NoReturn, TypeVar

import typer

from coldread.base import log
from coldread.base.settings import Settings, SettingsError
from coldread.base.settings import read as read_settings

T = TypeVar("T")

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    rich_markup_mode=None,
    help="Coldread reviews landing pages.\n\nSettings come from the environment (COLDREAD_…); "
    "`coldread doctor` says which are set and what follows.",
)
order = typer.Typer(no_args_is_help=True, help="Look at orders and move them, on this machine's database.")
app.add_typer(order, name="order")


def main() -> None:
    app()


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on; COLDREAD_HOST.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on; COLDREAD_PORT.")] = None,
) -> None:
    """Start the service: migrate the database, then answer requests until stopped.

    Beside SQLite it also does the background work; on PostgreSQL run `coldread work` for that.
    """
    settings = _settings({"COLDREAD_HOST": host, "COLDREAD_PORT": str(port) if port else None})
    log.configure(settings.log_format)
    from coldread.server import serve as run

    _greet(settings)
    run(settings)


@app.command()
def work() -> None:
    """Do the background work: sweep expired keys, counters and deliverables. Run it beside `serve` on PostgreSQL."""
    settings = _settings()
    log.configure(settings.log_format)
    from coldread.services import build
    from coldread.worker import housekeeping

    try:
        asyncio.run(housekeeping(build(settings)))
    except KeyboardInterrupt:
        pass


@app.command()
def migrate(
    check: Annotated[bool, typer.Option("--check", help="Only tell; exit 1 if steps are missing.")] = False,
) -> None:
    """Bring the database to this version's schema. `serve` does it too."""
    from coldread.migrations import apply

    settings = _settings()
    if check:
        current, newest = apply.current(settings.database_url), apply.newest()
        typer.echo(f"database: {current or 'empty'}; this version: {newest}")
        raise typer.Exit(0 if current == newest else 1)
    steps = apply.upgrade(settings.database_url)
    typer.echo(f"migrated from {steps[0]} to {steps[1]}" if steps else "nothing to do")


@app.command()
def doctor() -> None:
    """Say what is configured, what is missing and what follows from it.

    ✓ is fine, ! works but mind it, ✗ cannot run like this (exit 1).
    """
    from coldread.doctor import examine

    findings = examine(os.environ)
    width = max(len(finding.what) for finding in findings)
    for finding in findings:
        typer.echo(f"{finding.mark} {finding.what:<{width}}  {finding.says}")
    raise typer.Exit(1 if any(finding.mark == "✗" for finding in findings) else 0)


@order.command("list")
def list_orders(
    status: Annotated[str | None, typer.Option(help="Only this status, e.g. submitted.")] = None,
    most: Annotated[int, typer.Option("--most", "-n", help="How many, newest change first.")] = 20,
) -> None:
    """List orders, the one that changed last first."""
    from coldread.base.clock import rfc3339
    from coldread.orders.lifecycle import Status
    from coldread.orders.queries import newest_orders

    if status is not None and status not in tuple(Status):
        _fail(f"{status} is no status; there are: {', '.join(Status)}")
    chosen = Status(status) if status else None
    found = _run(lambda services: services.db.read(newest_orders, chosen, most))
    for row in found:
        typer.echo(f"{row.id}  {row.status:<16} {rfc3339(row.updated_at)[:16]}  {row.asked.get('url', '')}")
    if not found:
        typer.echo("no orders")


@order.command("show")
def show_order(order_id: Annotated[str, typer.Argument(help="INV-…")]) -> None:
    """Show one order as JSON: what agents see, then the operator's side (notes, source, audit trail)."""
    from coldread.orders.desk import on_the_desk

    shown = _run(lambda services: services.db.read(on_the_desk, services.settings, order_id))
    if shown is None:
        _fail(f"there is no order {order_id}")
    typer.echo(json.dumps(shown, indent=2, ensure_ascii=False))


@order.command("move")
def move_order(
    order_id: Annotated[str, typer.Argument(help="INV-…")],
    to_status: Annotated[str, typer.Argument(help="Where to; `order show` lists the allowed ones.")],
    note: Annotated[str | None, typer.Option(help="For the audit trail.")] = None,
    substatus: Annotated[str | None, typer.Option(help="Shown to the buyer.")] = None,
    reference: Annotated[str | None, typer.Option(help="Invoice number or payment reference.")] = None,
    spec: Annotated[
        typer.FileText | None, typer.Option(help="Markdown file: the draft, or the final when delivering.")
    ] = None,
) -> None:
    """Move an order along its lifecycle, as the API does: same checks, same audit trail."""
    from coldread.base.problems import Problem
    from coldread.orders.advance import Move, advance
    from coldread.orders.lifecycle import Status

    if to_status not in tuple(Status):
        _fail(f"{to_status} is no status; there are: {', '.join(Status)}")
    patch = {"external_reference": reference, "spec_md": spec.read() if spec else None}
    move = Move(
        to_status=Status(to_status),
        actor="cli",
        note=note,
        substatus=substatus,
        patch={name: value for name, value in patch.items() if value is not None},
    )
    try:
        moved = _run(lambda services: services.db.write(advance, services, order_id, move))
    except Problem as problem:
        _fail(problem.detail)
    typer.echo(f"{moved.id} is {moved.status}; next: {moved.state.next_action}")


def _settings(given: dict[str, str | None] | None = None) -> Settings:
    overrides = {name: value for name, value in (given or {}).items() if value is not None}
    try:
        return read_settings({**os.environ, **overrides})
    except SettingsError as error:
        for fault in error.faults:
            typer.echo(f"✗ {fault}", err=True)
        raise typer.Exit(2) from None


def _run(work: Callable[..., Awaitable[T]]) -> T:
    """Do one thing with the services of this machine."""
    from coldread.base.db import Unavailable
    from coldread.services import build

    settings = _settings()
    log.configure(settings.log_format)

    async def run() -> T:
        services = build(settings)
        try:
            return await work(services)
        finally:
            await services.close()

    try:
        return asyncio.run(run())
    except Unavailable as error:
        _fail(f"the database cannot be asked: {error}")


def _fail(message: str) -> NoReturn:
    typer.echo(message, err=True)
    sys.exit(1)


def _greet(settings: Settings) -> None:
    """What somebody who has just started the service wants to know."""
    if not sys.stdout.isatty() and settings.is_production:
        return
    from coldread.base import secrets_dir

    secret = (
        "COLDREAD_ADMIN_SECRET"
        if settings.admin_secret
        else secrets_dir.path_of(settings.data_dir, "admin_secret")
    )
    typer.echo(
        f"""Coldread listens on http://{settings.host}:{settings.port}, addresses are printed as {settings.base_url}
  health         {settings.base_url}/v1/ping
  API            {settings.base_url}/v1/openapi.json
  for agents     {settings.base_url}/llms.txt
  admin secret   {secret}
  database       {"SQLite under " + str(settings.data_dir) if settings.is_sqlite else "PostgreSQL"}
Try it:
  curl -s {settings.base_url}/v1/cold-read-requests -H 'Content-Type: application/json' -d '{{"url": "https://example.com/", "goal": "More demo bookings", "audience": "Small web shops", "contact_email": "you@example.com"}}'
"""
    )
