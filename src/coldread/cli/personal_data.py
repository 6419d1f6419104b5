"""`coldread erase | export | retention`: a person's data."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from coldread.base import private
from coldread.cli.run import fail, run, settings_or_exit


def erase(
    email: Annotated[str | None, typer.Option(help="Whose data.")] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    tell: Annotated[
        bool,
        typer.Option("--tell", help="Send the person a last letter about what was erased and what is kept."),
    ] = False,
    list_hashes: Annotated[
        bool, typer.Option("--list", help="Print who was erased, as hashes: `restore` takes the list.")
    ] = False,
) -> None:
    """Erase the data of an e-mail address. Invoices of paid orders stay as long as the law requires."""
    from coldread.privacy.erase import erase_person, erased_hashes, orders_of

    if list_hashes:
        for email_hash in run(lambda services: services.db.read(erased_hashes)):
            typer.echo(email_hash)
        return
    if not email:
        fail("whose? --email ADDRESS")
    found = run(lambda services: services.db.read(orders_of, email))
    if not yes and not typer.confirm(
        f"Erase {len(found)} order{'' if len(found) == 1 else 's'} of {email}? This cannot be undone"
    ):
        fail("nothing was erased")
    erased = run(lambda services: services.db.write(partial(erase_person, tell=tell), services, email, "cli"))
    for name, ids in (("erased", erased.gone), ("erased but for the invoice", erased.books_kept)):
        typer.echo(f"{name}: {', '.join(ids) or 'none'}")
    if erased.watches:
        typer.echo(f"watched pages erased: {erased.watches}")
    if erased.owed:
        typer.echo(f"NOT erased, money must go back first: {', '.join(erased.owed)}; erase again after it")
    if erased.in_work:
        typer.echo(f"NOT erased, paid and in work: {', '.join(erased.in_work)}; erase again after delivery")
    if erased.in_work or erased.owed:
        raise typer.Exit(3)


def export(
    email: Annotated[str, typer.Option(help="Whose data.")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="File to write; else standard output.")
    ] = None,
) -> None:
    """Export the data of an e-mail address as JSON."""
    from coldread.privacy.export import export_person

    text = json.dumps(
        run(lambda services: services.db.read(export_person, services, email)), indent=2, ensure_ascii=False
    )
    if out is None:
        typer.echo(text)
    else:
        with private.open_file(out) as file:
            file.write(text.encode())
        typer.echo(f"written to {out}")


def retention(
    apply: Annotated[
        bool, typer.Option("--apply", help="Delete what is due now; `serve` and `work` do it too.")
    ] = False,
) -> None:
    """Show how long each kind of data is stored, and why."""
    from coldread.base.clock import DAY
    from coldread.privacy.retention import RULES, forget_outdated

    settings = settings_or_exit()
    for rule in RULES:
        days = rule.after(settings) // DAY
        typer.echo(f"{days:>5} days after {rule.since('en'):<9} {rule.what('en')}  ({rule.why('en')})")
    if apply:
        number = run(lambda services: services.db.write(forget_outdated, services))
        typer.echo(f"{number} orders lost what was due")
