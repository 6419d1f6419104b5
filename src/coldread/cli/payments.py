"""`coldread payments reconcile | try`: compare the chain with the ledger, and try a paid call on this machine only."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from coldread.base import money
from coldread.cli.run import fail, require_payments, run

if TYPE_CHECKING:
    from coldread.payments.accounting.reconcile import Books
    from coldread.payments.methods.local_chain import LocalChain

app = typer.Typer(
    no_args_is_help=True, help="Reconcile paid calls with the chain, and try one on this machine."
)

BODY = {
    "url": "https://example.com/",
    "element_selector": "h1",
    "problem": "The headline says only Welcome",
}
FUNDS = 5 * 10**money.USDC_DECIMALS


@app.command("reconcile")
def reconcile(
    from_block: Annotated[
        int | None, typer.Option(help="First block; otherwise where the last comparison stopped.")
    ] = None,
) -> None:
    """Compare the chain with the ledger, print both sums and every difference, and file refunds for payments that
    bought nothing."""
    from coldread.payments.accepted import installed_methods
    from coldread.payments.accounting.reconcile import reconcile as compare
    from coldread.payments.methods.method import OutcomeUnknown

    require_payments()
    agrees = True
    for name in installed_methods():
        try:
            books = run(lambda services, name=name: compare(services, name, from_block))
        except OutcomeUnknown as error:
            fail(str(error))
        print_books(books)
        agrees = agrees and books.agrees
    raise typer.Exit(0 if agrees else 1)


def print_books(books: Books) -> None:
    """The table: sums first, then every line that needs a person."""

    def usdc(units: int) -> str:
        return money.decimal_text(units, money.USDC_DECIMALS)

    typer.echo(f"{books.method}, blocks {books.first_block} to {books.last_block}")
    typer.echo(f"  on the chain, with our memo  {usdc(books.chain_sum)}")
    typer.echo(f"  in the ledger                {usdc(books.ledger_sum)}")
    typer.echo(f"    bought an answer           {usdc(books.bought)}")
    typer.echo(f"    on the refund list         {usdc(books.owed)}  ({books.filed} filed now)")
    typer.echo(f"    may still be presented     {usdc(books.awaited)}")
    sign = "-" if books.difference < 0 else ""
    typer.echo(f"  difference                   {sign}{usdc(abs(books.difference))}")
    if books.released:
        typer.echo(f"  disputed, now closed: {books.released}; the chain has no transfer")
    if books.doubt:
        typer.echo(f"  complete only up to block {books.complete_to}: {books.doubt}")
    for line in books.lines:
        typer.echo(f"  {line.kind}: {usdc(line.amount)} in {line.tx_hash} of {line.payer}: {line.why}")


@app.command("try")
def try_out(
    anvil: Annotated[str, typer.Option(help="The program anvil; otherwise from PATH or node_modules.")] = "",
) -> None:
    """Start a local test chain and a service on it, fund a wallet, pay one call, and print each step. Needs no internet."""
    from coldread.payments.methods.local_chain import NoChain, find_anvil, local_chain

    require_payments()
    try:
        with local_chain(find_anvil(anvil)) as chain, tempfile.TemporaryDirectory() as folder:
            typer.echo(f"1. a chain of its own runs at {chain.url}")
            _pay_step_by_step(chain, Path(folder))
    except NoChain as error:
        fail(str(error))


def _pay_step_by_step(chain: LocalChain, folder: Path) -> None:
    from coldread.payments.wallet import address_of

    key = "0x" + secrets.token_hex(32)
    wallet, recipient = address_of(key), address_of("0x" + secrets.token_hex(32))
    chain.fund(wallet, FUNDS)
    typer.echo(f"2. the wallet {wallet} holds {money.decimal_text(FUNDS, money.USDC_DECIMALS)} pathUSD")
    environ = {
        **{name: value for name, value in os.environ.items() if not name.startswith("COLDREAD_")},
        "COLDREAD_DATA_DIR": str(folder),
        "COLDREAD_DATABASE_URL": f"sqlite:///{folder / 'coldread.db'}",
        "COLDREAD_PAYMENT_RPC_URL": chain.url,
        "COLDREAD_PAYMENT_RECIPIENT": recipient,
        # anvil accepts no transaction that is valid for longer than 30 s
        "COLDREAD_PAYMENT_CHALLENGE_TTL_S": "25",
        "COLDREAD_PORT": (port := _free_port()),
        "COLDREAD_BASE_URL": (base := f"http://127.0.0.1:{port}"),
    }
    with (folder / "serve.log").open("wb") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "coldread", "serve"], env=environ, stdout=log, stderr=log
        )
    try:
        _wait_for(base, server)
        _warm()
        typer.echo(f"3. the service answers at {base}, paid to {recipient}")
        asyncio.run(_pay(f"{base}/v1/quick-fix", key, chain))
        books = subprocess.run(
            [sys.executable, "-m", "coldread", "payments", "reconcile"],
            env=environ,
            capture_output=True,
            text=True,
            check=False,
        )
        typer.echo("8. `coldread payments reconcile` says:\n" + books.stdout)
        if books.returncode:
            fail(f"ledger and chain do not agree:\n{books.stderr}")
    finally:
        server.terminate()
        server.wait()


async def _pay(url: str, key: str, chain: LocalChain) -> None:
    import httpx

    from coldread.base.incoming.bounded_body import PLAIN
    from coldread.payments.challenge import decode_base64url
    from coldread.payments.methods.payer import Payer, credential_for, post

    body = json.dumps(BODY).encode()
    async with httpx.AsyncClient(trust_env=False, headers=PLAIN) as http:
        asked = await post(http, url, body)
        typer.echo(f"4. POST {url} without a credential: {asked.status}, {json.loads(asked.body)['detail']}")

        def may_pay(what: str) -> bool:
            typer.echo(f"5. the wallet signs {what}")
            return True

        credential = await credential_for(asked, Payer(key=key, rpc_url=chain.url), may_pay)
        served = await post(http, url, body, Authorization=credential)
        if served.status != 200:
            fail(f"the paid call was answered with {served.status}: {served.body.decode()}")
        receipt = decode_base64url(served.headers["payment-receipt"])
        typer.echo(f"6. the same with the credential: 200, transaction {receipt['reference']}")
        typer.echo(f"   {json.loads(served.body)['diagnosis']}")
        again = await post(http, url, body, Authorization=credential)
        replayed = again.body == served.body and again.headers.get("idempotency-replayed") == "true"
        if not replayed:
            fail(f"the same credential again was answered with {again.status}: {again.body.decode()}")
        typer.echo("7. the same once more, as after a lost answer: the same bytes, nothing charged")


def _warm() -> None:
    """Import the chain libraries first: they take seconds, and a challenge of the local chain lives for 25."""
    from coldread.payments.methods import tempo

    tempo.warm()


def _free_port() -> str:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def _wait_for(base: str, server: subprocess.Popen[bytes]) -> None:
    import httpx

    ends = time.monotonic() + 60
    while time.monotonic() < ends and server.poll() is None:
        try:
            if httpx.get(f"{base}/v1/ping", timeout=5, trust_env=False).status_code == 200:
                return
        except httpx.HTTPError:
            time.sleep(0.1)
    fail("the service did not start")
