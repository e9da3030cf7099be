"""Fill a database as years of play would: with copies of a session, each with a valid hash chain.

`python -m bench.grown URL SESSION COPIES` copies a session that is in the database. Twenty thousand copies of a hundred events are
two million events. PostgreSQL makes the copies itself, which takes minutes. It also copies the session's
snapshots and refusals. Each copy gets a token, a used claim code, a stored answer and webhooks.
"""

import argparse
import asyncio
import time
from typing import Any
from uuid import UUID

import asyncpg

AT_ONCE = 100_000
"""The number of events that one statement inserts."""

# Temporary tables: the ids of the copies, and the events to copy. Binds: none.
_PREPARED = """
CREATE TEMP TABLE copies (number bigint PRIMARY KEY, session uuid NOT NULL UNIQUE, token uuid NOT NULL);
CREATE TEMP TABLE sample AS SELECT * FROM events WHERE session = '{session}';
ALTER TABLE sample ADD PRIMARY KEY (version);
INSERT INTO copies SELECT number, gen_random_uuid(), gen_random_uuid()
    FROM generate_series(1, {sessions}) AS number;
ANALYZE copies, sample;
"""

# Binds: the number of the first copy, and the number after the last copy.
_EVENTS = """
WITH RECURSIVE chain AS (
    SELECT session, version, sha256(
        decode(repeat('00', 32), 'hex') || uuid_send(copies.session) || int8send(version) || digest
    ) AS hash FROM copies, (SELECT version, digest FROM sample WHERE version = 1) AS first
    WHERE number >= $1 AND number < $2
    UNION ALL
    SELECT chain.session, sample.version, sha256(
        chain.hash || uuid_send(chain.session) || int8send(sample.version) || digest
    ) FROM chain JOIN sample ON sample.version = chain.version + 1
)
INSERT INTO events SELECT chain.session, version, type, seat, request_key, request_print, data,
    sealed, salt, chain.hash, format, at, texts, digest, kept FROM chain JOIN sample USING (version)
"""

# The rows of each copy in all other tables.
_BESIDE = """
INSERT INTO snapshots SELECT copies.session, version, snapshots.format, snapshots.digest, state, events.hash
    FROM snapshots CROSS JOIN copies JOIN events USING (version)
    WHERE snapshots.session = '{session}' AND events.session = copies.session;
INSERT INTO refusals SELECT copies.session, refusals.number, version, type, seat, move, ruling, at
    FROM refusals CROSS JOIN copies WHERE refusals.session = '{session}';
INSERT INTO deadlines (session, at) SELECT session, now() + interval '1 year' FROM copies;
INSERT INTO open_sessions SELECT session FROM copies WHERE number % 10 = 0;
INSERT INTO tokens (id, secret_hash, label, scopes, is_renewable)
    SELECT token, sha256(uuid_send(token)), 'grown', ARRAY['play'], true FROM copies;
INSERT INTO token_seats (session, seat, token) SELECT session, 's1', token FROM copies;
INSERT INTO claims (code_hash, session, seat, used_at)
    SELECT sha256(uuid_send(session)), session, 's1', now() FROM copies;
INSERT INTO requests (key_hash, print, salt, answer)
    SELECT sha256(uuid_send(session)), sha256(''), sha256(''), json_build_object('session', session)
    FROM copies;
INSERT INTO listings (session, id, language, plays, about, until)
    SELECT session, token, 'en', 'now and then', 'grown', now() + interval '1 year' FROM copies;
WITH made AS (
    INSERT INTO webhooks (id, session, seat, url, types, description)
    SELECT gen_random_uuid(), session, 's1', 'https://example.org/', ARRAY[]::text[], 'grown'
    FROM copies, generate_series(1, {hooks}) RETURNING id, session
) INSERT INTO webhook_logs (webhook, session, cursor) SELECT id, session, {events} FROM made;
INSERT INTO deliveries (id, webhook, session, version, type, at, state)
    SELECT gen_random_uuid(), webhook, webhook_logs.session, version, type, at, 'delivered'
    FROM copies JOIN webhook_logs USING (session) CROSS JOIN sample WHERE version <= 2;
"""


async def grow(url: str, session: UUID, sessions: int, hooks: int = 1) -> float:
    """Copy a session, with webhooks for each copy, and run ANALYZE. Return the seconds that it took."""
    began = time.perf_counter()
    connection = await asyncpg.connect(url)
    try:
        named: dict[str, Any] = {"session": session, "sessions": sessions, "hooks": hooks}
        await connection.execute(_PREPARED.format(**named))
        named["events"] = await connection.fetchval("SELECT count(*) FROM sample")
        step = max(1, AT_ONCE // named["events"])
        for first in range(1, sessions + 1, step):
            await connection.execute(_EVENTS, first, first + step)
        await connection.execute(_BESIDE.format(**named))
        await connection.execute("DROP TABLE copies, sample")
        await connection.execute("VACUUM ANALYZE")
    finally:
        await connection.close()
    await asyncio.sleep(0)
    return time.perf_counter() - began


def main() -> None:
    """Fill the database at the given address."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url", help="address of the database")
    parser.add_argument("session", type=UUID, help="id of the session to copy")
    parser.add_argument("copies", type=int, help="number of copies")
    asked = parser.parse_args()
    print(f"{asyncio.run(grow(asked.url, asked.session, asked.copies)):.0f} s")


if __name__ == "__main__":
    main()
