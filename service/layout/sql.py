"""The SQL statements of layouts: the arrangements that are stored."""

from verger.service.log.sql import HOLDS

# Binds: the sessions whose events are in the log. For a fork, these are several.
ARRANGEMENTS = "SELECT events, digest, arrangement FROM arrangements WHERE session = ANY ($1)"

# Binds: the session, version and hash of its newest event, the number of events that wrote something, the digest, and
# the arrangement.
KEEP_ARRANGEMENT = f"""
    INSERT INTO arrangements (session, events, digest, arrangement)
    SELECT session, $4, $5, $6 FROM events WHERE (session, version, hash) = ($1, $2, $3) AND {HOLDS}
    ON CONFLICT (session) DO UPDATE SET
        events = excluded.events,
        digest = excluded.digest,
        arrangement = excluded.arrangement
"""
