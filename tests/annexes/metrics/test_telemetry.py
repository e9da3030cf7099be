"""A server sends traces and metrics to a collector of OpenTelemetry, without private data."""

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from threading import Event
from typing import Any, NamedTuple

import pytest
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import (
    ExportMetricsServiceRequest,
)
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from tests.support.client import Table, played
from tests.support.figures import figures
from tests.support.patience import PATIENCE_SECONDS, until
from tests.support.receiver import QUICK, Answer, Receiver, hooked, receiving
from tests.support.server import Server, serving

TRACE, CALLER = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
MOVES = "POST /v1/sessions/{session}/moves"


class Told(NamedTuple):
    """A span that the collector has received."""

    name: str
    trace: str
    id: str
    parent: str
    attributes: dict[str, str]


@pytest.fixture(scope="module")
def collector() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


@pytest.fixture(scope="module")
def server(database: str, redis_url: str, collector: Receiver) -> Iterator[Server]:
    with serving(
        database,
        redis_url,
        quicker=QUICK,
        verger_telemetry="otlp",
        verger_webhook_private_targets="on",
        otel_exporter_otlp_endpoint=collector.url.removesuffix("/hook"),
        otel_service_name="the attic",
        otel_resource_attributes="deployment.environment.name=attic",
        otel_bsp_schedule_delay=20,
        otel_metric_export_interval=50,
    ) as running:
        yield running


@pytest.fixture(scope="module")
def table(server: Server) -> Table:
    return played(server.http, "Ann", "Bo")


def bodies(collector: Receiver, path: str) -> list[bytes]:
    return [one.body for one in list(collector.received) if one.path == path]


def spans(collector: Receiver) -> list[Told]:
    found = [
        span
        for body in bodies(collector, "/v1/traces")
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans
        for scope in resource.scope_spans
        for span in scope.spans
    ]
    return [
        Told(
            span.name,
            span.trace_id.hex(),
            span.span_id.hex(),
            span.parent_span_id.hex(),
            {
                one.key: one.value.string_value or str(one.value.int_value)
                for one in span.attributes
            },
        )
        for span in found
    ]


def once_told(collector: Receiver, wanted: Callable[[Told], bool]) -> list[Told]:
    """Wait for spans that match, and return them."""
    return until(lambda: [one for one in spans(collector) if wanted(one)])


def metric(collector: Receiver, name: str) -> Sequence[Any]:
    """Return the newest points of a metric that the collector has received."""
    request = ExportMetricsServiceRequest.FromString(bodies(collector, "/v1/metrics")[-1])
    (found,) = [
        one
        for resource in request.resource_metrics
        for scope in resource.scope_metrics
        for one in scope.metrics
        if one.name == name
    ]
    kind = found.WhichOneof("data")
    assert kind is not None
    return list(getattr(found, kind).data_points)


def test_a_move_is_traced_in_its_callers_trace_with_its_parts(
    table: Table, collector: Receiver
) -> None:
    ann = table["Ann"]
    move = {"move": "add_limit", "kind": "line", "text": "Spiders."}
    caller = {"traceparent": f"00-{TRACE}-{CALLER}-01"}
    answer = ann.post(f"{ann.home}/moves", move, headers=caller)
    assert answer.headers["trace-id"] == TRACE
    (request,) = once_told(collector, lambda span: span.trace == TRACE and span.name == MOVES)
    assert request.parent == CALLER
    assert request.attributes == {
        "http.request.method": "POST",
        "http.route": "/v1/sessions/{session}/moves",
        "http.response.status_code": "201",
    }
    parts = [span for span in spans(collector) if span.parent == request.id]
    assert [span.name for span in parts] == ["judge", "append"]
    assert [span.attributes for span in parts] == [
        {},
        {"verger.move": "add_limit", "verger.events": "1"},
    ]
    names = {span.name for span in once_told(collector, lambda span: span.name == "publish")}
    assert names == {"publish"}
    assert once_told(collector, lambda span: span.name == "commit")


def test_a_caller_without_a_trace_receives_the_id_of_a_new_one(
    table: Table, collector: Receiver
) -> None:
    ann = table["Ann"]
    answer = ann.get(f"{ann.home}/state", at=1_000)
    trace = answer.headers["trace-id"]
    (request,) = once_told(collector, lambda span: span.trace == trace and not span.parent)
    assert request.name == "GET /v1/sessions/{session}/state"
    assert request.attributes["error.type"] == "no_such_version"


def test_nothing_is_sent_of_a_trace_that_its_caller_does_not_sample(
    table: Table, collector: Receiver
) -> None:
    ann, left, kept = table["Ann"], "1" * 32, "2" * 32
    move = {"move": "add_limit", "kind": "line", "text": "Deep water."}
    for trace, flag in ((left, "00"), (kept, "01")):
        caller = {"traceparent": f"00-{trace}-{CALLER}-{flag}"}
        assert ann.post(f"{ann.home}/moves", move, headers=caller).headers["trace-id"] == trace
    assert once_told(collector, lambda span: span.trace == kept and span.name == MOVES)
    assert [span for span in spans(collector) if span.trace == left] == []
    # A part of a request that is not sampled must not begin its own trace.
    assert {span.name for span in spans(collector) if not span.parent} & {
        "judge",
        "append",
    } == set()


def test_a_delivery_is_traced_with_its_result(table: Table, collector: Receiver) -> None:
    with receiving() as receiver:
        hooked(table["Bo"], receiver.url)
        table["Ann"].draws_a_line("Heights.")
        receiver.wait(1)
        (told, *_) = once_told(collector, lambda span: span.name == "deliver")
    assert told.attributes == {
        "verger.form": "standard",
        "verger.type": "add_limit",
        "verger.outcome": "delivered",
    }


def test_the_metrics_are_those_that_are_scraped(
    server: Server, table: Table, collector: Receiver
) -> None:
    table["Ann"].draws_a_line("Clowns.")
    labels = {"ruleset": "verge", "verdict": "accepted"}
    scraped = figures(server.http).of("verger_moves_total", **labels)
    assert scraped > 0

    def told() -> list[float]:
        return [
            point.as_double or float(point.as_int)
            for point in metric(collector, "verger_moves")
            if {one.key: one.value.string_value for one in point.attributes} == labels
        ]

    until(lambda: told() == [scraped])
    commits = figures(server.http).of("verger_append_duration_seconds_count")
    until(lambda: metric(collector, "verger_append_duration_seconds")[0].count == commits)
    (point,) = metric(collector, "verger_append_duration_seconds")
    assert sum(point.bucket_counts) == commits
    assert len(point.bucket_counts) == len(point.explicit_bounds) + 1


def test_the_operator_names_the_service_and_its_environment(
    table: Table, collector: Receiver
) -> None:
    once_told(collector, lambda span: span.name == "commit")
    request = ExportTraceServiceRequest.FromString(bodies(collector, "/v1/traces")[0])
    said = {
        one.key: one.value.string_value for one in request.resource_spans[0].resource.attributes
    }
    assert said["service.name"] == "the attic"
    assert said["deployment.environment.name"] == "attic"


def test_no_token_seat_name_or_text_is_sent(
    server: Server, table: Table, collector: Receiver
) -> None:
    ann = table["Ann"]
    ann.draws_a_line("Zwiebelkuchen.", key="a-key-of-mine")
    # All spans from before this request have been sent.
    trace = ann.get(f"{ann.home}/state", at=7_777).headers["trace-id"]
    once_told(collector, lambda span: span.trace == trace)
    sent = b"".join(one.body for one in list(collector.received))
    for secret in (ann.token, "Zwiebelkuchen", "a-key-of-mine", "Spiders", "Ann"):
        assert secret is not None
        assert secret.encode() not in sent


def test_a_missing_collector_delays_nothing(database: str) -> None:
    with serving(
        database,
        verger_telemetry="otlp",
        otel_exporter_otlp_endpoint="http://127.0.0.1:9",
        otel_bsp_schedule_delay=20,
        otel_metric_export_interval=50,
    ) as running:
        played(running.http, "Ann", "Bo")["Ann"].draws_a_line("Spiders.")
        assert running.stop() in (0, -15)
        assert "internal_error" not in running.said


def test_a_silent_collector_does_not_delay_a_stop(database: str) -> None:
    answers = Event()
    with receiving() as silent:
        silent.always = Answer(after=answers)
        with serving(
            database,
            verger_telemetry="otlp",
            otel_exporter_otlp_endpoint=silent.url.removesuffix("/hook"),
            otel_bsp_schedule_delay=20,
        ) as running:
            played(running.http, "Ann", "Bo")["Ann"].draws_a_line("Spiders.")
            silent.wait(1)
            assert running.stop() in (0, -15)
            assert running.told(event="telemetry_not_sent")
        answers.set()


def test_without_telemetry_no_code_of_opentelemetry_is_loaded() -> None:
    script = (
        "import sys, verger.service.server; from verger.service.settings import read;"
        " verger.service.server.server(read({'DATABASE_URL': 'postgresql://nowhere/'}));"
        " assert not {'opentelemetry.sdk', 'opentelemetry.exporter'} & {*sys.modules}"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=PATIENCE_SECONDS)


def test_a_start_with_telemetry_names_missing_packages() -> None:
    script = (
        "import sys; sys.modules['opentelemetry.sdk'] = None;"
        " sys.exit(__import__('verger.service.cli').service.cli.main())"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, "serve"],
        env={"VERGER_TELEMETRY": "otlp", "DATABASE_URL": "postgresql://nowhere/"},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_SECONDS,
    )
    assert done.returncode == 2
    assert "pip install 'verger[telemetry]'" in done.stderr
