"""OpenTelemetry: spans, and the metrics of the catalogue, sent by OTLP over HTTP.

Where to, how often, how many and under what name is said by the standard's own variables, `OTEL_…`.
"""

import asyncio
import os
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from importlib.metadata import version

import structlog
from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import OTELResourceDetector, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.id_generator import RandomIdGenerator
from opentelemetry.trace import Span as SdkSpan
from opentelemetry.trace import SpanKind, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from service import tracing
from service.background import Background
from service.metrics.exposition import Exposition
from service.metrics.otlp import metrics_data

NAME = "verger"
STOP_SECONDS = 3.0
"""How long a stop waits for what is still to be sent."""
_FAILED = 500

_log = structlog.get_logger()
_contexts = TraceContextTextMapPropagator()


@asynccontextmanager
async def sending(metrics: Exposition) -> AsyncIterator[None]:
    """Send spans and metrics meanwhile, and what is left at the end."""
    own = Resource.create({"service.name": NAME, "service.version": version(NAME)})
    # What the operator calls it stands above.
    resource = own.merge(OTELResourceDetector().detect())
    ids = _Ids()
    provider = TracerProvider(resource=resource, id_generator=ids, shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    tracing.use(_Tracer(provider, ids))
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
                await asyncio.gather(send(), _in_thread(provider.shutdown))
        except TimeoutError:
            _log.warning("telemetry_not_sent")


async def _repeat(send: Callable[[], Awaitable[None]]) -> None:
    seconds = float(os.environ.get("OTEL_METRIC_EXPORT_INTERVAL") or 60_000) / 1_000
    while True:
        await asyncio.sleep(seconds)
        try:
            await send()
        except Exception:  # noqa: BLE001, whatever it was, the next time may do
            _log.exception("metrics_not_sent")


async def _in_thread(work: Callable[[], object]) -> None:
    """Do it in a thread that no end of the process waits for."""
    loop = asyncio.get_running_loop()
    done = loop.create_future()

    def settle(error: Exception | None) -> None:
        if not done.done():
            done.set_exception(error) if error else done.set_result(None)

    def run() -> None:
        error = None
        try:
            work()
        except Exception as raised:  # noqa: BLE001, raised where it is waited for
            error = raised
        with suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(settle, error)

    threading.Thread(target=run, name="telemetry", daemon=True).start()
    await done


class _Ids(RandomIdGenerator):
    """A trace that begins here has the id that its request's answer and log line tell."""

    def __init__(self) -> None:
        self.next: int | None = None

    def generate_trace_id(self) -> int:
        """The id of the request that begins, or any."""
        id, self.next = self.next, None
        return id or super().generate_trace_id()


class _Tracer:
    def __init__(self, provider: TracerProvider, ids: _Ids) -> None:
        self._tracer = provider.get_tracer(NAME, version(NAME))
        self._ids = ids

    @contextmanager
    def request(self, headers: Mapping[bytes, bytes], trace: str) -> "Iterator[_Span]":
        sent = {
            name: headers[name.encode()].decode("latin-1")
            for name in ("traceparent", "tracestate")
            if name.encode() in headers
        }
        self._ids.next = int(trace, 16)
        with self._tracer.start_as_current_span(
            "request",
            _contexts.extract(sent),
            SpanKind.SERVER,
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            self._ids.next = None
            yield _Span(span)

    @contextmanager
    def span(self, name: str, attributes: Mapping[str, str | int]) -> "Iterator[_Span]":
        # What an exception says may be anybody's text: its class is told alone.
        with self._tracer.start_as_current_span(
            name, record_exception=False, set_status_on_exception=False
        ) as span:
            own = _Span(span)
            own.told(**attributes)
            try:
                yield own
            except BaseException as error:
                span.set_attribute("error.type", type(error).__name__)
                raise


class _Span:
    def __init__(self, span: SdkSpan) -> None:
        self._span = span

    def told(self, **attributes: str | int) -> None:
        for name, value in attributes.items():
            self._span.set_attribute(f"verger.{name}", value)

    def answered(self, method: str, route: str, status: int, code: str) -> None:
        # By the semantic conventions of HTTP servers.
        self._span.update_name(f"{method} {route}" if route else method)
        self._span.set_attribute("http.request.method", method)
        self._span.set_attribute("http.response.status_code", status)
        if route:
            self._span.set_attribute("http.route", route)
        if code:
            self._span.set_attribute("error.type", code)
        if status >= _FAILED:
            self._span.set_status(StatusCode.ERROR)
