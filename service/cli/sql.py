"""The SQL statements of the commands."""

IS_IMPORTED = "SELECT FROM imports WHERE session = $1"

SPAN = """
    SELECT
        first.at AS started_at,
        newest.version,
        newest.at,
        EXISTS (SELECT FROM imports WHERE session = $1) AS is_imported
    FROM (SELECT at FROM events WHERE session = $1 ORDER BY version LIMIT 1) AS first
    CROSS JOIN (
        SELECT version, at FROM events WHERE session = $1 ORDER BY version DESC LIMIT 1
    ) AS newest
"""

INSERT_ACTION = """
    INSERT INTO operator_actions (command, session, detail, system_user_name)
    VALUES ($1, $2, $3, $4)
"""

ACTIONS = """
    SELECT at, system_user_name, database_user, command, session, detail
    FROM operator_actions
    ORDER BY number
"""
