"""Print a dashboard for Grafana: `python3 deploy/dashboard.py > dashboard.json`."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

ONE = '{instance=~"$instance"}'
"""The label filter for the processes that are selected at the top of the dashboard."""
_MOVES = '{instance=~"$instance",method="POST",route="/v1/sessions/{session}/moves"}'
_PROBLEMS = '{instance=~"$instance",code!=""}'
_COLUMNS = 3
_SOURCE = {"type": "prometheus", "uid": "${source}"}


def rate(metric: str, chosen: str = ONE) -> str:
    """Return the increase of a counter per second."""
    return f"rate({metric}{chosen}[$__rate_interval])"


def quantile(share: float, metric: str, chosen: str = ONE, *, by: str = "le") -> str:
    """Return a quantile of a histogram."""
    return f"histogram_quantile({share}, sum by ({by}) ({rate(f'{metric}_bucket', chosen)}))"


def quantiles(metric: str, chosen: str = ONE) -> dict[str, str]:
    """Return the median and the 99th percentile of a histogram."""
    return {"p50": quantile(0.5, metric, chosen), "p99": quantile(0.99, metric, chosen)}


class Panel(NamedTuple):
    """A graph. `lines` has a PromQL expression for each legend."""

    title: str
    description: str
    lines: dict[str, str]
    unit: str = "short"


ROWS = {
    "Play": (
        Panel(
            "Moves a second",
            "Judged moves, by verdict.",
            {"{{verdict}}": f"sum by (verdict) ({rate('verger_moves_total')})"},
        ),
        Panel(
            "Duration of a move",
            "Median and 99th percentile.",
            quantiles("verger_http_request_duration_seconds", _MOVES),
            "s",
        ),
        Panel(
            "Followers",
            "Live readers, by form.",
            {"{{form}}": f"sum by (form) (verger_streams{ONE})"},
        ),
    ),
    "Requests": (
        Panel(
            "Answers a second",
            "Finished requests, by status.",
            {"{{status}}": f"sum by (status) ({rate('verger_http_requests_total')})"},
        ),
        Panel(
            "Problems a second",
            "Error answers, by code.",
            {"{{code}}": f"sum by (code) ({rate('verger_http_requests_total', _PROBLEMS)})"},
        ),
        Panel(
            "Slowest addresses",
            "The 99th percentile of the ten slowest routes.",
            {
                "{{method}} {{route}}": "topk(10, "
                + quantile(0.99, "verger_http_request_duration_seconds", by="le, method, route")
                + ")"
            },
            "s",
        ),
        Panel(
            "Refused by limits",
            "Requests a second that a limit refused.",
            {"{{limit}}": f"sum by (limit) ({rate('verger_rate_limit_refusals_total')})"},
        ),
        Panel(
            "Connections",
            "Open connections, and those that the server ended each second.",
            {
                "open": f"sum (verger_connections{ONE})",
                "{{reason}}": f"sum by (reason) ({rate('verger_connections_ended_total')})",
            },
        ),
        Panel(
            "Internal errors",
            "Errors in the program. Its log describes them.",
            {
                "{{part}}": "sum by (part)"
                f" (increase(verger_internal_errors_total{ONE}[$__rate_interval]))"
            },
        ),
    ),
    "The log and the database": (
        Panel(
            "Duration of a commit",
            "From the request for a connection until the events are durable.",
            quantiles("verger_append_duration_seconds"),
            "s",
        ),
        Panel(
            "Events in a commit",
            "Moves that arrive together share a commit.",
            {
                "events": f"sum ({rate('verger_append_batch_events_sum')})"
                f" / sum ({rate('verger_append_batch_events_count')})"
            },
        ),
        Panel(
            "Waiting and refused appends",
            "Appends that wait for the next commits, and refused appends a second, by reason.",
            {
                "waiting": f"sum (verger_appends_waiting{ONE})",
                "{{reason}}": f"sum by (reason) ({rate('verger_append_conflicts_total')})",
            },
        ),
        Panel(
            "Connections to PostgreSQL",
            "Used and idle connections of all processes.",
            {"{{state}}": f"sum by (state) (verger_database_connections{ONE})"},
        ),
        Panel(
            "Database failures",
            "Failed uses of the database a second, by cause.",
            {"{{cause}}": f"sum by (cause) ({rate('verger_database_failures_total')})"},
        ),
        Panel(
            "Redis",
            "1 while Redis passes wake-ups between the processes.",
            {"{{instance}}": f"verger_redis_up{ONE}"},
        ),
    ),
    "Sessions": (
        Panel(
            "Sessions in memory",
            "By process.",
            {"{{instance}}": f"verger_hot_sessions{ONE}"},
        ),
        Panel(
            "Loads a second",
            "Sessions read from the log into memory, and sessions removed to make room.",
            {
                "read": f"sum ({rate('verger_session_load_duration_seconds_count')})",
                "removed": f"sum ({rate('verger_hot_session_evictions_total')})",
            },
        ),
        Panel(
            "Duration of a load",
            "Median and 99th percentile.",
            quantiles("verger_session_load_duration_seconds"),
            "s",
        ),
    ),
    "Webhooks and pictures": (
        Panel(
            "Deliveries a second",
            "Attempts at webhooks, by outcome.",
            {"{{outcome}}": f"sum by (outcome) ({rate('verger_webhook_attempts_total')})"},
        ),
        Panel(
            "Due deliveries",
            "The number of due deliveries, and the age of the oldest.",
            {
                "deliveries": f"max (verger_webhook_deliveries_due{ONE})",
                "seconds of the oldest": f"max (verger_webhook_oldest_due_seconds{ONE})",
            },
        ),
        Panel(
            "Pictures",
            "The duration of a layout, and the number of waiting layouts.",
            {
                "seconds, p99": quantile(0.99, "verger_layout_duration_seconds"),
                "waiting": f"sum (verger_layouts_waiting{ONE})",
            },
        ),
    ),
    "Upkeep": (
        Panel(
            "Open transactions",
            "The oldest open transaction, and the oldest that the feed waits for.",
            {
                "oldest": f"max (verger_database_oldest_transaction_seconds{ONE})",
                "of the feed": f"max (verger_feed_obstacle_seconds{ONE})",
            },
            "s",
        ),
        Panel(
            "Feed",
            "Events that the feed does not show yet.",
            {"events": f"max (verger_feed_events_waiting{ONE})"},
        ),
        Panel(
            "Standbys",
            "The write-ahead log that the slowest standby or slot still lacks.",
            {"bytes": f"max (verger_replication_lag_bytes{ONE})"},
            "bytes",
        ),
        Panel(
            "Disk",
            "The size of the database, and the free space of the disk of each process.",
            {
                "database": f"max (verger_database_bytes{ONE})",
                "{{instance}}": f"verger_disk_free_bytes{ONE}",
            },
            "bytes",
        ),
        Panel(
            "Age of backup and statement",
            "The time since the last backup, and since the newest statement.",
            {
                "backup": f"time() - max (verger_last_backup_timestamp_seconds{ONE})",
                "statement": f"time() - max (verger_last_statement_timestamp_seconds{ONE})",
            },
            "s",
        ),
        Panel(
            "Failing webhooks",
            "Webhooks that fail, by the host of their address.",
            {"{{host}}": f"max by (host) (verger_webhooks_failing{ONE})"},
        ),
    ),
    "Processes": (
        Panel(
            "Processor",
            "The cores that each process uses.",
            {"{{instance}}": rate("process_cpu_seconds_total")},
        ),
        Panel(
            "Memory",
            "Resident memory of each process.",
            {"{{instance}}": f"process_resident_memory_bytes{ONE}"},
            "bytes",
        ),
        Panel(
            "Lag of the event loop",
            "Delay of a timer of 20 ms, 99th percentile.",
            {"{{instance}}": quantile(0.99, "verger_event_loop_lag_seconds", by="le, instance")},
            "s",
        ),
    ),
}
"""The panels, by the title of their row."""


def _graph(panel: Panel) -> dict[str, Any]:
    targets = [
        {
            "refId": chr(ord("A") + place),
            "datasource": _SOURCE,
            "expr": line,
            "legendFormat": legend,
        }
        for place, (legend, line) in enumerate(panel.lines.items())
    ]
    return {
        "type": "timeseries",
        "title": panel.title,
        "description": panel.description,
        "datasource": _SOURCE,
        "fieldConfig": {"defaults": {"unit": panel.unit, "min": 0}, "overrides": []},
        "targets": targets,
        "options": {
            "legend": {"displayMode": "list", "placement": "bottom", "showLegend": True},
            "tooltip": {"mode": "multi", "sort": "desc"},
        },
    }


def _panels() -> Iterator[dict[str, Any]]:
    """Yield each row's heading and its panels, three in a line of 24 columns."""
    top = 0
    for title, panels in ROWS.items():
        place = {"h": 1, "w": 24, "x": 0, "y": top}
        yield {"type": "row", "title": title, "collapsed": False, "gridPos": place, "panels": []}
        for number, panel in enumerate(panels):
            line, column = divmod(number, _COLUMNS)
            place = {"h": 8, "w": 8, "x": 8 * column, "y": top + 1 + 8 * line}
            yield {**_graph(panel), "gridPos": place}
        top = place["y"] + place["h"]


def _variables() -> list[dict[str, Any]]:
    """Return the menus at the top: one for the Prometheus, one for the processes."""
    instances = "label_values(verger_build_info, instance)"
    source = {"name": "source", "label": "Prometheus", "type": "datasource", "query": "prometheus"}
    process = {
        "name": "instance",
        "label": "Process",
        "type": "query",
        "datasource": _SOURCE,
        "query": {"query": instances, "refId": "instances"},
        "definition": instances,
        "refresh": 2,
        "includeAll": True,
        "multi": True,
        "allValue": ".*",
        "current": {"text": "All", "value": "$__all"},
    }
    return [source, process]


def dashboard() -> dict[str, Any]:
    """Return the dashboard as Grafana imports it."""
    return {
        "title": "Verger",
        "uid": "verger",
        "description": "The metrics of Verger's processes. docs/metrics.md describes every metric.",
        "tags": ["verger"],
        "schemaVersion": 39,
        "version": 1,
        "editable": True,
        "refresh": "30s",
        "time": {"from": "now-3h", "to": "now"},
        "timezone": "browser",
        "templating": {"list": _variables()},
        "annotations": {"list": []},
        "links": [],
        "panels": [{"id": id, **panel} for id, panel in enumerate(_panels(), start=1)],
    }


if __name__ == "__main__":
    print(json.dumps(dashboard(), indent=2))
