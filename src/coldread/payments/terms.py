"""The table of networks on which calls are paid, and what this service asks for on its own."""

from __future__ import annotations

import dataclasses
from functools import lru_cache
from urllib.parse import urlsplit

from coldread.base import secrets_dir
from coldread.base.settings import MAIN_CHAIN, TEST_CHAIN, Settings
from coldread.payments import wallet


@dataclasses.dataclass(frozen=True, kw_only=True)
class Network:
    """One row."""

    chain_id: int
    name: str
    rpc_url: str
    #: address of the token that is asked for unless the settings name another
    currency: str
    symbol: str


NETWORKS: tuple[Network, ...] = (
    Network(
        chain_id=MAIN_CHAIN,
        name="Tempo",
        rpc_url="https://rpc.tempo.xyz",
        currency="0x20C000000000000000000000b9537d11c60E8b50",
        symbol="USDC.e",
    ),
    Network(
        chain_id=TEST_CHAIN,
        name="Tempo Moderato, the test network",
        rpc_url="https://rpc.moderato.tempo.xyz",
        currency="0x20c0000000000000000000000000000000000000",
        symbol="pathUSD",
    ),
)
NETWORK = {row.chain_id: row for row in NETWORKS}


@dataclasses.dataclass(frozen=True, kw_only=True)
class Token:
    """What is paid with. Documents tell it: it needs no wallet and no secret."""

    chain_id: int
    network: str
    currency: str
    #: empty where the settings name a token that we do not know
    symbol: str


def token(settings: Settings) -> Token:
    network = NETWORK[settings.payment_chain_id]
    currency = settings.payment_currency or network.currency
    return Token(
        chain_id=network.chain_id,
        network=network.name,
        currency=currency,
        symbol=network.symbol if currency.lower() == network.currency.lower() else "",
    )


@dataclasses.dataclass(frozen=True, kw_only=True)
class Terms:
    """What a payer is asked for, whatever the price."""

    #: what a method of its own reads its address or account from
    settings: Settings
    realm: str
    chain_id: int
    rpc_url: str
    currency: str
    #: name of the token; empty where the settings name one that we do not know
    symbol: str
    recipient: str
    #: keys that challenges are bound with: the first signs, each verifies
    secrets: tuple[str, ...]
    ttl_s: int


@lru_cache(maxsize=8)
def terms(settings: Settings) -> Terms:
    """By the settings; outside production a wallet and a secret are made at first use."""
    paid_with = token(settings)
    return Terms(
        settings=settings,
        realm=urlsplit(settings.base_url).netloc,
        chain_id=paid_with.chain_id,
        rpc_url=settings.payment_rpc_url or NETWORK[paid_with.chain_id].rpc_url,
        currency=paid_with.currency,
        symbol=paid_with.symbol,
        recipient=settings.payment_recipient or wallet.own_address(settings.data_dir),
        secrets=settings.payment_secret or (secrets_dir.get_or_create(settings.data_dir, "payment_secret"),),
        ttl_s=settings.payment_challenge_ttl_s,
    )
