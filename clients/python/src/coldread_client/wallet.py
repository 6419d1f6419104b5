"""Paying a challenge: what a wallet must do, and one for the Tempo network."""

from __future__ import annotations

import warnings
from typing import Any, Protocol


class Wallet(Protocol):
    """Signs what a 402 asks for."""

    async def pay(self, challenges: list[str]) -> str | None:
        """The Authorization header for one of the challenges (a text each, with its scheme); None to refuse."""
        ...


class TempoWallet:
    """Pays charges of method `tempo` from one key, on one chain, up to an amount.

    `most_base_units` is in millionths of a dollar: 500_000 pays any of the endpoints and nothing dearer.
    The chain libraries take seconds to import, so they are imported with the first payment.
    """

    def __init__(
        self,
        private_key: str,
        *,
        chain_id: int,
        rpc_url: str | None = None,
        most_base_units: int = 500_000,
        recipients: tuple[str, ...] | None = None,
    ) -> None:
        self._key = private_key
        self._chain_id = chain_id
        self._rpc_url = rpc_url
        self._most = most_base_units
        self._recipients = {one.lower() for one in recipients} if recipients else None

    def __repr__(self) -> str:
        return f"TempoWallet(chain_id={self._chain_id})"

    async def pay(self, challenges: list[str]) -> str | None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what the chain libraries import
            from mpp import Challenge
            from mpp.methods.tempo import TempoAccount
            from mpp.methods.tempo import client as tempo
            from mpp.runtime import CredentialParams

        for header in challenges:
            try:
                challenge = Challenge.from_www_authenticate(header)
            except Exception:  # noqa: S112 - a scheme that is not ours
                continue
            if (
                challenge.method == "tempo"
                and challenge.intent == "charge"
                and self._accepts(challenge.request)
            ):
                method = tempo.charge(
                    account=TempoAccount.from_key(self._key), chain_id=self._chain_id, rpc_url=self._rpc_url
                )
                return str(await method.create_credential(CredentialParams(challenge=challenge)))
        return None

    def _accepts(self, asked: dict[str, Any]) -> bool:
        """The right chain, not too much, and whom we mean to pay."""
        details = asked.get("methodDetails") or {}
        recipient = str(asked.get("recipient", "")).lower()
        return (
            details.get("chainId") == self._chain_id
            and str(asked.get("amount", "")).isdigit()
            and int(asked["amount"]) <= self._most
            and (self._recipients is None or recipient in self._recipients)
        )
