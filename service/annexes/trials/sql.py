"""The SQL statements of trials and of unplayed sessions."""

TAKE = """
    UPDATE trials SET look_at = now() + $1
    WHERE session IN (
        SELECT session FROM trials
        WHERE look_at <= now()
        ORDER BY look_at
        LIMIT $2
        FOR UPDATE SKIP LOCKED
    )
    RETURNING session
"""

PUT_OFF = "UPDATE trials SET look_at = $2 WHERE session = $1"

TAKE_STARTS = """
    UPDATE session_starts SET look_at = now() + $1
    WHERE session IN (
        SELECT session FROM session_starts
        WHERE look_at <= now()
        ORDER BY look_at
        LIMIT $2
        FOR UPDATE SKIP LOCKED
    )
    RETURNING session, EXISTS (
        SELECT FROM imports WHERE imports.session = session_starts.session
    ) AS is_imported
"""

FORGET_STARTS = "DELETE FROM session_starts WHERE session = ANY($1)"
