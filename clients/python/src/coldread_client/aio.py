"""The asynchronous client: the same calls, awaited."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Any, Unpack, cast

import httpx

from coldread_client import calls
from coldread_client.answers import Answer, answer_of
from coldread_client.errors import WaitedTooLong
from coldread_client.exchange import MAX_RETRIES, Call, Came, Pause, Send, exchange, user_agent
from coldread_client.shapes import (
    Audit,
    DryRun,
    InfoFields,
    InfoTaken,
    Order,
    OrderFields,
    OrderWebhooks,
    Placed,
    QuickFix,
    Rescan,
    Scan,
    ScansCompared,
    SideBySide,
    Submission,
    SubmissionFields,
    SubmissionTaken,
    Watch,
    WatchAsked,
    WatchFields,
)
from coldread_client.statuses import PrimaryGoal
from coldread_client.wallet import Wallet


class AsyncClient:
    """Talks to one service. Tries again what passes, and never orders or pays twice for one call.

    `timeout_s` is for one try, `max_retries` for the tries after the first; each call takes a `timeout_s` of its own.
    """

    def __init__(
        self,
        base_url: str,
        *,
        wallet: Wallet | None = None,
        timeout_s: float = 60.0,
        max_retries: int = MAX_RETRIES,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._wallet = wallet
        self._max_retries = max_retries
        self._http = httpx.AsyncClient(
            base_url=base_url, timeout=timeout_s, transport=transport, headers={"User-Agent": user_agent()}
        )

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        await self._http.aclose()

    async def scan(
        self,
        url: str,
        primary_goal: PrimaryGoal,
        *,
        audience: str | None = None,
        competitors: Sequence[str] = (),
        timeout_s: float | None = None,
    ) -> Scan:
        """The free scan, in about 15 seconds; `chat_summary` is made to be relayed unchanged.

        With `competitors` (three at most) the answer has `beside_id`, for `get_side_by_side`."""
        return cast(Scan, await self._json(calls.scan(url, primary_goal, audience, competitors), timeout_s))

    async def get_scan(self, session_id: str, *, timeout_s: float | None = None) -> Scan:
        return cast(Scan, await self._json(calls.get_scan(session_id), timeout_s))

    async def get_side_by_side(self, beside_id: str, *, timeout_s: float | None = None) -> SideBySide:
        """A scan beside its competitors; ask again while `pending` is true."""
        return cast(SideBySide, await self._json(calls.get_side_by_side(beside_id), timeout_s))

    async def compare_scans(
        self, session_id: str, other: str, *, timeout_s: float | None = None
    ) -> ScansCompared:
        """What changed since `other`, the earlier scan."""
        return cast(ScansCompared, await self._json(calls.compare_scans(session_id, other), timeout_s))

    async def order(
        self,
        *,
        idempotency_key: str | None = None,
        timeout_s: float | None = None,
        **fields: Unpack[OrderFields],
    ) -> Placed:
        """Order a cold-read. Nothing is paid here: a person pays later, at `pay_url`."""
        return cast(Placed, await self._json(calls.order(fields, idempotency_key), timeout_s))

    async def dry_run(self, *, timeout_s: float | None = None, **fields: Unpack[OrderFields]) -> DryRun:
        """What the order would cost and what is missing; nothing is ordered."""
        return cast(DryRun, await self._json(calls.order(fields, None, dry_run=True), timeout_s))

    async def get_order(self, order_id: str, *, timeout_s: float | None = None) -> Order:
        return cast(Order, await self._json(calls.get_order(order_id), timeout_s))

    async def provide_info(
        self, order_id: str, message: str, *, timeout_s: float | None = None, **more: Unpack[InfoFields]
    ) -> InfoTaken:
        """Answer the order's `question`, while it is `needs_info`."""
        return cast(InfoTaken, await self._json(calls.provide_info(order_id, message, more), timeout_s))

    async def get_webhooks(self, order_id: str, *, timeout_s: float | None = None) -> OrderWebhooks:
        """Whether the order's events have arrived: the last try, its result, and the next try."""
        return cast(OrderWebhooks, await self._json(calls.get_webhooks(order_id), timeout_s))

    async def rescan(self, order_id: str, url: str, *, timeout_s: float | None = None) -> Rescan:
        """The one free look after delivery."""
        return cast(Rescan, await self._json(calls.rescan(order_id, url), timeout_s))

    async def follow(
        self, order_id: str, *, long_poll: bool = False, at_most_s: float | None = None
    ) -> AsyncIterator[Order]:
        """The order now, and again after each change, until it is closed.

        Looks at the interval that the service recommends (`at_most_s` shortens it); with `long_poll` the service
        holds each look until something changes. Raises NotFound once the order has expired,
        which may be while it goes on: where its `message` says so, relay that before `expires_at`.
        """
        etag: str | None = None
        interval = 60
        while True:
            wait_s = calls.LONGEST_WAIT_S if long_poll and etag else 0
            answer = await self._sent(calls.get_order(order_id, etag, wait_s))
            changed = answer.status_code != 304
            if changed:
                etag, seen = answer.headers.get("etag"), cast(Order, answer_of(answer))
                interval = seen["poll_interval_sec"]
                yield seen
                if calls.is_closed(seen):
                    return
            waited = "preference-applied" in answer.headers
            await asyncio.sleep(
                calls.rest_until_next_look(
                    interval, long_poll=long_poll, changed=changed, waited=waited, at_most_s=at_most_s
                )
            )

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
        status = "unread"
        try:
            async with asyncio.timeout(within_s):
                async for seen in self.follow(order_id, long_poll=long_poll, at_most_s=at_most_s):
                    status = seen["status"]
                    if status in statuses:
                        break
        except TimeoutError:
            raise WaitedTooLong(f"{order_id} is {status} after {within_s:g} s") from None
        return seen

    async def deliverable(self, url: str, *, timeout_s: float | None = None) -> str:
        """The text of a draft, a final or a diff, by the address that the order shows."""
        return (await self._sent(Call(method="GET", path=url), timeout_s)).text

    async def quick_fix(
        self,
        url: str,
        element_selector: str,
        problem: str,
        *,
        credential: str | None = None,
        timeout_s: float | None = None,
    ) -> QuickFix:
        """0.10 USDC: one diagnosis, rewrite and rationale."""
        return cast(
            QuickFix,
            await self._json(
                replace(calls.quick_fix(url, element_selector, problem), credential=credential), timeout_s
            ),
        )

    async def audit(
        self,
        url: str,
        primary_goal: PrimaryGoal,
        audience: str,
        *,
        credential: str | None = None,
        timeout_s: float | None = None,
    ) -> Audit:
        """0.50 USDC: five ranked findings."""
        return cast(
            Audit,
            await self._json(
                replace(calls.audit(url, primary_goal, audience), credential=credential), timeout_s
            ),
        )

    async def scan_paid(
        self,
        url: str,
        primary_goal: PrimaryGoal,
        *,
        audience: str | None = None,
        credential: str | None = None,
        timeout_s: float | None = None,
    ) -> Scan:
        """0.33 USDC: a scan without the free limits."""
        return cast(
            Scan,
            await self._json(
                replace(calls.scan_paid(url, primary_goal, audience), credential=credential), timeout_s
            ),
        )

    async def submit_agent(
        self,
        endpoint_url: str,
        name: str,
        *,
        timeout_s: float | None = None,
        **more: Unpack[SubmissionFields],
    ) -> SubmissionTaken:
        """Have your own endpoint reviewed for agent readiness."""
        return cast(
            SubmissionTaken, await self._json(calls.submit_agent(endpoint_url, name, more), timeout_s)
        )

    async def get_submission(self, submission_id: str, *, timeout_s: float | None = None) -> Submission:
        return cast(Submission, await self._json(calls.get_submission(submission_id), timeout_s))

    async def watch(
        self,
        url: str,
        primary_goal: PrimaryGoal,
        email: str,
        *,
        timeout_s: float | None = None,
        **more: Unpack[WatchFields],
    ) -> WatchAsked:
        """Have a page watched. It begins when the owner of the mailbox has pressed the button in the letter."""
        call = calls.watch(url, primary_goal, email, more)
        return cast(WatchAsked, await self._json(call, timeout_s))

    async def get_watch(self, watch_id: str, *, timeout_s: float | None = None) -> Watch:
        return cast(Watch, await self._json(calls.get_watch(watch_id), timeout_s))

    async def stop_watch(self, watch_id: str, *, timeout_s: float | None = None) -> Watch:
        """No look and no letter any more."""
        return cast(Watch, await self._json(calls.stop_watch(watch_id), timeout_s))

    async def _json(self, call: Call, timeout_s: float | None) -> Answer:
        return answer_of(await self._sent(call, timeout_s))

    async def _sent(self, call: Call, timeout_s: float | None = None) -> httpx.Response:
        steps = exchange(call, may_pay=self._wallet is not None, max_retries=self._max_retries)
        came: Came = None
        while True:
            try:
                step = steps.send(came)
            except StopIteration as done:
                answer: httpx.Response = done.value
                return answer
            if isinstance(step, Send):
                came = await self._try(call, step, timeout_s)
            elif isinstance(step, Pause):
                await asyncio.sleep(step.seconds)
                came = None
            else:
                assert self._wallet is not None
                came = await self._wallet.pay(step.challenges)

    async def _try(self, call: Call, step: Send, timeout_s: float | None) -> Came:
        timeout: Any = httpx.USE_CLIENT_DEFAULT if timeout_s is None else timeout_s
        try:
            return await self._http.request(
                call.method, call.path, json=call.body, headers=step.headers, timeout=timeout
            )
        except httpx.TransportError as error:
            return error
