"""Payments of a process: its terms and the method that it takes, made at first use."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator

from coldread.base.settings import Settings
from coldread.payments.accepted import Terms, terms
from coldread.payments.credential import Credential
from coldread.payments.ledger import in_progress
from coldread.payments.methods.method import Method


class PaymentProcessor:
    """One a process: `services.one(PaymentProcessor)`."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._method: Method | None = None
        self._working_on: set[str] = set()

    @contextlib.contextmanager
    def hold(self, credential: Credential) -> Iterator[None]:
        """At most one request per credential in this process, 409 for others; across processes the lease sees to it."""
        if credential.fingerprint in self._working_on:
            raise in_progress(1)
        self._working_on.add(credential.fingerprint)
        try:
            yield
        finally:
            self._working_on.discard(credential.fingerprint)

    @property
    def terms(self) -> Terms:
        return terms(self.settings)

    @property
    def method(self) -> Method:
        if self._method is None:
            from coldread.payments.methods.tempo import Tempo

            self._method = Tempo(self.terms, self.settings.payment_rpc_timeout_s)
        return self._method

    async def warm(self) -> None:
        """Import and work out, beside the requests, what the first payer would otherwise wait for."""
        await asyncio.to_thread(_warm, self.settings)

    async def close(self) -> None:
        if self._method is not None:
            await self._method.close()


def _warm(settings: Settings) -> None:
    from coldread.payments.methods import tempo

    terms(settings)
    tempo.warm()
