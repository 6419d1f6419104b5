"""What this service asks of every payer, by any method. A method's own part is in its file."""

from __future__ import annotations

import dataclasses
from functools import lru_cache
from urllib.parse import urlsplit

from coldread.base import secrets_dir
from coldread.base.settings import Settings


@dataclasses.dataclass(frozen=True, kw_only=True)
class Token:
    """The token to pay with, for documents: it needs no wallet and no secret."""

    chain_id: int
    network: str
    currency: str
    #: empty if the settings name an unknown token
    symbol: str


@dataclasses.dataclass(frozen=True, kw_only=True)
class Terms:
    """What every payer is asked for, whatever the method and the price."""

    #: the settings from which a method reads its address or account
    settings: Settings
    realm: str
    #: keys of the challenges' HMAC: the first signs, all verify
    secrets: tuple[str, ...]
    ttl_s: int


@lru_cache(maxsize=8)
def terms(settings: Settings) -> Terms:
    """From the settings; outside production a secret is created at first use."""
    return Terms(
        settings=settings,
        realm=urlsplit(settings.base_url).netloc,
        secrets=settings.payment_secret or (secrets_dir.get_or_create(settings.data_dir, "payment_secret"),),
        ttl_s=settings.payment_challenge_ttl_s,
    )
