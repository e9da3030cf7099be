"""What the remedy of every refusal tells somebody to do: the code, and the ways that it names."""

from collections.abc import Iterator, Mapping

from tests.laws.remedies import afterverse, edgerunner, shared, venus, verge
from tests.laws.remedies.way import Moment, Way

WAYS: Mapping[str, tuple[Way, ...]] = {
    str(code): ways
    for table in (shared, verge, edgerunner, venus, afterverse)
    for code, ways in table.WAYS.items()
}


def impossible(moment: Moment) -> Iterator[str]:
    """What a refusal's remedy names that is not possible at that moment."""
    for way in WAYS[str(moment.refused.code)]:
        yield from way.missing(moment)
