"""`coldread refund list | done`: payments that bought nothing."""

from __future__ import annotations

from typing import Annotated

import typer

from coldread.cli.run import fail, run

app = typer.Typer(no_args_is_help=True, help="List payments that are owed back, and mark them as refunded.")


@app.command("list")
def list_refunds() -> None:
    """List the open refunds, oldest first: transaction, payer, amount and reason."""
    from coldread.base import money
    from coldread.base.clock import rfc3339
    from coldread.payments.accounting.refunds import open_refunds

    owed = run(lambda services: services.db.read(open_refunds))
    for refund in owed:
        amount = money.decimal_text(refund.amount, money.USDC_DECIMALS)
        typer.echo(
            f"{refund.tx_hash}  {amount} of {refund.currency} to {refund.payer or 'the sender'} "
            f"({refund.method}, chain {refund.chain_id}, {refund.route}, {rfc3339(refund.noted_at)[:16]}): {refund.reason}"
        )
    if not owed:
        typer.echo("nothing is owed")


@app.command("done")
def done(
    tx_hash: Annotated[str, typer.Argument(help="The transaction from `refund list`.")],
    note: Annotated[str, typer.Option(help="The transaction that paid it back.")] = "",
) -> None:
    """Mark a payment as refunded."""
    from coldread.payments.accounting.refunds import mark_refunded

    if not run(lambda services: services.db.write(mark_refunded, tx_hash.lower(), note)):
        fail(f"nothing is owed for {tx_hash}")
    typer.echo(f"{tx_hash} is marked as refunded")
