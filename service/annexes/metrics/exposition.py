"""Serve the metrics of the catalogue in the two text formats that scrapers ask for.

Nothing here waits, so a scrape also works while the database is away.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from prometheus_client import (
    CollectorRegistry,
    GCCollector,
    PlatformCollector,
    ProcessCollector,
    exposition,
)
from prometheus_client.metrics_core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
)
from prometheus_client.metrics_core import Metric as Family
from prometheus_client.openmetrics import exposition as openmetrics
from prometheus_client.registry import Collector

from verger.service.annexes.metrics.catalogue import CATALOGUE
from verger.service.annexes.metrics.metric import Metric, Reading
from verger.service.histogram import Histogram
from verger.service.wiring import Parts

FORMS: Mapping[str, str] = {
    # The framework adds the charset of texts.
    "text/plain": exposition.CONTENT_TYPE_PLAIN_0_0_4.removesuffix("; charset=utf-8"),
    "application/openmetrics-text": openmetrics.CONTENT_TYPE_LATEST,
}
"""The whole content type of each form. The first is the default."""

_FAMILIES: Mapping[str, type[CounterMetricFamily | GaugeMetricFamily | HistogramMetricFamily]] = {
    "counter": CounterMetricFamily,
    "gauge": GaugeMetricFamily,
    "histogram": HistogramMetricFamily,
}
_UNITS = ("seconds", "bytes")


class Exposition:
    """Reads the metrics of the catalogue from the parts."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._process = CollectorRegistry()
        ProcessCollector(registry=self._process)
        PlatformCollector(registry=self._process)
        GCCollector(registry=self._process)

    def scrape(self) -> "Scrape":
        """Read every metric now. The result can be encoded in a thread."""
        read = ((metric, metric.read(self._parts)) for metric in CATALOGUE)
        found = [(metric, _kept(reading)) for metric, reading in read if reading is not None]
        return Scrape(found, self._process)


class Scrape(Collector):
    """The metrics of the catalogue and of the library, at one moment."""

    def __init__(self, found: list[tuple[Metric, Reading]], process: Collector) -> None:
        self._found = found
        self._process = process

    def collect(self) -> Iterator[Family]:
        """Yield the families of metrics."""
        for metric, reading in self._found:
            yield _family(metric, reading)
        yield from self._process.collect()

    def written(self, form: str) -> bytes:
        """The metrics as text of a form."""
        write = exposition.generate_latest if form == "text/plain" else openmetrics.generate_latest
        return write(self)


def _kept(reading: Any) -> Any:
    """Return a copy of a reading, because the server changes its counts while a thread writes the text."""
    if isinstance(reading, Mapping):
        return {labels: _kept(value) for labels, value in reading.items()}
    return reading.copy() if isinstance(reading, Histogram) else reading


def _family(metric: Metric, reading: Reading) -> Family:
    unit = next((unit for unit in _UNITS if metric.name.endswith(f"_{unit}")), "")
    family = _FAMILIES[metric.kind](metric.name, metric.meaning, labels=metric.labels, unit=unit)
    for labels, value in (reading if isinstance(reading, Mapping) else {(): reading}).items():
        named = labels if isinstance(labels, tuple) else (labels,)
        values = [str(label) for label in named]
        match family:
            case HistogramMetricFamily():
                assert isinstance(value, Histogram)
                family.add_metric(values, list(value.cumulative()), value.sum)
            case CounterMetricFamily() | GaugeMetricFamily():
                assert not isinstance(value, Histogram)
                family.add_metric(values, value)
    return family
