"""The till of a process: its terms and the method that it takes, made at first use."""

from __future__ import annotations

from coldread.base.settings import Settings
from coldread.payments.accepted import Terms, terms
from coldread.payments.methods.method import Method


class Till:
    """One a process: `services.one(Till)`."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._method: Method | None = None

    @property
    def terms(self) -> Terms:
        return terms(self.settings)

    @property
    def method(self) -> Method:
        if self._method is None:
            from coldread.payments.methods.tempo import Tempo

            self._method = Tempo(self.terms, self.settings.payment_rpc_timeout_s)
        return self._method

    async def close(self) -> None:
        if self._method is not None:
            await self._method.close()
