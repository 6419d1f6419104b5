"""A paid call, from the credential to the answer: nobody pays twice, pays for nothing, or gets two deliveries.

It knows no HTTP: a surface passes the request and the work to do, and gets the answer's bytes with their receipt, or a
problem. Every step is committed before the next begins, so that a process may die between any two. From the payment on,
the work continues even if the caller hangs up."""

from __future__ import annotations

import dataclasses
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

from pydantic_core import to_json

from coldread.base import log
from coldread.base.clock import SECOND, format_duration
from coldread.base.problems import Problem
from coldread.guard import rate
from coldread.guard.limits import PAID_CALLS
from coldread.payments import networks, receipt
from coldread.payments.accepted import installed_methods, is_sent_by_payer
from coldread.payments.accounting import ledger, reservations
from coldread.payments.accounting.ledger import REDEEMABLE
from coldread.payments.accounting.ledger_entry import Hold, LedgerEntry, ReservationInput
from coldread.payments.accounting.refunds import refund_due
from coldread.payments.credential import Credential
from coldread.payments.demand import (
    NO_WISH,
    Wish,
    ask_again,
    demand,
    disputed_payment_problem,
    not_configured,
    sales_closed,
)
from coldread.payments.lease import renew_lease
from coldread.payments.methods.method import ChainOutcome, OutcomeUnknown, PaymentDisputed, PaymentRefused
from coldread.payments.on_sale import is_sold, not_sold
from coldread.payments.prices import CallPrice
from coldread.payments.processor import PaymentProcessor
from coldread.payments.purchase import Purchase
from coldread.payments.states import State
from coldread.payments.verify import verify_payment
from coldread.services import Services

KEPT = f"kept: the same credential is served free for {format_duration(REDEEMABLE)}"
OWED = "refund: the work failed too often, and the payment is on the refund list"


@dataclasses.dataclass(frozen=True, kw_only=True)
class PaidWork:
    """The work that is sold. `prepare` runs before the money is taken, and may refuse; `do` gets its result."""

    do: Callable[[Any], Awaitable[dict[str, Any]]]
    prepare: Callable[[], Awaitable[Any]] | None = None


@dataclasses.dataclass(frozen=True, kw_only=True)
class PaidRequest:
    """One request, without HTTP."""

    price: CallPrice
    #: None: there was none that could be read
    credential: Credential | None
    #: why the credential could not be read
    unreadable: str = ""
    #: digest of the body
    digest: str
    #: what is wrong with the body
    fault: Problem | None
    #: the name under which the caller's uses are counted
    client: str
    #: None if the body is refused
    work: PaidWork | None
    wish: Wish = NO_WISH


@dataclasses.dataclass(frozen=True, kw_only=True)
class Delivery:
    """What the caller gets."""

    body: bytes
    #: value of `Payment-Receipt`
    receipt: str
    #: whether it is the answer of an earlier request with the same credential
    replayed: bool = False


@dataclasses.dataclass(frozen=True, kw_only=True)
class _Sale:
    """The state of one request."""

    services: Services
    purchase: Purchase
    work: PaidWork
    hold: Hold
    #: the name under which the caller's uses are counted
    client: str


async def paid_call(services: Services, call: PaidRequest) -> Delivery:
    """The complete sequence, in the order that the contract fixes. Raises Problem for everything but an answer."""
    credential = call.credential
    if credential is None:
        slug = "malformed-credential" if call.unreadable else "payment-required"
        raise await _demand(services, call, slug, call.unreadable)
    entry = await services.db.read(ledger.find, credential.challenge.id)
    may_be_paid = entry is not None or is_sent_by_payer(credential.challenge.method, credential.kind)
    if services.settings.service_mode == "closed" and not may_be_paid:
        raise sales_closed()
    if not is_sold(call.price, services.settings) and not may_be_paid:
        raise not_sold()
    if call.fault is not None:
        raise call.fault
    assert call.work is not None
    await services.db.write(rate.count_use, PAID_CALLS, call.client, PAID_CALLS.most(services.settings))
    purchase = Purchase(price=call.price, credential=credential, digest=call.digest)
    sale = _Sale(
        services=services,
        purchase=purchase,
        work=call.work,
        hold=_new_hold(services, credential),
        client=call.client,
    )
    try:
        if entry is not None and (stored := _concluded_delivery(purchase, entry, services.clock.now())):
            return stored
        if purchase.method.name not in installed_methods():
            raise not_configured()
        return await services.one(PaymentProcessor).run_to_end(_sell(sale, entry))
    except PaymentRefused as refused:
        raise await _demand(services, call, refused.slug, refused.detail) from refused
    except PaymentDisputed as contradiction:
        raise disputed_payment_problem() from contradiction
    except OutcomeUnknown as unsure:
        await networks.report_unfit_network(services)
        raise ask_again(str(unsure)) from unsure


def _concluded_delivery(purchase: Purchase, entry: LedgerEntry, now: int) -> Delivery | None:
    """The result of a concluded payment: its answer, or why there is none. None if there is still work to do."""
    method = purchase.method
    purchase.require_same_as(entry)
    if entry.state == State.DELIVERED:
        if entry.answer is None or now >= (entry.delivered_at or 0) + REDEEMABLE:
            raise refund_due(
                f"This payment bought an answer, which was kept for {format_duration(REDEEMABLE)}. That time has passed, and "
                "nothing is owed. To buy again, send the request without this credential."
            )
        return _delivery(entry, entry.answer, replayed=True)
    if entry.state == State.REFUND_DUE:
        raise refund_due()
    if entry.state == State.VOID and entry.disputed_at is not None:
        raise refund_due(
            "The network gave contradictory answers about this payment. Our reconciliation with the chain found no "
            "transfer, so nothing is owed. To buy again, send the request without this credential."
        )
    if entry.state == State.VOID:
        raise PaymentRefused(
            "payment-expired", f"The chain did not include this {method.name} payment before it expired."
        )
    return None


async def _sell(sale: _Sale, entry: LedgerEntry | None) -> Delivery:
    with sale.services.one(PaymentProcessor).hold(sale.purchase.credential):
        if entry is None:
            return await _begin_entry(sale)
        taken = await sale.services.db.write(ledger.take_over, sale.hold)
        async with renew_lease(sale.services, sale.hold):
            return await _continue(sale, taken)


async def _begin_entry(sale: _Sale) -> Delivery:
    services = sale.services
    try:
        payment = await verify_payment(services, sale.purchase)
    except PaymentDisputed as contradiction:
        entry = sale.purchase.entry(contradiction.payment)
        await services.db.write(ledger.open_disputed, entry, str(contradiction))
        raise
    paid_before = payment.mined_at is not None
    reservation = ReservationInput(
        client=sale.client,
        balance=payment.balance,
        allowance=reservations.allowance(services.settings),
    )
    entry = await services.db.write(ledger.open_entry, sale.purchase.entry(payment), sale.hold, reservation)
    async with renew_lease(services, sale.hold):
        if paid_before:
            return await _execute(sale, entry)
        return await _charge(sale, entry)


async def _continue(sale: _Sale, entry: LedgerEntry) -> Delivery:
    """Continue a payment from the step where it stopped. A sent transaction is only looked up, never verified again."""
    if entry.state == State.RESERVED:
        await _verify_again(sale)
        return await _charge(sale, entry)
    if entry.state in {State.SETTLING, State.UNKNOWN, State.DISPUTED}:
        return await _conclude(sale, entry)
    return await _execute(sale, await _begin(sale))


async def _verify_again(sale: _Sale) -> None:
    """Nothing was sent: the entry can be deleted if the payment is refused now."""
    try:
        await verify_payment(sale.services, sale.purchase)
    except (PaymentRefused, PaymentDisputed, OutcomeUnknown):
        await sale.services.db.write(ledger.release, sale.hold)
        raise


async def _charge(sale: _Sale, entry: LedgerEntry) -> Delivery:
    """Do everything that can be refused without a charge, and only then send the transaction."""
    if not is_sold(sale.purchase.price, sale.services.settings):
        await sale.services.db.write(ledger.release, sale.hold)
        raise not_sold()
    try:
        prepared = await _prepare(sale)
    except BaseException:
        await sale.services.db.write(ledger.release, sale.hold)
        raise
    if entry.valid_before is not None and sale.services.clock.now() >= entry.valid_before:
        await sale.services.db.write(ledger.release, sale.hold)  # not sent: no block would include it
        raise PaymentRefused("payment-expired", "The transaction expired before it could be sent.")
    if not await sale.services.db.write(ledger.mark_settling, sale.hold):
        raise ledger.in_progress(1)  # our lease ended, and another request has taken over
    return await _conclude(sale, entry, prepared)


async def _conclude(sale: _Sale, entry: LedgerEntry, prepared: Any = None) -> Delivery:
    """Settle, then act on the chain's outcome. A payment that was ever disputed can be closed only by reconciliation
    with the chain."""
    services, purchase = sale.services, sale.purchase
    method = services.one(PaymentProcessor).method(purchase.method.name)
    outcome, why = await method.settle(purchase.credential, entry, services.clock.now())
    if outcome is ChainOutcome.MINED:
        return await _execute(sale, await _begin(sale), prepared)
    if outcome is ChainOutcome.DISPUTED:
        await services.db.write(ledger.mark_disputed, sale.hold, why)
        raise disputed_payment_problem()
    if outcome is ChainOutcome.ENDED and entry.disputed_at is None:
        await services.db.write(ledger.void, sale.hold)
        raise PaymentRefused(
            "payment-expired", "The chain did not include the transaction before it expired."
        )
    refused = outcome is ChainOutcome.REFUSED
    await services.db.write(ledger.mark_unknown, sale.hold, refused=refused)
    if entry.disputed_at is not None:
        raise disputed_payment_problem()
    raise OutcomeUnknown("The network has not reported the outcome of the payment yet.")


async def _begin(sale: _Sale) -> LedgerEntry:
    entry = await sale.services.db.write(ledger.begin_execution, sale.hold)
    if entry is None:
        raise ledger.in_progress(1)
    if entry.state == State.REFUND_DUE:
        raise refund_due()
    return entry


async def _prepare(sale: _Sale) -> Any:
    return None if sale.work.prepare is None else await sale.work.prepare()


async def _execute(sale: _Sale, entry: LedgerEntry, prepared: Any = None) -> Delivery:
    """Do the work, once the payment has arrived. If it fails, the payer can retry or gets a refund."""
    services = sale.services
    if not is_sold(sale.purchase.price, services.settings):
        await services.db.write(ledger.owe_held, sale.hold, "paid, and the call is not sold any more")
        raise refund_due("This server does not sell this call now. The payment is on the refund list.")
    try:
        if prepared is None:
            prepared = await _prepare(sale)
        answer = to_json(await sale.work.do(prepared))
    except BaseException as error:
        failed = await services.db.write(ledger.mark_work_failed, sale.hold)
        if isinstance(error, Problem):
            error.members["payment"] = OWED if failed and failed.state == State.REFUND_DUE else KEPT
        raise
    delivered = await services.db.write(ledger.mark_delivered, sale.hold, answer)
    if delivered is None:
        raise ledger.in_progress(1)
    log.get("payments").info("executed", route=entry.route, tx=entry.tx_hash, amount=entry.amount)
    return _delivery(delivered, answer)


def _delivery(entry: LedgerEntry, answer: bytes, *, replayed: bool = False) -> Delivery:
    return Delivery(body=answer, receipt=receipt.encoded_receipt(entry, entry.created_at), replayed=replayed)


def _new_hold(services: Services, credential: Credential) -> Hold:
    return Hold(
        challenge_id=credential.challenge.id,
        holder=secrets.token_hex(16),
        lease=services.settings.payment_lease_s * SECOND,
    )


async def _demand(services: Services, call: PaidRequest, slug: str, detail: str) -> Problem:
    return await demand(
        services, call.price, digest=call.digest, fault=call.fault, slug=slug, detail=detail, wish=call.wish
    )
