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

# The seats of a token, each with the version when its present holder took it.
SEATS_OF_TOKEN = """
    SELECT s.session, s.seat, (
        SELECT max(e.version) FROM events e
        WHERE e.session = s.session AND e.seat = s.seat
            AND e.type IN ('start_session', 'fork_session', 'take_seat')
    ) AS first
    FROM token_seats s
    WHERE s.token = $1
    ORDER BY s.session, s.seat
"""

# The events of a seat since a version that have texts or sealed parts.
VERSIONS_OF_SEAT = """
    SELECT version FROM events
    WHERE session = $1 AND seat = $2 AND version >= $3 AND (texts <> '[]' OR sealed IS NOT NULL)
    ORDER BY version
"""

COUNT_REFUSALS_OF_SEAT = "SELECT count(*) FROM refusals WHERE session = $1 AND sender = $2"
DELETE_REFUSALS_OF_SEAT = "DELETE FROM refusals WHERE session = $1 AND sender = $2"

INSERT_ACTION = """
    INSERT INTO operator_actions (command, session, detail, system_user_name)
    VALUES ($1, $2, $3, $4)
"""

ACTIONS = """
    SELECT at, system_user_name, database_user, command, session, detail
    FROM operator_actions
    ORDER BY number
"""
