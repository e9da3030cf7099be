"""What is served: the catalogue as the library's families, in the two forms that scrapers ask for.

Nothing here waits for anything: a scrape while the database is away tells just that.
"""

from collections.abc import Iterator, Mapping

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

from service.metrics.catalogue import CATALOGUE, Metric, Reading
from service.metrics.tally import Histogram
from service.wiring import Parts

FORMS: Mapping[str, str] = {
    # The framework adds the charset of texts.
    "text/plain": exposition.CONTENT_TYPE_PLAIN_0_0_4.removesuffix("; charset=utf-8"),
    "application/openmetrics-text": openmetrics.CONTENT_TYPE_LATEST,
}
"""The whole content type of each form, the one for who asks for neither first."""

_FAMILIES: Mapping[str, type[CounterMetricFamily | GaugeMetricFamily | HistogramMetricFamily]] = {
    "counter": CounterMetricFamily,
    "gauge": GaugeMetricFamily,
    "histogram": HistogramMetricFamily,
}


class Scrape(Collector):
    """What everything was at one moment: taken between two requests, written in a thread."""

    def __init__(self, families: list[Family]) -> None:
        self._families = families

    def collect(self) -> list[Family]:
        """The families."""
        return self._families

    def written(self, form: str) -> bytes:
        """As text of a form."""
        write = exposition.generate_latest if form == "text/plain" else openmetrics.generate_latest
        return write(self)


class Exposition(Collector):
    """Reads the catalogue off the parts, and of the process what the library knows."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._registry = CollectorRegistry()
        self._registry.register(self)
        ProcessCollector(registry=self._registry)
        PlatformCollector(registry=self._registry)
        GCCollector(registry=self._registry)

    def scrape(self) -> Scrape:
        """Everything as it is now."""
        return Scrape(list(self._registry.collect()))

    def collect(self) -> Iterator[Family]:
        """The families of the catalogue."""
        for metric in CATALOGUE:
            reading = metric.read(self._parts)
            if reading is not None:
                yield _family(metric, reading)


def _family(metric: Metric, reading: Reading) -> Family:
    unit = "seconds" if metric.name.endswith("_seconds") else ""
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
