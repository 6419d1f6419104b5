"""`coldread pay` and `coldread wallet`: try the paid calls on the test network."""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from coldread.base.settings import TEST_CHAIN, Settings
from coldread.cli.run import fail, require_payments, settings_or_exit

if TYPE_CHECKING:
    from coldread.payments.methods.rpc import Node

T = TypeVar("T")

HELP = """Call a paid endpoint: ask for its price, pay it on the test network, print the answer.

The payer is a separate wallet in the data directory: `coldread wallet` shows it, `--fund` asks the faucet to fill it.
"""
PAYER = "payer_wallet"


def pay(
    url: Annotated[str, typer.Argument(help="The endpoint, e.g. http://localhost:8000/v1/quick-fix")],
    data: Annotated[
        str, typer.Option("--data", "-d", help="The body as JSON; @file reads it, - is stdin.")
    ] = "{}",
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Pay without asking.")] = False,
    rpc: Annotated[str, typer.Option(help="Node of the test network; COLDREAD_PAYMENT_RPC_URL.")] = "",
    key_file: Annotated[Path | None, typer.Option(help="A file with another payer's private key.")] = None,
) -> None:
    from coldread.payments.methods.payer import CannotPay, Payer, buy

    require_payments()
    settings = settings_or_exit()
    key = key_file.read_text().strip() if key_file else payer_key(settings)
    payer = Payer(key=key, rpc_url=rpc or _rpc_address(settings))

    def may_pay(what: str) -> bool:
        typer.echo(f"pays {what}", err=True)
        return yes or typer.confirm("Pay?", err=True)

    try:
        bought = asyncio.run(buy(url, _body_bytes(data), payer, may_pay))
    except CannotPay as error:
        fail(str(error))
    typer.echo(json.dumps(bought.body, indent=2, ensure_ascii=False))
    if bought.receipt:
        typer.echo(f"paid: transaction {bought.receipt['reference']}", err=True)
    raise typer.Exit(0 if bought.status < 400 else 1)


def wallet(
    fund: Annotated[
        bool, typer.Option("--fund", help="Ask the test network's faucet to fill the payer.")
    ] = False,
) -> None:
    """Show the wallets of development, and their balances on the test network."""
    from coldread.payments.methods.tempo_terms import tempo_terms
    from coldread.payments.wallet import address_of

    require_payments()
    settings = settings_or_exit()
    if settings.payment_chain_id != TEST_CHAIN:
        fail("these wallets are for the test network; the settings name another")
    payer = address_of(payer_key(settings))
    if fund:
        _ask_node(settings, lambda node: node.ask("tempo_fundAddress", payer))
        typer.echo(f"the faucet was asked to fill {payer}")
    recipient = tempo_terms(settings).recipient
    typer.echo(f"is paid  {recipient}  {_balance(settings, recipient)}")
    typer.echo(f"pays     {payer}  {_balance(settings, payer)}")


def payer_key(settings: Settings) -> str:
    """The payer's key, created at first use; never the wallet that receives."""
    from coldread.base import secrets_dir

    return secrets_dir.get_or_create(settings.data_dir, PAYER, lambda: "0x" + secrets.token_hex(32))


def _rpc_address(settings: Settings) -> str:
    from coldread.payments.methods.tempo_terms import NETWORK

    return next(iter(settings.payment_rpc_url), NETWORK[TEST_CHAIN].rpc_url)


def _balance(settings: Settings, address: str) -> str:
    from coldread.base import money
    from coldread.payments.methods.tempo_terms import token
    from coldread.payments.methods.tempo_witness import BALANCE_CALL

    asked = token(settings)
    units = _ask_node(
        settings, lambda node: node.call(asked.currency, BALANCE_CALL + address[2:].lower().zfill(64))
    )
    return f"{money.decimal_text(units, money.USDC_DECIMALS)} {asked.symbol}"


def _ask_node(settings: Settings, question: Callable[[Node], Awaitable[T]]) -> T:
    """One question to the node; exits with a sentence if it fails."""
    from coldread.payments.methods.method import OutcomeUnknown
    from coldread.payments.methods.rpc import Node

    async def ask() -> T:
        node = Node(_rpc_address(settings), settings.payment_rpc_timeout_s)
        try:
            return await question(node)
        finally:
            await node.close()

    try:
        return asyncio.run(ask())
    except OutcomeUnknown as error:
        fail(str(error))


def _body_bytes(data: str) -> bytes:
    if data == "-":
        return sys.stdin.buffer.read()
    return Path(data[1:]).read_bytes() if data.startswith("@") else data.encode()
