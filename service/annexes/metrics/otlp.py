"""The metrics of the catalogue in the data types of OpenTelemetry."""

import math
import time
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from opentelemetry.sdk.metrics.export import (
    AggregationTemporality,
    Gauge,
    Histogram,
    HistogramDataPoint,
    Metric,
    MetricsData,
    NumberDataPoint,
    ResourceMetrics,
    ScopeMetrics,
    Sum,
)
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.util.instrumentation import InstrumentationScope
from prometheus_client.metrics_core import Metric as Family

from verger.service.annexes.metrics.exposition import Scrape

_STARTED = time.time_ns()
_CUMULATIVE = AggregationTemporality.CUMULATIVE
_UNITS = {"seconds": "s", "bytes": "By"}


def metrics_data(scrape: Scrape, resource: Resource) -> MetricsData:
    """Return all metrics of a scrape as the input of an exporter."""
    now = time.time_ns()
    told = [_metric(family, now) for family in scrape.collect() if family.samples]
    scope = ScopeMetrics(InstrumentationScope("verger"), told, "")
    return MetricsData([ResourceMetrics(resource, [scope], "")])


def _metric(family: Family, now: int) -> Metric:
    data: Sum | Gauge | Histogram
    match family.type:
        case "counter":
            data = Sum(list(_numbers(family, now)), _CUMULATIVE, is_monotonic=True)
        case "histogram":
            data = Histogram(list(_histograms(family, now)), _CUMULATIVE)
        case _:
            data = Gauge(list(_numbers(family, now)))
    return Metric(family.name, family.documentation, _UNITS.get(family.unit, family.unit), data)


def _numbers(family: Family, now: int) -> Iterator[NumberDataPoint]:
    for sample in family.samples:
        if not sample.name.endswith("_created"):
            yield NumberDataPoint(dict(sample.labels), _STARTED, now, sample.value)


def _histograms(family: Family, now: int) -> Iterator[HistogramDataPoint]:
    """Yield a histogram for each set of labels.

    Each bucket has its own count, without the counts of lower buckets.
    """

    def labels(sample: Any) -> dict[str, str]:
        return {name: value for name, value in sample.labels.items() if name != "le"}

    for known, samples in groupby(family.samples, labels):
        buckets: list[tuple[float, float]] = []
        total = 0.0
        for sample in samples:
            if sample.name.endswith("_bucket"):
                buckets.append((float(sample.labels["le"]), sample.value))
            elif sample.name.endswith("_sum"):
                total = sample.value
        yield _histogram(known, buckets, total, now)


def _histogram(
    labels: dict[str, str], buckets: Sequence[tuple[float, float]], total: float, now: int
) -> HistogramDataPoint:
    upto = [int(count) for _, count in buckets]
    counts = [count - before for count, before in zip(upto, [0, *upto[:-1]], strict=True)]
    bounds = [bound for bound, _ in buckets if not math.isinf(bound)]
    # The smallest and the largest value are not known. The format allows that, but the type of the class does not.
    unknown: Any = None
    return HistogramDataPoint(
        attributes=labels,
        start_time_unix_nano=_STARTED,
        time_unix_nano=now,
        count=upto[-1],
        sum=total,
        bucket_counts=counts,
        explicit_bounds=bounds,
        min=unknown,
        max=unknown,
    )
