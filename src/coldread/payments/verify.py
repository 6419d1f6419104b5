"""Whether a credential pays for this very request: our challenge, this path, this body, in time."""

from __future__ import annotations

import datetime as dt
import hmac

from coldread.base.clock import moment
from coldread.base.problems import Problem
from coldread.payments import refunds
from coldread.payments.accepted import Terms
from coldread.payments.challenge import INTENT, METHOD, decoded, is_ours
from coldread.payments.credential import Credential
from coldread.payments.ledger import REDEEMABLE, LedgerEntry
from coldread.payments.methods.method import PaymentRefused, VerifiedPayment
from coldread.payments.prices import CallPrice
from coldread.payments.processor import PaymentProcessor
from coldread.services import Services


def require_recognised(
    terms: Terms, price: CallPrice, credential: Credential, digest: str, entry: LedgerEntry | None = None
) -> None:
    """Raises Refused, or 400 for a foreign method. `entry` is what the ledger knows of the challenge."""
    challenge = credential.challenge
    if (challenge.method, challenge.intent) != (METHOD, INTENT):
        raise Problem(
            "method-unsupported", f"This service takes {METHOD}/{INTENT} alone. Nothing was charged."
        )
    if entry is not None:
        _same_as(entry, price, credential, digest)
        return
    if challenge.realm != terms.realm or not is_ours(terms, challenge):
        raise PaymentRefused("invalid-challenge", "The challenge was not issued here.")
    if decoded(challenge.opaque or "").get("route") != price.path:
        raise PaymentRefused("invalid-challenge", "The challenge was issued for another path.")
    if challenge.digest is not None and challenge.digest != digest:
        raise PaymentRefused("invalid-challenge", "The challenge was issued for another body.")
    if decoded(challenge.request).get("methodDetails", {}).get("chainId") != terms.chain_id:
        raise PaymentRefused("invalid-challenge", "The challenge was issued for another network.")


def _same_as(entry: LedgerEntry, price: CallPrice, credential: Credential, digest: str) -> None:
    """What the ledger knows is bound to its credential, path and body, whatever the secret is by now."""
    if not hmac.compare_digest(entry.credential_hash, credential.fingerprint):
        raise PaymentRefused("invalid-challenge", "The challenge has been used with another credential.")
    if entry.route != price.path:
        raise PaymentRefused("invalid-challenge", "The challenge was issued for another path.")
    if entry.body_digest != digest:
        raise PaymentRefused("invalid-challenge", "The credential pays for another body.")


async def verify_payment(
    services: Services, price: CallPrice, credential: Credential, digest: str
) -> VerifiedPayment:
    """The payment behind the credential; nothing is charged. One paid too late goes to the refund list."""
    processor = services.one(PaymentProcessor)
    require_recognised(processor.terms, price, credential, digest)
    now = services.clock.now()
    expires = moment(dt.datetime.fromisoformat(credential.challenge.expires))
    payment = await processor.method.verify(credential, expired=now >= expires)
    if payment.mined_at is None:
        return payment
    late = payment.mined_at > expires
    if late or now > payment.mined_at + REDEEMABLE:
        why = (
            "paid after the challenge had expired"
            if late
            else "presented more than 24 hours after it was paid"
        )
        await services.db.write(refunds.owe, _owed(price, credential, payment, digest), why)
        raise PaymentRefused("payment-expired", f"It was {why}; the payment is on the refund list.")
    return payment


def _owed(price: CallPrice, credential: Credential, payment: VerifiedPayment, digest: str) -> LedgerEntry:
    return LedgerEntry(
        challenge_id=credential.challenge.id,
        credential_hash=credential.fingerprint,
        body_digest=digest,
        route=price.path,
        kind=credential.kind,
        tx_hash=payment.tx_hash,
        valid_before=payment.valid_before,
        payer=payment.payer,
        amount=payment.amount,
        currency=payment.currency,
        chain_id=payment.chain_id,
    )
