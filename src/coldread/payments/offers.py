"""Prices in the documents: OpenAPI in the two dialects that readers know, manifest, agent card."""

from __future__ import annotations

from typing import Any

from coldread.base import money
from coldread.base.settings import Settings
from coldread.payments.accepted import installed_methods
from coldread.payments.methods.method import PaymentMethod
from coldread.payments.on_sale import is_sold, listed_calls
from coldread.payments.prices import CallPrice


def payment_info(price: CallPrice, settings: Settings) -> dict[str, Any]:
    """`x-payment-info`: `offers` of draft-payment-discovery, `price` and `protocols` for AgentCash and similar clients."""
    return {
        "offers": [
            {
                "intent": row.intent,
                "method": row.name,
                "amount": str(price.base_units),
                "currency": row.token(settings).currency,
                "description": price.meaning,
            }
            for row in installed_methods(price).values()
        ],
        "price": {"mode": "fixed", "amount": price.usdc, "currency": "USD"},
        **({} if is_sold(price, settings) else {"available": False}),
        "protocols": [
            {"mpp": {"method": row.name, "intent": row.intent, "currency": row.token(settings).currency}}
            for row in installed_methods(price).values()
        ],
    }


def call_prices(settings: Settings) -> dict[str, Any]:
    """The pay-per-call part of the manifest: the first method at the top level, all of them in `methods`; none: not
    sold."""
    methods = [_method_json(row, settings) for row in installed_methods().values()]
    return {
        "scheme": "Payment",
        **(methods[0] if methods else {}),
        "methods": methods,
        "calls": [
            {
                "path": call["path"],
                "amount": call["usdc"],
                "base_units": call["base_units"],
                "meaning": call["meaning"],
                "available": call["available"],
                **({"note": call["note"]} if call["note"] else {}),
            }
            for call in listed_calls(settings)
        ],
    }


def methods_text(settings: Settings) -> str:
    """The methods in words: `tempo`, intent `charge`, chain 42431, token pathUSD."""
    tokens = [(row, row.token(settings)) for row in installed_methods().values()]
    return "; or ".join(
        f"method `{row.name}`, intent `{row.intent}`, chain {asked.chain_id}, token {asked.symbol or asked.currency}"
        for row, asked in tokens
    )


def _method_json(row: PaymentMethod, settings: Settings) -> dict[str, Any]:
    asked = row.token(settings)
    return {
        "method": row.name,
        "intent": row.intent,
        "network": {"chain_id": asked.chain_id, "name": asked.network},
        "token": {
            "address": asked.currency,
            "symbol": asked.symbol or None,
            "decimals": money.USDC_DECIMALS,
        },
    }
