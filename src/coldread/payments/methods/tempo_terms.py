"""The table of Tempo's networks, and what a payer on one of them is asked for, whatever the price."""

from __future__ import annotations

import dataclasses
from functools import lru_cache

from coldread.base.settings import MAIN_CHAIN, TEST_CHAIN, Settings
from coldread.payments import wallet
from coldread.payments.terms import Token


@dataclasses.dataclass(frozen=True, kw_only=True)
class Network:
    """One row."""

    chain_id: int
    name: str
    rpc_url: str
    #: address of the token, unless the settings name another
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
class TempoTerms:
    """The recipient and the network."""

    chain_id: int
    #: our nodes; an answer counts if all of them give it
    rpc_urls: tuple[str, ...]
    currency: str
    recipient: str


@lru_cache(maxsize=8)
def tempo_terms(settings: Settings) -> TempoTerms:
    """From the settings; outside production a wallet is created at first use."""
    paid_with = token(settings)
    return TempoTerms(
        chain_id=paid_with.chain_id,
        rpc_urls=settings.payment_rpc_url or (NETWORK[paid_with.chain_id].rpc_url,),
        currency=paid_with.currency,
        recipient=settings.payment_recipient or wallet.own_address(settings.data_dir),
    )
