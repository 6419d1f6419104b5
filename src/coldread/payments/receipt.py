"""The receipt of a paid call, in the form of `Payment-Receipt`."""

from __future__ import annotations

from coldread.base.clock import rfc3339
from coldread.payments.accounting.ledger_entry import LedgerEntry
from coldread.payments.challenge import encode_base64url


def encoded_receipt(entry: LedgerEntry, now: int) -> str:
    return encode_base64url(
        {
            "status": "success",
            "method": entry.method,
            "timestamp": rfc3339(entry.paid_at or now),
            "reference": entry.tx_hash,
            "challengeId": entry.challenge_id,
        }
    )
