"""Traces, if the operator configures a collector: the duration of each step, from the request through jobs, browser and
chain.

A span has a name from our code and only facts of `FACTS`: never an id, an address, a header, a text or a value of a
statement. An error is reported by its type. The libraries are the extra `otel`; without a collector nothing is
imported."""

from __future__ import annotations

import contextlib
import contextvars
import dataclasses
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SpanExporter
    from opentelemetry.trace import Span, Tracer

T = TypeVar("T")
#: from a checkout; the package is in no public index
INSTALL = "pip install '.[otel]'"
#: the only attributes of a span
FACTS = frozenset(
    {
        "http.request.method",
        "http.route",
        "http.response.status_code",
        "db.system.name",
        "job.name",
        "job.try",
        "scan.source",
        "error.type",
    }
)
#: the argument of a job that has its trace context
CARRIED = "_trace"


@dataclasses.dataclass
class _State:
    """The tracer of this process; None without a collector."""

    provider: TracerProvider | None = None
    tracer: Tracer | None = None


_state = _State()


class NotInstalled(Exception):
    """Traces are configured, but the extra is not installed; the sentence is for the operator."""


def configure(collector: str, process: str) -> None:
    """Send spans to an OTLP/HTTP collector from now on; an empty address turns tracing off."""
    if not collector:
        return
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    except ImportError:
        raise NotInstalled(f"traces are asked for and not installed: {INSTALL}") from None
    use_exporter(OTLPSpanExporter(endpoint=f"{collector.rstrip('/')}/v1/traces"), process)


def use_exporter(exporter: SpanExporter, process: str, *, at_once: bool = False) -> None:
    """Use our own provider, so that what libraries would report of themselves (arguments, statements) is not sent."""
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor, SimpleSpanProcessor

    # Not Resource.create: it would add the machine's name, the command line and anything in the environment.
    resource = Resource({"service.name": "coldread", "coldread.process": process})
    provider = TracerProvider(resource=resource)
    provider.add_span_processor(SimpleSpanProcessor(exporter) if at_once else BatchSpanProcessor(exporter))
    _state.provider, _state.tracer = provider, provider.get_tracer("coldread")


def close() -> None:
    """Send the buffered spans, and stop tracing."""
    if _state.provider is not None:
        _state.provider.shutdown()
    _state.provider = _state.tracer = None


def is_on() -> bool:
    return _state.tracer is not None


@contextlib.contextmanager
def span(name: str, facts: Mapping[str, Any] | None = None, *, within: str = "") -> Iterator[Facts]:
    """The code inside is one step; `within` is the context from `current_traceparent` of the step that it belongs to."""
    tracer = _state.tracer
    if tracer is None:
        yield NOWHERE
        return
    from opentelemetry.trace import Status, StatusCode
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    parent = TraceContextTextMapPropagator().extract({"traceparent": within}) if within else None
    with tracer.start_as_current_span(
        name, context=parent, record_exception=False, set_status_on_exception=False
    ) as otel_span:
        facts_of_step = Facts(otel_span)
        facts_of_step.note(facts or {})
        try:
            yield facts_of_step
        except BaseException as error:
            facts_of_step.note({"error.type": type(error).__name__})
            otel_span.set_status(Status(StatusCode.ERROR))
            raise


class Facts:
    """The attributes of a running step."""

    def __init__(self, otel_span: Span | None) -> None:
        self._span = otel_span

    def note(self, facts: Mapping[str, Any]) -> None:
        if self._span is not None:
            self._span.set_attributes({name: value for name, value in facts.items() if name in FACTS})

    def rename(self, name: str) -> None:
        if self._span is not None:
            self._span.update_name(name)


NOWHERE = Facts(None)


def current_traceparent() -> str:
    """The context (`traceparent`) with which another process continues this step; empty without tracing."""
    if _state.tracer is None:
        return ""
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    carrier: dict[str, str] = {}
    TraceContextTextMapPropagator().inject(carrier)
    return carrier.get("traceparent", "")


def in_this_step(function: Callable[..., T]) -> Callable[..., T]:
    """The same function, with its step also on another thread."""
    if _state.tracer is None:
        return function
    here = contextvars.copy_context()
    return lambda *args: here.run(function, *args)
