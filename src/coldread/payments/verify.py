"""Whether a payment would hold, or does: everything that can be known before anything is reserved."""

from __future__ import annotations

from coldread.base.clock import spoken
from coldread.payments import refunds
from coldread.payments.ledger import REDEEMABLE
from coldread.payments.methods.method import PaymentRefused, VerifiedPayment
from coldread.payments.processor import PaymentProcessor
from coldread.payments.purchase import Purchase
from coldread.services import Services


async def verify_payment(services: Services, purchase: Purchase) -> VerifiedPayment:
    """The payment behind the credential; nothing is charged. One paid too late goes to the refund list."""
    processor, row = services.one(PaymentProcessor), purchase.method
    purchase.require_ours(processor.terms)
    await processor.ready(row.name)
    now, expires = services.clock.now(), purchase.expires
    payment = await processor.method(row.name).verify(purchase.credential, now=now, expired=now >= expires)
    if payment.mined_at is None:
        return payment
    late = payment.mined_at > expires
    if late or now > payment.mined_at + REDEEMABLE:
        why = (
            "paid after the challenge had expired"
            if late
            else f"presented more than {spoken(REDEEMABLE)} after it was paid"
        )
        await services.db.write(refunds.owe, purchase.entry(payment), why)
        raise PaymentRefused("payment-expired", f"It was {why}; the payment is on the refund list.")
    return payment
