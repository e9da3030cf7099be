"""The rules of alerts are what Prometheus reads, and speak of metrics that there are."""

from typing import Any

import promql_parser
import pytest
import yaml  # type: ignore[import-untyped]

from service.metrics.catalogue import CATALOGUE
from tests.deploy.image import DEPLOY

RULES: list[dict[str, Any]] = [
    rule
    for group in yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"]
    for rule in group["rules"]
]
SUFFIXES = {"counter": ("",), "gauge": ("",), "histogram": ("_bucket", "_sum", "_count")}
KNOWN = {f"{one.name}{end}": one.labels for one in CATALOGUE for end in SUFFIXES[one.kind]}
OF_EVERY_SERIES = {"le", "job", "instance"}


def selectors(expression: str) -> list[promql_parser.VectorSelector]:
    """Give what an expression looks at."""
    found: list[promql_parser.VectorSelector] = []

    def visit(part: promql_parser.Expr) -> None:
        if isinstance(part, promql_parser.VectorSelector):
            found.append(part)

    promql_parser.walk(promql_parser.parse(expression), visit)
    return found


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule["alert"])
def test_a_rule_is_whole_and_looks_at_metrics_that_there_are(rule: dict[str, Any]) -> None:
    assert set(rule) | {"for"} == {"alert", "expr", "for", "labels", "annotations"}
    assert set(rule["annotations"]) == {"summary", "description"}
    assert rule["labels"]["severity"] in {"critical", "warning"}
    assert promql_parser.parse_duration(rule.get("for", "1s"))
    for selector in selectors(rule["expr"]):
        labels = {matcher.name for matcher in selector.matchers.matchers}
        assert selector.name == "up" or labels <= OF_EVERY_SERIES | set(KNOWN[selector.name or ""])


def test_every_rule_has_a_name_of_its_own() -> None:
    assert len({rule["alert"] for rule in RULES}) == len(RULES)
