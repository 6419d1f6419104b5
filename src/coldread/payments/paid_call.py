"""A paid call, from the credential to the answer: nobody pays twice, for nothing, or is served twice.

Knows no HTTP: a surface passes what came and the work to do, and gets the answer's bytes with their receipt, or a
problem. Every step is committed before the next begins, so that a process may die between any two.
"""

from __future__ import annotations

import dataclasses
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

from pydantic_core import to_json

from coldread.base import log
from coldread.base.clock import SECOND
from coldread.base.problems import Problem
from coldread.guard import rate
from coldread.guard.limits import PAID_CALLS
from coldread.payments import ledger, receipt
from coldread.payments.credential import Credential
from coldread.payments.demand import demand, sales_closed
from coldread.payments.lease import renew_lease
from coldread.payments.ledger import Hold, LedgerEntry, State
from coldread.payments.methods.method import OutcomeUnknown, PaymentRefused, VerifiedPayment
from coldread.payments.prices import CallPrice
from coldread.payments.processor import PaymentProcessor
from coldread.payments.verify import require_recognised, verify_payment
from coldread.services import Services

SOON = "5"  # seconds; a block takes less than one


@dataclasses.dataclass(frozen=True, kw_only=True)
class PaidWork:
    """What is sold. `prepare` runs before the money is taken, and may refuse; `do` gets what it returned."""

    do: Callable[[Any], Awaitable[dict[str, Any]]]
    prepare: Callable[[], Awaitable[Any]] | None = None


@dataclasses.dataclass(frozen=True, kw_only=True)
class PaidRequest:
    """One request as it came."""

    price: CallPrice
    #: None: none came that could be read
    credential: Credential | None
    #: why one that came could not be read
    unreadable: str = ""
    #: digest of the body
    digest: str
    #: what is wrong with the body
    fault: Problem | None
    #: the name under which the caller is counted
    client: str
    key: str | None
    #: None where the body is refused
    work: PaidWork | None


@dataclasses.dataclass(frozen=True, kw_only=True)
class Delivery:
    """What was bought."""

    body: bytes
    #: value of `Payment-Receipt`
    receipt: str
    #: to be called once the answer is on its way: until then the credential can ask for it again
    sent: Callable[[], Awaitable[None]]
    #: an earlier answer, for its Idempotency-Key
    replayed: bool = False


async def paid_call(services: Services, call: PaidRequest) -> Delivery:
    """The whole way, in the order that the contract's decisions fix; raises Problem for everything but an answer."""
    credential = call.credential
    if credential is None:
        slug = "malformed-credential" if call.unreadable else "payment-required"
        raise await _demand(services, call, slug, call.unreadable)
    entry = await services.db.read(ledger.find, credential.challenge.id)
    if services.settings.service_mode == "closed" and entry is None and credential.kind != "hash":
        raise sales_closed()
    if call.fault is not None:
        raise call.fault
    assert call.work is not None
    await services.db.write(rate.count_use, PAID_CALLS, call.client, PAID_CALLS.most(services.settings))
    try:
        with services.one(PaymentProcessor).hold(credential):
            if entry is None:
                return await _first_use(services, call, credential)
            return await _later_use(services, call, credential, entry)
    except PaymentRefused as refused:
        raise await _demand(services, call, refused.slug, refused.detail) from refused
    except OutcomeUnknown as unsure:
        raise _ask_again(str(unsure)) from unsure


async def _first_use(services: Services, call: PaidRequest, credential: Credential) -> Delivery:
    payment = await verify_payment(services, call.price, credential, call.digest)
    hold = _hold(services, credential)
    paid_before = payment.mined_at is not None
    entry = await services.db.write(
        ledger.open_entry,
        _entry(call, credential, payment),
        hold,
        None if paid_before else services.settings.payment_daily_budget_usdc,
    )
    async with renew_lease(services, hold):
        return await _settled_then_done(services, call, entry, hold, payment)


async def _later_use(
    services: Services, call: PaidRequest, credential: Credential, entry: LedgerEntry
) -> Delivery:
    """A challenge that was used before: continue where it stopped, or say that it is used up."""
    require_recognised(services.one(PaymentProcessor).terms, call.price, credential, call.digest, entry)
    if entry.state == State.DELIVERED:
        return _replay(call, entry)
    if entry.state == State.REFUND_DUE:
        raise PaymentRefused(
            "invalid-challenge", "It was paid more than a day ago; the payment is on the refund list."
        )
    hold = _hold(services, credential)
    entry = await services.db.write(ledger.take_over, hold)
    async with renew_lease(services, hold):
        if entry.state in {State.SETTLING, State.UNKNOWN}:
            payment = await _verified_again(services, call, credential, entry, hold)
            return await _settled_then_done(services, call, entry, hold, payment)
        if entry.state == State.EXECUTED and entry.answer is not None:
            return _delivery(services, hold, entry, entry.answer)
        prepared = await _prepared(call, hold, services, paid=True)
        return await _done(services, call, entry, hold, prepared)


async def _verified_again(
    services: Services, call: PaidRequest, credential: Credential, entry: LedgerEntry, hold: Hold
) -> VerifiedPayment:
    try:
        return await verify_payment(services, call.price, credential, call.digest)
    except PaymentRefused as refused:
        if refused.slug == "payment-expired" and not entry.cannot_come(services.clock.now()):
            await services.db.write(ledger.mark_unknown, hold)
            raise OutcomeUnknown("The network has not said what became of the payment.") from refused
        await services.db.write(ledger.release, hold)
        raise
    except OutcomeUnknown:
        await services.db.write(ledger.mark_unknown, hold)
        raise


async def _settled_then_done(
    services: Services, call: PaidRequest, entry: LedgerEntry, hold: Hold, payment: VerifiedPayment
) -> Delivery:
    assert call.credential is not None
    paid_before = payment.mined_at is not None
    prepared = None if paid_before else await _prepared(call, hold, services, paid=False)
    try:
        await services.one(PaymentProcessor).method.settle(call.credential, payment)
    except PaymentRefused:
        await services.db.write(ledger.release, hold)
        raise
    except OutcomeUnknown:
        await services.db.write(ledger.mark_unknown, hold)
        raise
    if not await services.db.write(ledger.mark_settled, hold):
        raise ledger.in_progress(1)  # we were thought dead, and another request has taken over
    if paid_before:
        prepared = await _prepared(call, hold, services, paid=True)
    return await _done(services, call, entry, hold, prepared)


async def _prepared(call: PaidRequest, hold: Hold, services: Services, *, paid: bool) -> Any:
    """Before the money: what refuses here costs nothing. After it: the payer may ask again."""
    if call.work is None or call.work.prepare is None:
        return None
    try:
        return await call.work.prepare()
    except BaseException:
        await services.db.write(ledger.mark_work_failed if paid else ledger.release, hold)
        raise


async def _done(
    services: Services, call: PaidRequest, entry: LedgerEntry, hold: Hold, prepared: Any
) -> Delivery:
    assert call.work is not None
    try:
        answer = to_json(await call.work.do(prepared))
    except BaseException as error:
        await services.db.write(ledger.mark_work_failed, hold)
        if isinstance(error, Problem):
            error.members["payment"] = "kept: the same credential is served free for 24 hours"
        raise
    if not await services.db.write(ledger.mark_executed, hold, answer, call.key):
        raise ledger.in_progress(1)
    log.get("payments").info("executed", route=entry.route, tx=entry.tx_hash, amount=entry.amount)
    return _delivery(services, hold, entry, answer)


def _delivery(services: Services, hold: Hold, entry: LedgerEntry, answer: bytes) -> Delivery:
    async def sent() -> None:
        await services.db.write(ledger.mark_delivered, hold)

    return Delivery(body=answer, receipt=receipt.encoded_receipt(entry, services.clock.now()), sent=sent)


def _replay(call: PaidRequest, entry: LedgerEntry) -> Delivery:
    """The stored answer, for a client that named its request; for anybody else one payment buys one answer."""
    if call.key is None or call.key != entry.idempotency_key or entry.answer is None:
        raise PaymentRefused(
            "invalid-challenge", "This credential has been used: one payment buys one answer."
        )

    async def nothing() -> None: ...

    at = entry.delivered_at or entry.created_at
    return Delivery(
        body=entry.answer, receipt=receipt.encoded_receipt(entry, at), sent=nothing, replayed=True
    )


def _hold(services: Services, credential: Credential) -> Hold:
    return Hold(
        challenge_id=credential.challenge.id,
        holder=secrets.token_hex(16),
        lease=services.settings.payment_lease_s * SECOND,
    )


def _entry(call: PaidRequest, credential: Credential, payment: VerifiedPayment) -> LedgerEntry:
    return LedgerEntry(
        challenge_id=credential.challenge.id,
        credential_hash=credential.fingerprint,
        body_digest=call.digest,
        route=call.price.path,
        kind=credential.kind,
        tx_hash=payment.tx_hash,
        valid_before=payment.valid_before,
        payer=payment.payer,
        amount=payment.amount,
        currency=payment.currency,
        chain_id=payment.chain_id,
    )


async def _demand(services: Services, call: PaidRequest, slug: str, detail: str) -> Problem:
    return await demand(services, call.price, digest=call.digest, fault=call.fault, slug=slug, detail=detail)


def _ask_again(why: str) -> Problem:
    return Problem(
        "unavailable",
        f"{why} Repeat this request with the same credential: it is charged once at most.",
        headers={"Retry-After": SOON},
    )
