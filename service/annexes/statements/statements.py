"""The statements of this server: made from time to time, by one process of several, and never gone back on."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

import structlog

from verger.service.annexes.statements.merkle import (
    NodePosition,
    Nodes,
    Range,
    TreeBuilder,
    complete,
    consistency,
    hash_of,
    inclusion,
)
from verger.service.annexes.statements.statement import BEFORE_FIRST, StatedHead, Statement, signed
from verger.service.archive.checkpoint import key_id, public_half
from verger.service.archive.keys import Keys
from verger.service.background import Background
from verger.service.database.outage import DamagedError
from verger.service.database.pool import LONG_AGO, Connection, Database, plain

LOOK_SECONDS = 60.0
PAGE = 1_000
"""Heads that are stored at once."""
READ_SECONDS = 600.0
"""How long it may take until the first heads are found: of a million sessions the first time."""
ENDING = timedelta(hours=1)
"""Longer than the end of a session takes, whose stub has the time of its beginning."""

_SHOWN = (
    "number, size, encode(root, 'hex'), at, encode(previous, 'hex'), encode(next_key, 'hex'), key,"
    " encode(signature, 'hex')"
)
_HEAD = "session, version, encode(hash, 'hex'), standing"

# Binds: the first place in the feed whose sessions may have moved, 0 for all sessions; the first time
# of new stubs. A head that was stated last is not stated again; it is found by its
# session's index, and not by that of the numbers (`+ 0`), as the table may be empty when this is planned.
_MOVED = """
    WITH RECURSIVE every (session) AS (
        (SELECT session FROM events WHERE $1::bigint = 0 ORDER BY session LIMIT 1)
        UNION ALL
        SELECT (SELECT session FROM events WHERE session > every.session ORDER BY session LIMIT 1)
        FROM every WHERE every.session IS NOT NULL
    ), moved AS (
        SELECT session FROM every WHERE session IS NOT NULL
        UNION SELECT session FROM feed WHERE place >= $1 AND $1 > 0
    ), heads AS (
        SELECT session, version, hash, 'here' AS standing FROM moved CROSS JOIN LATERAL (
            SELECT version, hash FROM events
            WHERE events.session = moved.session AND {} ORDER BY version DESC LIMIT 1
        ) AS newest
        UNION ALL
        SELECT session, version, hash, replace(code, 'session_', '') FROM stubs
        WHERE at >= $2
    )
    SELECT session, version, hash, standing FROM heads LEFT JOIN LATERAL (
        SELECT version, hash, standing FROM stated_heads AS stated
        WHERE stated.session = heads.session ORDER BY number + 0 DESC LIMIT 1
    ) AS known (known_version, known_hash, known_standing) ON true
    WHERE (version, hash, standing) IS DISTINCT FROM (known_version, known_hash, known_standing)
"""

_ALL = _MOVED.format("true")
_READABLE = _MOVED.format("readable_head(moved.session, NULL) IS NOT NULL")
"""Leaves out the sessions whose newest event is on a damaged page."""

_LOCK = "hashtextextended('statements', 0)"
_MINE = f"SELECT pg_try_advisory_xact_lock({_LOCK})"
_WAITED = f"SELECT pg_advisory_xact_lock({_LOCK})"

_log = structlog.get_logger()


class Found(NamedTuple):
    """A session's newest head in a statement's tree."""

    number: int
    """Of its leaf."""
    head: StatedHead
    path: tuple[bytes, ...]


class _Kept(NamedTuple):
    """A statement, and up to where the feed had been read for it."""

    statement: Statement
    history: str
    place: int


class Statements:
    """Makes statements at intervals, and proves what they say."""

    def __init__(self, database: Database, keys: Keys, every: timedelta) -> None:
        self._database, self._keys, self._every = database, keys, every
        self._running = Background()

    def start(self) -> None:
        """Start making them, unless none are to be made."""
        if self._every:
            self._running.repeat(self.look, LOOK_SECONDS, "statement")

    @property
    def failures(self) -> int:
        """How often a statement was not made because of an error of our own."""
        return self._running.failures

    async def stop(self) -> None:
        """Stop; another process, or the next start, goes on."""
        await self._running.stop()

    async def look(self) -> Statement | None:
        """Make a statement, unless it is too early for one or another process is at it.

        A session whose newest event cannot be read is left out until it can be. The transaction that holds
        the lock only reads.
        """
        try:
            return await self._looked(_ALL)
        except DamagedError:
            return await self._looked(_READABLE)

    async def _looked(self, moved: str) -> Statement | None:
        private = await self._keys.current()
        async with self._database.connection() as reading, reading.transaction():
            in_use = "SELECT id FROM signing_keys WHERE retired_at IS NULL"
            mine = await reading.fetchval(_MINE)
            if not mine or await reading.fetchval(in_use) != key_id(public_half(private)):
                return None
            last, at = await _last(reading), await _now(reading)
            if last and at < last.statement.at + self._every:
                return None
            return await self._make(reading, private, last, at, moved)

    async def _make(
        self, reading: Connection, private: bytes, last: _Kept | None, at: datetime, moved: str
    ) -> Statement:
        # Asked before anything is read: what is being written now is read again for the next one.
        history, place = await self._database.row(
            "SELECT history_of_feed(), until FROM feed_until()"
        )
        since = last.place if last and last.history == history else 0
        tree = await self._grown(reading, last, since, moved)
        if moved == _READABLE:
            # The next statement looks at the same sessions again.
            place = since
        public = public_half(private)
        made = _after(last.statement if last else None, tree.size, tree.root, at, public)
        kept = _Kept(signed(private, made), history, place)
        async with self._database.connection(writes=True) as connection:
            await _keep(connection, kept)
        _log.info("stated", number=made.number, size=made.size, root=made.root)
        return kept.statement

    async def _grown(
        self, reading: Connection, last: _Kept | None, since: int, moved: str
    ) -> TreeBuilder:
        """The tree with the heads that are others than those stated last.

        One that has no statement yet, as a process ended before it, is in the next one's tree.
        """
        ended = last.statement.at - ENDING if last else LONG_AGO
        size = await reading.fetchval("SELECT coalesce(max(number) + 1, 0) FROM stated_heads")
        tree = TreeBuilder(size, await _nodes(reading, complete((0, size))))
        await reading.execute("SET LOCAL enable_seqscan = off")
        found = await reading.cursor(moved, since, ended, timeout=READ_SECONDS)
        while heads := await found.fetch(PAGE, timeout=READ_SECONDS):
            await self._add(tree, heads)
        return tree

    async def _add(self, tree: TreeBuilder, heads: Sequence[tuple[Any, ...]]) -> None:
        leaves, nodes = [], []
        for session, version, held, standing in heads:
            head = StatedHead(session, version, held.hex(), standing)
            leaves.append((tree.size, session, version, held, standing))
            nodes += [(*place, hashed) for place, hashed in tree.add(head.leaf)]
        async with self._database.connection(writes=True) as connection, connection.transaction():
            await connection.copy_records_to_table("stated_heads", records=leaves)
            await connection.copy_records_to_table("stated_nodes", records=nodes)

    async def rotate(self, connection: Connection) -> str:
        """Retire the key in use and make another, whose id it gives.

        Where anything was stated, the old one names the new one by a last statement, of the same tree
        and of the same time: nothing was looked at for it.
        """
        await connection.execute(_WAITED, timeout=READ_SECONDS)
        private = await self._keys.current()
        id = await self._keys.rotate(connection)
        if last := await _last(connection):
            sql = "SELECT public_key FROM signing_keys WHERE id = $1"
            before, following = last.statement, await connection.fetchval(sql, id)
            root = bytes.fromhex(before.root)
            made = signed(private, _after(before, before.size, root, before.at, following))
            await _keep(connection, last._replace(statement=made))
        return id

    async def newest(self) -> Statement | None:
        """The newest statement, if there is one."""
        async with self._database.connection() as connection:
            last = await _last(connection)
        return last.statement if last else None

    async def after(self, number: int, limit: int) -> list[Statement]:
        """Statements after one of them, in order."""
        sql = f"SELECT {_SHOWN} FROM statements WHERE number > $1 ORDER BY number LIMIT $2"  # noqa: S608
        return [Statement(*row) for row in await self._database.rows(sql, number, limit)]

    async def head(self, size: int, session: UUID) -> Found | None:
        """The newest head of a session that a tree of this size holds, and what proves it."""
        sql = (
            f"SELECT number, {_HEAD} FROM stated_heads WHERE session = $1 AND number < $2"  # noqa: S608
            " ORDER BY number DESC LIMIT 1"
        )
        found = await self._database.row(sql, session, size)
        if found is None:
            return None
        number, session, *told = found
        head = StatedHead(plain(session), *told)
        return Found(number, head, await self._path(inclusion(number, size)))

    async def since(self, size: int, later: int) -> tuple[bytes, ...]:
        """What proves that a tree of this size begins with an earlier one."""
        return await self._path(consistency(size, later))

    async def _path(self, ranges: Sequence[Range]) -> tuple[bytes, ...]:
        places = {place for leaves in ranges for place in complete(leaves)}
        async with self._database.connection() as connection:
            nodes = await _nodes(connection, places)
        return tuple(hash_of(leaves, nodes) for leaves in ranges)


def _after(
    last: Statement | None, size: int, root: bytes, at: datetime, following: bytes
) -> Statement:
    """What is stated after the last one, not signed yet."""
    number, previous = (last.number + 1, last.digest) if last else (1, BEFORE_FIRST)
    return Statement(
        number=number,
        size=size,
        root=root.hex(),
        at=at,
        previous=previous.hex(),
        next_key=following.hex(),
        key="",
        signature="",
    )


async def _keep(connection: Connection, kept: _Kept) -> None:
    made = kept.statement
    held = map(bytes.fromhex, (made.previous, made.next_key))
    sql = "INSERT INTO statements VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"
    root, signature = bytes.fromhex(made.root), bytes.fromhex(made.signature)
    told = made.number, made.size, root, made.at, *held, made.key, signature
    await connection.execute(sql, *told, kept.history, kept.place)


async def _nodes(
    connection: Connection, places: Sequence[NodePosition] | set[NodePosition]
) -> Nodes:
    sql = (
        "SELECT level, number, hash FROM unnest($1::smallint[], $2::bigint[])"
        " AS asked (level, number) JOIN stated_nodes USING (level, number)"
    )
    levels, numbers = [place.level for place in places], [place.number for place in places]
    found = await connection.fetch(sql, levels, numbers)
    return {NodePosition(row[0], row[1]): row[2] for row in found}.__getitem__


async def _last(connection: Connection) -> _Kept | None:
    sql = f"SELECT {_SHOWN}, history, place FROM statements ORDER BY number DESC LIMIT 1"  # noqa: S608
    found = await connection.fetchrow(sql)
    return _Kept(Statement(*found[:8]), found[8], found[9]) if found else None


async def _now(connection: Connection) -> datetime:
    """By the second, as it is signed, and not when a transaction began that has waited since."""
    found: datetime = await connection.fetchval("SELECT date_trunc('second', clock_timestamp())")
    return found
