"""`/metrics`: rates, durations and the state of things in Prometheus' format, for a bearer or a signed-in operator."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response

from coldread.base.clock import SECOND
from coldread.base.problems import Problem
from coldread.guard.keys import require_bearer
from coldread.orders.operator.health import Health, health
from coldread.pages.console.access import operator_of
from coldread.web.meter import BOUNDS, METER, Meter
from coldread.web.request import require_key, services_of
from coldread.web.route import Endpoints

if TYPE_CHECKING:
    from prometheus_client.metrics_core import Metric

ENDPOINTS = Endpoints()


@ENDPOINTS.add("GET", "/metrics", name="read_metrics", summary="Metrics")
async def read_metrics(request: Request) -> Response:
    services = services_of(request)
    tokens = services.settings.metrics_token
    if tokens:
        require_key(request, request.headers.get("authorization"), partial(require_bearer, accepted=tokens))
    elif await operator_of(request) is None:
        raise Problem(
            "unauthorized",
            "Sign in to the console, or set COLDREAD_METRICS_TOKEN and send it as a bearer.",
            headers={"WWW-Authenticate": 'Bearer realm="coldread metrics"'},
        )
    found = await services.db.read(health, services)
    body = await asyncio.to_thread(exposition, METER, found)
    return Response(body, 200, {"Cache-Control": "no-store"}, "text/plain; version=0.0.4; charset=utf-8")


def exposition(meter: Meter, found: Health) -> bytes:
    from prometheus_client import CollectorRegistry, generate_latest

    class Collector:
        def collect(self) -> Iterator[Metric]:
            yield from metrics_of_process(meter)
            yield from metrics_of_service(found)

    registry = CollectorRegistry(auto_describe=False)
    registry.register(Collector())
    text: bytes = generate_latest(registry)
    return text


def metrics_of_process(meter: Meter) -> Iterator[Metric]:
    """What this process has answered since it began."""
    from prometheus_client.metrics_core import CounterMetricFamily, HistogramMetricFamily

    answers = CounterMetricFamily("coldread_answers", "Answers of this process.", labels=["area", "status"])
    for (area, status), number in sorted(meter.answers.items()):
        answers.add_metric([area, str(status)], number)
    yield answers
    durations = HistogramMetricFamily(
        "coldread_answer_seconds", "Seconds from request to answer.", labels=["area"]
    )
    for area, classes in sorted(meter.classes.items()):
        ends = [*(str(bound) for bound in BOUNDS), "+Inf"]
        buckets = list(zip(ends, accumulate(classes), strict=True))
        durations.add_metric([area], buckets, meter.seconds[area])
    yield durations


def metrics_of_service(found: Health) -> Iterator[Metric]:
    """The state of things, the same from whichever process it is asked."""
    yield _gauge_metric("coldread_orders", "Orders by status.", "status", found.orders)
    yield _gauge_metric("coldread_promises_broken", "Promises that are overdue now.", "clock", found.breaches)
    yield _gauge_metric("coldread_jobs", "Jobs by state.", "state", found.jobs)
    yield _gauge_metric(
        "coldread_paid_calls", "Paid calls of this UTC day by state.", "state", found.paid_calls
    )
    for name, meaning, value in (
        ("coldread_letters_waiting", "Letters that wait to be sent.", found.outbox.waiting),
        ("coldread_letters_failing", "Letters that were refused so far.", found.outbox.failing),
        ("coldread_letters_oldest_seconds", "Age of the oldest refused letter.", found.outbox.oldest_s),
        ("coldread_budget_spent_usdc", "Taken by paid calls today.", found.budget_spent / 1_000_000),
        ("coldread_budget_usdc", "What paid calls may take in a day.", found.budget / 1_000_000),
        ("coldread_refunds_owed", "Paid calls whose money must go back.", found.refunds_owed),
        ("coldread_free_scans_today", "Free scans of this UTC day.", found.scans_today),
        (
            "coldread_last_backup_seconds",
            "Unix time of the last backup; 0: never.",
            _unix_seconds(found.last_backup_at),
        ),
    ):
        yield _gauge_metric(name, meaning, None, value)
    if found.model is not None:
        yield _gauge_metric("coldread_model_calls", "Calls to the model under way.", None, found.model.calls)
        yield _gauge_metric(
            "coldread_model_failures", "Failures of the model in a row.", None, found.model.failures
        )
        yield _gauge_metric(
            "coldread_model_rests_seconds", "Until the model is asked again.", None, found.model.rests_s
        )
        yield _gauge_metric(
            "coldread_model_tokens_today", "Tokens of this UTC day.", "purpose", found.model.tokens
        )
        yield _gauge_metric(
            "coldread_model_tokens_limit",
            "Tokens that a UTC day may have; 0: no bound.",
            None,
            found.model.daily_tokens,
        )


def _gauge_metric(name: str, meaning: str, label: str | None, value: dict[str, int] | float) -> Metric:
    from prometheus_client.metrics_core import GaugeMetricFamily

    if not isinstance(value, dict):
        return GaugeMetricFamily(name, meaning, value=value)
    family = GaugeMetricFamily(name, meaning, labels=[label or ""])
    for key, number in sorted(value.items()):
        family.add_metric([key], number)
    return family


def _unix_seconds(at: int | None) -> float:
    return 0.0 if at is None else at / SECOND
