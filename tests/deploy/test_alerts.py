"""The rules of alerts are what Prometheus reads, and speak of metrics that there are."""

from typing import Any

import promql_parser
import pytest
import yaml  # type: ignore[import-untyped]

from tests.deploy.image import DEPLOY
from tests.deploy.promql import check

RULES: list[dict[str, Any]] = [
    rule
    for group in yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"]
    for rule in group["rules"]
]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule["alert"])
def test_a_rule_is_whole_and_looks_at_metrics_that_there_are(rule: dict[str, Any]) -> None:
    assert set(rule) | {"for"} == {"alert", "expr", "for", "labels", "annotations"}
    assert set(rule["annotations"]) == {"summary", "description"}
    assert rule["labels"]["severity"] in {"critical", "warning"}
    assert promql_parser.parse_duration(rule.get("for", "1s"))
    check(rule["expr"], "up")


def test_every_rule_has_a_name_of_its_own() -> None:
    assert len({rule["alert"] for rule in RULES}) == len(RULES)
