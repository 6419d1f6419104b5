"""Whether a payment is valid: everything that can be known before anything is reserved."""

from __future__ import annotations

from coldread.base.clock import format_duration
from coldread.payments.accounting import refunds
from coldread.payments.accounting.ledger import REDEEMABLE
from coldread.payments.methods.method import VerifiedPayment
from coldread.payments.processor import PaymentProcessor
from coldread.payments.purchase import Purchase
from coldread.services import Services


async def verify_payment(services: Services, purchase: Purchase) -> VerifiedPayment:
    """The payment behind the credential; nothing is charged. A payment that was made too late goes to the refund list
    (403)."""
    processor, row = services.one(PaymentProcessor), purchase.method
    purchase.require_ours(processor.terms)
    await processor.ready(row.name)
    now, expires, method = services.clock.now(), purchase.expires, processor.method(row.name)
    if now >= expires and await services.db.read(
        refunds.is_owed, method.leg(purchase.credential.challenge.id)
    ):
        raise refunds.refund_due()  # whatever the network says about it now
    payment = await method.verify(purchase.credential, now=now, expired=now >= expires)
    if payment.mined_at is None:
        return payment
    late = payment.mined_at > expires
    if late or now > payment.mined_at + REDEEMABLE:
        why = (
            "paid after the challenge had expired"
            if late
            else f"presented more than {format_duration(REDEEMABLE)} after it was paid"
        )
        await services.db.write(refunds.owe, purchase.entry(payment), why)
        raise refunds.refund_due(f"This payment was {why}. It is on the refund list.")
    return payment
