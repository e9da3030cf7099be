"""The SQL statements of the trials."""

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
