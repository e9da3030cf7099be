"""The dashboard is valid for Grafana, and uses existing metrics."""

import json
import re
import subprocess
import sys
from itertools import combinations
from typing import Any

import pytest

from tests.deploy.image import DEPLOY
from tests.deploy.promql import check, selectors

_PRINTED = subprocess.run(
    [sys.executable, DEPLOY / "dashboard.py"], capture_output=True, check=True
)
BOARD: dict[str, Any] = json.loads(_PRINTED.stdout)
PANELS: list[dict[str, Any]] = [panel for panel in BOARD["panels"] if panel["type"] != "row"]
OF_THE_PROCESS = ("process_cpu_seconds_total", "process_resident_memory_bytes")
"""Metrics that come from the Prometheus library."""


def expressions(panel: dict[str, Any]) -> list[str]:
    """Return a panel's expressions, with a fixed interval in place of Grafana's variable."""
    return [one["expr"].replace("$__rate_interval", "5m") for one in panel["targets"]]


@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: panel["title"])
def test_a_panel_has_a_description_and_uses_existing_metrics(panel: dict[str, Any]) -> None:
    assert panel["description"]
    for expression in expressions(panel):
        check(expression, *OF_THE_PROCESS)
        for selector in selectors(expression):
            (chosen,) = [one for one in selector.matchers.matchers if one.name == "instance"]
            assert chosen.value == "$instance"
    for target in panel["targets"]:
        labels = set(re.findall(r"{{(\w+)}}", target["legendFormat"]))
        by = re.search(r"by \(([^)]*)\)", target["expr"])
        # A query without `by` shows one line for each process.
        assert labels <= {name.strip() for name in (by[1] if by else "instance").split(",")}


def test_no_panel_lies_over_another() -> None:
    for one, other in combinations([panel["gridPos"] for panel in BOARD["panels"]], 2):
        beside = one["x"] + one["w"] <= other["x"] or other["x"] + other["w"] <= one["x"]
        above = one["y"] + one["h"] <= other["y"] or other["y"] + other["h"] <= one["y"]
        assert beside or above
    assert all(panel["gridPos"]["x"] + panel["gridPos"]["w"] <= 24 for panel in BOARD["panels"])
    assert len({panel["id"] for panel in BOARD["panels"]}) == len(BOARD["panels"])


def test_every_panel_uses_the_data_source_that_the_reader_chooses() -> None:
    names = [variable["name"] for variable in BOARD["templating"]["list"]]
    assert names == ["source", "instance"]
    sources = re.findall(r'"uid": "([^"]+)"', json.dumps(BOARD))
    assert set(sources) == {"verger", "${source}"}
