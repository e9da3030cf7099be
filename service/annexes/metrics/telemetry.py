"""OpenTelemetry: spans, and the metrics of the catalogue, sent by OTLP over HTTP.

The standard variables `OTEL_…` set the address, the interval, the sampling and the name.
"""

import asyncio
import os
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext, suppress
from contextvars import ContextVar
from importlib.metadata import version
from random import getrandbits as randbits
from typing import Any

import structlog
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import OTELResourceDetector, Resource
from opentelemetry.sdk.trace import ReadableSpan, SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.sampling import Decision, Sampler
from opentelemetry.sdk.util.instrumentation import InstrumentationScope
from opentelemetry.trace import (
    NonRecordingSpan,
    SpanContext,
    SpanKind,
    TraceFlags,
    TraceState,
    get_current_span,
    set_span_in_context,
)
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from opentelemetry.trace.status import Status, StatusCode

from verger.service import tracing
from verger.service.annexes.metrics.exposition import Exposition
from verger.service.annexes.metrics.otlp import metrics_data
from verger.service.background import Background
from verger.service.masking import masked

NAME = "verger"
STOP_SECONDS = 3.0
"""The maximum time that a stop waits for the last data to be sent, in seconds."""
_FAILED = 500

_log = structlog.get_logger()
_contexts = TraceContextTextMapPropagator()


@asynccontextmanager
async def sending(metrics: Exposition) -> AsyncIterator[None]:
    """Send spans and metrics during this block, and the rest at its end."""
    own = Resource.create({"service.name": NAME, "service.version": version(NAME)})
    # The operator can set another name.
    merged = own.merge(OTELResourceDetector().detect())
    resource = _Resource(dict(merged.attributes), merged.schema_url)
    processor = BatchSpanProcessor(OTLPSpanExporter())
    # The library reads the name of the sampler from the variables.
    sampler = TracerProvider(resource=resource, shutdown_on_exit=False).sampler
    tracing.use(_Tracer(sampler, processor, resource))
    exporter, repeated = OTLPMetricExporter(), Background()

    async def send() -> None:
        scrape = metrics.scrape()
        await _in_thread(lambda: exporter.export(metrics_data(scrape, resource)))

    repeated.start(_repeat(send))
    try:
        yield
    finally:
        tracing.use(None)
        await repeated.stop()
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await asyncio.gather(send(), _in_thread(processor.shutdown))
        except TimeoutError:
            _log.warning("telemetry_not_sent")


async def _repeat(send: Callable[[], Awaitable[None]]) -> None:
    seconds = float(os.environ.get("OTEL_METRIC_EXPORT_INTERVAL") or 60_000) / 1_000
    while True:
        await asyncio.sleep(seconds)
        try:
            await send()
        except Exception:  # noqa: BLE001, the next attempt can succeed after any error
            _log.exception("metrics_not_sent")


async def _in_thread(work: Callable[[], object]) -> None:
    """Do work in a daemon thread, because the end of the process must not wait for it."""
    loop = asyncio.get_running_loop()
    done = loop.create_future()

    def settle(error: Exception | None) -> None:
        if not done.done():
            done.set_exception(error) if error else done.set_result(None)

    def run() -> None:
        error = None
        try:
            work()
        except Exception as raised:  # noqa: BLE001, raised by the waiting code
            error = raised
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(settle, error)

    threading.Thread(target=run, name="telemetry", daemon=True).start()
    await done


class _Resource(Resource):
    """The description of the process. Its hash is cheap, because an exporter looks it up for each span."""

    def __hash__(self) -> int:
        return id(self)


class _Tracer:
    """Begins spans. A sampled span becomes a span of the library when it ends.

    The library's own tracer takes five times as long, and for unsampled spans half of that.
    """

    def __init__(self, sampler: Sampler, processor: SpanProcessor, resource: Resource) -> None:
        self._sampler = sampler
        self._processor = processor
        self._resource = resource
        self._scope = InstrumentationScope(NAME, version(NAME))

    def request(
        self, headers: Mapping[bytes, bytes], trace: str
    ) -> "AbstractContextManager[_Span | None]":
        """Begin the span of a request. Its trace has the id that its answer and log line show."""
        caller = _caller(headers) if b"traceparent" in headers else None
        return self._begun("request", int(trace, 16), caller, {}, SpanKind.SERVER)

    def span(
        self, name: str, attributes: Mapping[str, str | int]
    ) -> "AbstractContextManager[_Span | None]":
        """Begin a span below the current one, sampled if the current span is sampled."""
        around = _under_way.get()
        if around is None:
            return self._begun(name, randbits(128), None, attributes)
        if around.context is None:
            return nullcontext()
        own = _sampled(around.context.trace_id, around.context.trace_state)
        return _Span(self, name, own, around.context, attributes=attributes)

    def _begun(
        self,
        name: str,
        trace: int,
        caller: SpanContext | None,
        attributes: Mapping[str, str | int],
        kind: SpanKind = SpanKind.INTERNAL,
    ) -> "AbstractContextManager[_Span | None]":
        before = set_span_in_context(NonRecordingSpan(caller)) if caller else _NOBODY
        found = self._sampler.should_sample(before, trace, name, kind)
        if found.decision is not Decision.RECORD_AND_SAMPLE:
            return _Unsampled()
        context = _sampled(trace, found.trace_state)
        return _Span(self, name, context, caller, attributes=attributes, kind=kind)

    def ended(self, span: "_Span") -> None:
        """Pass the span on to be sent."""
        told = ReadableSpan(
            name=span.name,
            context=span.context,
            parent=span.parent,
            resource=self._resource,
            attributes=span.attributes,
            kind=span.kind,
            status=span.status,
            start_time=span.began,
            end_time=time.time_ns(),
            instrumentation_scope=self._scope,
        )
        self._processor.on_end(told)


_SAMPLED = TraceFlags(TraceFlags.SAMPLED)
_NOBODY = Context()
_FINE, _ERROR = Status(), Status(StatusCode.ERROR)


def _caller(headers: Mapping[bytes, bytes]) -> SpanContext | None:
    sent = {
        name: headers[name.encode()].decode("latin-1")
        for name in ("traceparent", "tracestate")
        if name.encode() in headers
    }
    found = get_current_span(_contexts.extract(sent, _NOBODY)).get_span_context()
    return found if found.is_valid else None


def _sampled(trace: int, state: TraceState | None) -> SpanContext:
    return SpanContext(
        trace_id=trace,
        span_id=randbits(64),
        is_remote=False,
        trace_flags=_SAMPLED,
        trace_state=state,
    )


class _UnderWay:
    """A span while it lasts."""

    context: SpanContext | None = None
    """None if it is not sampled. Then no span in it is sampled."""

    def __enter__(self) -> Any:
        self._before = _under_way.get()
        _under_way.set(self)
        return self

    def __exit__(self, kind: type[BaseException] | None = None, *_: object) -> None:
        _under_way.set(self._before)


_under_way: ContextVar[_UnderWay | None] = ContextVar("under_way", default=None)


class _Unsampled(_UnderWay):
    def __enter__(self) -> None:
        super().__enter__()


class _Span(_UnderWay):
    status = _FINE

    def __init__(
        self,
        tracer: _Tracer,
        name: str,
        context: SpanContext,
        parent: SpanContext | None,
        *,
        attributes: Mapping[str, str | int],
        kind: SpanKind = SpanKind.INTERNAL,
    ) -> None:
        self._tracer, self.name, self.kind = tracer, name, kind
        self.context, self.parent = context, parent
        self.attributes: dict[str, str | int] = {}
        self.began = time.time_ns()
        self.told(**attributes)

    def __exit__(self, kind: type[BaseException] | None = None, *_: object) -> None:
        super().__exit__()
        if kind:
            # The text of an exception can contain anything, so only its class is sent.
            self.attributes["error.type"] = kind.__name__
        self._tracer.ended(self)

    def told(self, **attributes: str | int) -> None:
        for name, value in attributes.items():
            self.attributes[f"verger.{name}"] = masked(value) if isinstance(value, str) else value

    def answered(self, method: str, route: str, status: int, code: str) -> None:
        # By the semantic conventions of HTTP servers.
        method, route = masked(method), masked(route)
        self.name = f"{method} {route}" if route else method
        self.attributes["http.request.method"] = method
        self.attributes["http.response.status_code"] = status
        if route:
            self.attributes["http.route"] = route
        if code:
            self.attributes["error.type"] = code
        if status >= _FAILED:
            self.status = _ERROR
