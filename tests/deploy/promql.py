"""Check that expressions in PromQL use only existing metrics and labels."""

import promql_parser

from verger.service.annexes.metrics.catalogue import CATALOGUE

SUFFIXES = {"counter": ("",), "gauge": ("",), "histogram": ("_bucket", "_sum", "_count")}
KNOWN = {f"{one.name}{end}": one.labels for one in CATALOGUE for end in SUFFIXES[one.kind]}
"""The series of the server's metrics, and their labels."""
OF_EVERY_SERIES = {"le", "job", "instance"}


def selectors(expression: str) -> list[promql_parser.VectorSelector]:
    """Return the metrics that an expression selects."""
    found: list[promql_parser.VectorSelector] = []

    def visit(part: promql_parser.Expr) -> None:
        if isinstance(part, promql_parser.VectorSelector):
            found.append(part)

    promql_parser.walk(promql_parser.parse(expression), visit)
    return found


def check(expression: str, *also: str) -> None:
    """Fail if the expression uses an unknown metric or label. Metrics in `also` are not checked."""
    found = selectors(expression)
    assert found
    for selector in found:
        labels = {matcher.name for matcher in selector.matchers.matchers}
        name = selector.name or ""
        assert name in also or labels <= OF_EVERY_SERIES | set(KNOWN[name])
