"""The SQL statements of archives: imports, verification, and the signing keys."""

# Imports

IMPORTED = "SELECT session FROM imports WHERE session = ANY($1)"

HEAD = "SELECT max(version) FROM events WHERE session = $1"

IMPORTED_HASH = """
    SELECT hash FROM events JOIN imports USING (session)
    WHERE session = $1 AND token = $2
    ORDER BY version DESC
    LIMIT 1
"""

HEAD_AND_HASH_AT = """
    SELECT
        (SELECT max(version) FROM events WHERE session = $1) AS head,
        (SELECT hash FROM events WHERE session = $1 AND version = $2) AS hash
"""

REDACTED_EVENTS = """
    SELECT version, kept FROM events WHERE session = $1 AND version <= $2 AND kept IS NOT NULL
"""

INSERT_IMPORT = "INSERT INTO imports (session, token) VALUES ($1, $2)"
INSERT_READER = "INSERT INTO readers (session, token) VALUES ($1, $2)"

# Verification

NEXT_SESSION = "SELECT session FROM events WHERE session > $1 ORDER BY session LIMIT 1"

NEXT_SESSION_AND_TIME = f"""
    SELECT session, (
        SELECT e.at FROM events e WHERE e.session = next.session ORDER BY e.version DESC LIMIT 1
    ) AS at
    FROM ({NEXT_SESSION}) AS next
"""

_OF_SESSIONS = (
    ("events", "session"),
    ("forks", "session"),
    ("forks", "parent"),
    ("snapshots", "session"),
    ("arrangements", "session"),
    ("token_seats", "session"),
    ("readers", "session"),
    ("imports", "session"),
    ("open_sessions", "session"),
    ("trials", "session"),
    ("session_starts", "session"),
    ("webhook_logs", "session"),
)
"""The tables and columns that must have no rows of an ended session."""

# The ended sessions that still have rows, with the table of these rows.
REMAINS = "\nUNION ALL\n".join(
    f"""
    SELECT session, '{table}' AS found_in FROM stubs s
    WHERE EXISTS (SELECT FROM {table} o WHERE o.{column} = s.session)
    """
    for table, column in _OF_SESSIONS
)

# A snapshot of an event that the log does not have is never read.
SNAPSHOTS = """
    SELECT s.version, s.format, s.digest
    FROM snapshots s
    JOIN events e ON (e.session, e.version, e.hash) = (s.session, s.version, s.hash)
    WHERE s.session = $1
"""

DELETE_SNAPSHOTS = """
    WITH dropped AS (DELETE FROM snapshots WHERE session = $1 RETURNING 1)
    SELECT count(*) FROM dropped
"""

DELETE_ARRANGEMENT = "DELETE FROM arrangements WHERE session = $1"

# The signing keys

SIGNING_KEYS = "SELECT id, public_key, since, retired_at FROM signing_keys ORDER BY since DESC"
SIGNING_KEY = "SELECT id, key, encrypted FROM signing_keys WHERE retired_at IS NULL"
INSERT_SIGNING_KEY = """
    INSERT INTO signing_keys (id, public_key, key, encrypted) VALUES ($1, $2, $3, $4)
"""
RETIRE_SIGNING_KEY = """
    UPDATE signing_keys SET retired_at = now(), key = NULL, encrypted = NULL
    WHERE retired_at IS NULL
"""

PUSH_KEY = "SELECT public, key, encrypted FROM push_key"
INSERT_PUSH_KEY = "INSERT INTO push_key (public, key, encrypted) VALUES ($1, $2, $3)"
DELETE_PUSH_KEY = "DELETE FROM push_key WHERE public = $1"
