"""The SQL statements of the log: events, snapshots, forks, the feed, recorded refusals and ended sessions."""

from typing import NamedTuple

from verger.domain.judging.log import REWRITING
from verger.service.log.row import Row

# Reading events


class PageStatements(NamedTuple):
    """The two statements that read a page of events, for the columns that a reader needs."""

    of_part: str
    """Binds: a lineage part (session, after, until) and the limit. Three times as fast as `of_parts`."""
    of_parts: str
    """Binds: the sessions, starts and ends of several lineage parts, and the limit."""


def _page(columns: str) -> PageStatements:
    return PageStatements(
        of_part=f"""
            SELECT {columns} FROM events
            WHERE session = $1 AND version > $2 AND version <= $3
            ORDER BY version
            LIMIT $4
        """,
        of_parts=f"""
            SELECT {columns}
            FROM unnest($1::uuid[], $2::bigint[], $3::bigint[]) AS part (holder, after, until)
            CROSS JOIN LATERAL (
                SELECT {columns} FROM events
                WHERE session = holder AND version > after AND version <= until
                ORDER BY version
                LIMIT $4
            ) AS own
            ORDER BY version
            LIMIT $4
        """,
    )


_COLUMNS = ", ".join(Row._fields)
EVENTS = _page(_COLUMNS)
TEXTS = _page("version, data, format")

# After this, a transaction reads only pages that an index names. Without the last setting, it could use an
# older plan that scans.
READ_BY_INDEX = """
    SET LOCAL enable_seqscan = off;
    SET LOCAL enable_bitmapscan = off;
    SET LOCAL plan_cache_mode = force_custom_plan
"""

# Binds: the session that holds each event, and its version.
EVENTS_AT = f"""
    SELECT {_COLUMNS}
    FROM unnest($1::uuid[], $2::bigint[]) AS own (session, version)
    JOIN events USING (session, version)
    ORDER BY version
"""

EVENT_BY_REQUEST = f"SELECT {_COLUMNS} FROM events WHERE session = $1 AND request_key = $2"

# Every session has at least one own event, also a fork. So its newest event is always in its own rows.
HEAD = "SELECT max(version) FROM events WHERE session = $1"

TIME_AT = """
    SELECT at FROM events
    WHERE session = $1 AND version <= $2
    ORDER BY version DESC
    LIMIT 1
"""

SEAT_TAKEN_AT = """
    SELECT version FROM events
    WHERE session = $1 AND seat = $2 AND type IN ('start_session', 'fork_session', 'take_seat')
    ORDER BY version DESC
    LIMIT 2
"""

HIDES_KEYS = """
    SELECT EXISTS (
        SELECT FROM events WHERE session = $1 AND seat IS NULL AND request_key IS NOT NULL
    )
"""

# Writing events

# In the order of a row's columns.
_TYPES = (
    *("uuid", "bigint", "text", "text", "bytea", "bytea", "text", "text"),
    *("bytea", "bytea", "smallint", "timestamptz", "text", "bytea", "text"),
)
# Binds: the events, as an array for each column.
INSERT_EVENTS = f"""
    INSERT INTO events ({_COLUMNS})
    SELECT {_COLUMNS}
    FROM unnest({", ".join(f"${n}::{kind}[]" for n, kind in enumerate(_TYPES, 1))})
        AS event ({_COLUMNS})
"""

# Binds: the session, version and request key of each row.
CONFLICTS = """
    SELECT
        EXISTS (
            SELECT FROM events e WHERE e.session = row.session AND e.version = row.version
        ) AS has_version,
        EXISTS (
            SELECT FROM events e WHERE e.session = row.session AND e.request_key = key
        ) AS has_key,
        coalesce(
            (
                SELECT hash FROM events e
                WHERE e.session = row.session AND e.version = row.version - 1
            ),
            inherited_hash(row.session, row.version - 1)
        ) AS before
    FROM unnest($1::uuid[], $2::bigint[], $3::bytea[])
        WITH ORDINALITY AS row (session, version, key, number)
    ORDER BY number
"""

# The first query fails if the disk is full: its rows do not fit in memory, and go to a temporary file. The INSERT
# inserts nothing, but fails on a standby, in a read-only database and without the right to insert. The last
# statement writes to the write-ahead log, so that standbys confirm its commit like that of an event.
PROBE_WRITING = """
    SET LOCAL work_mem = '64kB';
    WITH spilt AS MATERIALIZED (SELECT repeat('-', 8000) FROM generate_series(1, 32))
    SELECT count(*) FROM spilt;
    INSERT INTO events (session) SELECT session FROM events WHERE false;
    SELECT pg_logical_emit_message(true, 'verger', '')
"""

# Whether data that was derived from a session ($1) at a version ($2) is still valid. It is not if a later
# event rewrote others, or if the session was ended.
HOLDS = f"""
    NOT EXISTS (SELECT FROM stubs WHERE session = $1)
    AND NOT EXISTS (
        SELECT FROM events WHERE session = $1 AND version > $2 AND type = '{REWRITING}'
    )
"""

# Forks

ORIGINS = """
    WITH RECURSIVE line AS (
        SELECT parent, version, hash, 1 AS far FROM forks WHERE session = $1
        UNION ALL
        SELECT f.parent, f.version, f.hash, far + 1
        FROM line JOIN forks f ON f.session = line.parent
    )
    SELECT parent, version, hash FROM line ORDER BY far
"""

LOCK_FAMILY = "SELECT pg_advisory_xact_lock($1)"
SHARE_FAMILY = "SELECT pg_advisory_xact_lock_shared($1)"

INSERT_FORK = "INSERT INTO forks (session, parent, version, hash, at) VALUES ($1, $2, $3, $4, $5)"

# Binds: the sessions, starts and ends of the lineage parts.
NEWEST_REWRITE = f"""
    SELECT max(version)
    FROM events
    JOIN unnest($1::uuid[], $2::bigint[], $3::bigint[]) AS part (session, after, until)
        USING (session)
    WHERE version > after AND version <= until AND type = '{REWRITING}'
"""

FORKS_FROM = """
    SELECT session, version FROM forks
    WHERE parent = $1 AND version >= $2
    ORDER BY at, session
    LIMIT $3
"""

FIRST_EVENT_OF_FORK = """
    SELECT data, format FROM events WHERE session = $1 AND version = $2::bigint + 1 LIMIT 1
"""


def forks(*, only_open: bool, has_texts: bool) -> str:
    """Return the statement that lists the forks of a session, the oldest first.

    Binds: the parent, the last fork of the page before, the limit, and the time and the id that come
    before all forks. `has_texts` adds the first own event of each fork.
    """
    # LATERAL and LIMIT 1: a join could read all events, because a generic plan does not know the limit.
    opened = """
        CROSS JOIN LATERAL (SELECT FROM open_sessions o WHERE o.session = f.session LIMIT 1) AS o
    """
    first = """
        CROSS JOIN LATERAL (
            SELECT data, format FROM events
            WHERE session = f.session AND version = f.version + 1
            LIMIT 1
        ) AS e
    """
    return f"""
        SELECT f.session, f.version, f.at{", e.data, e.format" if has_texts else ""}
        FROM forks f
        {opened if only_open else ""}
        {first if has_texts else ""}
        WHERE f.parent = $1 AND (f.at, f.session) > (
            SELECT at, session FROM forks WHERE session = $2
            UNION ALL
            SELECT $4, $2 WHERE $2 = $5
        )
        ORDER BY f.at, f.session
        LIMIT $3
    """


# Snapshots

# Binds: the sessions and ends of the lineage parts, the known formats, the length of the trail, and the limit.
SNAPSHOTS = """
    SELECT own.session, own.version, own.hash, own.at, own.format, own.digest, own.state, (
        SELECT string_agg(hash, '' ORDER BY version) FROM events e
        WHERE e.session = own.session AND e.version > own.version - $4 AND e.version <= own.version
    ) AS trail
    FROM unnest($1::uuid[], $2::bigint[]) AS part (holder, until)
    CROSS JOIN LATERAL (
        SELECT s.session, s.version, e.hash, e.at, s.format, s.digest, s.state
        FROM snapshots s
        JOIN events e ON (e.session, e.version, e.hash) = (s.session, s.version, s.hash)
        WHERE s.session = holder AND s.version <= until AND s.format = ANY ($3)
        ORDER BY s.version DESC
        LIMIT 1
    ) AS own
    ORDER BY version DESC
    LIMIT $5
"""

# Binds: the sessions, starts and ends of the lineage parts, and the format.
SNAPSHOT_DIGESTS = """
    SELECT s.version, s.digest
    FROM unnest($1::uuid[], $2::bigint[], $3::bigint[]) AS part (holder, after, until)
    JOIN snapshots s ON s.session = holder AND s.version > after AND s.version <= until
    JOIN events e ON (e.session, e.version, e.hash) = (s.session, s.version, s.hash)
    WHERE s.format = $4
"""

# Binds: the session, version and hash of the event, whether it is the head, the format, digest and state.
KEEP_SNAPSHOT = f"""
    WITH kept AS (
        INSERT INTO snapshots (session, version, hash, is_head, format, digest, state)
        SELECT session, version, hash, $4, $5, $6, $7
        FROM events
        WHERE (session, version, hash) = ($1, $2, $3)
            AND {HOLDS}
            AND NOT ($4 AND EXISTS (SELECT FROM events WHERE session = $1 AND version > $2))
        ON CONFLICT (session, version) DO UPDATE SET
            hash = excluded.hash,
            is_head = snapshots.is_head AND excluded.is_head,
            format = excluded.format,
            digest = excluded.digest,
            state = excluded.state
        RETURNING session, version
    )
    DELETE FROM snapshots USING kept
    WHERE snapshots.session = kept.session AND snapshots.version < kept.version AND is_head
"""

# The feed

# `history_of_feed()` can begin a new history. Run it before `FEED_ENDS`, because a statement does not see its own
# change.
FEED_HISTORY = "SELECT history_of_feed() AS history"

# The place before the feed's first event, and the last place of its complete part.
FEED_ENDS = "SELECT since, until FROM feed_history, feed_until()"

# This reads the history, but never begins a new one.
FEED_REACH = """
    SELECT CASE WHEN NOT pg_is_in_recovery() THEN present_history() END AS history, given, until
    FROM feed_until()
"""

# The last place that one read searches. No row if fewer events follow.
# Binds: the place, the last place of the complete part, the number of events to skip.
FEED_END = """
    SELECT place FROM events
    WHERE place > $1 AND place <= $2
    ORDER BY place
    OFFSET $3
    LIMIT 1
"""

# For an app, each event is looked up in `app_sessions`. So the cost depends on the number of events, and not on
# the number of the app's sessions.
# Binds: the place, the last place to search, the token, its app, the limit.
_FEED_ENTRIES = """
    SELECT place, session::text, version, type FROM {events} AS events
    WHERE place > $1 AND place <= $2
        AND (
            session IN (
                SELECT session FROM token_seats WHERE token = $3
                UNION ALL
                SELECT session FROM readers WHERE token = $3
            )
            OR (SELECT true FROM app_sessions a WHERE a.session = events.session AND a.app = $4)
        )
    ORDER BY place
    LIMIT $5
"""
FEED_ENTRIES = _FEED_ENTRIES.format(events="events")
# The same, without events on damaged pages.
READABLE_FEED_ENTRIES = _FEED_ENTRIES.format(events="readable_events($1, $2)")

FEED_OBSTACLES = "SELECT transaction, pid, prepared, application, seconds FROM feed_obstacles()"

# Recorded refusals

# Binds: the session, the version, the type of the move, the seat, the sender, the move, the ruling, and the
# number of older refusals of the sender to keep.
KEEP_REFUSAL = f"""
    WITH newest AS (
        SELECT coalesce(max(number), 0) AS number FROM refusals WHERE session = $1
    ), gone AS (
        DELETE FROM refusals
        WHERE session = $1 AND sender = $5 AND number <= (
            SELECT number FROM refusals
            WHERE session = $1 AND sender = $5
            ORDER BY number DESC
            OFFSET $8
            LIMIT 1
        )
    )
    INSERT INTO refusals (session, number, version, type, seat, sender, move, ruling, at)
    SELECT $1, number + 1, $2, $3, $4, $5, $6, $7, now() FROM newest WHERE {HOLDS}
    ON CONFLICT DO NOTHING
    RETURNING number
"""

REFUSALS = """
    SELECT number, version, type, seat, move, ruling, at FROM refusals
    WHERE session = $1 AND number < $2
    ORDER BY number DESC
    LIMIT $3
"""

# Ended sessions

_STUBS = """
    SELECT s.session, code, version, hash, by, at, shelf.session IS NOT NULL AS is_whole, shelf.app
    FROM stubs s
    LEFT JOIN shelves shelf USING (session)
"""
STUBS = f"{_STUBS} ORDER BY s.session"
STUB = f"{_STUBS} WHERE s.session = $1"

# Binds: the session, the version and hash of its newest event, the code, and the seat or app that ends it.
END_SESSION = "SELECT end_session($1, $2, $3, $4, $5)"
BRING_BACK = "SELECT bring_back($1)"

SHELF = "SELECT versions, request_keys, request_prints, sealed FROM shelves WHERE session = $1"
