"""Make the statements of this server, at intervals. A lock makes sure that only one process makes each."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

import structlog

from verger.service.annexes.statements import sql
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
from verger.service.database.pool import LONG_AGO, Connection, Database
from verger.service.database.record import Record
from verger.service.log.feed import Feed

LOOK_SECONDS = 60.0
PAGE = 1_000
"""The number of heads that are stored at once."""
READ_SECONDS = 600.0
"""The maximum time of a query for heads, in seconds. The first statement searches all sessions, perhaps a million."""
ENDING = timedelta(hours=1)
"""More than the time that ending a session takes. The time of a stub is the start of the ending."""

_HEAD_COLUMNS = ("number", "session", "version", "hash", "standing")
_NODE_COLUMNS = ("level", "number", "hash")

_log = structlog.get_logger()


class Found(NamedTuple):
    """A session's newest head in a statement's tree."""

    number: int
    """The number of its leaf."""
    head: StatedHead
    path: tuple[bytes, ...]


class _Kept(NamedTuple):
    """A statement, and the place where its reading of the feed ended."""

    statement: Statement
    history: str
    place: int


class Statements:
    """Make statements at intervals, and prove their content."""

    def __init__(self, database: Database, feed: Feed, keys: Keys, every: timedelta) -> None:
        self._database, self._feed, self._keys, self._every = database, feed, keys, every
        self._running = Background()

    def start(self) -> None:
        """Start making statements, unless the operator has turned them off."""
        if self._every:
            self._running.repeat(self.look, LOOK_SECONDS, "statement")

    @property
    def failures(self) -> int:
        """Return how often a statement was not made because of an error of our own."""
        return self._running.failures

    async def stop(self) -> None:
        """Stop. Another process, or the next start, continues the work."""
        await self._running.stop()

    async def look(self) -> Statement | None:
        """Make a statement, unless it is too early or another process is making one.

        A session is left out as long as its newest event cannot be read. The transaction with the lock only reads.
        """
        try:
            return await self._looked(sql.MOVED)
        except DamagedError:
            return await self._looked(sql.READABLE_MOVED)

    async def _looked(self, moved: str) -> Statement | None:
        private = await self._keys.current()
        async with self._database.connection() as reading, reading.transaction():
            if not await reading.fetchval(sql.TRY_LOCK):
                return None
            if await reading.fetchval(sql.KEY_IN_USE) != key_id(public_half(private)):
                return None
            last, at = await _last(reading), await _now(reading)
            if last and at < last.statement.at + self._every:
                return None
            return await self._make(reading, private, last, at, moved)

    async def _make(
        self, reading: Connection, private: bytes, last: _Kept | None, at: datetime, moved: str
    ) -> Statement:
        # First, so that the next statement also reads the events that are being written now.
        history, place = await self._feed.now()
        since = last.place if last and last.history == history else 0
        tree = await self._grown(reading, last, since, moved)
        if moved == sql.READABLE_MOVED:
            # The next statement looks at the same sessions again.
            place = since
        public = public_half(private)
        made = _after(last.statement if last else None, tree.size, tree.root, at, public)
        kept = _Kept(signed(private, made), history, place)
        async with self._database.connection(writes=True) as connection:
            await _keep(connection, kept)
        _log.info("statement_made", number=made.number, size=made.size, root=made.root)
        return kept.statement

    async def _grown(
        self, reading: Connection, last: _Kept | None, since: int, moved: str
    ) -> TreeBuilder:
        """Add the heads that differ from the last statement to the tree, and return it.

        If a process ends before the statement is made, the next statement covers the added heads.
        """
        ended = last.statement.at - ENDING if last else LONG_AGO
        size = await reading.fetchval(sql.NEXT_LEAF)
        tree = TreeBuilder(size, await _nodes(reading, complete((0, size))))
        await reading.execute(sql.AVOID_SCANS)
        found = await reading.cursor(moved, since, ended, timeout=READ_SECONDS)
        while heads := await found.fetch(PAGE, timeout=READ_SECONDS):
            await self._add(tree, heads)
        return tree

    async def _add(self, tree: TreeBuilder, heads: Sequence[Record]) -> None:
        leaves, nodes = [], []
        for row in heads:
            head = StatedHead(**{**row, "hash": row["hash"].hex()})
            leaves.append((tree.size, head.session, head.version, row["hash"], head.standing))
            nodes += [(*place, hashed) for place, hashed in tree.add(head.leaf)]
        async with self._database.connection(writes=True) as connection, connection.transaction():
            await connection.copy_records_to_table(
                "stated_heads", records=leaves, columns=_HEAD_COLUMNS
            )
            await connection.copy_records_to_table(
                "stated_nodes", records=nodes, columns=_NODE_COLUMNS
            )

    async def rotate(self, connection: Connection) -> str:
        """Retire the key in use, and make another. Return the id of the new key.

        If a statement exists, the old key signs a last one that names the new key. It repeats the tree
        and the time of the previous statement.
        """
        await connection.execute(sql.LOCK, timeout=READ_SECONDS)
        private = await self._keys.current()
        id = await self._keys.rotate(connection)
        if last := await _last(connection):
            before, following = last.statement, await connection.fetchval(sql.PUBLIC_KEY, id)
            root = bytes.fromhex(before.root)
            made = signed(private, _after(before, before.size, root, before.at, following))
            await _keep(connection, last._replace(statement=made))
        return id

    async def newest(self) -> Statement | None:
        """Return the newest statement, if there is one."""
        async with self._database.connection() as connection:
            last = await _last(connection)
        return last.statement if last else None

    async def after(self, number: int, limit: int) -> list[Statement]:
        """Return the statements after this number, in order."""
        rows = await self._database.rows(sql.STATEMENTS, number, limit)
        return [Statement(**row) for row in rows]

    async def head(self, size: int, session: UUID) -> Found | None:
        """Return the newest head of a session in a tree of this size, with its proof."""
        row = await self._database.row(sql.HEAD, session, size)
        if row is None:
            return None
        number = row["number"]
        return Found(number, _head(row), await self._path(inclusion(number, size)))

    async def since(self, size: int, later: int) -> tuple[bytes, ...]:
        """Return the proof that the tree of size `later` begins with the tree of this size."""
        return await self._path(consistency(size, later))

    async def _path(self, ranges: Sequence[Range]) -> tuple[bytes, ...]:
        places = {place for leaves in ranges for place in complete(leaves)}
        async with self._database.connection() as connection:
            nodes = await _nodes(connection, places)
        return tuple(hash_of(leaves, nodes) for leaves in ranges)


def _after(
    last: Statement | None, size: int, root: bytes, at: datetime, following: bytes
) -> Statement:
    """Return the statement after the last one, without its signature."""
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


def _head(row: Record) -> StatedHead:
    return StatedHead(**{name: row[name] for name in StatedHead.__struct_fields__})


async def _keep(connection: Connection, kept: _Kept) -> None:
    made = kept.statement
    held = map(bytes.fromhex, (made.previous, made.next_key))
    root, signature = bytes.fromhex(made.root), bytes.fromhex(made.signature)
    told = made.number, made.size, root, made.at, *held, made.key, signature
    await connection.execute(sql.INSERT_STATEMENT, *told, kept.history, kept.place)


async def _nodes(
    connection: Connection, places: Sequence[NodePosition] | set[NodePosition]
) -> Nodes:
    levels, numbers = [place.level for place in places], [place.number for place in places]
    rows = await connection.fetch(sql.NODES, levels, numbers)
    return {NodePosition(row["level"], row["number"]): row["hash"] for row in rows}.__getitem__


async def _last(connection: Connection) -> _Kept | None:
    row = await connection.fetchrow(sql.NEWEST_STATEMENT)
    if row is None:
        return None
    statement = Statement(**{name: row[name] for name in Statement.__struct_fields__})
    return _Kept(statement, row["history"], row["place"])


async def _now(connection: Connection) -> datetime:
    now: datetime = await connection.fetchval(sql.NOW)
    return now
