"""The service inside the test's own process: real application, real database, a clock that the test turns."""

from __future__ import annotations

import asyncio
import dataclasses
import uuid
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

import httpx

from coldread.asgi import create_app
from coldread.base import settings as settings_of
from coldread.base.clock import SetClock, moment
from coldread.base.settings import Settings
from coldread.isolation.in_process import InProcessTasks
from coldread.scanner.page.parsing_process import answering
from coldread.scanner.scanner import Scanner
from coldread.services import Services, build
from coldread.task_table import TASKS
from tests.harness.databases import prepare
from tests.harness.declared import check_declared
from tests.harness.patience import SCAN_S

BASE_URL = "https://coldread.test"
ADMIN = "admin-secret-of-at-least-32-characters"
START = 1_794_734_400_000_000  # 2026-11-15T09:20:00Z

WISH: dict[str, Any] = {
    "url": "https://shop.example/",
    "goal": "More trial sign-ups",
    "audience": "Owners of small bakeries",
    "contact_email": "anna@shop.example",
}
V1_WISH: dict[str, Any] = {
    "url": "https://shop.example/",
    "primary_goal": "paid_signup",
    "audience": "Owners of small bakeries",
    "pain_point": "Visitors leave at the price table",
    "email": "anna@shop.example",
}
#: a shortest way to each status, from submitted
WAYS: dict[str, tuple[str, ...]] = {
    "submitted": (),
    "reviewing": ("reviewing",),
    "needs_info": ("reviewing", "needs_info"),
    "accepted": ("reviewing", "accepted"),
    "billing_pending": ("reviewing", "accepted", "billing_pending"),
    "paid": ("reviewing", "accepted", "billing_pending", "paid"),
    "in_progress": ("reviewing", "accepted", "billing_pending", "paid", "in_progress"),
    "delivered": ("reviewing", "accepted", "billing_pending", "paid", "in_progress", "delivered"),
    "rejected": ("rejected",),
    "expired": ("expired",),
}
#: those in which the API's reads find it; an order that was expired is gone
READABLE = tuple(status for status in WAYS if status != "expired")


def bench_tasks() -> dict[str, Callable[[Any], Any]]:
    return {name: _at_the_bench(task) for name, task in TASKS.items()}


def _at_the_bench(task: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Pages may be read by isolated tasks, and by nothing else that a request brings about."""

    def done(value: Any) -> Any:
        is_answering = answering.set(False)
        try:
            return task(value)
        finally:
            answering.reset(is_answering)

    return done


class Service:
    """A running application; calls are plain and synchronous."""

    def __init__(self, database_url: str, data_dir: Path, **overrides: str) -> None:
        environ = {
            "COLDREAD_BASE_URL": BASE_URL,
            "COLDREAD_ADMIN_SECRET": ADMIN,
            "COLDREAD_DATA_DIR": str(data_dir),
            "COLDREAD_DATABASE_URL": database_url,
            "COLDREAD_SCAN_DEADLINE_S": str(SCAN_S),
            **{f"COLDREAD_{name.upper()}": value for name, value in overrides.items()},
        }
        self.settings: Settings = settings_of.read(environ)
        self.clock = SetClock(START)
        prepare(self.settings.database_url)
        # One process plays all parts: it looks at pages itself on both databases.
        isolated = InProcessTasks(bench_tasks)
        built = build(self.settings, self.clock)
        scanner = Scanner(built.scanner.options, isolated)
        self.services: Services = dataclasses.replace(
            built, scans_on_workers=False, isolated_tasks=isolated, scanner=scanner
        )
        self.app = create_app(self.services)
        self.runner = asyncio.Runner()
        self.peer = "203.0.113.7"

    def close(self) -> None:
        self.runner.run(self.services.close())
        self.runner.close()

    def run(self, work: Awaitable[Any]) -> Any:
        return self.runner.run(_awaited(work))

    def write(self, function: Callable[..., Any], *args: Any) -> Any:
        return self.run(self.services.db.write(function, *args))

    def read(self, function: Callable[..., Any], *args: Any) -> Any:
        return self.run(self.services.db.read(function, *args))

    async def request(self, method: str, path: str, **kwargs: Any) -> httpx.Response:
        transport = httpx.ASGITransport(self.app, client=(kwargs.pop("peer", self.peer), 50000))
        is_answering = answering.set(True)
        try:
            async with httpx.AsyncClient(transport=transport, base_url=BASE_URL) as client:
                answer = await client.request(method, path, **kwargs)
        finally:
            answering.reset(is_answering)
        check_declared(method, path, answer)
        return answer

    def get(self, path: str, **kwargs: Any) -> httpx.Response:
        answer: httpx.Response = self.run(self.request("GET", path, **kwargs))
        return answer

    def post(self, path: str, **kwargs: Any) -> httpx.Response:
        answer: httpx.Response = self.run(self.request("POST", path, **kwargs))
        return answer

    def together(self, *calls: Coroutine[Any, Any, httpx.Response]) -> list[httpx.Response]:
        async def gather() -> list[httpx.Response]:
            return list(await asyncio.gather(*calls))

        answers: list[httpx.Response] = self.run(gather())
        return answers

    # What most tests do first.

    def order(self, **fields: Any) -> dict[str, Any]:
        """Place an order and return its 201 body."""
        answer = self.post("/v1/cold-read-requests", json={**WISH, **fields})
        assert answer.status_code == 201, answer.text
        body: dict[str, Any] = answer.json()
        return body

    def move(self, order_id: str, to_status: str, *, key: str = ADMIN, **body: Any) -> httpx.Response:
        return self.post(
            f"/v1/internal/orders/{order_id}/transition",
            json={"to_status": to_status, **body},
            headers={"Authorization": f"Bearer {key}"},
        )

    def order_in(self, status: str, **fields: Any) -> str:
        """An order walked to `status`; its id."""
        order_id: str = self.order(**fields)["order_id"]
        for step in WAYS[status]:
            assert self.move(order_id, step).status_code == 200
        return order_id

    def seen(self, order_id: str) -> dict[str, Any]:
        """The order as agents read it."""
        answer = self.get(f"/v1/orders/{order_id}")
        assert answer.status_code == 200, answer.text
        body: dict[str, Any] = answer.json()
        return body

    def key(self) -> dict[str, str]:
        return {"Idempotency-Key": str(uuid.uuid4())}


async def _awaited(work: Awaitable[Any]) -> Any:
    return await work


__all__ = ["ADMIN", "BASE_URL", "READABLE", "START", "V1_WISH", "WAYS", "WISH", "Service", "moment"]
