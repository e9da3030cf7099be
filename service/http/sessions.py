"""Sessions: starting, listing and reading them."""

from collections.abc import Awaitable
from contextlib import suppress
from datetime import datetime
from typing import Annotated, NamedTuple
from uuid import UUID

import msgspec
from litestar import Response, get, post
from litestar.params import Parameter

from verger.domain.core.dice import commitment
from verger.domain.core.house_rule import Value
from verger.domain.core.identifier import HouseRuleId, SeatId
from verger.domain.core.mover import Unseated
from verger.domain.core.reason import Code
from verger.domain.core.seat import SeatKind
from verger.domain.core.spelling import sought
from verger.domain.core.text import Label
from verger.domain.games.rulesets import DEFAULT, RULESETS
from verger.domain.judging.offer import awaited_of
from verger.domain.table.seating import NewSeat, StartSession
from verger.projections import session as projection
from verger.projections.session import SessionView
from verger.service.database.pool import Connection
from verger.service.edge.answering import appended
from verger.service.edge.asking import (
    bearer,
    grant_for_seat,
    seated,
)
from verger.service.edge.body import AnyRequest, parts_of, read
from verger.service.edge.offered import OfferedSeat, offer, with_codes
from verger.service.edge.operation import MADE, PAGED, Link, Operation
from verger.service.edge.paging import links
from verger.service.edge.reading import SessionAt, at_once, moment, session_read
from verger.service.edge.repeating import answered_once
from verger.service.edge.starting import Record, counted_start, require_leave
from verger.service.http.forks import forked_from
from verger.service.http.links import BEGUN
from verger.service.identity import app, identity
from verger.service.identity.claim_code import Issuer
from verger.service.identity.grant import Grant
from verger.service.identity.identity import Bearer
from verger.service.identity.repeatable import Repeatable
from verger.service.identity.secret import Secrets
from verger.service.log.lineage import Lineage
from verger.service.log.row import Row
from verger.service.log.sealed import new_seed
from verger.service.play import trial
from verger.service.play.damage import UnreadableLogError
from verger.service.play.request import MoveRequest
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError
from verger.service.wiring import Parts

GM = SeatId("s1")

LOOKED_THROUGH = 50
"""The maximum number of sessions that one page examines."""


class NewSession(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A session to start: its ruleset, its house rules and its seats. One seat must be the GM's."""

    title: Label
    """The title of the session. One line of at most 100 characters."""
    seats: Annotated[tuple[NewSeat, ...], msgspec.Meta(min_length=1, max_length=50)]
    """The seats, in seat order. You get the GM's seat; an app gets no seat."""
    ruleset: str = DEFAULT
    """The name of the ruleset."""
    house_rules: dict[HouseRuleId, Value] = {}
    """The values of house rules, by id. All other house rules keep their defaults."""
    via: Label | None = None
    """The name of the program that uses the returned token. Events show it."""
    trial: bool = False
    """Whether the session is only for trying a game. The server deletes it after a day without
    play."""


class StartedView(msgspec.Struct, frozen=True):
    """A session that has started."""

    session: UUID
    """The id of the session."""
    version: int
    """The version of the first event."""
    seat: SeatId | None
    """The GM's seat, which you get; null if an app started the session."""
    seats: tuple[OfferedSeat, ...]
    """All seats, with a claim code for each free seat."""
    token: str | None = None
    """The token of the GM's seat, shown once; null if the request's own token got the seat."""
    token_expires_at: datetime | None = None
    """The time when the token expires, unless it is renewed."""


class SessionsView(msgspec.Struct, frozen=True):
    """A page of sessions.

    It can have fewer sessions than requested, because it searches at most 50.
    """

    sessions: tuple[SessionView, ...]
    """The sessions, in the order of their ids."""
    next_after: UUID | None
    """The start of the next page; null on the last page."""


class _Wanted(NamedTuple):
    """A filter of the sessions that a token can read."""

    ruleset: str | None
    title: str | None
    awaited: bool | None
    idle_since: datetime | None

    def takes(self, point: SessionAt) -> bool:
        """Return whether a session passes the filter."""
        table, since = point.state.table, self.idle_since
        return (
            self.ruleset in (None, table.ruleset)
            and sought(self.title or "") in sought(table.title)
            and (since is None or point.session.at <= since)
            and self.awaited in (None, _is_awaited(point))
        )


def _is_awaited(point: SessionAt) -> bool:
    """Return whether the game waits for one of the client's seats."""
    waits = awaited_of(point.session.codec.ruleset, point.state)
    return any(seat in point.asking.seats for wait in waits for seat in wait.seats)


class _Starting(NamedTuple):
    body: NewSession
    repeatable: Repeatable
    session: UUID
    bearer: Bearer | None
    grant: Grant
    record: Record


@post(
    "/sessions",
    operation_id="startSession",
    opt=Operation(
        takes=NewSession,
        key="secret",
        bearer="optional",
        scope="gm",
        headers=MADE,
        problems=(
            ProblemCode.NO_SUCH_RULESET,
            ProblemCode.STARTS_RESTRICTED,
            ProblemCode.SESSION_QUOTA,
            ProblemCode.INVALID_TOKEN,
            ProblemCode.MISSING_SCOPE,
            ProblemCode.VIA_OF_TOKEN,
            Code.NO_GM,
            Code.SEAT_LIMIT,
            Code.NAME_TAKEN,
            Code.UNKNOWN_HOUSE_RULE,
            Code.VALUE_NOT_ALLOWED,
        ),
        links=(*BEGUN, Link("addSeat", "Add a seat to the session.", {"session": "session"})),
    ),
)
async def start_session(request: AnyRequest) -> Response[StartedView]:
    """Start a session.

    The answer shows the token of the GM's seat, and a claim code for every other seat. It shows
    them only once. Give each player their code. If the request has a token, the GM's seat is added
    to that token, and the answer shows no new token. If the request has the key of an app, the app
    gets no seat. The answer then has a code for every seat, and the app can read the session.

    The operator can restrict this to apps, or forbid it (`starts_restricted`). One address can
    start a limited number of sessions (`rate_limited`), except for an app. Exactly one seat must be
    the GM's (`no_gm`).
    """
    parts = parts_of(request)
    body, raw = await read(request, NewSession)
    if body.ruleset not in RULESETS:
        raise ProblemError(ProblemCode.NO_SUCH_RULESET, ruleset=body.ruleset[:100])
    sent = request.headers.get("authorization")
    holder = await bearer(parts, sent, None, "gm") if sent else None
    require_leave(parts.settings.starts, holder)
    grant = grant_for_seat(holder, body.via)
    name = f"sessions {holder.token if holder else ''}"

    def work(tried: Repeatable) -> Awaitable[StartedView]:
        id = tried.secrets.id("session")
        record = counted_start(request, holder)
        starting = _Starting(body, tried, session=id, bearer=holder, grant=grant, record=record)
        return _start(parts, starting)

    answer, secrets = await answered_once(request, name, raw, StartedView, work)
    shown = _with_secrets(answer, secrets, with_token=holder is None)
    location = {"Location": f"/v1/sessions/{answer.session}", "ETag": f'"{answer.version}"'}
    return Response(shown, status_code=201, headers=location)


async def _start(parts: Parts, starting: _Starting) -> StartedView:
    body, session = starting.body, starting.session
    ruleset = RULESETS[body.ruleset]
    seed, sealed, digests = new_seed()
    seat = _seat_of_starter(starting)
    chosen = ruleset.beginning(body.house_rules, parts.store.today())
    move = StartSession(
        title=body.title,
        ruleset=ruleset.name,
        ruleset_version=ruleset.version,
        house_rules=chosen,
        seats=body.seats,
        dice_commitment=commitment(seed),
    )
    seats = tuple(
        OfferedSeat(SeatId(f"s{n}"), new.kind, new.name) for n, new in enumerate(body.seats, 1)
    )
    ends = None if starting.bearer else starting.grant.expires_at
    answer = StartedView(session, 1, seat, seats, token_expires_at=ends)

    async def side_rows(connection: Connection, row: Row) -> None:
        del row
        await starting.repeatable.keep(connection, answer)
        await _issue(connection, starting, answer)
        await starting.record(connection, session)
        if body.trial:
            await trial.keep(connection, session)

    by = starting.grant
    mover = seat or Unseated.APP
    request = MoveRequest(session, mover, move, sealed=sealed, sealed_digests=digests, by=by)
    appended(await parts.playing.start(request, ruleset, side_rows))
    return answer


def _seat_of_starter(starting: _Starting) -> SeatId | None:
    """Return the GM's seat, or None if an app starts the session."""
    if starting.bearer and starting.bearer.app:
        return None
    seats = enumerate(starting.body.seats, 1)
    return SeatId(f"s{next((n for n, seat in seats if seat.kind is SeatKind.GM), 1)}")


async def _issue(connection: Connection, starting: _Starting, answer: StartedView) -> None:
    secrets, session, bearer = starting.repeatable.secrets, starting.session, starting.bearer
    token = bearer.token if bearer else secrets.id("token")
    if bearer and bearer.app:
        if full := await app.start(connection, bearer.app, session):
            raise ProblemError(
                ProblemCode.SESSION_QUOTA, sessions_allowed=full.limit, sessions_held=full.sessions
            )
    elif answer.seat:
        if bearer is None:
            await identity.issue(
                connection, token, secrets.token(), "started the session", starting.grant
            )
        await identity.seat_token(connection, token, session, answer.seat)
    issuer = Issuer(token, bearer.until(None) if bearer else None)
    await offer(connection, session, answer.seats, answer.seat, secrets, issuer)


def _with_secrets(answer: StartedView, secrets: Secrets, *, with_token: bool) -> StartedView:
    seats = with_codes(answer.seats, answer.seat, secrets)
    token = secrets.token() if with_token else None
    return msgspec.structs.replace(answer, seats=seats, token=token)


After = Annotated[UUID | None, Parameter(description="The last session of the previous page.")]
Limit = Annotated[
    int, Parameter(ge=1, le=LOOKED_THROUGH, description="The maximum number of sessions to return.")
]
OfRuleset = Annotated[
    str | None, Parameter(description="Only sessions with this ruleset.", max_length=100)
]
Titled = Annotated[
    str | None,
    Parameter(
        description="Only sessions whose title contains this text. Case is ignored.",
        max_length=200,
    ),
]
IsAwaited = Annotated[
    bool | None,
    Parameter(
        description="`true` for sessions that wait for one of your seats, `false` for all others."
        " Default: both."
    ),
]
IdleSince = Annotated[
    str | None,
    Parameter(
        description="Only sessions without an event since this time.",
        schema_extra={"format": "date-time"},
        max_length=40,
    ),
]


@get(
    "/sessions",
    operation_id="listSessions",
    opt=Operation(
        headers=PAGED,
        problems=(ProblemCode.NO_SUCH_RULESET,),
        links=(
            Link(
                "getSession",
                "Get an overview of the first session.",
                {"session": "sessions/0/session"},
            ),
        ),
    ),
)
async def list_sessions(
    request: AnyRequest,
    after: After = None,
    limit: Limit = 20,
    ruleset: OfRuleset = None,
    title: Titled = None,
    awaited: IsAwaited = None,
    idle_since: IdleSince = None,
) -> Response[SessionsView]:
    """List your sessions.

    Use it to show players their games, or to find the games that wait for a bot. The answer has
    each session that the token can read, with or without a seat. A page examines 50 sessions. With
    filters, a page can therefore be short or empty although more sessions follow. Continue while
    `Link` has a `next`.
    """
    parts = parts_of(request)
    sent = request.headers.get("authorization")
    holder = await bearer(parts, sent, None, "read")
    if ruleset is not None and ruleset not in RULESETS:
        raise ProblemError(ProblemCode.NO_SUCH_RULESET, ruleset=ruleset)
    since = moment("idle_since", idle_since) if idle_since is not None else None
    wanted = _Wanted(ruleset, title, awaited, since)
    ids = await parts.identity.sessions(holder.token, after, LOOKED_THROUGH + 1)
    shown: list[SessionView] = []
    last: UUID | None = None
    for looked, id in enumerate(ids):
        if len(shown) == limit or looked == LOOKED_THROUGH:
            last = ids[looked - 1]
            break
        if view := await _glance(parts, sent, id, wanted):
            shown.append(view)
    return Response(SessionsView(tuple(shown), last), headers=links(request, "after", last))


async def _glance(parts: Parts, sent: str | None, id: UUID, wanted: _Wanted) -> SessionView | None:
    """Return a session for the list. None if it does not pass the filter or cannot be read.

    So one damaged log does not hide the other sessions.
    """
    with suppress(UnreadableLogError):
        asking = await seated(parts, sent, str(id), None)
        with await parts.sessions.readable(id) as session:
            point = SessionAt(
                asking=asking, session=session, state=session.state, version=session.version, tag=""
            )
            return await _view(parts, point) if wanted.takes(point) else None
    return None


async def _view(parts: Parts, point: SessionAt) -> SessionView:
    return _with_lineage(point, await parts.store.lineage(point.asking.session))


@at_once("")
def _view_at_once(parts: Parts, point: SessionAt) -> SessionView | None:
    lineage = parts.store.known_lineage(point.asking.session)
    return lineage and _with_lineage(point, lineage)


def _with_lineage(point: SessionAt, lineage: Lineage) -> SessionView:
    return projection.session(
        point.session.codec.ruleset,
        point.state,
        point.session.name,
        point.version,
        point.asking.seats,
        forked_from(lineage, lineage.origin) if lineage.origin else None,
    )


@session_read("", "getSession", Operation(gives=SessionView))
async def get_session(request: AnyRequest, point: SessionAt) -> SessionView:
    """Get an overview of a session.

    Use it first, to see the seats, the step of play and the pending actions. Other operations give
    the details of each.
    """
    return await _view(parts_of(request), point)
