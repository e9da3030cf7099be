"""Redaction of forks: if a session is redacted, the same texts are removed from its forks.

A fork reads the inherited events from its parent, so these change for it, too. The transaction of
the parent's redaction also rewrites the fork's own events and its derived data, and appends an event
to the fork's log that records this.
"""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from verger.domain.core.decider import State
from verger.domain.history.redaction import Redact
from verger.service.database.pool import Connection
from verger.service.log import lineage
from verger.service.log.codec import Codec
from verger.service.log.insert import insert
from verger.service.log.lineage import ENDLESS, Lineage
from verger.service.log.reading import EventText, forks_from
from verger.service.log.row import Row
from verger.service.log.store import Store
from verger.service.log.texts import removed_digest, removed_in
from verger.service.play.damage import read_event
from verger.service.problem.code import ProblemCode
from verger.service.problem.obstacle import ObstacleError
from verger.service.redaction import sql
from verger.service.redaction.rewrite_log import (
    LogRewrite,
    OvertakenError,
    RedactedLog,
    Removal,
    on_behalf,
    server_row,
)
from verger.service.redaction.rewrite_tables import rewrite

LIMIT = 100
"""The maximum number of forks that one redaction reaches, at any depth."""


class _Redaction(msgspec.Struct):
    """The move of a redaction's event."""

    move: Redact


redaction_decoder = msgspec.json.Decoder(_Redaction)


class _Fork(NamedTuple):
    session: UUID
    parent: UUID
    version: int


_ForksFrom = Callable[[UUID, int, int], Awaitable[list[tuple[UUID, int]]]]


class Forks:
    """The forks of a session, and their forks, that a redaction changes. The nearest are first."""

    def __init__(self, store: Store, own: LogRewrite, removal: Removal, limit: int) -> None:
        self.rows: list[Row] = []
        """The events that are appended to the forks, in the order of the forks."""
        self._store = store
        self._own = own
        self._removal = removal
        self._limit = limit
        self._rewrites: dict[UUID, LogRewrite] = {}
        self._forks: list[_Fork] = []

    @property
    def changed(self) -> int:
        """The number of forks that lose a text."""
        return sum(bool(self._rewrites[fork.session].rewritten) for fork in self._forks)

    async def follow(self) -> None:
        """Read the logs of all forks that exist now."""
        self._forks, at = [], 0
        queue = await self._of(self._own, self._store.forks_from)
        while at < len(queue):
            fork = queue[at]
            at += 1
            log_rewrite = await self._gone_through(fork)
            self._forks.append(fork)
            queue += await self._of(log_rewrite, self._store.forks_from)
            if len(queue) > LIMIT:
                raise ObstacleError(ProblemCode.TOO_MANY_FORKS, forks_allowed=LIMIT)

    async def _of(self, log_rewrite: LogRewrite, forks_from: _ForksFrom) -> list[_Fork]:
        if not log_rewrite.rewritten:
            return []
        session = log_rewrite.log.session
        forks = await forks_from(session, min(log_rewrite.rewritten), LIMIT + 1)
        return [_Fork(fork, session, version) for fork, version in forks]

    async def _gone_through(self, fork: _Fork) -> LogRewrite:
        head = await self._store.head(fork.session)
        if head > self._limit:
            raise ObstacleError(
                ProblemCode.LOG_TOO_LONG, events_in_log=head, events_allowed=self._limit
            )
        log_rewrite = self._rewrites.get(fork.session)
        if log_rewrite is None:
            redacted = await self._store.rewritten(fork.session)
            parent = self._rewrites.get(fork.parent, self._own)
            inherited = {
                version: parent.removed[version]
                for version in parent.rewritten
                if version <= fork.version
            }
            log = RedactedLog(
                session=fork.session,
                codec=self._own.log.codec,
                redacted=redacted,
                rewinds=None,
                inherited=inherited,
            )
            log_rewrite = self._rewrites[fork.session] = LogRewrite(self._store, log, self._removal)
        await log_rewrite.follow(head)
        return log_rewrite

    async def rewrite(self, connection: Connection, row: Row) -> None:
        """Append an event to every fork that records the redaction. `row` is the redaction's event.

        Raises OvertakenError if a new fork was made since the logs were read.
        """
        await lineage.hold(connection, alone=True)
        known = {fork.session for fork in self._forks}
        rewrites = [(fork, self._rewrites[fork.session]) for fork in self._forks]
        # Use the same connection. If many tasks held one connection and waited for a second one, all
        # of them could wait for ever.
        now = partial(forks_from, connection)
        for log_rewrite in (self._own, *[log_rewrite for _, log_rewrite in rewrites]):
            if not {fork.session for fork in await self._of(log_rewrite, now)} <= known:
                raise OvertakenError
        source = (row.session, row.version)
        self.rows = [
            log_rewrite.row(
                on_behalf(
                    source,
                    log_rewrite.rewritten,
                    log_rewrite.affected,
                    removed_digest(log_rewrite.removed.items()),
                    fork.version,
                )
            )
            for fork, log_rewrite in rewrites
        ]
        if self.rows:
            await insert(connection, self.rows)

    async def rewrite_rest(self, connection: Connection) -> bool:
        """Remove the texts from everything that contains them. Return whether anything contained them."""
        is_there = False
        texts, ruleset = self._removal.texts, self._own.log.codec.ruleset
        for log_rewrite in (self._own, *[self._rewrites[fork.session] for fork in self._forks]):
            events = list(log_rewrite.remainders.values())
            session = log_rewrite.log.session
            is_there |= await rewrite(connection, session, ruleset, events, texts)
        return is_there


async def repeat_in_fork(
    connection: Connection, parent: Lineage, codec: Codec, state: State[Any], first: Row
) -> None:
    """Record in a new fork's log the later redactions of the events that it inherits from its parent.

    `state` is its parent's state at the forked version, and `first` is the fork's first own event.
    """
    if redaction := await _said_after(connection, parent, first.version - 1):
        after = codec.fold(state, first)
        await insert(
            connection, [server_row(codec, after, first, first.session, first.at, redaction)]
        )


async def _said_after(connection: Connection, held: Lineage, version: int) -> Redact | None:
    """Return one move for all redactions after a version that changed events up to this version."""
    parts = held.overlapping(version, ENDLESS)
    rows = [row for part in parts for row in await connection.fetch(sql.LATER_REDACTIONS, *part)]
    parent, texts = held.parts[-1].session, [EventText(**row) for row in rows]
    redactions = [read_event(parent, text, redaction_decoder.decode) for text in texts]
    moves = [redaction.move for redaction in redactions]
    rewritten = {v for move in moves for v in move.rewritten if v <= version}
    affected = {v for move in moves for v in move.affected if v <= version}
    if not rewritten:
        return None
    gone = await _removed(connection, held, version)
    return on_behalf((parent, texts[-1].version), rewritten, affected, gone, version)


async def _removed(connection: Connection, held: Lineage, version: int) -> str:
    """Return the digest of the texts that are removed from a log up to a version."""
    parts = held.overlapping(0, version)
    rows = [row for part in parts for row in await connection.fetch(sql.REDACTED_EVENTS, *part)]
    return removed_digest((row["version"], removed_in(row["kept"])) for row in rows)
