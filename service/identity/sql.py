"""The SQL statements of identity: tokens, their seats, claim codes, apps, blocks, starts, tickets and repeatable requests."""

# Tokens

# Binds: the id of the token or null, the session, and the hash of the token or null.
BEARER = """
    SELECT
        t.id,
        array_remove(array_agg(s.seat), NULL) AS seats,
        t.scopes,
        t.via,
        t.expires_at,
        t.is_renewable,
        t.app,
        (
            SELECT CASE WHEN b.token IS NULL THEN 'app' ELSE 'token' END
            FROM blocks b
            WHERE (b.token = t.id OR b.app = coalesce(t.app, t.handed_out_by))
                AND (b.until IS NULL OR b.until > now())
            LIMIT 1
        ) AS blocked
    FROM tokens t
    LEFT JOIN token_seats s ON s.token = t.id AND s.session = $2
    WHERE t.id = coalesce($1, (SELECT id FROM tokens WHERE secret_hash = $3))
        AND t.revoked_at IS NULL
        AND (t.expires_at IS NULL OR t.expires_at > now())
    GROUP BY t.id
"""

# Whether a token ($1) without a seat in a session ($2) can read it.
READS = """
    WITH RECURSIVE line AS (
        SELECT $2::uuid AS session
        UNION ALL
        SELECT f.parent FROM line JOIN forks f USING (session)
        WHERE NOT EXISTS (
            SELECT FROM former_seats l WHERE l.token = $1 AND l.session = line.session
        )
    )
    SELECT FROM line
    WHERE EXISTS (SELECT FROM readers r WHERE r.token = $1 AND r.session = line.session)
        OR EXISTS (SELECT FROM token_seats s WHERE s.token = $1 AND s.session = line.session)
        OR EXISTS (
            SELECT FROM app_sessions s JOIN tokens t ON t.app = s.app
            WHERE t.id = $1 AND s.session = line.session
        )
    LIMIT 1
"""

SESSIONS = """
    (
        SELECT DISTINCT session FROM token_seats
        WHERE token = $1 AND session > $2
        ORDER BY session
        LIMIT $3
    ) UNION (
        SELECT session FROM readers
        WHERE token = $1 AND session > $2
        ORDER BY session
        LIMIT $3
    ) UNION (
        SELECT session FROM app_sessions
        WHERE app = (SELECT app FROM tokens WHERE id = $1) AND session > $2
        ORDER BY session
        LIMIT $3
    )
    ORDER BY session
    LIMIT $3
"""

# Binds: the session, the seats, the token of the request, the last token of the page before, the limit, and
# the id that comes before all tokens.
TOKENS = """
    SELECT
        t.id,
        t.label,
        array_remove(array_agg(s.seat ORDER BY s.seat), NULL) AS seats,
        t.scopes,
        t.via,
        t.issued_at,
        t.expires_at,
        t.is_renewable,
        t.used_at,
        t.revoked_at,
        t.id = $3 AS is_own
    FROM tokens t
    LEFT JOIN token_seats s
        ON s.token = t.id AND s.session = $1 AND (s.seat = ANY($2) OR t.id = $3)
    WHERE t.id = ANY(ARRAY(
            SELECT $3::uuid
            UNION
            SELECT token FROM token_seats WHERE session = $1 AND seat = ANY($2)
        ))
        AND (t.issued_at, t.id) > (
            SELECT issued_at, id FROM tokens WHERE id = $4
            UNION ALL
            SELECT '-infinity', $4 WHERE $4 = $6
        )
    GROUP BY t.id
    ORDER BY t.issued_at, t.id
    LIMIT $5
"""

# Binds: the token to revoke, the session, the token of the request.
REVOKE = """
    UPDATE tokens SET revoked_at = coalesce(revoked_at, now())
    WHERE id = $1 AND (
        id = $3
        OR EXISTS (
            SELECT FROM token_seats s
            JOIN token_seats own USING (session, seat)
            JOIN tokens t ON t.id = own.token
            WHERE s.token = $1 AND own.token = $3 AND session = $2
                AND t.revoked_at IS NULL
                AND (t.expires_at IS NULL OR t.expires_at > now())
        )
    )
    RETURNING id
"""

RENEW = """
    UPDATE tokens SET expires_at = greatest(expires_at, $2)
    WHERE id = $1 AND is_renewable AND revoked_at IS NULL AND expires_at > now()
    RETURNING expires_at
"""

# Binds: the id, the hash, the label, the scopes, the program, the end, whether the token can be renewed, the
# app, and the token that issues it.
INSERT_TOKEN = """
    INSERT INTO tokens
        (id, secret_hash, label, scopes, via, expires_at, is_renewable, app, handed_out_by)
    VALUES (
        $1, $2, $3, $4, $5, $6, $7, $8,
        (SELECT coalesce(app, handed_out_by) FROM tokens WHERE id = $9)
    )
"""

GRANT = "SELECT scopes, via, expires_at, is_renewable FROM tokens WHERE id = $1"

FIXED_END = "SELECT expires_at FROM tokens WHERE id = $1 AND app IS NULL AND NOT is_renewable"

INSERT_SEAT = """
    WITH back AS (DELETE FROM former_seats WHERE session = $1 AND token = $3)
    INSERT INTO token_seats (session, seat, token) VALUES ($1, $2, $3)
    ON CONFLICT DO NOTHING
"""

SHARE_VALID_TOKEN = """
    SELECT FROM tokens
    WHERE id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
    FOR SHARE
"""

SEATS = "SELECT seat FROM token_seats WHERE token = $1 AND session = $2"

# Skip locked tokens, for example one that another transaction uses to issue a token.
MARK_USED = """
    UPDATE tokens SET used_at = now()
    WHERE id IN (SELECT id FROM tokens WHERE id = ANY($1) FOR NO KEY UPDATE SKIP LOCKED)
"""

# Claim codes

CLAIM_CODE = """
    SELECT
        session,
        seat,
        used_at IS NOT NULL AS is_used,
        expires_at,
        coalesce(token, issuer) AS issuer,
        token IS NOT NULL AS joins
    FROM claims
    WHERE code_hash = $1
"""

LOCK_SEAT = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))"

# A code is for a new holder, or for another device of its issuer.
INSERT_CODE = """
    INSERT INTO claims (code_hash, session, seat, issuer, expires_at) VALUES ($1, $2, $3, $4, $5)
"""
INSERT_DEVICE_CODE = """
    INSERT INTO claims (code_hash, session, seat, token, expires_at) VALUES ($1, $2, $3, $4, $5)
"""

VOID_CODES = """
    UPDATE claims SET used_at = now()
    WHERE session = $1 AND seat = $2 AND used_at IS NULL
    RETURNING code_hash
"""

VOID_CODES_OF_ISSUERS = """
    UPDATE claims SET used_at = now()
    WHERE (token = ANY($1) OR issuer = ANY($1)) AND used_at IS NULL
"""

OLD_CODES = """
    (used_at IS NOT NULL OR expires_at IS NOT NULL)
    AND least(used_at, expires_at) < now() - $1::interval
"""

# Apps

_APPS = """
    SELECT
        a.id,
        a.name,
        a.session_limit,
        (SELECT count(*) FROM app_sessions s WHERE s.app = a.id) AS sessions,
        (
            SELECT count(*) FROM tokens t
            WHERE t.app = a.id AND t.revoked_at IS NULL
                AND (t.expires_at IS NULL OR t.expires_at > now())
        ) AS keys,
        a.ended_at
    FROM apps a
"""
APPS = f"{_APPS} ORDER BY a.name"
APP = f"{_APPS} WHERE a.id = $1"

HAS_STARTED = "SELECT FROM app_sessions WHERE session = $1 AND app = $2"

APP_SESSIONS = "SELECT session FROM app_sessions WHERE app = $1 ORDER BY session"

NAMED_APP = "SELECT id FROM apps WHERE name = $1"

LOCK_NAMED_APP = "SELECT id FROM apps WHERE name = $1 AND ended_at IS NULL FOR UPDATE"

INSERT_APP = """
    INSERT INTO apps (id, name, session_limit) VALUES ($1, $2, $3)
    ON CONFLICT (name) DO NOTHING
    RETURNING id
"""

END_KEYS_LATER = """
    UPDATE tokens SET expires_at = least(expires_at, $2)
    WHERE (app = $1 OR handed_out_by = $1) AND revoked_at IS NULL
"""

END_APP = "UPDATE apps SET ended_at = now() WHERE id = $1"

REVOKE_KEYS = """
    UPDATE tokens SET revoked_at = coalesce(revoked_at, now())
    WHERE app = $1 OR handed_out_by = $1
    RETURNING id
"""

INSERT_APP_SESSION = "INSERT INTO app_sessions (session, app) VALUES ($1, $2)"

LOCK_SESSION_LIMIT = "SELECT session_limit FROM apps WHERE id = $1 FOR UPDATE"

COUNT_APP_SESSIONS = "SELECT count(*) FROM app_sessions WHERE app = $1"

_TODAY = "(now() AT TIME ZONE 'utc')::date"

APP_USE = f"SELECT requests, moves, work FROM app_use WHERE app = $1 AND day = {_TODAY}"

# Binds: the apps, and the requests, moves and work of each. An app that an older backup does not have is skipped.
ADD_APP_USE = f"""
    WITH past AS (DELETE FROM app_use WHERE day < {_TODAY})
    INSERT INTO app_use AS noted (app, day, requests, moves, work)
    SELECT app, {_TODAY}, requests, moves, work
    FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::float8[])
        AS used (app, requests, moves, work)
    WHERE EXISTS (SELECT FROM apps WHERE id = used.app)
    ON CONFLICT (app, day) DO UPDATE SET
        requests = noted.requests + excluded.requests,
        moves = noted.moves + excluded.moves,
        work = noted.work + excluded.work
"""

# Blocks

BLOCKED_NETWORKS = """
    SELECT array(
        SELECT network::text FROM blocks
        WHERE network IS NOT NULL AND (until IS NULL OR until > now())
        ORDER BY network
    )
"""

BLOCKS = """
    SELECT b.id, b.network, b.token, b.app, a.name AS app_name, b.at, b.until
    FROM blocks b
    LEFT JOIN apps a ON a.id = b.app
    WHERE b.until IS NULL OR b.until > now()
    ORDER BY b.at, b.id
"""

LOCK_BLOCKS = "LOCK TABLE blocks IN SHARE ROW EXCLUSIVE MODE"
COUNT_BLOCKS = "SELECT count(*) FROM blocks"

# Binds: the network, the token and the app (two of these are null), and the end or null.
INSERT_BLOCK = """
    WITH earlier AS (
        UPDATE blocks SET until = $4 WHERE network = $1 OR token = $2 OR app = $3 RETURNING id
    ), made AS (
        INSERT INTO blocks (network, token, app, until)
        SELECT $1, $2, $3, $4 WHERE NOT EXISTS (SELECT FROM earlier)
        RETURNING id
    )
    SELECT id FROM earlier UNION ALL SELECT id FROM made
"""

# Binds: as above, without the end.
DELETE_BLOCK = """
    DELETE FROM blocks
    WHERE (network = $1 OR token = $2 OR app = $3) AND (until IS NULL OR until > now())
    RETURNING id
"""

ENDED_BLOCKS = "until < now()"

IS_TOKEN = "SELECT FROM tokens WHERE id = $1"
TOKENS_OF_SEAT = "SELECT token FROM token_seats WHERE session = $1 AND seat = $2 ORDER BY token"

# Starts of sessions

INSERT_START = """
    INSERT INTO session_starts (session, network, look_at) VALUES ($1, $2, now() + $3)
    ON CONFLICT (session) DO NOTHING
"""

STARTED_FROM = "SELECT session FROM session_starts WHERE network = ANY($1) ORDER BY session"

# Stream tickets

# Binds: the hash of the ticket, the session, the token, and its life in seconds.
INSERT_TICKET = """
    WITH cleared AS (DELETE FROM stream_tickets WHERE expires_at <= now())
    INSERT INTO stream_tickets (hash, session, token, expires_at)
    VALUES ($1, $2, $3, date_trunc('second', now()) + make_interval(secs => $4))
    RETURNING expires_at
"""

TAKE_TICKET = """
    DELETE FROM stream_tickets
    WHERE hash = $1 AND session = $2 AND expires_at > now()
    RETURNING token
"""

# Repeatable requests

ANSWERED_REQUEST = "SELECT print, salt, answer FROM requests WHERE key_hash = $1"

INSERT_REQUEST = "INSERT INTO requests (key_hash, print, salt, answer) VALUES ($1, $2, $3, $4)"

OLD_REQUESTS = "at < now() - $1::interval"
