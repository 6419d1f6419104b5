"""The plain client: every call blocks until its answer is there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Any, cast

import httpx

from coldread.client import calls
from coldread.client.errors import WaitedTooLong
from coldread.client.exchange import Call, Came, Pause, Send, exchange
from coldread.client.shapes import Audit, Order, Placed, QuickFix, Rescan, Scan, Submission
from coldread.client.statuses import PrimaryGoal
from coldread.client.wallet import Wallet


class Client:
    """Talks to one service. Retries what passes, and never orders or pays twice for one call."""

    def __init__(
        self,
        base_url: str,
        *,
        wallet: Wallet | None = None,
        timeout_s: float = 60.0,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._wallet = wallet
        self._http = httpx.Client(base_url=base_url, timeout=timeout_s, transport=transport)

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def scan(self, url: str, primary_goal: PrimaryGoal, *, audience: str | None = None) -> Scan:
        """The free scan, in about 15 seconds; `chat_summary` is made to be relayed as it stands."""
        return cast(Scan, self._json(calls.scan(url, primary_goal, audience)))

    def get_scan(self, session_id: str) -> Scan:
        return cast(Scan, self._json(calls.get_scan(session_id)))

    def order(self, *, idempotency_key: str | None = None, **fields: Any) -> Placed:
        """Order a cold-read: `url`, `goal`, `audience`, `contact_email`, and whatever else the contract names."""
        return cast(Placed, self._json(calls.order(fields, idempotency_key)))

    def get_order(self, order_id: str) -> Order:
        return cast(Order, self._json(calls.get_order(order_id)))

    def provide_info(self, order_id: str, message: str, **more: Any) -> dict[str, Any]:
        """Answer the reviewer's question, while the order is `needs_info`."""
        return self._json(calls.provide_info(order_id, message, more))

    def rescan(self, order_id: str, url: str) -> Rescan:
        """The one free look after delivery."""
        return cast(Rescan, self._json(calls.rescan(order_id, url)))

    def follow(
        self, order_id: str, *, long_poll: bool = False, at_most_s: float | None = None
    ) -> Iterator[Order]:
        """The order now, and again after each change, until it is closed.

        Looks at the interval that the service recommends (`at_most_s` shortens it); with `long_poll` the service
        holds each look until something changes.
        """
        etag: str | None = None
        seen: Order = {}
        while True:
            answer = self._sent(calls.get_order(order_id, etag, calls.LONGEST_WAIT_S if long_poll else 0))
            if answer.status_code != 304:
                etag, seen = answer.headers.get("etag"), cast(Order, answer.json())
                yield seen
                if calls.is_closed(seen):
                    return
            waited = "preference-applied" in answer.headers
            time.sleep(calls.rest_until_next_look(seen, waited=waited, at_most_s=at_most_s))

    def wait_for(
        self,
        order_id: str,
        statuses: Collection[str],
        *,
        within_s: float,
        long_poll: bool = True,
        at_most_s: float | None = None,
    ) -> Order:
        """The order once it is in one of the statuses, or closed; WaitedTooLong otherwise."""
        ends, seen = time.monotonic() + within_s, self.get_order(order_id)
        while seen["status"] not in statuses and not calls.is_closed(seen):
            left = ends - time.monotonic()
            if left <= 0:
                raise WaitedTooLong(f"{order_id} is {seen['status']} after {within_s:g} s")
            wait_s = int(min(calls.LONGEST_WAIT_S, max(1, left))) if long_poll else 0
            answer = self._sent(calls.get_order(order_id, None, wait_s))
            seen = cast(Order, answer.json())
            waited = "preference-applied" in answer.headers
            time.sleep(
                min(calls.rest_until_next_look(seen, waited=waited, at_most_s=at_most_s), max(0, left))
            )
        return seen

    def deliverable(self, url: str) -> str:
        """The text of a draft, a final or a diff, by the address that the order shows."""
        return self._sent(Call(method="GET", path=url)).text

    def quick_fix(self, url: str, element_selector: str, problem: str) -> QuickFix:
        """0.10 USDC: one diagnosis, rewrite and rationale."""
        return cast(QuickFix, self._json(calls.quick_fix(url, element_selector, problem)))

    def audit(self, url: str, primary_goal: PrimaryGoal, audience: str) -> Audit:
        """0.50 USDC: five ranked findings."""
        return cast(Audit, self._json(calls.audit(url, primary_goal, audience)))

    def scan_paid(self, url: str, primary_goal: PrimaryGoal, *, audience: str | None = None) -> Scan:
        """0.33 USDC: a scan without the free limits."""
        return cast(Scan, self._json(calls.scan_paid(url, primary_goal, audience)))

    def submit_agent(self, endpoint_url: str, name: str, **more: Any) -> Submission:
        """Have your own endpoint reviewed for agent readiness."""
        return cast(Submission, self._json(calls.submit_agent(endpoint_url, name, more)))

    def get_submission(self, submission_id: str) -> Submission:
        return cast(Submission, self._json(calls.get_submission(submission_id)))

    def _json(self, call: Call) -> dict[str, Any]:
        said: dict[str, Any] = self._sent(call).json()
        return said

    def _sent(self, call: Call) -> httpx.Response:
        steps = exchange(call, may_pay=self._wallet is not None)
        came: Came = None
        while True:
            try:
                step = steps.send(came)
            except StopIteration as done:
                answer: httpx.Response = done.value
                return answer
            if isinstance(step, Send):
                came = self._try(call, step)
            elif isinstance(step, Pause):
                time.sleep(step.seconds)
                came = None
            else:
                came = self._pay(step.challenges)

    def _try(self, call: Call, step: Send) -> Came:
        try:
            return self._http.request(call.method, call.path, json=call.body, headers=step.headers)
        except httpx.TransportError as error:
            return error

    def _pay(self, challenges: list[str]) -> str | None:
        """In a thread of its own: the caller may stand inside a running event loop."""
        assert self._wallet is not None
        with ThreadPoolExecutor(1) as beside:
            return beside.submit(asyncio.run, _signed(self._wallet, challenges)).result()


async def _signed(wallet: Wallet, challenges: list[str]) -> str | None:
    return await wallet.pay(challenges)
