"""`coldread order list | show | move | part`: orders on this machine's database."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from coldread.cli.run import fail, run

if TYPE_CHECKING:
    from coldread.base.db import Session
    from coldread.orders.rules.order import Order
    from coldread.orders.rules.whose_turn import Wait
    from coldread.services import Services

#: sandbox orders are counted up to this number
COUNTED = 999

app = typer.Typer(no_args_is_help=True, help="List, show and move orders, in this machine's database.")


@app.command("list")
def list_orders(
    status: Annotated[str | None, typer.Option(help="Only this status, e.g. submitted.")] = None,
    most: Annotated[int, typer.Option("--most", "-n", help="How many, newest change first.")] = 20,
    sandbox: Annotated[
        bool,
        typer.Option("--sandbox", help="Only sandbox orders; without this option they are only counted."),
    ] = False,
) -> None:
    """List orders, last changed first."""
    from coldread.base.clock import rfc3339
    from coldread.orders.queries import newest_orders
    from coldread.orders.rules.lifecycle import Status
    from coldread.orders.views.whose_turn import whose_turn

    if status is not None and status not in tuple(Status):
        fail(f"{status} is no status; there are: {', '.join(Status)}")
    chosen = Status(status) if status else None

    def read(session: Session) -> tuple[list[tuple[Order, Wait]], int]:
        hidden = 0 if sandbox else len(newest_orders(session, chosen, COUNTED + 1, sandbox=True))
        newest = newest_orders(session, chosen, most, sandbox=sandbox)
        turns = whose_turn(session, newest)
        return [(order, turns[order.id]) for order in newest], hidden

    found, hidden = run(lambda services: services.db.read(read))
    for row, wait in found:
        line = f"{row.id}  {row.status:<16} {rfc3339(row.updated_at)[:16]}  {row.asked.get('url', '')}"
        typer.echo(f"{line}  waits for {wait.on} ({wait.name})")
    if not found:
        typer.echo("no sandbox orders" if sandbox else "no orders")
    if hidden:
        typer.echo(
            f"not listed: {hidden if hidden <= COUNTED else f'over {COUNTED}'} in the sandbox (--sandbox)"
        )


@app.command("show")
def show_order(order_id: Annotated[str, typer.Argument(help="INV-…")]) -> None:
    """Show one order as JSON: what agents see, then the operator's side (notes, source, audit trail)."""
    from coldread.orders.operator.order_json import order_json

    order = run(lambda services: services.db.read(order_json, services.settings, order_id))
    if order is None:
        fail(f"there is no order {order_id}")
    typer.echo(json.dumps(order, indent=2, ensure_ascii=False))


@app.command("move")
def move_order(
    order_id: Annotated[str, typer.Argument(help="INV-…")],
    to_status: Annotated[str, typer.Argument(help="The new status; `order show` lists the possible ones.")],
    note: Annotated[str | None, typer.Option(help="For the audit trail.")] = None,
    substatus: Annotated[str | None, typer.Option(help="Shown to the buyer.")] = None,
    question: Annotated[
        str | None, typer.Option(help="What the buyer is asked, when moving to needs_info.")
    ] = None,
    reference: Annotated[str | None, typer.Option(help="Invoice number or payment reference.")] = None,
    spec: Annotated[
        typer.FileText | None, typer.Option(help="Markdown file: the draft, or the final when delivering.")
    ] = None,
) -> None:
    """Move an order along its lifecycle, as the API does: same checks, same audit trail."""
    from coldread.base.problems import Problem
    from coldread.orders.acts.advance import Move, advance
    from coldread.orders.rules.lifecycle import Status
    from coldread.orders.views.whose_turn import whose_turn

    if to_status not in tuple(Status):
        fail(f"{to_status} is no status; there are: {', '.join(Status)}")
    patch = {"external_reference": reference, "spec_md": spec.read() if spec else None}
    move = Move(
        to_status=Status(to_status),
        actor="cli",
        note=note,
        substatus=substatus,
        question=question,
        patch={name: value for name, value in patch.items() if value is not None},
    )

    def write(session: Session, services: Services) -> tuple[Order, Wait]:
        moved = advance(session, services, order_id, move)
        return moved, whose_turn(session, [moved])[order_id]

    try:
        moved, wait = run(lambda services: services.db.write(write, services))
    except Problem as problem:
        fail(problem.detail)
    typer.echo(
        f"{moved.id} is {moved.status}; next: {moved.state.next_action}; waits for {wait.on} ({wait.name})"
    )


@app.command("part")
def note_part_of_payment(
    order_id: Annotated[str, typer.Argument(help="INV-…")],
    amount: Annotated[int, typer.Argument(help="What came in, in whole kronor.", min=1)],
    received: Annotated[str, typer.Option(help="The day it came in, e.g. 2026-11-19; otherwise today.")] = "",
    way: Annotated[str, typer.Option(help="bank, swish or other.")] = "bank",
    reference: Annotated[str | None, typer.Option(help="What the payer wrote.")] = None,
) -> None:
    """Note a part of the price, as the console does: the order stays where it is, and the buyer learns what remains.

    The last part is no part: `order move … paid`. Correct or undo a part in the console."""
    from coldread.base.problems import Problem, not_found
    from coldread.orders.acts.part_payments import note_part
    from coldread.orders.queries import find_order
    from coldread.orders.rules.part_payments import WAYS, MoneyIn, received_at

    if way not in WAYS:
        fail(f"{way} is no way; there are: {', '.join(WAYS)}")

    def write(session: Session, services: Services) -> Order:
        order, day = find_order(session, order_id), received_at(received, session.now)
        if order is None:
            raise not_found()
        if day is None:
            raise Problem("invalid-input", "--received: a day of the last year, not later than today")
        money = MoneyIn(amount=amount, received_at=day, way=way, reference=reference)
        return note_part(session, services.settings, order_id, order.updated_at, "cli", money)

    try:
        noted = run(lambda services: services.db.write(write, services))
    except Problem as problem:
        fail(problem.detail)
    typer.echo(
        f"{noted.id}: {noted.received} of {noted.price.total} SEK have come in, {noted.remaining} remain"
    )
