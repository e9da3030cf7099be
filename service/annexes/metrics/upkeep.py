"""The metrics for operators: disk, database, standbys, backups and statements."""

from verger.service.annexes.metrics.metric import Metric
from verger.service.annexes.metrics.watch import Watch

UPKEEP = (
    Metric(
        kind="gauge",
        name="verger_feed_events_waiting",
        labels=(),
        meaning="Events that the feed does not show yet, because an open transaction writes an earlier one; at most 10,000 are"
        " counted.",
        read=lambda parts: parts.the(Watch).seen.feed_events,
    ),
    Metric(
        kind="gauge",
        name="verger_database_oldest_transaction_seconds",
        labels=(),
        meaning="How long the oldest transaction in this database has been open, also of other programs; 0 if there is none.",
        read=lambda parts: parts.the(Watch).seen.transaction_seconds,
    ),
    Metric(
        kind="gauge",
        name="verger_database_bytes",
        labels=(),
        meaning="The size of the database on its disk, without the write-ahead log.",
        read=lambda parts: parts.the(Watch).seen.database_bytes,
    ),
    Metric(
        kind="gauge",
        name="verger_replication_lag_bytes",
        labels=(),
        meaning="How much of the write-ahead log the slowest standby or replication slot still lacks; missing if there is none.",
        read=lambda parts: parts.the(Watch).seen.replication_bytes,
    ),
    Metric(
        kind="gauge",
        name="verger_disk_bytes",
        labels=(),
        meaning="The size of the disk of the embedded database, or else of the folder of the server.",
        read=lambda parts: parts.the(Watch).seen.disk_bytes,
    ),
    Metric(
        kind="gauge",
        name="verger_disk_free_bytes",
        labels=(),
        meaning="The free space on that disk.",
        read=lambda parts: parts.the(Watch).seen.disk_free_bytes,
    ),
    Metric(
        kind="gauge",
        name="verger_last_backup_timestamp_seconds",
        labels=(),
        meaning="When the last `verger backup` of this database ended, as Unix time; missing if there was none.",
        read=lambda parts: parts.the(Watch).seen.backup_at,
    ),
    Metric(
        kind="gauge",
        name="verger_last_statement_timestamp_seconds",
        labels=(),
        meaning="When the newest statement was signed, as Unix time; missing if there is none.",
        read=lambda parts: parts.the(Watch).seen.statement_at,
    ),
    Metric(
        kind="gauge",
        name="verger_statement_interval_seconds",
        labels=(),
        meaning="How often a statement is to be signed (VERGER_STATEMENT_MINUTES); 0: never.",
        read=lambda parts: parts.settings.statement_every.total_seconds(),
    ),
)
