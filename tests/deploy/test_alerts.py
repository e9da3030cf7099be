"""The rules of alerts are valid for Prometheus, use existing metrics, and fire when they must."""

import re
import subprocess
from pathlib import Path
from typing import Any

import promql_parser
import pytest
import yaml  # type: ignore[import-untyped]

from tests.deploy.image import DEPLOY
from tests.deploy.promql import check, selectors
from tests.deploy.sick import FIRING, QUIET, Case
from tests.support.figures import figures
from tests.support.program import found
from tests.support.root import DOCS
from tests.support.server import serving
from verger.service.annexes.metrics.catalogue import CATALOGUE

RULES: list[dict[str, Any]] = [
    rule
    for group in yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"]
    for rule in group["rules"]
]
STEPS = dict(
    re.findall(r"(?ms)^## (Verger\w+)\n(.*?)(?=^## |\Z)", (DOCS / "alerts.md").read_text())
)
"""The sections of docs/alerts.md, by the name of the alert."""
needs_promtool = pytest.mark.skipif(
    found("promtool") is None, reason="no promtool here: apt-get install prometheus"
)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule["alert"])
def test_a_rule_is_complete_and_uses_existing_metrics(rule: dict[str, Any]) -> None:
    assert set(rule) | {"for"} == {"alert", "expr", "for", "labels", "annotations"}
    assert set(rule["annotations"]) == {"summary", "description", "runbook"}
    assert rule["labels"]["severity"] in {"critical", "warning"}
    assert promql_parser.parse_duration(rule.get("for", "1s"))
    of_others = ("node_filesystem_avail_bytes", "node_filesystem_size_bytes")
    check(rule["expr"], "up", "process_start_time_seconds", *of_others)


def test_every_rule_has_its_own_name() -> None:
    assert len({rule["alert"] for rule in RULES}) == len(RULES)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule["alert"])
def test_a_rule_leads_to_its_three_steps(rule: dict[str, Any]) -> None:
    assert rule["annotations"]["runbook"] == f"docs/alerts.md#{rule['alert'].lower()}"
    assert re.findall(r"(?m)^(\d)\. ", STEPS[rule["alert"]]) == ["1", "2", "3"]


def test_the_page_has_steps_for_no_other_alert() -> None:
    assert list(STEPS) == [rule["alert"] for rule in RULES]


def group(case: Case, *, fires: bool) -> dict[str, Any]:
    """Return a case as a test for promtool."""
    firing = f'count(ALERTS{{alertname="{case.alert}",alertstate="firing"}})'
    expected = [{"labels": "{}", "value": 1}] if fires else []
    return {
        "name": f"{case}, {'fires' if fires else 'quiet'}",
        "interval": "15s",
        "input_series": [{"series": name, "values": told} for name, told in case.told.items()],
        "promql_expr_test": [{"expr": firing, "eval_time": "90m", "exp_samples": expected}],
    }


@needs_promtool
def test_each_rule_fires_in_its_cases_and_in_no_other(tmp_path: Path) -> None:
    told = {
        "rule_files": [str(DEPLOY / "alerts.yml")],
        "evaluation_interval": "1m",
        "tests": [
            *[group(case, fires=True) for case in FIRING],
            *[group(case, fires=False) for case in QUIET],
        ],
    }
    (tmp_path / "test.yml").write_text(yaml.safe_dump(told))
    words = [found("promtool") or "", "test", "rules", str(tmp_path / "test.yml")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_rule_has_a_case_that_fires_it_and_one_that_does_not() -> None:
    names = {rule["alert"] for rule in RULES}
    assert {case.alert for case in FIRING} == {case.alert for case in QUIET} == names


@needs_promtool
def test_prometheus_takes_the_rules() -> None:
    words = [found("promtool") or "", "check", "rules", str(DEPLOY / "alerts.yml")]
    assert subprocess.run(words, capture_output=True, check=False).returncode == 0


def test_every_counter_of_an_alert_is_there_with_0_from_the_start(database_url: str) -> None:
    with serving(database_url) as server:
        now = figures(server.http)
    counters = {metric.name for metric in CATALOGUE if metric.kind == "counter"}
    asked = [one for rule in RULES for one in selectors(rule["expr"]) if one.name in counters]
    assert len(asked) > 5
    for selector in asked:
        equal = {
            one.name: one.value
            for one in selector.matchers.matchers
            if str(one.op) == "MatchOp.Equal"
        }
        assert now.of(selector.name or "", **equal) >= 0
        assert any(
            sample.name == selector.name and equal.items() <= sample.labels.items()
            for sample in now.samples
        ), selector.name
