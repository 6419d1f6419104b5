"""Traces, where an operator asks for them: which step took how long, from the request through jobs, browser and chain.

A span has a name out of our own code and facts of `FACTS` alone: never an id, an address, a header, a text or a value of
a statement. An error is told by its type. The libraries are the extra `otel`; without a collector nothing is imported.
"""

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
#: from a checkout; the distribution stands on no public index
INSTALL = "pip install '.[otel]'"
#: all that a span may say beside its name
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
#: where a job keeps whose work it is
CARRIED = "_trace"


@dataclasses.dataclass
class _Telling:
    """Where this process tells of its steps; nowhere, unless somebody asked for it."""

    provider: TracerProvider | None = None
    tracer: Tracer | None = None


_telling = _Telling()


class NotInstalled(Exception):
    """Traces were asked for, and the extra is not there; the sentence is for the operator."""


def configure(collector: str, process: str) -> None:
    """Send spans to an OTLP/HTTP collector from now on; an empty address asks for none."""
    if not collector:
        return
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    except ImportError:
        raise NotInstalled(f"traces are asked for and not installed: {INSTALL}") from None
    use(OTLPSpanExporter(endpoint=f"{collector.rstrip('/')}/v1/traces"), process)


def use(exporter: SpanExporter, process: str, *, at_once: bool = False) -> None:
    """A provider of our own: what libraries would tell of themselves (arguments, statements) goes nowhere."""
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor, SimpleSpanProcessor

    # Not Resource.create: that would add the machine's name, the command line and whatever the environment says.
    resource = Resource({"service.name": "coldread", "coldread.process": process})
    provider = TracerProvider(resource=resource)
    provider.add_span_processor(SimpleSpanProcessor(exporter) if at_once else BatchSpanProcessor(exporter))
    _telling.provider, _telling.tracer = provider, provider.get_tracer("coldread")


def close() -> None:
    """Send what waits, and tell nothing more."""
    if _telling.provider is not None:
        _telling.provider.shutdown()
    _telling.provider = _telling.tracer = None


def is_on() -> bool:
    return _telling.tracer is not None


@contextlib.contextmanager
def span(name: str, facts: Mapping[str, Any] | None = None, *, within: str = "") -> Iterator[Facts]:
    """What happens inside is one step; `within` is the word of the step that it belongs to, from `carried`."""
    tracer = _telling.tracer
    if tracer is None:
        yield NOWHERE
        return
    from opentelemetry.trace import Status, StatusCode
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    parent = TraceContextTextMapPropagator().extract({"traceparent": within}) if within else None
    with tracer.start_as_current_span(
        name, context=parent, record_exception=False, set_status_on_exception=False
    ) as begun:
        told = Facts(begun)
        told.note(facts or {})
        try:
            yield told
        except BaseException as error:
            told.note({"error.type": type(error).__name__})
            begun.set_status(Status(StatusCode.ERROR))
            raise


class Facts:
    """What is known of a step while it goes on."""

    def __init__(self, begun: Span | None) -> None:
        self._begun = begun

    def note(self, facts: Mapping[str, Any]) -> None:
        if self._begun is not None:
            self._begun.set_attributes({name: value for name, value in facts.items() if name in FACTS})

    def rename(self, name: str) -> None:
        if self._begun is not None:
            self._begun.update_name(name)


NOWHERE = Facts(None)


def carried() -> str:
    """The word by which another process goes on with this step (`traceparent`); empty where nobody traces."""
    if _telling.tracer is None:
        return ""
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    word: dict[str, str] = {}
    TraceContextTextMapPropagator().inject(word)
    return word.get("traceparent", "")


def in_this_step(function: Callable[..., T]) -> Callable[..., T]:
    """The same function, which knows its step on another thread too."""
    if _telling.tracer is None:
        return function
    here = contextvars.copy_context()
    return lambda *args: here.run(function, *args)
