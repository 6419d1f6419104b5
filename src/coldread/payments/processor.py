"""Payments of a process: its terms, its methods (created at first use), and the paid work in progress."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, TypeVar

from coldread.base.clock import SECOND
from coldread.base.settings import Settings, SettingsError
from coldread.payments.accepted import METHOD, installed_methods, is_network_named, missing_settings
from coldread.payments.accounting.ledger import in_progress
from coldread.payments.credential import Credential
from coldread.payments.methods.method import Method, OutcomeUnknown
from coldread.payments.prices import CALLS, CallPrice
from coldread.payments.terms import Terms, terms

T = TypeVar("T")
#: how often a network that turned out to be a wrong one is checked again
LOOK_AGAIN = 30 * SECOND
#: how long paid work may take to finish when the process shuts down
DRAIN_S = 20


class PaymentProcessor:
    """One for each process: `services.one(PaymentProcessor)`."""

    def __init__(self, settings: Settings) -> None:
        if missing := missing_settings(settings):
            raise SettingsError(missing)
        self.settings = settings
        self._methods: dict[str, Method] = {}
        self._working_on: set[str] = set()
        self._under_way: set[asyncio.Task[Any]] = set()
        self._looked_at = 0
        self._look: asyncio.Task[None] | None = None
        #: method and day of each notice to the operator
        self._reported: set[tuple[str, int]] = set()
        self._warm: set[str] = set()

    @contextlib.contextmanager
    def hold(self, credential: Credential) -> Iterator[None]:
        """At most one request for each credential in this process, 409 for others. Across processes, the lease does the
        same."""
        if credential.fingerprint in self._working_on:
            raise in_progress(1)
        self._working_on.add(credential.fingerprint)
        try:
            yield
        finally:
            self._working_on.discard(credential.fingerprint)

    async def run_to_end(self, work: Coroutine[Any, Any, T]) -> T:
        """Await work that continues if the caller hangs up: the answer is stored, and can be fetched."""
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._ended)
        return await asyncio.shield(task)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._under_way.discard(task)
        _read(task)

    @property
    def terms(self) -> Terms:
        return terms(self.settings)

    def method(self, name: str) -> Method:
        if name not in self._methods:
            self._methods[name] = METHOD[name].open(self.terms)
        return self._methods[name]

    async def ready(self, name: str) -> None:
        """Import the method's libraries beside the requests; a challenge may wait minutes for that, a poll must not
        wait."""
        if name not in self._warm:
            await asyncio.to_thread(METHOD[name].warm)
            self._warm.add(name)

    async def offered(
        self, price: CallPrice, now: int, look: Callable[[], Coroutine[Any, Any, None]]
    ) -> list[str]:
        """Names of the methods that sell this call, without those whose network is known to be wrong.

        A network is checked twice in the lifetime of a challenge. A request for a challenge never waits for the check."""
        every = LOOK_AGAIN if self.unfit() else self.terms.ttl_s * SECOND // 2
        if self._methods and now >= self._looked_at + every:
            self._looked_at = now
            if self.unfit():
                await look()
            elif self._look is None or self._look.done():
                self._look = asyncio.create_task(look())
                self._look.add_done_callback(_read)
        return [name for name in installed_methods(price) if name not in self.unfit()]

    def unfit(self) -> dict[str, str]:
        """By name, why nothing is sold by a method."""
        return {name: method.unfit for name, method in self._methods.items() if method.unfit}

    def is_news(self, name: str, day: int) -> bool:
        """Whether this process has not reported it today; calling this counts as the report."""
        was_reported = (name, day) in self._reported
        self._reported.add((name, day))
        return not was_reported

    async def look(self) -> None:
        """Check whether the networks are those in the settings."""
        for name in installed_methods():
            with contextlib.suppress(OutcomeUnknown):
                await self.method(name).require_fit()

    async def warm(self) -> None:
        """Import and compute, beside the requests, what the first payer would otherwise wait for."""
        if not installed_methods():
            return
        await asyncio.to_thread(terms, self.settings)
        for name in installed_methods():
            await asyncio.to_thread(
                METHOD[name].request, self.terms, CALLS[0]
            )  # a wallet is created at first use
            await self.ready(name)
        if is_network_named(self.settings):
            await self.look()

    async def close(self) -> None:
        if self._look is not None:
            self._look.cancel()
            await asyncio.gather(self._look, return_exceptions=True)
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=DRAIN_S)
        for method in self._methods.values():
            await method.close()


def _read(task: asyncio.Task[Any]) -> None:
    """Retrieve the task's exception: the waiting caller has got it, or there is no caller any more."""
    if not task.cancelled():
        task.exception()
