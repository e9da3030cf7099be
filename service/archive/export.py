"""Writing a session's log as an archive, a page at a time."""

from collections.abc import AsyncGenerator, Collection, Container, Mapping
from typing import Any
from uuid import UUID

from verger.domain.core.decider import State
from verger.domain.core.identifier import SeatId
from verger.service.archive.format import (
    Header,
    Segment,
    event_line,
    is_state_due,
    state_line,
    written,
)
from verger.service.database.outage import UnavailableError
from verger.service.log.codec import Codec, digest_of, encode_state
from verger.service.log.lineage import Lineage
from verger.service.log.row import Row
from verger.service.log.sealed import encoded, seen_by
from verger.service.log.store import Store
from verger.service.play.damage import require, understood
from verger.service.play.history import History
from verger.service.play.past_states import PastState
from verger.service.play.session import Session
from verger.service.work import pause

PAGE = 100
"""The number of events that are written before other requests get a turn."""


class StateDigests:
    """The digests of a log's states, for versions in ascending order.

    `known` has the digests of usable snapshots. All other states are computed from the events.
    """

    def __init__(self, history: History, session: Session, known: Mapping[int, bytes]) -> None:
        self._history, self._session, self._known = history, session, known
        self._folded: PastState | None = None

    async def of(self, version: int) -> bytes:
        """Return the digest of the state after an event."""
        if known := self._known.get(version):
            return known
        state = await self._history.state_at(self._session, version, self._folded)
        self._folded = PastState(version, state)
        return digest_of(encode_state(state))


def header(lineage: Lineage, state: State[Any], codec: Codec, head: int) -> Header:
    """Return the first line of a session's archive up to a version."""
    table, session = state.table, lineage.parts[-1].session
    held = [Segment(part.session, part.until) for part in lineage.overlapping(0, head)]
    before = tuple(part for part in held if part.session != session)
    return Header(
        format=1,
        session=session,
        ruleset=table.ruleset,
        ruleset_version=table.ruleset_version,
        head=head,
        states=codec.format,
        lineage=before,
    )


def shown(row: Row, session: UUID, seats: Collection[SeatId], imports: Container[UUID]) -> bytes:
    """Return the sealed parts of an event that these seats can see, as JSON.

    Every reader of an imported session can see all of its sealed parts, because they were in the archive.
    """
    if row.session in imports:
        return (row.sealed or "").encode()
    seen = seen_by(row, session, seats)
    return encoded(seen).encode() if seen else b""


async def archive(
    store: Store,
    history: History,
    session: Session,
    head: int,
    seats: Collection[SeatId],
    imports: Container[UUID],
) -> AsyncGenerator[bytes, None]:
    """Yield a session's archive up to a version, as these seats can see it.

    `imports` contains the imported sessions. The version must not be before the log's newest
    redaction. If a redaction happens while the archive is read, this raises UnavailableError
    before the last lines.
    """
    first = header(await store.lineage(session.id), session.state, session.codec, head)
    digests, after = StateDigests(history, session, await history.digests(session, head)), 0
    yield written(first)
    while after < head:
        rows = await store.read(session.id, after, min(PAGE, head - after))
        await require(store, session, after, [row.version for row in rows])
        page: list[bytes] = []
        for row in rows:
            # This raises an error if the event is unreadable, so that it is not exported.
            understood(session.id, row.version, session.codec.effects_of, row)
            page.append(event_line(row, shown(row, session.id, seats, imports)))
            if is_state_due(first, row.version):
                page.append(state_line(row.version, await digests.of(row.version)))
        after = rows[-1].version
        # The last lines are written only after this check. A file with removed texts proves nothing if
        # it lacks their redaction.
        if after == head and await store.rewritten(session.id) > head:
            raise UnavailableError("texts were redacted meanwhile")
        yield b"".join(page)
        await pause()
