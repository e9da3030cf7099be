"""A metric: its name, its meaning, and how it is read."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from verger.service.histogram import Histogram
from verger.service.wiring import Parts

Value = float | Histogram
Reading = Value | Mapping[Any, Value]
"""The present value of a metric, or its values by labels."""


class Metric(NamedTuple):
    """A metric's name, its meaning, and the function that reads its value from the parts."""

    kind: Literal["counter", "gauge", "histogram"]
    name: str
    labels: tuple[str, ...]
    meaning: str
    read: Callable[[Parts], Reading | None]
    """Reads the value. Returns None if this server does not have the measured part."""
