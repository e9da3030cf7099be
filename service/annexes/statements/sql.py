"""The SQL of signed statements: the tree of heads, and its comparison with the database."""

# The id in the tree that stands for the record of operators. No session has it.
_RECORD = "'00000000-0000-0000-0000-000000000000'::uuid"

# The hash of an action of an operator.
_OF_ACTION = """
    sha256(
        int8send(a.number)
        || int8send((extract(epoch FROM a.at) * 1000000)::bigint)
        || uuid_send(coalesce(a.session, '00000000-0000-0000-0000-000000000000'))
        || sha256(convert_to(a.command, 'UTF8'))
        || sha256(convert_to(a.detail, 'UTF8'))
        || sha256(convert_to(a.system_user_name, 'UTF8'))
        || sha256(convert_to(a.database_user::text, 'UTF8'))
    )
"""

# Making a statement

# Finds the heads and the actions of operators that are not in the tree yet.
# Binds: the place that the feed was read up to, or 0 for all sessions, and the first time of new stubs.
# `+ 0` makes PostgreSQL use the index of sessions, and not of numbers, even if it planned this for an empty table.
_MOVED = """
    WITH RECURSIVE every (session) AS (
        (SELECT session FROM events WHERE $1::bigint = 0 ORDER BY session LIMIT 1)
        UNION ALL
        SELECT (
            SELECT session FROM events WHERE session > every.session ORDER BY session LIMIT 1
        )
        FROM every
        WHERE every.session IS NOT NULL
    ), moved AS (
        SELECT session FROM every WHERE session IS NOT NULL AND session <> {record}
        UNION
        SELECT session FROM {placed} WHERE place > $1 AND $1 > 0 AND session <> {record}
    ), heads AS (
        SELECT session, version, hash, 'here' AS standing
        FROM moved
        CROSS JOIN LATERAL (
            SELECT version, hash FROM events
            WHERE events.session = moved.session AND {condition}
            ORDER BY version DESC
            LIMIT 1
        ) AS newest
        UNION ALL
        SELECT session, version, hash, replace(code, 'session_', '') FROM stubs WHERE at >= $2
    )
    SELECT session, version, hash, standing
    FROM heads
    LEFT JOIN LATERAL (
        SELECT version, hash, standing FROM stated_heads AS stated
        WHERE stated.session = heads.session
        ORDER BY number + 0 DESC
        LIMIT 1
    ) AS known (known_version, known_hash, known_standing) ON true
    WHERE (version, hash, standing)
        IS DISTINCT FROM (known_version, known_hash, known_standing)
    UNION ALL
    SELECT {record}, a.number, {of_action}, 'here'
    FROM operator_actions a
    WHERE a.at >= $2 AND NOT EXISTS (
        SELECT FROM stated_heads h WHERE h.session = {record} AND h.version = a.number
    )
"""
_OPERATORS = {"record": _RECORD, "of_action": _OF_ACTION}
MOVED = _MOVED.format(placed="events", condition="true", **_OPERATORS)
# Leaves out the sessions whose newest event is on a damaged page.
READABLE_MOVED = _MOVED.format(
    placed="feed_places CROSS JOIN LATERAL readable_events($1, last_value)",
    condition="readable_head(moved.session, NULL) IS NOT NULL",
    **_OPERATORS,
)

TRY_LOCK = "SELECT pg_try_advisory_xact_lock(hashtextextended('statements', 0))"
LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('statements', 0))"

COUNT_KEYS = "SELECT count(*) FROM signing_keys WHERE id = ANY($1::text[])"
KEY_IN_USE = "SELECT id FROM signing_keys WHERE retired_at IS NULL"
PUBLIC_KEY = "SELECT public_key FROM signing_keys WHERE id = $1"

# The signed time has whole seconds. It is not `now()`, because the transaction may have waited since its start.
NOW = "SELECT date_trunc('second', clock_timestamp())"

NEXT_LEAF = "SELECT coalesce(max(number) + 1, 0) FROM stated_heads"

AVOID_SCANS = "SET LOCAL enable_seqscan = off"

INSERT_STATEMENT = """
    INSERT INTO statements
        (number, size, root, at, previous, next_key, key, signature, history, place)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
"""

# Reading statements

_STATEMENT = """
    number,
    size,
    encode(root, 'hex') AS root,
    at,
    encode(previous, 'hex') AS previous,
    encode(next_key, 'hex') AS next_key,
    key,
    encode(signature, 'hex') AS signature
"""

STATEMENTS = f"""
    SELECT {_STATEMENT} FROM statements WHERE number > $1 ORDER BY number LIMIT $2
"""

NEWEST_STATEMENT = f"""
    SELECT {_STATEMENT}, history, place FROM statements ORDER BY number DESC LIMIT 1
"""

HEAD = """
    SELECT number, session, version, encode(hash, 'hex') AS hash, standing
    FROM stated_heads
    WHERE session = $1 AND number < $2
    ORDER BY number DESC
    LIMIT 1
"""

NODES = """
    SELECT level, number, hash
    FROM unnest($1::smallint[], $2::bigint[]) AS asked (level, number)
    JOIN stated_nodes USING (level, number)
"""

# Comparing statements with the database

HEADS = """
    SELECT number, session, version, encode(hash, 'hex') AS hash, standing
    FROM stated_heads
    ORDER BY number
"""

# The stated heads without their event and without a stub that explains why the event is gone.
VANISHED = f"""
    SELECT DISTINCT ON (h.session) h.session, h.version, CASE
        WHEN h.standing = 'deleted' AND now.version IS NOT NULL
            THEN 'it was deleted, and is here again'
        WHEN s.session IS NOT NULL THEN 'its stub names an earlier event, or another one'
        WHEN e.hash IS NOT NULL THEN 'its log was rewritten: another event has that version'
        WHEN now.version < h.version THEN 'its log was cut off after version ' || now.version
        WHEN now.version IS NOT NULL THEN 'the event is missing'
        ELSE 'it is gone, and no stub says why'
    END AS what
    FROM stated_heads h
    LEFT JOIN events e ON (e.session, e.version) = (h.session, h.version)
    LEFT JOIN stubs s ON s.session = h.session
    LEFT JOIN LATERAL (
        SELECT version FROM events WHERE events.session = h.session ORDER BY version DESC LIMIT 1
    ) now ON e.hash IS DISTINCT FROM h.hash OR h.standing = 'deleted'
    WHERE h.session <> {_RECORD}
        AND (e.hash IS DISTINCT FROM h.hash OR h.standing = 'deleted')
        AND NOT coalesce(
            s.version > h.version OR (s.version, s.hash) = (h.version, h.hash),
            false
        )
    ORDER BY h.session, h.version
"""

# The stated actions of operators that the record has changed or lost.
CHANGED_ACTIONS = f"""
    SELECT h.version AS number, a.number IS NULL AS is_missing
    FROM stated_heads h
    LEFT JOIN operator_actions a ON a.number = h.version
    WHERE h.session = {_RECORD} AND h.hash IS DISTINCT FROM {_OF_ACTION}
    ORDER BY h.version
"""

COUNT_ENDED = "SELECT count(DISTINCT session) FROM stated_heads JOIN stubs USING (session)"
