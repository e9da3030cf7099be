"""The lobby for players: list tables, ask for a seat, and get in."""

from contextlib import suppress
from datetime import UTC, datetime
from typing import Annotated

import msgspec
from litestar import Response, delete, get, post
from litestar.params import Parameter

from verger.domain.core.identifier import SeatId
from verger.domain.core.reason import Code
from verger.domain.core.table import Table
from verger.domain.core.text import tidy
from verger.domain.games.rulesets import RULESETS
from verger.domain.table.naming import cannot_name
from verger.domain.table.seating import TakeSeat
from verger.service.annexes.lobby import lobby
from verger.service.annexes.lobby.listings import (
    HANDING_OUT,
    AskView,
    asking,
    free_at,
    free_seats,
    hosting,
    hosts,
    require_lobby,
)
from verger.service.annexes.lobby.lobby import ASK_LIFE, PLACE, Ask, Listing, ListPosition, Lobby
from verger.service.annexes.lobby.views import (
    AskedView,
    LettingIn,
    NewAsk,
    OpenTablesView,
    OpenTableView,
    OwnAsksView,
)
from verger.service.annexes.notices import registry
from verger.service.annexes.notices.dispatcher import Dispatcher
from verger.service.database.pool import Connection
from verger.service.edge.answering import appended, rate_limited
from verger.service.edge.asking import Seated, bearer, canonical_id
from verger.service.edge.body import AnyRequest, parts_of, read
from verger.service.edge.operation import PAGED, Operation
from verger.service.edge.paging import links
from verger.service.edge.reading import Seat
from verger.service.edge.repeating import answered_once, write_once
from verger.service.identity.grant import Scope, ends_after, of_seat
from verger.service.identity.identity import Bearer
from verger.service.identity.rate_limit import ASKS_AT_TABLE
from verger.service.identity.repeatable import Repeatable
from verger.service.log.row import Row
from verger.service.play import access
from verger.service.play.damage import UnreadableLogError
from verger.service.play.request import MoveRequest
from verger.service.play.session import Session, UnknownSessionError
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError, refusal
from verger.service.wiring import Parts

LOOKED_THROUGH = 50
"""The maximum number of listings that one page searches for wanted tables."""


OfRuleset = Annotated[
    str | None, Parameter(description="Only tables with this ruleset.", max_length=100)
]
Spoken = Annotated[
    str | None,
    Parameter(description="Only tables with this language. `pt` includes `pt-BR`.", max_length=35),
]
Limit = Annotated[
    int, Parameter(ge=1, le=LOOKED_THROUGH, description="The maximum number of tables to return.")
]
After = Annotated[
    str | None, Parameter(description="The `next_after` of the previous page.", pattern=PLACE)
]


@get(
    "/tables",
    operation_id="listTables",
    opt=Operation(
        bearer="never",
        headers=PAGED,
        problems=(ProblemCode.NO_SUCH_RULESET,),
    ),
)
async def list_tables(
    request: AnyRequest,
    after: After = None,
    limit: Limit = 20,
    ruleset: OfRuleset = None,
    language: Spoken = None,
) -> Response[OpenTablesView]:
    """List tables with free seats.

    Use it to find a game to join. The answer has the tables that their hosts have listed. The
    newest are first. A page examines 50 tables, so it can be short or empty although more follow.
    Continue while `Link` has a `next`. If the lobby is off, the list is empty.
    """
    parts = parts_of(request)
    if ruleset is not None and ruleset not in RULESETS:
        raise ProblemError(ProblemCode.NO_SUCH_RULESET, ruleset=ruleset)
    place = ListPosition.read(after) if after else None
    is_open = parts.settings.lobby == "on"
    found = await parts.the(Lobby).listed(language, place, LOOKED_THROUGH + 1) if is_open else []
    shown: list[OpenTableView] = []
    last: ListPosition | None = None
    for looked, listing in enumerate(found):
        if len(shown) == limit or looked == LOOKED_THROUGH:
            last = found[looked - 1].place
            break
        if (view := await _open(parts, listing)) and ruleset in (None, view.ruleset):
            shown.append(view)
    page = OpenTablesView(tuple(shown), str(last) if last else None)
    return Response(page, headers=links(request, "after", last))


async def _open(parts: Parts, listing: Listing) -> OpenTableView | None:
    """Return a listed table as clients see it. None if it has no free seat, or cannot be read."""
    gone = suppress(UnknownSessionError, UnreadableLogError)
    with gone, await parts.sessions.readable(listing.session) as session:
        return _shown(listing, session)
    return None


def _shown(listing: Listing, session: Session) -> OpenTableView | None:
    table, free = session.state.table, free_seats(session.state.table)
    if not free:
        return None
    gm = table.seat(table.gm)
    return OpenTableView(
        table=listing.id,
        title=table.title,
        ruleset=table.ruleset,
        host=gm.name if gm and gm.taken else None,
        free_seats=len(free),
        seats=sum(seat.plays for seat in table.seats),
        language=listing.language,
        plays=listing.plays,
        about=listing.about,
        listed_at=listing.listed_at,
    )


@post(
    "/tables/{table:str}/asks",
    operation_id="askForSeat",
    opt=Operation(
        takes=NewAsk,
        key="secret",
        bearer="optional",
        scope="play",
        problems=(
            ProblemCode.LOBBY_OFF,
            ProblemCode.NO_SUCH_TABLE,
            ProblemCode.TABLE_FULL,
            Code.NAME_TAKEN,
            ProblemCode.ASKED_ALREADY,
            ProblemCode.TOO_MANY_ASKS,
            ProblemCode.INVALID_TOKEN,
            ProblemCode.MISSING_SCOPE,
        ),
    ),
)
async def ask_for_seat(request: AnyRequest, table: str) -> Response[AskedView]:
    """Ask for a seat.

    Use it to join a listed table. The answer shows a token only once. This token gets the seat when
    the host lets you in. Until then, it can only read and withdraw the request. If you send a
    token, you get no new token, and your token gets the seat. A request lasts a week. `table_full`
    means that no seat is free.
    """
    parts = parts_of(request)
    sent = request.headers.get("authorization")
    holder = await bearer(parts, sent, None, "play") if sent else None
    require_lobby(parts)
    body, raw = await read(request, NewAsk)
    name = f"ask {table} {holder.token if holder else ''}"
    answer, secrets = await answered_once(
        request, name, raw, AskedView, lambda tried: _ask(request, table, body, (holder, tried))
    )
    token = secrets.token() if holder is None else None
    return Response(msgspec.structs.replace(answer, token=token), status_code=201)


async def _ask(
    request: AnyRequest, table: str, body: NewAsk, by: tuple[Bearer | None, Repeatable]
) -> AskedView:
    parts, (holder, tried) = parts_of(request), by
    listing = await parts.the(Lobby).table(canonical_id(table))
    with await parts.sessions.fresh(listing.session) as session:
        at_table = session.state.table
    if not free_seats(at_table):
        raise ProblemError(ProblemCode.TABLE_FULL)
    if taken := cannot_name(_sitting(at_table), body.name):
        raise refusal(taken)
    if holder and (await parts.identity.bearer(holder.token, listing.session) or holder).seats:
        raise ProblemError(ProblemCode.ASKED_ALREADY)
    address: str = request.scope["address"]  # type: ignore[typeddict-item]
    if spent := parts.limits.ask(address):
        raise rate_limited(spent)
    if not parts.limits.ask_at(address, listing.id):
        raise ProblemError(ProblemCode.TOO_MANY_ASKS, asks_allowed=ASKS_AT_TABLE)
    token = holder.token if holder else tried.secrets.id("token")
    ask = Ask(
        id=tried.secrets.id("ask"),
        session=listing.session,
        token=token,
        name=tidy(body.name),
        note=tidy(body.note or ""),
        asked_at=datetime.now(UTC),
        until=ends_after(ASK_LIFE),
        state="waiting",
        seat=None,
    )
    answer = AskedView(ask.id, ask.until)

    async def work(connection: Connection) -> None:
        await lobby.put(connection, ask, None if holder else tried.secrets.token())
        await registry.add_asked(connection, ask.session, hosts(at_table))
        await tried.keep(connection, answer)

    await write_once(parts, work)
    parts.the(Dispatcher).watch(ask.session)
    return answer


def _sitting(table: Table) -> Table:
    """Return a table without its free seats, so that a person can ask under the name that a free seat has."""
    return msgspec.structs.replace(table, seats=tuple(seat for seat in table.seats if seat.taken))


@get("/asks", operation_id="listAsks", opt=Operation(problems=(ProblemCode.LOBBY_OFF,)))
async def list_asks(request: AnyRequest) -> OwnAsksView:
    """List your requests for seats.

    Use it to see whether a host has let you in. The answer has the requests for seats that this
    token made, and their results.
    """
    parts = parts_of(request)
    holder = await bearer(parts, request.headers.get("authorization"), None, "read")
    require_lobby(parts)
    found = [await _own(parts, ask) for ask in await parts.the(Lobby).by(holder.token)]
    return OwnAsksView(tuple(view for view in found if view))


async def _own(parts: Parts, ask: Ask) -> AskView | None:
    gone = suppress(UnknownSessionError, UnreadableLogError)
    with gone, await parts.sessions.readable(ask.session) as session:
        return asking(ask, session.state.table)
    return None


@delete(
    "/asks/{ask:str}",
    operation_id="withdrawAsk",
    status_code=204,
    opt=Operation(
        scope="play",
        problems=(
            ProblemCode.LOBBY_OFF,
            ProblemCode.NO_SUCH_ASK,
            ProblemCode.ASK_ANSWERED,
            *HANDING_OUT,
        ),
    ),
)
async def withdraw_ask(request: AnyRequest, ask: str, seat: Seat = None) -> None:
    """Withdraw or decline a request.

    The person who asked for a seat withdraws the request. The host of the table declines it. If the
    host has already answered the request, you get 409 `ask_answered`.
    """
    parts = parts_of(request)
    holder = await bearer(parts, request.headers.get("authorization"), None, "play")
    require_lobby(parts)
    found = await parts.the(Lobby).ask(canonical_id(ask))
    if found.token == holder.token:
        await parts.the(Lobby).withdraw(found.id)
        return
    await _hosting(request, found, seat, "play")
    await parts.the(Lobby).decline(found.id)


async def _hosting(request: AnyRequest, ask: Ask, seat: str | None, needs: Scope = "gm") -> Seated:
    """Return the sender if it can give out the table's seats. A stranger does not learn that the ask exists."""
    try:
        return await hosting(request, str(ask.session), seat, needs)
    except ProblemError as error:
        if error.code == ProblemCode.NO_SUCH_SESSION:
            raise ProblemError(ProblemCode.NO_SUCH_ASK) from None
        raise


@post(
    "/asks/{ask:str}/seat",
    operation_id="letIn",
    opt=Operation(
        takes=LettingIn,
        scope="gm",
        headers=("ETag",),
        problems=(
            ProblemCode.LOBBY_OFF,
            ProblemCode.NO_SUCH_ASK,
            ProblemCode.ASK_ANSWERED,
            ProblemCode.TABLE_FULL,
            ProblemCode.NOT_RENEWABLE,
            *HANDING_OUT,
            Code.UNKNOWN_SEAT,
            Code.SEAT_TAKEN,
            Code.NAME_TAKEN,
            ProblemCode.CONTENDED,
        ),
    ),
)
async def let_in(request: AnyRequest, ask: str, seat: Seat = None) -> Response[AskView]:
    """Let somebody in.

    Use it to answer a request for a seat at your table. The GM and the app that started the session
    can do this. While the GM's seat is empty, any player can also do it. The person gets the seat
    under the name in the request. The token that asked for the seat then acts for it. If the seat
    is taken (`seat_taken`), choose another seat.
    """
    parts = parts_of(request)
    await bearer(parts, request.headers.get("authorization"), None, "gm")
    require_lobby(parts)
    found = await parts.the(Lobby).ask(canonical_id(ask))
    host = await _hosting(request, found, seat)
    if host.bearer.until(None):
        # A seat must not last longer than the token that gives it.
        raise ProblemError(ProblemCode.NOT_RENEWABLE)
    body, _ = await read(request, LettingIn)
    if found.state != "waiting":
        raise ProblemError(ProblemCode.ASK_ANSWERED)
    free = await free_at(parts, found.session)
    if not free:
        raise ProblemError(ProblemCode.TABLE_FULL)
    given = body.seat or free[0].id
    version = await _seat(parts, found, given, host)
    with await parts.sessions.known(found.session) as session:
        shown = asking(found._replace(state="let_in", seat=given), session.state.table)
    return Response(shown, status_code=201, headers={"ETag": f'"{version}"'})


async def _seat(parts: Parts, ask: Ask, seat: SeatId, host: Seated) -> int:
    """Seat a player under the name in their ask. Return the version of the event.

    If an app lets the player in, the event names the app.
    """
    grant = of_seat(None if host.seats else host.bearer.grant.via)

    async def side_rows(connection: Connection, row: Row) -> None:
        del row
        await lobby.let_in(connection, ask, seat, grant)
        await access.take_over(connection, ask.token, ask.session, seat)

    asked = MoveRequest(ask.session, seat, TakeSeat(ask.name), by=grant)
    answer = appended(await parts.playing.move(asked, side_rows))
    parts.identity.forget()
    return answer.row.version
