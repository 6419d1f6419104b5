"""`coldread serve | work | migrate | doctor`, and the groups of the other files."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Annotated

import typer

from coldread.base import log
from coldread.base.settings import Settings
from coldread.cli import (
    backups,
    compare,
    draft,
    evaluate,
    jobs,
    mcp,
    moving,
    operators,
    orders,
    pay,
    payments,
    personal_data,
    refunds,
    scan,
    watches,
    webhooks,
)
from coldread.cli.run import complete_or_exit, fail, settings_or_exit, traced_or_exit

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    rich_markup_mode=None,
    help="Coldread reviews landing pages.\n\nSettings come from the environment (COLDREAD_…); "
    "`coldread doctor` says which are set and what follows.",
)
app.add_typer(orders.app, name="order")
app.add_typer(jobs.app, name="job")
app.add_typer(operators.app, name="operator")
app.add_typer(refunds.app, name="refund")
app.add_typer(payments.app, name="payments")
app.add_typer(webhooks.app, name="webhook")
app.add_typer(watches.app, name="watch")
app.command("scan", help=scan.HELP)(scan.scan)
app.command("compare", help=compare.HELP)(compare.compare)
for command in (
    backups.backup,
    backups.restore,
    moving.move,
    personal_data.erase,
    personal_data.export,
    personal_data.retention,
):
    app.command()(command)
app.command("draft", help=draft.HELP)(draft.draft)
app.command("eval", help=evaluate.HELP)(evaluate.evaluate)
app.command("mcp", help=mcp.HELP)(mcp.mcp)
app.command("pay", help=pay.HELP)(pay.pay)
app.command("wallet")(pay.wallet)


def main() -> None:
    from coldread.migrations.apply import HalfFilled

    try:
        app()
    except HalfFilled as error:
        fail(str(error))


def _tell_version(asked: bool) -> None:
    if asked:
        from coldread.base.version import VERSION

        typer.echo(f"coldread {VERSION}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_tell_version, is_eager=True, help="Print the version and exit."),
    ] = False,
) -> None:
    pass


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on; COLDREAD_HOST.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on; COLDREAD_PORT.")] = None,
) -> None:
    """Start the service: migrate the database, then answer requests until stopped.

    With SQLite it also does the background work; on PostgreSQL run `coldread work` for that."""
    settings = settings_or_exit({"COLDREAD_HOST": host, "COLDREAD_PORT": str(port) if port else None})
    log.configure(settings.log_format)
    from coldread.server import serve as run

    complete_or_exit(serving=True)
    with traced_or_exit(settings, "serve"):
        run(settings, lambda: _greet(settings))


@app.command()
def work(
    queues: Annotated[str, typer.Option(help="Comma-separated: work, scan (needs a browser).")] = "work",
) -> None:
    """Do the background work: letters, drafts, sweeping. Run one or more beside `serve` on PostgreSQL.

    With SQLite, `serve` does it itself. If a worker dies, another takes over its jobs."""
    settings = settings_or_exit()
    log.configure(settings.log_format)
    from coldread.services import build
    from coldread.worker import work_until_stopped

    complete_or_exit(serving=False)
    chosen = [name.strip() for name in queues.split(",") if name.strip()]
    unknown = set(chosen) - {"work", "scan"}
    if unknown or not chosen:
        fail(f"there is no queue {', '.join(sorted(unknown)) or 'of that name'}; there are: work, scan")
    with traced_or_exit(settings, "work"):
        asyncio.run(work_until_stopped(build(settings), chosen))


@app.command()
def migrate(
    check: Annotated[bool, typer.Option("--check", help="Only report; exit 1 if steps are missing.")] = False,
) -> None:
    """Migrate the database to this version's schema. `serve` does it too."""
    from coldread.migrations import apply

    settings = settings_or_exit()
    if check:
        current, newest = apply.current_step(settings.database_url), apply.newest_step()
        typer.echo(f"database: {current or 'empty'}; this version: {newest}")
        raise typer.Exit(0 if current == newest else 1)
    steps = apply.upgrade(settings.database_url)
    typer.echo(f"migrated from {steps[0]} to {steps[1]}" if steps else "nothing to do")


@app.command()
def doctor(
    deep: Annotated[
        bool,
        typer.Option(
            "--deep",
            help="Also ask the running service: place a sandbox order, scan its home page, write to the operator.",
        ),
    ] = False,
) -> None:
    """Report what is configured, what is missing and what follows from it.

    ✓ is fine, ! works but needs attention, ✗ cannot run like this (exit 1)."""
    from coldread.doctor import examine

    findings = examine(os.environ)
    width = max(len(finding.what) for finding in findings)
    for finding in findings:
        typer.echo(f"{finding.mark} {finding.what:<{width}}  {finding.says}")
    if deep and not any(finding.mark == "✗" for finding in findings):
        from coldread.deep_doctor import examine_deeply

        for finding in examine_deeply(settings_or_exit()):
            typer.echo(f"{finding.mark} {finding.what:<{width}}  {finding.says}")
            findings.append(finding)
    raise typer.Exit(1 if any(finding.mark == "✗" for finding in findings) else 0)


def _greet(settings: Settings) -> None:
    """The first lines for a person who has just started the service."""
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
