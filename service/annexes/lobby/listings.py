"""Listings: a host has their table listed in the lobby, and sees who asks for a seat there."""

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
        description="By BCP 47: `en`, `pt-BR`.",
    ),
]


class NewListing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a host says of a table; the rest is the table's own."""

    language: Language
    plays: Label | None = None
    """When it plays, as people say it."""
    about: Prose | None = None


class ListingView(msgspec.Struct, frozen=True):
    """How a table is listed."""

    table: UUID
    language: str
    plays: str
    about: str
    listed_at: datetime
    until: datetime


class AskView(msgspec.Struct, frozen=True):
    """Somebody who asks for a seat, and what came of it."""

    ask: UUID
    title: str
    name: str
    note: str
    asked_at: datetime
    until: datetime
    state: State
    session: UUID | None
    seat: SeatId | None


class LobbyView(msgspec.Struct, frozen=True):
    """A table in the lobby, for its host."""

    listing: ListingView | None
    free_seats: int
    asks: tuple[AskView, ...]
    """Those that wait for an answer, the first first."""


def require_lobby(parts: Parts) -> None:
    """Refuse where the operator has no lobby."""
    if parts.settings.lobby == "off":
        raise ProblemError(ProblemCode.LOBBY_OFF)


def free_seats(table: Table) -> Sequence[SeatAtTable]:
    """The seats that somebody may be let in to: none that waits for who had it, or at a closed table."""
    if closing.is_closed(table):
        return ()
    return [
        seat for seat in table.seats if seat.plays and not seat.taken and seat.id not in table.away
    ]


def hosts(table: Table) -> Sequence[SeatId]:
    """The seats that hand out others."""
    return [seat.id for seat in table.seats if not may_not_hand_out(table, seat.id)]


async def hosting(
    request: AnyRequest, session_id: str, seat: str | None, needs: Scope = "gm"
) -> Seated:
    """Who hands out the seats of a table, as with claim codes."""
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
    """The free seats of a session's table now."""
    with await parts.sessions.fresh(session_id) as session:
        return free_seats(session.state.table)


HANDING_OUT = (
    ProblemCode.READ_ONLY,
    Code.GM_ONLY,
    Code.OBSERVERS_WATCH,
    Code.SEAT_NOT_TAKEN,
)
"""The codes for who does not hand out a table's seats."""
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
    """Have a table listed in the lobby for 30 days, or otherwise than it is.

    Whoever hands out its seats may: the GM, or the app that has started it. While no seat is free, or
    the table has agreed to close, it is not shown.
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
    """How a table is listed, and who asks for a seat there."""
    asking = await hosting(request, session, seat)
    return await _shown(parts_of(request), asking.session)


@delete(
    "/sessions/{session:str}/listing",
    operation_id="unlistTable",
    status_code=204,
    opt=Operation(scope="gm", problems=_REFUSED),
)
async def unlist_table(request: AnyRequest, session: str, seat: Seat = None) -> None:
    """List a table no more; who asks there already may still be let in."""
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
    """An ask as its host and whoever asks see it."""
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
