"""The SQL statements of backups."""

# Reading a database

# While pg_dump runs, the transaction of the backup is idle for longer than the server usually allows.
STAY = "SET LOCAL idle_in_transaction_session_timeout = 0"
AVOID_SCANS = "SET LOCAL enable_seqscan = off"
EXPORT_SNAPSHOT = "SELECT pg_export_snapshot()"
MOMENT = "SELECT now()"
MAJOR_VERSION = "SELECT current_setting('server_version_num')::int / 10000"

HAS_SCHEMA = "SELECT to_regclass('public.operator_actions') IS NOT NULL"
SCHEMA = "SELECT max(version) FROM schema_migrations"
COUNT_EVENTS = "SELECT count(*) FROM events"

# The newest event of every session, and the stub of every ended one.
# One step in the index of the log finds the next session.
HEADS = """
    WITH RECURSIVE every (session) AS (
        (SELECT session FROM events ORDER BY session LIMIT 1)
        UNION ALL
        SELECT (
            SELECT session FROM events WHERE session > every.session ORDER BY session LIMIT 1
        )
        FROM every
        WHERE every.session IS NOT NULL
    )
    SELECT session, version, hash, 'here' AS standing
    FROM every
    CROSS JOIN LATERAL (
        SELECT version, hash FROM events
        WHERE events.session = every.session
        ORDER BY version DESC
        LIMIT 1
    ) AS newest
    WHERE NOT EXISTS (SELECT FROM stubs WHERE stubs.session = every.session)
    UNION ALL
    SELECT session, version, hash, replace(code, 'session_', '') FROM stubs
    ORDER BY session
"""

# Restoring a database

COUNT_TABLES = """
    SELECT count(*) FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S', 'f')
"""

# The dump grants rights to this role, which belongs to the whole server and is not in the dump.
# These statements are as in the first migration.
BEGIN = """
BEGIN;
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'verger_service') THEN
        CREATE ROLE verger_service NOLOGIN;
    END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
    NULL;
END
$$;
DO $$
BEGIN
    EXECUTE format('GRANT verger_service TO %I', current_user);
EXCEPTION WHEN OTHERS THEN
    RAISE NOTICE 'verger_service was not granted to %: %', current_user, SQLERRM;
END
$$;
"""

# Marks the database as a copy, in the transaction of the restore. psql fills in the two values.
END = """
INSERT INTO public.operator_actions (command, detail, system_user_name)
VALUES ('restore', :'detail', :'system_user');
COMMIT;
"""
