"""The values of metrics for 100 minutes. In each case, an alert must fire at minute 90, or must not.

The values of a series are 15 seconds apart, in the notation of promtool: `0+1x400` grows by 1, `0x349 1x50`
jumps at the end, and `_x349` means missing values.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Case(NamedTuple):
    """The values of series, and the alert that must fire or not."""

    alert: str
    told: Mapping[str, str]
    name: str = ""

    def __str__(self) -> str:
        return f"{self.alert}: {self.name}" if self.name else self.alert


FLAT, GROWS, JUMPS, COMES = "7x400", "0+1x400", "0x349 1x50", "_x349 1x50"
AT = 'job="verger",instance="a:8000"'
MOVES = 'route="/v1/sessions/{session}/moves",method="POST"'


def one(name: str, values: str, more: str = "") -> dict[str, str]:
    """Return one series of one process, in promtool's notation."""
    return {f"{name}{{{AT}{',' if more else ''}{more}}}": values}


def failing(**causes: str) -> dict[str, str]:
    """Return the series of database failures, one for each cause."""
    name, told = "verger_database_failures_total", dict[str, str]()
    for cause, values in causes.items():
        told |= one(name, values, f'cause="{cause}"')
    return told


def slow(name: str, bound: str, more: str = "") -> dict[str, str]:
    """Return the series of a histogram with all values just below a bound."""
    bounds = ["0.001", "0.05", "0.1", "0.25", "1", "+Inf"]
    return {
        series: values
        for place, upper in enumerate(bounds)
        for series, values in one(
            f"{name}_bucket",
            GROWS if place >= bounds.index(bound) else "0x400",
            ",".join(filter(None, (more, f'le="{upper}"'))),
        ).items()
    }


class Varied(NamedTuple):
    """A series that decides whether an alert fires: values that must fire it, and values that must not."""

    alert: str
    name: str
    sick: str
    well: str
    labels: str = ""
    beside: Mapping[str, str] = MappingProxyType({})
    """Further series, which are the same in both cases."""


_DISK = one("verger_disk_bytes", "1000x400")
_USED = one("verger_database_connections_limit", "10x400")
_MOST = one("verger_connections_limit", "100x400")
_STREAMS = one("verger_streams_limit", "100x400") | one("verger_streams", "50x400", 'form="sse"')
_APPENDED = one("verger_append_batch_events_sum", "0+20x400")
_SIGNED = one("verger_last_statement_timestamp_seconds", "0x400")
_CELL = one("verger_cell_info", "1x400", 'cell="0",database="x"')

VARIED = (
    Varied("VergerDown", "up", "1x300 0x100", "1x400"),
    Varied("VergerRestarts", "process_start_time_seconds", "1x340 2x3 3x3 4x60", "1x340 2x60"),
    Varied("VergerDiskNearlyFull", "verger_disk_free_bytes", "90x400", "110x400", beside=_DISK),
    Varied("VergerOwnErrors", "verger_internal_errors_total", JUMPS, FLAT, 'part="clock"'),
    Varied("VergerEventsLost", "verger_logs_gone_back_total", JUMPS, FLAT),
    Varied("VergerLogDamaged", "verger_log_damaged_total", JUMPS, FLAT),
    Varied("VergerOverloaded", "verger_appends_waiting", "2000x400", "900x400"),
    Varied(
        "VergerConnectionsSpent",
        "verger_database_connections",
        "10x400",
        "9x400",
        'state="used"',
        _USED,
    ),
    Varied("VergerConnectionsNearlyFull", "verger_connections", "95x400", "80x400", beside=_MOST),
    Varied("VergerReadsHeldUp", "verger_turns_total", GROWS, FLAT, 'outcome="refused"'),
    Varied(
        "VergerStreamsNearlySpent", "verger_streams", "45x400", "35x400", 'form="lines"', _STREAMS
    ),
    Varied("VergerRedisAway", "verger_redis_up", "0x400", "1x400"),
    Varied(
        "VergerProcessesCollide",
        "verger_session_catch_ups_total",
        "0+2x400",
        "0+0.5x400",
        beside=_APPENDED,
    ),
    Varied("VergerClockApart", "verger_clock_apart_seconds", "-3x400", "0x400"),
    Varied("VergerFeedWaits", "verger_feed_obstacle_seconds", "0+1x400", "20x400"),
    Varied(
        "VergerTransactionOld",
        "verger_database_oldest_transaction_seconds",
        "0+15x400",
        "3000x400",
    ),
    Varied("VergerReplicationBehind", "verger_replication_lag_bytes", "300000000x400", "1000x400"),
    Varied(
        "VergerBackupOld",
        "verger_last_backup_timestamp_seconds",
        "-90000x400",
        "0x400",
        beside=_CELL,
    ),
    Varied(
        "VergerStatementOld",
        "verger_statement_interval_seconds",
        "600x400",
        "3600x400",
        beside=_SIGNED | _CELL,
    ),
    Varied("VergerSchemaNewer", "verger_schema_is_newer", "1x400", "0x400"),
    Varied("VergerCellTwice", "verger_cell_info", "1x400", "_x400", 'cell="0",database="y"', _CELL),
    Varied("VergerWebhooksBehind", "verger_webhook_oldest_due_seconds", "400x400", "200x400"),
    Varied(
        "VergerWebhooksFailing", "verger_webhooks_failing", "2x400", "0x400", 'host="a.example"'
    ),
)


def other_cell(name: str, values: str) -> dict[str, str]:
    """Return a series of a process of another cell."""
    labels = 'job="verger",instance="b:8000"'
    return {
        f"{name}{{{labels}}}": values,
        f'verger_cell_info{{{labels},cell="1",database="z"}}': "1x400",
    }


def database_disk(free: str, filesystem: str = "ext4") -> dict[str, str]:
    """Return the free and total bytes of a disk, with the names that node_exporter uses."""
    labels = f'{{job="verger-database",instance="d:9100",mountpoint="/",fstype="{filesystem}"}}'
    told = {"node_filesystem_avail_bytes": free, "node_filesystem_size_bytes": "1000x400"}
    return {name + labels: values for name, values in told.items()}


_LOOP_WAS_LATE = "verger_event_loop_lag_seconds_sum"
_MOVES_TOOK, _COMMITS_TOOK = (
    "verger_http_request_duration_seconds",
    "verger_append_duration_seconds",
)

FIRING = (
    *(Case(v.alert, {**v.beside, **one(v.name, v.sick, v.labels)}) for v in VARIED),
    Case("VergerDown", one("verger_redis_up", "1x400"), "vanished"),
    Case(
        "VergerBackupOld",
        {
            **_CELL,
            **one("verger_last_backup_timestamp_seconds", "-90000x400"),
            **other_cell("verger_last_backup_timestamp_seconds", "0x400"),
        },
        "in one cell",
    ),
    Case(
        "VergerStatementOld",
        {
            **_SIGNED,
            **_CELL,
            **one("verger_statement_interval_seconds", "600x400"),
            **other_cell("verger_last_statement_timestamp_seconds", "0+15x400"),
            **other_cell("verger_statement_interval_seconds", "36000x400"),
        },
        "in one cell",
    ),
    Case("VergerDatabaseAway", failing(disk_full="0x400", away=GROWS)),
    Case("VergerDatabaseAway", failing(disk_full="0x400", no_answer=GROWS), "no answer"),
    Case("VergerDiskFull", failing(disk_full=JUMPS)),
    Case("VergerDatabaseDiskNearlyFull", database_disk("90x400")),
    Case("VergerEventsLost", one("verger_logs_gone_back_total", COMES), "before the first scrape"),
    Case("VergerLogDamaged", one("verger_log_damaged_total", COMES), "before the first scrape"),
    Case("VergerMovesSlow", slow(_MOVES_TOOK, "1", MOVES)),
    Case("VergerCommitsSlow", slow(_COMMITS_TOOK, "0.25")),
    Case("VergerOverloaded", one(_LOOP_WAS_LATE, "0x340 0+14x60"), "loop, after an idle hour"),
)
QUIET = (
    *(Case(v.alert, {**v.beside, **one(v.name, v.well, v.labels)}) for v in VARIED),
    Case("VergerDatabaseAway", failing(disk_full=GROWS, away=GROWS), "the disk is full"),
    Case("VergerDatabaseAway", failing(disk_full="0x400", away=FLAT)),
    Case("VergerDatabaseAway", failing(disk_full="0x400", damaged=GROWS), "a damaged page"),
    Case("VergerDiskFull", failing(disk_full=FLAT, away=GROWS)),
    Case("VergerDatabaseDiskNearlyFull", database_disk("110x400")),
    Case("VergerDatabaseDiskNearlyFull", database_disk("0x400", "tmpfs"), "not on a disk"),
    Case("VergerMovesSlow", slow(_MOVES_TOOK, "0.1", MOVES)),
    Case("VergerCommitsSlow", slow(_COMMITS_TOOK, "0.05")),
    Case("VergerOverloaded", one(_LOOP_WAS_LATE, "0+9x400"), "loop"),
    Case("VergerBackupOld", one("verger_redis_up", "1x400"), "never made"),
    Case(
        "VergerStatementOld",
        {**_SIGNED, **_CELL, **one("verger_statement_interval_seconds", "0x400")},
        "off",
    ),
)
