"""Lineage: the sessions whose rows make up the log of a fork.

A fork continues the versions of its parent. Its earlier events are read from the parent, and never
copied. The lineage of a session is fixed by its first event.
"""

from collections import OrderedDict
from contextlib import suppress
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from verger.service.database.outage import DamagedError
from verger.service.database.pool import BEFORE_ALL, LONG_AGO, Connection, Database
from verger.service.log import sql
from verger.service.log.row import Row

REMEMBER_LIMIT = 20_000
ENDLESS = 2**63 - 1
FAMILY = 0x76_65_72_67_65_72
"""The key of an advisory lock. Making or importing a fork shares it. Rewriting inherited events locks it exclusively."""


class Origin(NamedTuple):
    """The origin of a fork: its parent, the forked version, and the hash of that event."""

    parent: UUID
    version: int
    hash: bytes


class LineagePart(NamedTuple):
    """A part of a log whose rows belong to one session: the versions after `after`, up to `until`."""

    session: UUID
    after: int
    until: int


class Lineage(NamedTuple):
    """The parts of a session's log, the oldest first and its own last, and the session's origin."""

    parts: tuple[LineagePart, ...]
    origin: Origin | None
    joints: tuple[Origin, ...] = ()
    """The last event of each part except the session's own part, the nearest first."""

    def holder(self, version: int) -> UUID:
        """Return the session whose rows have a version. The hash of the event covers the id of this session."""
        return next(part.session for part in self.parts if version <= part.until)

    def overlapping(self, after: int, until: int) -> list[LineagePart]:
        """Return the parts for the versions after `after`, up to `until`. The outer parts are cut."""
        cut = [
            LineagePart(part.session, max(after, part.after), min(until, part.until))
            for part in self.parts
        ]
        return [part for part in cut if part.after < part.until]


class Lineages:
    """The lineages of sessions. Each is read once from the database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: OrderedDict[UUID, Lineage] = OrderedDict()

    async def of(self, session: UUID) -> Lineage:
        """Return a session's lineage. It is a single part if the session is no fork, or does not exist."""
        known = self._known.get(session)
        if known is None:
            known = self._known[session] = _lineage(session, await self._origins(session))
            if len(self._known) > REMEMBER_LIMIT:
                self._known.popitem(last=False)
        return known

    def known(self, session: UUID) -> Lineage | None:
        """Return a session's lineage, if it was read before."""
        return self._known.get(session)

    def forget(self, session: UUID) -> None:
        """Read a session's lineage again at the next use, because the database may have gone back."""
        self._known.pop(session, None)

    async def _origins(self, session: UUID) -> list[Origin]:
        """Return the origin of a session, of its parent, of its grandparent and so on."""
        return [Origin(**row) for row in await self._database.rows(sql.ORIGINS, session)]


def _lineage(session: UUID, origins: list[Origin]) -> Lineage:
    """Return a lineage. An ancestor's part ends at the lowest forked version between it and the session."""
    parts: list[LineagePart] = []
    joints: list[Origin] = []
    holder, until = session, ENDLESS
    for origin in origins:
        if origin.version < until:
            parts.append(LineagePart(holder, origin.version, until))
            joints.append(origin)
        holder, until = origin.parent, min(until, origin.version)
    parts.append(LineagePart(holder, 0, until))
    return Lineage(tuple(reversed(parts)), origins[0] if origins else None, tuple(joints))


async def hold(connection: Connection, *, alone: bool = False) -> None:
    """Block rewrites of inherited events until the transaction ends. With `alone`, also block new forks."""
    await connection.execute(sql.LOCK_FAMILY if alone else sql.SHARE_FAMILY, FAMILY)


async def keep(connection: Connection, row: Row, origin: Origin) -> None:
    """Record the origin of a fork, in the transaction of its first own event."""
    await connection.execute(sql.INSERT_FORK, row.session, *origin, row.at)


async def newest_rewrite(connection: Connection, lineage: Lineage) -> int:
    """Return the version of a log's newest event that rewrote others, or 0 if there is none."""
    columns = [list(column) for column in zip(*lineage.parts, strict=True)]
    return await connection.fetchval(sql.NEWEST_REWRITE, *columns) or 0


class Forked(NamedTuple):
    """A fork of a session: the version that it was forked at, and its first own event."""

    session: UUID
    version: int
    at: datetime
    data: str | None = None
    """The text of the first own event. The text and its format are None if the event cannot be read."""
    format: int | None = None


async def forks(
    database: Database, parent: UUID, after: UUID | None, limit: int, *, only_open: bool = False
) -> list[Forked]:
    """Return a page of the forks of a session, the oldest first. It begins after the fork `after`."""
    place = (parent, after or BEFORE_ALL, limit, LONG_AGO, BEFORE_ALL)
    try:
        rows = await database.rows(sql.forks(only_open=only_open, has_texts=True), *place)
        return [Forked(**row) for row in rows]
    except DamagedError:
        rows = await database.rows(sql.forks(only_open=only_open, has_texts=False), *place)
        return [await _with_first_event(database, Forked(**row)) for row in rows]


async def _with_first_event(database: Database, fork: Forked) -> Forked:
    """Add the first own event of a fork, if it can be read."""
    with suppress(DamagedError):
        if row := await database.row(sql.FIRST_EVENT_OF_FORK, fork.session, fork.version):
            return fork._replace(**row)
    return fork
