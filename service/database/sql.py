"""The SQL statements about the database server, and those of the modules directly in `service/`."""

# The server

# Identifies the server of a connection: its start, the time line that it writes, and its database.
SERVER = """
    SELECT
        (SELECT system_identifier FROM pg_control_system()) AS system,
        pg_postmaster_start_time() AS started_at,
        CASE
            WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_lsn()), 8)
        END AS line,
        current_database() AS database
"""

# A server that takes over begins another time line, with a higher number.
TIME_LINE = "SELECT left(pg_walfile_name(pg_current_wal_lsn()), 8)"

FITNESS = """
    SELECT
        (SELECT system_identifier FROM pg_control_system()) AS system,
        pg_is_in_recovery() AS follows,
        current_setting('transaction_read_only')::boolean AS refuses,
        current_setting('server_encoding') AS encoding,
        current_setting('server_version_num')::integer AS version
"""

DESCRIPTION = """
    SELECT
        current_setting('server_version') AS version,
        current_setting('server_encoding') AS encoding,
        pg_database_size(current_database()) AS bytes
"""

AGREEMENT = """
    SELECT
        clock_timestamp() AS now,
        (SELECT max(version) FROM schema_migrations) AS newest,
        current_setting('fsync') AS fsync,
        current_setting('full_page_writes') AS full_page_writes,
        current_setting('synchronous_commit') AS synchronous_commit
"""

# Other joins than a nested loop may read a whole index, and all pages that it names.
AVOID_SCANS = """
    SET enable_seqscan = off;
    SET enable_bitmapscan = off;
    SET enable_hashjoin = off;
    SET enable_mergejoin = off;
    SET jit = off;
    DISCARD PLANS
"""

# This writes to the write-ahead log, so that the commit waits for the standbys.
EMIT_MESSAGE = "SELECT pg_logical_emit_message(true, 'verger', '')"

ROLES = "SELECT current_user AS role, session_user AS login"

INSERT_CELL = "INSERT INTO cell (number) VALUES ($1) ON CONFLICT DO NOTHING"
CELL = "SELECT number FROM cell"

APPLIED = """
    SELECT coalesce(min(version), '') AS first, coalesce(max(version), '') AS newest
    FROM schema_migrations
"""

# If the last of these commands was `restore`, the database is a copy that nobody has taken into use.
IS_RESTORED = """
    SELECT coalesce((
        SELECT command = 'restore' FROM operator_actions
        WHERE command IN ('restore', 'restore --take-over')
        ORDER BY number DESC
        LIMIT 1
    ), false)
"""

# Cleaning

TRY_CLEANING = "SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0))"


def delete_old(table: str, key: str, old: str, limit: int) -> str:
    """Return the statement that deletes at most `limit` rows that are `old`, and counts them."""
    return f"""
        WITH gone AS (
            DELETE FROM {table}
            WHERE {key} = ANY(ARRAY(SELECT {key} FROM {table} WHERE {old} LIMIT {limit}))
            RETURNING 1
        )
        SELECT count(*) FROM gone
    """


# Secrets

SECRET_KEY = "SELECT id FROM secret_key"
SHARE_SECRET_KEY = "SELECT id FROM secret_key FOR SHARE"
LOCK_SECRET_KEY = "SELECT FROM secret_key FOR UPDATE"
INSERT_SECRET_KEY = "INSERT INTO secret_key (id) VALUES ($1) ON CONFLICT DO NOTHING"
REPLACE_SECRET_KEY = """
    INSERT INTO secret_key (id) VALUES ($1)
    ON CONFLICT (is_only) DO UPDATE SET id = $1, since = now()
"""


def secrets_under_others(table: str, id: str) -> str:
    """Return the statement that reads the secrets of a table that are encrypted under another key than $1."""
    return f"SELECT {id}, key, encrypted FROM {table} WHERE key <> $1 FOR UPDATE"


def replace_secret(table: str, id: str) -> str:
    """Return the statement that replaces the encrypted secret of a row."""
    return f"UPDATE {table} SET key = $2, encrypted = $3 WHERE {id} = $1"
