"""Prices as the documents tell them: OpenAPI in the two dialects that readers know, manifest, agent card."""

from __future__ import annotations

from typing import Any

from coldread.base.settings import Settings
from coldread.payments.accepted import token
from coldread.payments.challenge import INTENT, METHOD
from coldread.payments.prices import CALLS, CallPrice


def payment_info(price: CallPrice, settings: Settings) -> dict[str, Any]:
    """`x-payment-info`: `offers` of draft-payment-discovery, `price` and `protocols` for AgentCash and its kin."""
    currency = token(settings).currency
    return {
        "offers": [
            {
                "intent": INTENT,
                "method": METHOD,
                "amount": str(price.base_units),
                "currency": currency,
                "description": price.meaning,
            }
        ],
        "price": {"mode": "fixed", "amount": price.usdc, "currency": "USD"},
        "protocols": [{"mpp": {"method": METHOD, "intent": INTENT, "currency": currency}}],
    }


def call_prices(settings: Settings) -> dict[str, Any]:
    """What the manifest says of pay-per-call."""
    asked = token(settings)
    return {
        "scheme": "Payment",
        "method": METHOD,
        "intent": INTENT,
        "network": {"chain_id": asked.chain_id, "name": asked.network},
        "token": {"address": asked.currency, "symbol": asked.symbol or None, "decimals": 6},
        "calls": [
            {
                "path": call.path,
                "amount": call.usdc,
                "base_units": str(call.base_units),
                "meaning": call.meaning,
            }
            for call in CALLS
        ],
    }
