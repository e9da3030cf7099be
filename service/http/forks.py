"""Forks: new sessions that continue from any version of another one."""

from contextlib import suppress
from datetime import datetime
from typing import Annotated, NamedTuple
from uuid import UUID

import msgspec
from litestar import Response, get, post
from litestar.params import Parameter
from msgspec import Meta
from msgspec.structs import replace

from verger.domain.core.dice import commitment
from verger.domain.core.identifier import SeatId, SessionId
from verger.domain.core.reason import Code
from verger.domain.core.table import Table
from verger.domain.core.text import Label
from verger.domain.history.fork import ForkSession
from verger.projections.session import Ancestor, ForkedFrom
from verger.service.database.pool import Connection
from verger.service.edge.answering import appended
from verger.service.edge.asking import (
    Onlooker,
    Seated,
    reading,
    require,
    require_seats,
    seated,
)
from verger.service.edge.body import AnyRequest, parts_of, read
from verger.service.edge.offered import OfferedSeat, offer, with_codes
from verger.service.edge.operation import MADE, PAGED, InWords, Operation
from verger.service.edge.paging import links
from verger.service.edge.reading import LogPoint, SessionAt, session_at
from verger.service.edge.repeating import answered_once
from verger.service.edge.starting import Record, counted_start
from verger.service.http.links import BEGUN
from verger.service.identity import identity
from verger.service.identity.claim_code import Issuer
from verger.service.identity.repeatable import Repeatable
from verger.service.log import lineage
from verger.service.log.lineage import Forked, Lineage, Origin
from verger.service.log.reading import EventText
from verger.service.log.row import PARTS_LIMIT, Row
from verger.service.log.sealed import new_seed
from verger.service.play.damage import UnreadableLogError, has_head, read_event
from verger.service.play.decision import Head
from verger.service.play.request import MoveRequest
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError
from verger.service.wiring import Parts


class ForkBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The version to fork at, and the title and seat of the fork."""

    version: Annotated[int, Meta(ge=1, le=2**53)] | None = None
    """The version to continue from. Default: the newest."""
    title: Label | None = None
    """The title of the fork. Default: the title of the session."""
    seat: Annotated[SeatId, Meta(max_length=40)] | None = None
    """The seat to take, which must take part in play. Default: your own seat, or the GM's seat if
    you have none."""


class ForkedView(msgspec.Struct, frozen=True):
    """A session that was forked from another."""

    session: UUID
    """The id of the fork."""
    version: int
    """The version of the first event of the fork itself. It is the forked version plus 1."""
    seat: SeatId
    """The seat of the request's token in the fork."""
    seats: tuple[OfferedSeat, ...]
    """The other seats, with their claim codes."""
    forked_from: ForkedFrom
    """The origin of the fork."""


class ForkView(msgspec.Struct, frozen=True):
    """A fork of a session in a list."""

    session: UUID
    """The id of the fork."""
    version: int
    """The version of the parent that the fork continues from."""
    title: str
    """The title of the fork."""
    at: datetime
    """The time when it was forked."""


class ForksView(msgspec.Struct, frozen=True):
    """A page of forks, the oldest first."""

    forks: tuple[ForkView, ...]
    """The forks, the oldest first."""
    next_after: UUID | None
    """The start of the next page; null on the last page."""


@post(
    "/sessions/{session:str}/forks",
    operation_id="forkSession",
    opt=Operation(
        takes=ForkBody,
        key="secret",
        scope=InWords("Your token needs the scopes `read` and `gm`."),
        headers=MADE,
        problems=(
            ProblemCode.NO_SUCH_VERSION,
            ProblemCode.FORK_TOO_DEEP,
            ProblemCode.NOT_YOUR_SEAT,
            Code.UNKNOWN_SEAT,
            Code.OBSERVERS_WATCH,
            ProblemCode.CONTENDED,
        ),
        links=BEGUN,
    ),
)
async def fork_session(request: AnyRequest, session: str) -> Response[ForkedView]:
    """Fork a session at any version.

    Use it to try another continuation without changing the session. Everybody who can read a
    session can fork it. Your token gets one seat of the fork. For every other seat, the answer
    shows a claim code. It is shown only once. A log can consist of at most 100 sessions
    (`fork_too_deep`).
    """
    parts = parts_of(request)
    asking = await seated(parts, request.headers.get("authorization"), session, None, "gm")
    require("read", asking.bearer.grant.scopes)
    body, raw = await read(request, ForkBody)

    async def work(tried: Repeatable) -> ForkedView:
        async with session_at(parts, asking, LogPoint(body.version)) as point:
            record = counted_start(request, asking.bearer)
            forking = _Forking(asking, point, body, repeatable=tried, record=record)
            return await _fork(parts, forking)

    name = f"forks {session} {asking.bearer.token}"
    answer, secrets = await answered_once(request, name, raw, ForkedView, work)
    shown = replace(answer, seats=with_codes(answer.seats, answer.seat, secrets))
    headers = {"Location": f"/v1/sessions/{answer.session}", "ETag": f'"{answer.version}"'}
    return Response(shown, status_code=201, headers=headers)


class _Forking(NamedTuple):
    asking: Seated
    point: SessionAt
    body: ForkBody
    repeatable: Repeatable
    record: Record


async def _fork(parts: Parts, forking: _Forking) -> ForkedView:
    asking, point, tried = forking.asking, forking.point, forking.repeatable
    last = await _last(parts, point)
    origin = Origin(asking.session, point.version, last.hash)
    held = await parts.store.lineage(origin.parent)
    if len(held.overlapping(0, origin.version)) >= PARTS_LIMIT:
        raise ProblemError(ProblemCode.FORK_TOO_DEEP, log_sessions_allowed=PARTS_LIMIT)
    seed, sealed, digests = new_seed()
    from_ = forked_from(held, origin)
    answer = _answer(forking, from_)
    title = forking.body.title or point.state.table.title
    move = ForkSession(
        title=title,
        parent=from_.session,
        version=from_.version,
        hash=from_.hash,
        dice_commitment=commitment(seed),
    )

    async def side_rows(connection: Connection, row: Row) -> None:
        await tried.keep(connection, answer)
        token = asking.bearer.token
        await require_seats(connection, asking.bearer, asking.session, asking.seats)
        await _rewritten_alike(parts, connection, point, held, row)
        await identity.seat_token(connection, token, answer.session, answer.seat)
        issuer = Issuer(token, asking.bearer.until(None))
        await offer(connection, answer.session, answer.seats, answer.seat, tried.secrets, issuer)
        await forking.record(connection, answer.session)

    by = asking.bearer.grant
    request = MoveRequest(
        answer.session, answer.seat, move, sealed=sealed, sealed_digests=digests, by=by
    )
    before = Head(point.state, point.version, last.hash, last.at)
    ruleset = point.session.codec.ruleset
    appended(await parts.playing.start(request, ruleset, side_rows, before, origin))
    return answer


async def _last(parts: Parts, point: SessionAt) -> Row:
    """Return the event that a fork follows. Raise a problem if the log has gone back since the state was read."""
    for last in await parts.store.read(point.session.id, point.version - 1, 1):
        if last.version == point.version and await has_head(parts.store, point.session):
            return last
    # The log has gone back, but this process still has the lost events in memory. Read the log again.
    async with point.session.lock:
        await parts.sessions.catch_up(point.session)
    head = point.session.version
    if point.version <= head:
        raise ProblemError(ProblemCode.CONTENDED)
    raise ProblemError(ProblemCode.NO_SUCH_VERSION, version=point.version, head=head)


async def _rewritten_alike(
    parts: Parts, connection: Connection, point: SessionAt, held: Lineage, row: Row
) -> None:
    """Record in the fork's log the later redactions of the events that it inherits from its parent."""
    await lineage.hold(connection)
    newest = await lineage.newest_rewrite(connection, held)
    if newest != point.session.rewritten:
        # Texts in the state that was read may have been redacted since then. The client must try again.
        point.session.heard(newest)
        raise ProblemError(ProblemCode.CONTENDED)
    if newest > point.version:
        await parts.repeat_in_fork(connection, held, point.session.codec, point.state, row)


def forked_from(held: Lineage, origin: Origin) -> ForkedFrom:
    """Return the origin of a fork. `held` is its own lineage, or its parent's."""
    ancestors = tuple(
        Ancestor(SessionId(str(part.session)), part.until)
        for part in held.overlapping(0, origin.version)
    )
    parent = SessionId(str(origin.parent))
    return ForkedFrom(parent, origin.version, origin.hash.hex(), ancestors)


def _answer(forking: _Forking, origin: ForkedFrom) -> ForkedView:
    table = forking.point.state.table
    return ForkedView(
        session=forking.repeatable.secrets.id("session"),
        version=origin.version + 1,
        seat=forking.body.seat or _default(table, forking.asking),
        seats=tuple(OfferedSeat(seat.id, seat.kind, seat.name) for seat in table.seats),
        forked_from=origin,
    )


def _default(table: Table, asking: Seated) -> SeatId:
    """Return the asker's own seat that takes part in play, or the GM's."""
    own = (seat.id for seat in table.players if seat.id in asking.seats)
    return next(own, table.gm)


@get(
    "/sessions/{session:str}/forks",
    operation_id="listForks",
    opt=Operation(headers=PAGED),
)
async def list_forks(
    request: AnyRequest,
    session: str,
    after: Annotated[
        UUID | None, Parameter(description="The last fork of the previous page.")
    ] = None,
    limit: Annotated[
        int, Parameter(ge=1, le=100, description="The maximum number of forks to return.")
    ] = 50,
) -> Response[ForksView]:
    """List the forks of a session.

    If you have no token, you see only forks that allow onlookers.
    """
    parts = parts_of(request)
    asking = await reading(parts, request.headers.get("authorization"), session, None)
    page, is_onlooker = (after, limit + 1), isinstance(asking, Onlooker)
    forks = await lineage.forks(parts.database, asking.session, *page, only_open=is_onlooker)
    shown = tuple(view for fork in forks[:limit] if (view := _view(fork)))
    last = forks[limit - 1].session if len(forks) > limit else None
    headers = {"Vary": "Authorization", "Cache-Control": "private, no-cache"}
    headers |= links(request, "after", last)
    return Response(ForksView(shown, last), headers=headers)


class _Titled(msgspec.Struct):
    title: str


class _First(msgspec.Struct):
    """The listed part of a fork's first own event."""

    move: _Titled


_first = msgspec.json.Decoder(_First)


def _view(fork: Forked) -> ForkView | None:
    """Return a fork, or None if its first own event is unreadable.

    So one damaged session does not hide the others.
    """
    if fork.data is None or fork.format is None:
        return None
    first = EventText(fork.version + 1, fork.data, fork.format)
    with suppress(UnreadableLogError):
        title = read_event(fork.session, first, _first.decode).move.title
        return ForkView(fork.session, fork.version, title, fork.at)
    return None
