"""What this service asks of every payer, by whatever method: a method's own part stands with the method."""

from __future__ import annotations

import dataclasses
from functools import lru_cache
from urllib.parse import urlsplit

from coldread.base import secrets_dir
from coldread.base.settings import Settings


@dataclasses.dataclass(frozen=True, kw_only=True)
class Token:
    """What is paid with. Documents tell it: it needs no wallet and no secret."""

    chain_id: int
    network: str
    currency: str
    #: empty where the settings name a token that we do not know
    symbol: str


@dataclasses.dataclass(frozen=True, kw_only=True)
class Terms:
    """What a payer is asked for, whatever the method and the price."""

    #: what a method of its own reads its address or account from
    settings: Settings
    realm: str
    #: keys that challenges are bound with: the first signs, each verifies
    secrets: tuple[str, ...]
    ttl_s: int


@lru_cache(maxsize=8)
def terms(settings: Settings) -> Terms:
    """By the settings; outside production a secret is made at first use."""
    return Terms(
        settings=settings,
        realm=urlsplit(settings.base_url).netloc,
        secrets=settings.payment_secret or (secrets_dir.get_or_create(settings.data_dir, "payment_secret"),),
        ttl_s=settings.payment_challenge_ttl_s,
    )
