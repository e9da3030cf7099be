"""The SQL statements of the metrics.

Each reads a bounded number of rows, however large the tables are.
"""

# How much the feed lags behind the log, counted up to $1 events. A standby cannot know this.
FEED_BEHIND = """
    SELECT (
        SELECT count(*) FROM (SELECT FROM events WHERE place > feed.until LIMIT $1) AS behind
    ) AS events
    FROM feed_until() AS feed
    WHERE feed.until IS NOT NULL
"""

# The open transactions of this database. Each holds a lock on itself, which every role can see. Only
# some roles can see when it began. The processes of PostgreSQL itself have no user.
OPEN_TRANSACTIONS = """
    SELECT activity.pid || ' ' || lock.virtualxid AS transaction,
        extract(epoch FROM clock_timestamp() - activity.xact_start)::float AS seconds
    FROM pg_locks AS lock JOIN pg_stat_activity AS activity USING (pid)
    WHERE lock.locktype = 'virtualxid' AND lock.mode = 'ExclusiveLock'
        AND activity.datname = current_database() AND activity.usesysid IS NOT NULL
        AND activity.pid <> pg_backend_pid()
    UNION ALL
    SELECT gid, extract(epoch FROM clock_timestamp() - prepared)::float
    FROM pg_prepared_xacts WHERE database = current_database()
    LIMIT 1000
"""

# The bytes of the write-ahead log that the slowest standby lacks, or that a slot keeps for a
# standby that is away. Without pg_monitor, only the slots are visible.
REPLICATION_LAG = """
    SELECT max(
        CASE WHEN NOT pg_is_in_recovery()
            THEN greatest(0, pg_wal_lsn_diff(pg_current_wal_lsn(), lsn)) END
    )::float AS bytes FROM (
        SELECT replay_lsn AS lsn FROM pg_stat_replication
        UNION ALL
        SELECT coalesce(confirmed_flush_lsn, restart_lsn) FROM pg_replication_slots
    ) AS standby
    WHERE lsn IS NOT NULL
"""

# A role without the right to connect must not ask for the size.
DATABASE_BYTES = """
    SELECT CASE WHEN has_database_privilege(current_database(), 'CONNECT')
        THEN pg_database_size(current_database()) END AS bytes
"""

# The times of the newest backup and the newest statement. Each is at the end of an index.
LAST_DONE = """
    SELECT
        extract(epoch FROM (
            SELECT max(at) FROM operator_actions WHERE command = 'backup'
        ))::float AS backup,
        extract(epoch FROM (SELECT at FROM statements ORDER BY number DESC LIMIT 1))::float
            AS statement
"""
