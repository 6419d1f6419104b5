"""The asynchronous client: the same calls, awaited."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from types import TracebackType
from typing import Any, cast

import httpx

from coldread.client import calls
from coldread.client.errors import WaitedTooLong
from coldread.client.exchange import Call, Came, Pause, Send, exchange
from coldread.client.shapes import Audit, Order, Placed, QuickFix, Rescan, Scan, Submission
from coldread.client.statuses import PrimaryGoal
from coldread.client.wallet import Wallet


class AsyncClient:
    """Talks to one service. Retries what passes, and never orders or pays twice for one call."""

    def __init__(
        self,
        base_url: str,
        *,
        wallet: Wallet | None = None,
        timeout_s: float = 60.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._wallet = wallet
        self._http = httpx.AsyncClient(base_url=base_url, timeout=timeout_s, transport=transport)

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        await self._http.aclose()

    async def scan(self, url: str, primary_goal: PrimaryGoal, *, audience: str | None = None) -> Scan:
        """The free scan, in about 15 seconds; `chat_summary` is made to be relayed as it stands."""
        return cast(Scan, await self._json(calls.scan(url, primary_goal, audience)))

    async def get_scan(self, session_id: str) -> Scan:
        return cast(Scan, await self._json(calls.get_scan(session_id)))

    async def order(self, *, idempotency_key: str | None = None, **fields: Any) -> Placed:
        """Order a cold-read: `url`, `goal`, `audience`, `contact_email`, and whatever else the contract names."""
        return cast(Placed, await self._json(calls.order(fields, idempotency_key)))

    async def get_order(self, order_id: str) -> Order:
        return cast(Order, await self._json(calls.get_order(order_id)))

    async def provide_info(self, order_id: str, message: str, **more: Any) -> dict[str, Any]:
        """Answer the reviewer's question, while the order is `needs_info`."""
        return await self._json(calls.provide_info(order_id, message, more))

    async def rescan(self, order_id: str, url: str) -> Rescan:
        """The one free look after delivery."""
        return cast(Rescan, await self._json(calls.rescan(order_id, url)))

    async def follow(
        self, order_id: str, *, long_poll: bool = False, at_most_s: float | None = None
    ) -> AsyncIterator[Order]:
        """The order now, and again after each change, until it is closed.

        Looks at the interval that the service recommends (`at_most_s` shortens it); with `long_poll` the service
        holds each look until something changes.
        """
        etag: str | None = None
        seen: Order = {}
        while True:
            call = calls.get_order(order_id, etag, calls.LONGEST_WAIT_S if long_poll else 0)
            answer = await self._sent(call)
            if answer.status_code != 304:
                etag, seen = answer.headers.get("etag"), cast(Order, answer.json())
                yield seen
                if calls.is_closed(seen):
                    return
            waited = "preference-applied" in answer.headers
            await asyncio.sleep(calls.rest_until_next_look(seen, waited=waited, at_most_s=at_most_s))

    async def wait_for(
        self,
        order_id: str,
        statuses: Collection[str],
        *,
        within_s: float,
        long_poll: bool = True,
        at_most_s: float | None = None,
    ) -> Order:
        """The order once it is in one of the statuses, or closed; WaitedTooLong otherwise."""
        seen: Order = {}
        try:
            async with asyncio.timeout(within_s):
                async for seen in self.follow(order_id, long_poll=long_poll, at_most_s=at_most_s):
                    if seen["status"] in statuses:
                        break
        except TimeoutError:
            raise WaitedTooLong(f"{order_id} is {seen.get('status')} after {within_s:g} s") from None
        return seen

    async def deliverable(self, url: str) -> str:
        """The text of a draft, a final or a diff, by the address that the order shows."""
        return (await self._sent(Call(method="GET", path=url))).text

    async def quick_fix(self, url: str, element_selector: str, problem: str) -> QuickFix:
        """0.10 USDC: one diagnosis, rewrite and rationale."""
        return cast(QuickFix, await self._json(calls.quick_fix(url, element_selector, problem)))

    async def audit(self, url: str, primary_goal: PrimaryGoal, audience: str) -> Audit:
        """0.50 USDC: five ranked findings."""
        return cast(Audit, await self._json(calls.audit(url, primary_goal, audience)))

    async def scan_paid(self, url: str, primary_goal: PrimaryGoal, *, audience: str | None = None) -> Scan:
        """0.33 USDC: a scan without the free limits."""
        return cast(Scan, await self._json(calls.scan_paid(url, primary_goal, audience)))

    async def submit_agent(self, endpoint_url: str, name: str, **more: Any) -> Submission:
        """Have your own endpoint reviewed for agent readiness."""
        return cast(Submission, await self._json(calls.submit_agent(endpoint_url, name, more)))

    async def get_submission(self, submission_id: str) -> Submission:
        return cast(Submission, await self._json(calls.get_submission(submission_id)))

    async def _json(self, call: Call) -> dict[str, Any]:
        said: dict[str, Any] = (await self._sent(call)).json()
        return said

    async def _sent(self, call: Call) -> httpx.Response:
        steps = exchange(call, may_pay=self._wallet is not None)
        came: Came = None
        while True:
            try:
                step = steps.send(came)
            except StopIteration as done:
                answer: httpx.Response = done.value
                return answer
            if isinstance(step, Send):
                came = await self._try(call, step)
            elif isinstance(step, Pause):
                await asyncio.sleep(step.seconds)
                came = None
            else:
                assert self._wallet is not None
                came = await self._wallet.pay(step.challenges)

    async def _try(self, call: Call, step: Send) -> Came:
        try:
            return await self._http.request(call.method, call.path, json=call.body, headers=step.headers)
        except httpx.TransportError as error:
            return error
