"""The SQL statements of play: side tables, access to seats, and losses."""

# Deadlines

TAKE_DEADLINES = """
    UPDATE deadlines SET taken_until = now() + $3 * interval '1 second'
    WHERE session IN (
        SELECT session FROM deadlines
        WHERE at <= $1 AND taken_until <= now()
        ORDER BY at, session
        LIMIT $2
        FOR NO KEY UPDATE SKIP LOCKED
    )
    RETURNING session, at
"""

RELEASE_DEADLINES = "UPDATE deadlines SET taken_until = DEFAULT WHERE session = ANY($1)"

# These two change a deadline only if it is still the one that was read.
DELETE_STALE_DEADLINE = "DELETE FROM deadlines WHERE session = $1 AND at = $2"
MOVE_STALE_DEADLINE = """
    UPDATE deadlines SET at = $3, taken_until = DEFAULT WHERE session = $1 AND at = $2
"""

DELETE_DEADLINE = "DELETE FROM deadlines WHERE session = $1"
KEEP_DEADLINE = """
    INSERT INTO deadlines (session, at) VALUES ($1, $2)
    ON CONFLICT (session) DO UPDATE SET at = excluded.at, taken_until = DEFAULT
"""

# Open sessions and trials

IS_OPEN = "SELECT FROM open_sessions WHERE session = $1"
INSERT_OPEN = "INSERT INTO open_sessions (session) VALUES ($1) ON CONFLICT (session) DO NOTHING"
DELETE_OPEN = "DELETE FROM open_sessions WHERE session = $1"

INSERT_TRIAL = "INSERT INTO trials (session, look_at) VALUES ($1, now() + $2)"

SIDE_TABLES = """
    SELECT
        max(version) AS head,
        EXISTS (SELECT FROM deadlines WHERE session = $1) AS is_due,
        EXISTS (SELECT FROM open_sessions WHERE session = $1) AS is_open
    FROM events
    WHERE session = $1
"""

LOCK_SIDE_TABLES = "LOCK TABLE deadlines, open_sessions IN SHARE ROW EXCLUSIVE MODE"

IS_IMPORTED = "SELECT FROM imports WHERE session = $1"

# The end of access to a seat

# A request that hands out access with one of these tokens locks it too (`identity.held`), so one waits for the other.
LOCK_TOKENS_OF_SEAT = """
    SELECT FROM tokens
    WHERE id IN (SELECT token FROM token_seats WHERE session = $1 AND seat = $2)
    FOR UPDATE
"""

DELETE_TOKENS_OF_SEAT = """
    DELETE FROM token_seats WHERE session = $1 AND seat = $2 RETURNING token
"""

INSERT_FORMER_SEATS = """
    INSERT INTO former_seats (session, token)
    SELECT $1, token FROM unnest($2::uuid[]) AS ended (token)
    WHERE NOT EXISTS (
        SELECT FROM token_seats s WHERE s.token = ended.token AND s.session = $1
    )
"""

# Voids the unused codes that these tokens handed out for a session or for its forks.
VOID_HANDED_OUT_CODES = """
    UPDATE claims c SET used_at = now()
    WHERE (token = ANY($2) OR issuer = ANY($2))
        AND used_at IS NULL
        AND EXISTS (
            WITH RECURSIVE line AS (
                SELECT c.session
                UNION ALL
                SELECT f.parent FROM line JOIN forks f USING (session)
            )
            SELECT FROM line WHERE session = $1
        )
"""

DELETE_WEBHOOKS_OF_SEAT = "DELETE FROM webhooks WHERE session = $1 AND seat = $2"

# Losses

LOSSES = "SELECT session, version, hash, kept, at FROM lost ORDER BY at, session, version"

# The first joint (the last inherited event of a part) of a lineage that the ancestor no longer has with the same hash.
# Binds: the sessions that hold the joints, the starts of their parts, the versions and the hashes of the joints.
BROKEN_JOINT = """
    SELECT
        after,
        joint - 1 AS last,
        (SELECT max(version) FROM events WHERE session = holder AND version <= joint) AS head,
        (SELECT min(kept) FROM lost WHERE session = holder AND kept < joint) AS kept
    FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bytea[])
        AS part (holder, after, joint, joined)
    WHERE (SELECT hash FROM events WHERE session = holder AND version = joint)
        IS DISTINCT FROM joined
    ORDER BY joint
    LIMIT 1
"""

MISSING_VERSION = """
    SELECT version FROM generate_series($2::bigint + 1, $3) AS every (version)
    WHERE NOT EXISTS (
        SELECT FROM events e WHERE e.session = $1 AND e.version = every.version
    )
    ORDER BY version
    LIMIT 1
"""

INSERT_LOSS = """
    INSERT INTO lost (session, version, hash, kept) VALUES ($1, $2, $3, $4)
    ON CONFLICT (session, version, hash) DO NOTHING
"""

# Corrections of rows about versions after the head ($2) of a log. $3 is the newest version with an unchanged event.
DELETE_LOST_REFUSALS = "DELETE FROM refusals WHERE session = $1 AND version > $2"
DELETE_LOST_DELIVERIES = """
    DELETE FROM deliveries d USING webhook_logs l
    WHERE d.webhook = l.webhook AND d.session = l.session AND l.session = $1
        AND l.cursor > $2 AND d.version > $3 AND d.next_at IS NOT NULL
"""
MOVE_CURSORS_BACK = """
    UPDATE webhook_logs SET cursor = $3, head = $2 WHERE session = $1 AND cursor > $2
"""
