"""The manifest: who runs the service and why, with prices and limits from their tables."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from coldread.base.links import link
from coldread.base.settings import Settings
from coldread.base.shapes import Links, Shape, checked_body
from coldread.base.version import INTERFACE_VERSION
from coldread.guard.limits import offered_limits
from coldread.payments.offers import call_prices
from coldread.payments.prices import COLD_READ_NET, CURRENCY, RAILS, cold_read_price


class LimitShape(Shape):
    """One limit as it is set here."""

    name: str
    limit: int = Field(description="0: switched off.")
    window_seconds: int
    scope: Literal["ip", "url", "global", "mailbox", "domain"]
    meaning: str


class Manifest(Shape):
    """Who built this and why, what it costs and what it limits."""

    name: str
    purpose: str
    built_by: str
    contact: str | None = Field(description="E-mail address for questions.")
    version: str = Field(description="Of the interface.")
    prices: dict[str, Any] = Field(description="`cold_read` by its rails, `pay_per_call` by its calls.")
    limits: list[LimitShape]
    pilot: dict[str, Any] = Field(description="`mode`: `open`, or `closed` to new scans and orders.")
    links: Links = Field(alias="_links")


def manifest(settings: Settings) -> dict[str, Any]:
    base = settings.base_url
    return checked_body(
        Manifest,
        {
            "name": "Coldread",
            "purpose": "Landing pages lose visitors for reasons their makers cannot see. Coldread looks at a page as a "
            "stranger does, shows the evidence, and hands over changes that can be applied.",
            "built_by": settings.seller_name or "The Coldread developers",
            "contact": settings.seller_email or None,
            "version": INTERFACE_VERSION,
            "prices": {**prices(), "pay_per_call": call_prices(settings)},
            "limits": [
                checked_body(
                    LimitShape,
                    {
                        "name": limit.name,
                        "limit": limit.most(settings),
                        "window_seconds": limit.window_seconds,
                        "scope": limit.scope,
                        "meaning": limit.meaning,
                    },
                )
                for limit in offered_limits(settings)
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
        },
    )


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
