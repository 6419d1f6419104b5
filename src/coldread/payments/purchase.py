"""What a credential buys, and whether it pays for this request."""

from __future__ import annotations

import dataclasses
import hmac

from coldread.base.problems import Problem
from coldread.payments.accepted import METHOD
from coldread.payments.accounting.ledger_entry import LedgerEntry
from coldread.payments.challenge import decode_base64url, expiry_of, is_ours
from coldread.payments.credential import Credential
from coldread.payments.methods.method import PaymentMethod, PaymentRefused, VerifiedPayment
from coldread.payments.prices import CallPrice
from coldread.payments.terms import Terms


@dataclasses.dataclass(frozen=True, kw_only=True)
class Purchase:
    """The request that a ledger entry is made from."""

    price: CallPrice
    credential: Credential
    #: the digest of the body
    digest: str

    @property
    def method(self) -> PaymentMethod:
        """The credential's method; 400 for one that we do not accept."""
        challenge = self.credential.challenge
        row = METHOD.get(challenge.method)
        if row is None or challenge.intent != row.intent:
            taken = ", ".join(f"{one.name}/{one.intent}" for one in METHOD.values())
            raise Problem("method-unsupported", f"This service accepts only {taken}. Nothing was charged.")
        return row

    @property
    def expires(self) -> int:
        return expiry_of(self.credential.challenge)

    def entry(self, payment: VerifiedPayment) -> LedgerEntry:
        return LedgerEntry(
            challenge_id=self.credential.challenge.id,
            credential_hash=self.credential.fingerprint,
            body_digest=self.digest,
            route=self.price.path,
            method=self.credential.challenge.method,
            kind=self.credential.kind,
            tx_hash=payment.tx_hash,
            leg=payment.leg,
            valid_before=payment.valid_before,
            payer=payment.payer,
            payer_proven=payment.payer_proven,
            amount=payment.amount,
            currency=payment.currency,
            chain_id=payment.chain_id,
            paid_at=payment.mined_at,
            nonce=payment.nonce,
        )

    def require_same_as(self, entry: LedgerEntry) -> None:
        """Refuse unless credential, path and body are those of the entry. The secret may have changed since."""
        if not hmac.compare_digest(entry.credential_hash, self.credential.fingerprint):
            raise PaymentRefused("invalid-challenge", "The challenge has been used with another credential.")
        if entry.route != self.price.path:
            raise PaymentRefused("invalid-challenge", "The challenge was issued for another path.")
        if entry.body_digest != self.digest:
            raise PaymentRefused("invalid-challenge", "The credential pays for another body.")

    def require_ours(self, terms: Terms) -> None:
        """Refuse unless the challenge is ours, for this path and body, and paid by a method that this call accepts."""
        challenge = self.credential.challenge
        if challenge.realm != terms.realm or not is_ours(terms, challenge):
            raise PaymentRefused("invalid-challenge", "The challenge was not issued here.")
        if decode_base64url(challenge.opaque or "").get("route") != self.price.path:
            raise PaymentRefused("invalid-challenge", "The challenge was issued for another path.")
        if challenge.digest is not None and challenge.digest != self.digest:
            raise PaymentRefused("invalid-challenge", "The challenge was issued for another body.")
        if self.method.modes.get(self.credential.kind) not in self.price.modes:
            modes = ", ".join(self.price.modes)
            raise PaymentRefused("verification-failed", f"This call accepts only the mode {modes}.")
