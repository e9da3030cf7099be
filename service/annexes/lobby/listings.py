"""Listings: a host lists a table in the lobby, and sees the requests for its seats."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated
from uuid import UUID

import msgspec
from litestar import delete, get, put
from msgspec import Meta

from verger.domain.core.identifier import SeatId
from verger.domain.core.reason import Code
from verger.domain.core.seat import Seat as SeatAtTable
from verger.domain.core.table import Table
from verger.domain.core.text import Label, Prose
from verger.domain.table import closing
from verger.service.annexes.lobby.lobby import Ask, Listing, Lobby, State
from verger.service.edge.asking import Seated, seated
from verger.service.edge.body import AnyRequest, parts_of, read
from verger.service.edge.operation import Operation
from verger.service.edge.reading import Seat
from verger.service.http.claim_codes import hander, may_not_hand_out
from verger.service.identity.grant import Scope
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError, refusal
from verger.service.wiring import Parts

Language = Annotated[
    str,
    Meta(
        max_length=35,
        pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$",
        description="A BCP 47 tag, such as `en` or `pt-BR`.",
    ),
]


class NewListing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The description of a table by its host. The server adds title, game and seats."""

    language: Language
    """The language of play, as a BCP 47 tag such as `en` or `pt-BR`."""
    plays: Label | None = None
    """The time of play in words, such as `Fridays, 19:00 UTC`. One line of at most 100
    characters."""
    about: Prose | None = None
    """A description for people who look for a table. At most 2,000 characters."""


class ListingView(msgspec.Struct, frozen=True):
    """The listing of a table in the lobby."""

    table: UUID
    """The id of the table in the lobby."""
    language: str
    """The language of play, as a BCP 47 tag."""
    plays: str
    """The time of play in words; empty if the host named none."""
    about: str
    """The description by the host; empty if there is none."""
    listed_at: datetime
    """The time when it was listed."""
    until: datetime
    """The time when the listing expires."""


class AskView(msgspec.Struct, frozen=True):
    """A request for a seat, and its result."""

    ask: UUID
    """The id of the request."""
    title: str
    """The title of the session."""
    name: str
    """The name that the person wants at the table."""
    note: str
    """The message to the host; empty if there is none."""
    asked_at: datetime
    """The time of the request."""
    until: datetime
    """The time when the request expires if nobody answers it."""
    state: State
    """`waiting`, `let_in` or `declined`."""
    session: UUID | None
    """The id of the session; null until the person is let in."""
    seat: SeatId | None
    """The seat that the person received; null until the person is let in."""


class LobbyView(msgspec.Struct, frozen=True):
    """A table in the lobby, for its host."""

    listing: ListingView | None
    """The listing; null if the table is not listed."""
    free_seats: int
    """The number of free seats."""
    asks: tuple[AskView, ...]
    """The unanswered requests for seats, the oldest first."""


def require_lobby(parts: Parts) -> None:
    """Raise a problem if the operator has turned the lobby off."""
    if parts.settings.lobby == "off":
        raise ProblemError(ProblemCode.LOBBY_OFF)


def free_seats(table: Table) -> Sequence[SeatAtTable]:
    """Return the free seats of a table.

    A closed table has none. A seat that is reserved for an absent player is not free.
    """
    if closing.is_closed(table):
        return ()
    return [
        seat for seat in table.seats if seat.plays and not seat.taken and seat.id not in table.away
    ]


def hosts(table: Table) -> Sequence[SeatId]:
    """Return the seats whose players can give out other seats."""
    return [seat.id for seat in table.seats if not may_not_hand_out(table, seat.id)]


async def hosting(
    request: AnyRequest, session_id: str, seat: str | None, needs: Scope = "gm"
) -> Seated:
    """Return the sender of a request if it can give out seats of the table (the rule of claim codes). Otherwise raise a problem."""
    parts = parts_of(request)
    asking = await seated(parts, request.headers.get("authorization"), session_id, seat, needs)
    require_lobby(parts)
    asker: SeatId | None = await hander(parts, asking)
    with await parts.sessions.fresh(asking.session) as session:
        table = session.state.table
    if asker and (refused := may_not_hand_out(table, asker)):
        raise refusal(refused)
    return asking


async def free_at(parts: Parts, session_id: UUID) -> Sequence[SeatAtTable]:
    """Return the free seats of a session's table now."""
    with await parts.sessions.fresh(session_id) as session:
        return free_seats(session.state.table)


HANDING_OUT = (
    ProblemCode.READ_ONLY,
    Code.GM_ONLY,
    Code.OBSERVERS_WATCH,
    Code.SEAT_NOT_TAKEN,
)
"""The problem codes for a sender that cannot give out seats of the table."""
_REFUSED = (ProblemCode.LOBBY_OFF, *HANDING_OUT)


@put(
    "/sessions/{session:str}/listing",
    operation_id="listTable",
    opt=Operation(
        takes=NewListing,
        scope="gm",
        problems=(*_REFUSED, ProblemCode.TABLE_FULL),
    ),
)
async def list_table(request: AnyRequest, session: str, seat: Seat = None) -> LobbyView:
    """List a table in the lobby.

    Use it to find players. The listing lasts 30 days. To change or extend it, send it again. The GM
    and the app that started the session can do this. While the GM's seat is empty, any player can
    also do it. The table is not shown while no seat is free (`table_full`) or while it is closed.
    """
    parts = parts_of(request)
    asking = await hosting(request, session, seat)
    body, _ = await read(request, NewListing)
    if not await free_at(parts, asking.session):
        raise ProblemError(ProblemCode.TABLE_FULL)
    said = (body.language, body.plays or "", body.about or "")
    await parts.the(Lobby).keep(asking.session, *said)
    return await _shown(parts, asking.session)


@get(
    "/sessions/{session:str}/listing",
    operation_id="getListing",
    opt=Operation(scope="gm", problems=_REFUSED),
)
async def get_listing(request: AnyRequest, session: str, seat: Seat = None) -> LobbyView:
    """Get the listing of a table.

    The answer has the listing, and the unanswered requests for seats. Only people who can give out
    seats can read it.
    """
    asking = await hosting(request, session, seat)
    return await _shown(parts_of(request), asking.session)


@delete(
    "/sessions/{session:str}/listing",
    operation_id="unlistTable",
    status_code=204,
    opt=Operation(scope="gm", problems=_REFUSED),
)
async def unlist_table(request: AnyRequest, session: str, seat: Seat = None) -> None:
    """Remove a table from the lobby.

    Earlier requests for seats stay. You can still let these people in.
    """
    asking = await hosting(request, session, seat)
    await parts_of(request).the(Lobby).take_off(asking.session)


async def _shown(parts: Parts, session_id: UUID) -> LobbyView:
    listing, asks = await parts.the(Lobby).of(session_id), await parts.the(Lobby).at(session_id)
    with await parts.sessions.fresh(session_id) as session:
        table = session.state.table
    shown = _listing(listing) if listing else None
    return LobbyView(shown, len(free_seats(table)), tuple(asking(ask, table) for ask in asks))


def _listing(listing: Listing) -> ListingView:
    return ListingView(
        table=listing.id,
        language=listing.language,
        plays=listing.plays,
        about=listing.about,
        listed_at=listing.listed_at,
        until=listing.until,
    )


def asking(ask: Ask, table: Table) -> AskView:
    """Return a request for a seat, as its host and its sender see it."""
    return AskView(
        ask=ask.id,
        title=table.title,
        name=ask.name,
        note=ask.note,
        asked_at=ask.asked_at,
        until=ask.until,
        state=ask.state,
        session=ask.session if ask.seat else None,
        seat=SeatId(ask.seat) if ask.seat else None,
    )
