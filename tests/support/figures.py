"""The metrics of a server, read by the library's own parsers."""

from collections.abc import Callable

import httpx
from prometheus_client.metrics_core import Metric
from prometheus_client.openmetrics import parser as openmetrics_parser
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

from tests.support import patience
from tests.support.client import Client

PATH = "/metrics"
OPENMETRICS = "application/openmetrics-text"


class Figures:
    """The figures of a process at one moment."""

    def __init__(self, families: list[Metric]) -> None:
        self.families = families

    @property
    def samples(self) -> list[Sample]:
        """All samples, of all metrics."""
        return [sample for family in self.families for sample in family.samples]

    def of(self, name: str, **labels: str) -> float:
        """The sum of a metric's samples that have these labels."""
        found = [sample for sample in self.samples if sample.name == name]
        assert found, f"no {name}"
        return sum(one.value for one in found if labels.items() <= one.labels.items())


def figures(http: httpx.Client) -> Figures:
    """The figures of a server now."""
    answer = Client(http).get(PATH)
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    return Figures(list(text_string_to_metric_families(answer.text)))


def openmetrics(http: httpx.Client) -> Figures:
    """The figures of a server now, in the OpenMetrics format."""
    answer = Client(http).get(PATH, {"Accept": f"{OPENMETRICS};version=1.0.0,text/plain;q=0.5"})
    assert answer.headers["content-type"] == f"{OPENMETRICS}; version=1.0.0; charset=utf-8"
    parsed: list[Metric] = list(openmetrics_parser.text_string_to_metric_families(answer.text))  # type: ignore[no-untyped-call]
    return Figures(parsed)


def until(http: httpx.Client, holds: Callable[[Figures], bool]) -> Figures:
    """Return the figures as soon as they meet a condition."""
    return patience.until(lambda: figures(http), holds)
