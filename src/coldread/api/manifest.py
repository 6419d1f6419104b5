"""The manifest: who built the service and why, prices and limits read from their tables."""

from __future__ import annotations

from typing import Any

from coldread.base.links import link
from coldread.base.settings import Settings
from coldread.base.version import INTERFACE_VERSION
from coldread.guard.limits import LIMITS
from coldread.payments.offers import call_prices
from coldread.payments.prices import COLD_READ_NET, CURRENCY, RAILS, cold_read_price


def manifest(settings: Settings) -> dict[str, Any]:
    base = settings.base_url
    return {
        "name": "Coldread",
        "purpose": "Landing pages lose visitors for reasons their makers cannot see. Coldread looks at a page as a "
        "stranger does, shows the evidence, and hands over changes that can be applied.",
        "built_by": settings.seller_name or "The Coldread developers",
        "contact": settings.seller_email or None,
        "version": INTERFACE_VERSION,
        "prices": {**prices(), "pay_per_call": call_prices(settings)},
        "limits": [
            {
                "name": limit.name,
                "limit": limit.most(settings),
                "window_seconds": limit.window_seconds,
                "scope": limit.scope,
                "meaning": limit.meaning,
            }
            for limit in LIMITS
        ],
        "pilot": {"mode": settings.service_mode},
        "_links": {
            "self": link(f"{base}/v1/manifest"),
            "openapi": link(f"{base}/v1/openapi.json"),
            "agent_card": link(f"{base}/.well-known/agent-card.json"),
            "llms": link(f"{base}/llms.txt"),
            "errors": link(f"{base}/errors"),
            "order": link(f"{base}/v1/cold-read-requests", "POST"),
        },
    }


def prices() -> dict[str, Any]:
    return {
        "cold_read": {
            "net": COLD_READ_NET,
            "currency": CURRENCY,
            "rails": [
                {"method": rail.method, "meaning": rail.meaning, **cold_read_price(rail.method).as_json()}
                for rail in RAILS
            ],
        },
    }
