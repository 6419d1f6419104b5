"""`coldread operator add | list | factor | remove`: who may use the console."""

from __future__ import annotations

import getpass
import sys
from typing import Annotated

import typer

from coldread.cli.run import fail, run, settings_or_exit

app = typer.Typer(no_args_is_help=True, help="Who may sign in to the console. There is no default password.")


@app.command("add")
def add(
    name: Annotated[str, typer.Argument(help="Goes into the audit trail.")],
    reset: Annotated[
        bool, typer.Option("--reset", help="New password for an operator who exists; unlocks, signs out.")
    ] = False,
    totp: Annotated[
        bool, typer.Option("--totp", help="Ask for a code as well; shows a QR code for the phone.")
    ] = False,
) -> None:
    """Add an operator. Asks for the password (without a terminal it reads one line)."""
    from coldread.migrations import apply
    from coldread.operators import passwords, register, second_factor

    if fault := register.name_fault(name):
        fail(fault)
    apply.upgrade(settings_or_exit().database_url)  # often the first command after the installation
    exists = run(lambda services: services.db.read(register.find_operator, name)) is not None
    if exists != reset:
        fail(f"{name} exists; --reset changes the password" if exists else f"there is no operator {name}")
    password = _ask_password(name)
    secret = second_factor.new_secret() if totp else None
    store = register.reset_operator if reset else register.add_operator
    if not run(lambda services: services.db.write(store, name, passwords.hash_password(password), secret)):
        fail(f"{name} was changed meanwhile")
    typer.echo(f"{name} can sign in at {settings_or_exit().base_url}/console")
    if secret:
        _show_enrolment(second_factor.enrolment(secret, name, _issuer()))


@app.command("list")
def list_all() -> None:
    """List the operators."""
    from coldread.base.clock import rfc3339
    from coldread.operators.register import list_operators

    found = run(lambda services: services.db.read(list_operators))
    for row in found:
        factor = "password and code" if row.totp_secret else "password"
        typer.echo(f"{row.name:<20} {factor:<18} since {rfc3339(row.created_at)[:10]}")
    if not found:
        typer.echo("no operator; `coldread operator add NAME` adds one")


@app.command("remove")
def remove(name: Annotated[str, typer.Argument()]) -> None:
    """Remove an operator and end their sessions. The audit trail keeps the name."""
    from coldread.operators.register import remove_operator

    if not run(lambda services: services.db.write(remove_operator, name)):
        fail(f"there is no operator {name}")
    typer.echo(f"{name} can no longer sign in")


@app.command("factor")
def factor(
    name: Annotated[str, typer.Argument()],
    off: Annotated[bool, typer.Option("--off", help="Ask only for the password from now on.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
) -> None:
    """Give an operator a new second factor (a lost phone), or none. The password stays, every session ends."""
    from coldread.base import log
    from coldread.operators import register, second_factor

    if run(lambda services: services.db.read(register.find_operator, name)) is None:
        fail(f"there is no operator {name}")
    what = "take away the second factor of" if off else "make a new second factor for"
    if not yes and not typer.confirm(f"Shall I {what} {name}? The old codes stop working at once."):
        fail("nothing was changed")
    secret = None if off else second_factor.new_secret()
    if not run(lambda services: services.db.write(register.renew_factor, name, secret)):
        fail(f"{name} was removed meanwhile")
    log.get("operators").warning("second factor changed", operator=name, by="cli", off=off)
    typer.echo(f"{name} signs in with {'the password alone' if off else 'password and code'} from now on")
    if secret:
        _show_enrolment(second_factor.enrolment(secret, name, _issuer()))


def _issuer() -> str:
    return f"Coldread {settings_or_exit().host_name}"


def _ask_password(name: str) -> str:
    from coldread.operators.passwords import weakness

    if not sys.stdin.isatty():
        password = sys.stdin.readline().rstrip("\r\n")
    else:
        password = getpass.getpass(f"Password for {name}: ")
    if fault := weakness(password, name):
        fail(fault)
    if sys.stdin.isatty() and getpass.getpass("Again: ") != password:
        fail("the two differ")
    return password


def _show_enrolment(address: str) -> None:
    import segno

    typer.echo("Scan this with an authenticator app; it is shown once:")
    segno.make(address).terminal(compact=True)
    typer.echo(address)
