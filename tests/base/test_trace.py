"""Traces tell which step took how long, across request, job, page and chain, and nothing of whose they are."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from coldread.base import trace
from coldread.base.clock import MINUTE
from coldread.jobs.runner import runner
from coldread.payments.methods.rpc import Node
from coldread.worker import JOB_FILES
from tests.harness.patience import ANSWER_S
from tests.harness.service import WISH, Service
from tests.harness.website import Website

PAGE = "<html lang=en><title>Bread</title><h1>Bread for cafés</h1><p>Baked at night.</p><a href=/>Book</a>"
SECRET = "zebra"


@pytest.fixture
def told() -> Iterator[InMemorySpanExporter]:
    exporter = InMemorySpanExporter()
    trace.use_exporter(exporter, "test", at_once=True)
    yield exporter
    trace.close()


def named(told: InMemorySpanExporter, name: str) -> ReadableSpan:
    found = [span for span in told.get_finished_spans() if span.name == name]
    assert found, sorted({span.name for span in told.get_finished_spans()})
    return found[0]


def trace_of(span: ReadableSpan) -> int:
    assert span.context is not None
    return int(span.context.trace_id)


async def work_until(service: Service, is_done: Callable[[], Any]) -> None:
    assert JOB_FILES
    running = asyncio.create_task(
        runner(
            service.services.db,
            service.settings.database_url,
            service.services,
            queues=["work"],
        ).run()
    )
    try:
        async with asyncio.timeout(ANSWER_S):
            while not is_done():
                await asyncio.sleep(0.02)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


def test_a_request_and_the_work_it_puts_off_are_one_trace(
    make_service: Callable[..., Service], told: InMemorySpanExporter
) -> None:
    service = make_service(sandbox="1")
    service.order(sandbox=True)
    service.clock.move(MINUTE)

    def jobs() -> list[ReadableSpan]:
        return [span for span in told.get_finished_spans() if span.name.startswith("job ")]

    service.run(work_until(service, jobs))
    requests = {
        trace_of(span): span for span in told.get_finished_spans() if span.name.startswith("POST /v1")
    }
    assert trace_of(jobs()[0]) in requests, "a job belongs to the request that put it off"
    placed = named(told, "POST /v1/cold-read-requests")
    assert placed.attributes == {
        "http.request.method": "POST",
        "http.route": "/v1/cold-read-requests",
        "http.response.status_code": 201,
    }
    writes = [span for span in told.get_finished_spans() if span.name.startswith("write orders.")]
    assert any(span.parent and span.parent.span_id == placed.context.span_id for span in writes)


def test_a_scan_tells_its_steps(service: Service, told: InMemorySpanExporter) -> None:
    with Website({"/": PAGE}) as site:
        scanner = service.services.scanner
        scanner.options = type(scanner.options)(engine="lite", allow_hosts=(site.place,))
        answer = service.post("/v1/scan", json={"url": site.url("/"), "primary_goal": "demo"})
    assert answer.status_code == 200, answer.text
    request = named(told, "POST /v1/scan")
    for step in ("scan", "page source", "isolated scanner.review"):
        assert trace_of(named(told, step)) == trace_of(request), step
    assert dict(named(told, "scan").attributes or {}) == {"scan.source": "lite"}


def test_the_chain_is_a_step_and_its_failure_has_a_type_alone(told: InMemorySpanExporter) -> None:
    async def refuse(_: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError(f"no way to {SECRET}")

    async def ask() -> None:
        node = Node(f"http://{SECRET}.example/key", 5)
        node.__dict__["http"] = httpx.AsyncClient(transport=httpx.MockTransport(refuse))
        await node.ask("eth_chainId")

    with pytest.raises(Exception, match="does not answer"):
        asyncio.run(ask())
    asked = named(told, "chain eth_chainId")
    assert dict(asked.attributes or {}) == {"error.type": "OutcomeUnknown"}
    assert SECRET not in asked.to_json()


def test_nothing_tells_whose_step_it_was(service: Service, told: InMemorySpanExporter) -> None:
    fields = {
        "contact_email": f"{SECRET}@shop.example",
        "goal": f"{SECRET} goal",
        "url": f"https://{SECRET}.example/",
    }
    headers = {
        "Idempotency-Key": f"{SECRET}-0123456789",
        "User-Agent": SECRET,
        "traceparent": f"00-{'ab' * 16}-{'cd' * 8}-01",
    }
    order_id = service.post("/v1/cold-read-requests", json={**WISH, **fields}, headers=headers).json()[
        "order_id"
    ]
    service.get(f"/v1/orders/{order_id}?view={SECRET}")
    service.get(f"/{SECRET}/nothing")
    service.post("/v1/cold-read-requests", content=SECRET)
    spans = told.get_finished_spans()
    assert len(spans) >= 5
    whole = json.dumps([json.loads(span.to_json()) for span in spans])
    for word in (SECRET, order_id, order_id[4:], "ab" * 16, "shop.example", service.peer, "SELECT", "INSERT"):
        assert word not in whole, word
    assert {name for span in spans for name in span.attributes or {}} <= trace.FACTS
    assert not any(span.events for span in spans)


def test_without_a_collector_nothing_is_told_and_nothing_carried() -> None:
    with trace.span("step", {"job.name": "x"}) as step:
        step.note({"job.name": "y"})
        assert (trace.is_on(), trace.current_traceparent(), step) == (False, "", trace.NOWHERE)
