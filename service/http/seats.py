"""Seats: adding, removing and claiming them."""

from datetime import datetime
from functools import partial
from typing import Annotated, NamedTuple
from uuid import UUID

import msgspec
from litestar import Response, delete, post
from msgspec import Meta

from verger.domain.core.identifier import SeatId
from verger.domain.core.reason import Code
from verger.domain.core.seat import SeatKind
from verger.domain.core.table import SeatAdded
from verger.domain.core.text import Label
from verger.domain.table.seating import AddSeat, RemoveSeat, TakeSeat
from verger.service.database.pool import Connection
from verger.service.edge.answering import appended
from verger.service.edge.asking import (
    Seated,
    bearer,
    grant_for_seat,
    require_seats,
    seated,
    still_acts,
)
from verger.service.edge.body import AnyRequest, parts_of, read
from verger.service.edge.operation import MADE, InWords, Link, Operation
from verger.service.edge.reading import Seat
from verger.service.edge.repeating import answered_once, write_once
from verger.service.http.links import BEGUN
from verger.service.identity import claim_code, identity
from verger.service.identity.claim_code import ClaimCode, Issuer
from verger.service.identity.grant import Grant, of_seat
from verger.service.identity.identity import Bearer
from verger.service.identity.repeatable import Repeatable
from verger.service.log.row import Row
from verger.service.play import access
from verger.service.play.damage import read_event
from verger.service.play.request import MoveRequest
from verger.service.problem.code import ProblemCode, RefusalCode
from verger.service.problem.problem import ProblemError
from verger.service.wiring import Parts


class NewSeatBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat to add to the table."""

    kind: SeatKind
    """The kind of seat: `gm`, `player` or `observer`."""
    name: Label
    """The name of the seat until somebody takes it. One line of at most 100 characters."""


class SeatOfferedView(msgspec.Struct, frozen=True):
    """A new seat, with the code for taking it."""

    version: int
    """The version of the event."""
    seat: SeatId
    """The id of the new seat."""
    claim_code: str | None = None
    """The code for taking the seat, shown once."""


class ClaimBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A claim code, and the player's name."""

    code: Annotated[str, Meta(min_length=1, max_length=100)]
    """The claim code, or a code for another device."""
    name: Label | None = None
    """Your name at the table. One line of at most 100 characters. Default: the name of the seat."""
    via: Label | None = None
    """The name of the program that uses the returned token. Events show it."""


class ClaimedView(msgspec.Struct, frozen=True):
    """A seat that was taken."""

    session: UUID
    """The id of the session."""
    version: int
    """The version of the event."""
    seat: SeatId
    """The id of the taken seat."""
    token: str | None = None
    """The seat's token, shown once; null if the request's own token got the seat."""
    token_expires_at: datetime | None = None
    """The time when the token expires, unless it is renewed."""


class SeatRemovedView(msgspec.Struct, frozen=True):
    """A seat that was removed."""

    version: int
    """The version of the event."""
    seat: SeatId
    """The id of the removed seat."""


SIT_DOWN = Link("claimSeat", "Claim the seat.", {"code": "claim_code"})


@post(
    "/sessions/{session:str}/seats",
    operation_id="addSeat",
    opt=Operation(
        takes=NewSeatBody,
        key="secret",
        scope="gm",
        headers=("ETag",),
        problems=(
            ProblemCode.READ_ONLY,
            Code.GM_ONLY,
            Code.GM_AWAY,
            Code.OBSERVERS_WATCH,
            Code.SEAT_NOT_TAKEN,
            Code.SEAT_LIMIT,
            Code.NAME_TAKEN,
            Code.NO_GM,
            ProblemCode.CONTENDED,
        ),
        links=(
            SIT_DOWN,
            Link("removeSeat", "Remove the seat while nobody holds it.", {"removed": "seat"}),
        ),
    ),
)
async def add_seat(
    request: AnyRequest, session: str, seat: Seat = None
) -> Response[SeatOfferedView]:
    """Add a seat.

    Use it when somebody joins a running game. Only the GM can do this. The answer shows the claim
    code of the new seat only once. Every seat needs a different name (`name_taken`), and a table
    has a maximum number of seats (`seat_limit`).
    """
    parts = parts_of(request)
    asking = await seated(parts, request.headers.get("authorization"), session, seat, "gm")
    body, raw = await read(request, NewSeatBody)
    work = partial(_add, parts, asking, AddSeat(body.kind, body.name))
    name = f"seats {session} {asking.mover}"
    answer, secrets = await answered_once(request, name, raw, SeatOfferedView, work)
    shown = msgspec.structs.replace(answer, claim_code=secrets.code(answer.seat))
    return Response(shown, status_code=201, headers={"ETag": f'"{answer.version}"'})


async def _add(parts: Parts, asking: Seated, move: AddSeat, tried: Repeatable) -> SeatOfferedView:
    answers: list[SeatOfferedView] = []
    issuer = Issuer(asking.bearer.token, asking.bearer.until(None))

    async def side_rows(connection: Connection, row: Row) -> None:
        await require_seats(connection, asking.bearer, asking.session, (asking.mover,))
        new = _seat_added(row)
        answers[:] = [SeatOfferedView(row.version, new)]
        await tried.keep(connection, answers[0])
        await claim_code.offer(connection, tried.secrets.code(new), asking.session, new, issuer)

    request = MoveRequest(asking.session, asking.mover, move, by=asking.bearer.grant)
    appended(await parts.playing.move(request, side_rows))
    return answers[0]


class _Effects(msgspec.Struct):
    effects: tuple[msgspec.Raw, ...]


_effects = msgspec.json.Decoder(_Effects)


def _seat_added(row: Row) -> SeatId:
    event = read_event(row.session, row, _effects.decode)
    raw = event.effects[0]
    return msgspec.json.decode(raw, type=SeatAdded).seat


@delete(
    "/sessions/{session:str}/seats/{removed:str}",
    operation_id="removeSeat",
    status_code=200,
    opt=Operation(
        scope="gm",
        problems=(
            ProblemCode.READ_ONLY,
            Code.GM_ONLY,
            Code.GM_AWAY,
            Code.OBSERVERS_WATCH,
            Code.SEAT_NOT_TAKEN,
            Code.UNKNOWN_SEAT,
            Code.SEAT_TAKEN,
            RefusalCode("boosts_out"),
            ProblemCode.CONTENDED,
        ),
    ),
)
async def remove_seat(
    request: AnyRequest, session: str, removed: str, seat: Seat = None
) -> SeatRemovedView:
    """Remove a seat that nobody took.

    Only the GM can do this. A taken seat cannot be removed (`seat_taken`): its player must leave it
    first.
    """
    parts = parts_of(request)
    asking = await seated(parts, request.headers.get("authorization"), session, seat, "gm")
    gone = SeatId(removed[:40])
    move, grant = RemoveSeat(gone), asking.bearer.grant
    check = still_acts(parts, asking)
    move_request = MoveRequest(asking.session, asking.mover, move, by=grant, check=check)
    answer = appended(await parts.playing.move(move_request))
    return SeatRemovedView(answer.row.version, gone)


@post(
    "/seats/claim",
    operation_id="claimSeat",
    opt=Operation(
        takes=ClaimBody,
        key="secret",
        bearer="optional",
        scope=InWords(
            "If you send one, it needs the scope `play`. For a GM's seat, it needs the scope `gm`."
        ),
        headers=MADE,
        problems=(
            ProblemCode.NO_SUCH_CLAIM_CODE,
            ProblemCode.CLAIM_CODE_USED,
            ProblemCode.CLAIM_CODE_EXPIRED,
            Code.SEAT_TAKEN,
            Code.NAME_TAKEN,
            Code.UNKNOWN_SEAT,
            ProblemCode.INVALID_TOKEN,
            ProblemCode.MISSING_SCOPE,
            ProblemCode.VIA_OF_TOKEN,
            ProblemCode.CONTENDED,
        ),
        links=BEGUN,
    ),
)
async def claim_seat(request: AnyRequest) -> Response[ClaimedView]:
    """Claim a seat with a code.

    Use it to join a game. The answer shows the token of the seat only once. If you send a token,
    the seat is added to that token, and you get no new token. One bot can therefore hold several
    seats. A code for another device (`offerDeviceCode`) gives you a second token for the seat, and
    does not change the name of the seat. If the code comes from a token with a fixed end, your new
    token has the same end.

    A code works once (`claim_code_used`) and only for some time (`claim_code_expired`).
    """
    parts = parts_of(request)
    body, raw = await read(request, ClaimBody)
    sent = request.headers.get("authorization")
    holder = await bearer(parts, sent, None, is_fresh=True) if sent else None
    by = grant_for_seat(holder, body.via)
    name = f"claim {holder.token if holder else ''}"
    work = partial(_claim, parts, body, (holder, by))
    answer, secrets = await answered_once(request, name, raw, ClaimedView, work)
    token = secrets.token() if answer.token is not None else None
    shown = msgspec.structs.replace(answer, token=token)
    location = {"Location": f"/v1/sessions/{answer.session}", "ETag": f'"{answer.version}"'}
    return Response(shown, status_code=201, headers=location)


async def _claim(
    parts: Parts, body: ClaimBody, claimant: tuple[Bearer | None, Grant], tried: Repeatable
) -> ClaimedView:
    claim = await claim_code.find(parts.database, body.code)
    if claim is None:
        raise ProblemError(ProblemCode.NO_SUCH_CLAIM_CODE)
    if claim.is_used:
        raise ProblemError(ProblemCode.CLAIM_CODE_USED)
    if claim.has_expired:
        raise ProblemError(ProblemCode.CLAIM_CODE_EXPIRED)
    claiming = _Claiming(body.code, claim, claimant[0], tried)
    if claim.joins:
        return await _join(parts, claiming, claimant[1].via)
    name = body.name or await _name(parts, claim)
    answers: list[ClaimedView] = []

    async def side_rows(connection: Connection, row: Row) -> None:
        await claiming.use_up(connection)
        recipient = await claiming.recipient(connection, of_seat(claimant[1].via))
        answers[:] = [claiming.answer(row.version, recipient)]
        await tried.keep(connection, answers[0])
        await claiming.issue(connection, recipient, "claimed the seat")
        await access.take_over(connection, recipient.token, claim.session, claim.seat)

    request = MoveRequest(claim.session, claim.seat, TakeSeat(name), by=claimant[1])
    appended(await parts.playing.move(request, side_rows))
    parts.identity.forget()
    return answers[0]


async def _join(parts: Parts, claiming: "_Claiming", via: str | None) -> ClaimedView:
    """Give another device access to a seat. The token that handed out the code also keeps the seat."""
    claim = claiming.claim
    with await parts.sessions.fresh(claim.session) as session:
        version = session.version
    answers: list[ClaimedView] = []

    async def work(connection: Connection) -> None:
        assert claim.issuer is not None
        # A code from a token that has lost the seat must not give access to it.
        held = await identity.held(connection, claim.issuer, claim.session)
        if not held or claim.seat not in held:
            raise ProblemError(ProblemCode.CLAIM_CODE_EXPIRED)
        await claiming.use_up(connection)
        given = (await identity.grant_of(connection, claim.issuer))._replace(via=via)
        recipient = await claiming.recipient(connection, given)
        answers[:] = [claiming.answer(version, recipient)]
        await claiming.tried.keep(connection, answers[0])
        await claiming.issue(connection, recipient, "another device")
        await identity.seat_token(connection, recipient.token, claim.session, claim.seat)

    await write_once(parts, work)
    parts.identity.forget()
    return answers[0]


class _Recipient(NamedTuple):
    """The token that gets a seat, and the grant if the token is new."""

    token: UUID
    new: Grant | None


class _Claiming(NamedTuple):
    """A claim that is being made: its code, and the token of the request, if it has one."""

    code: str
    claim: ClaimCode
    holder: Bearer | None
    tried: Repeatable

    async def use_up(self, connection: Connection) -> None:
        """Use the code, or refuse the claim if another request has used the code first."""
        claim = self.claim
        if not await claim_code.use_up(connection, self.code, claim.session, claim.seat):
            raise ProblemError(ProblemCode.CLAIM_CODE_USED)

    async def recipient(self, connection: Connection, grant: Grant) -> _Recipient:
        """Return the token of the request, or a new one that ends no later than the token that issued the code."""
        ends = await identity.end_of(connection, self.claim.issuer)
        if self.holder and ends is None:
            return _Recipient(self.holder.token, None)
        return _Recipient(self.tried.secrets.id("token"), grant.until(ends))

    def answer(self, version: int, recipient: _Recipient) -> ClaimedView:
        """Return the answer in its stored form: an empty text stands in place of a new token."""
        shown = ClaimedView(self.claim.session, version, self.claim.seat)
        if recipient.new is None:
            return shown
        return msgspec.structs.replace(shown, token="", token_expires_at=recipient.new.expires_at)

    async def issue(self, connection: Connection, recipient: _Recipient, label: str) -> None:
        """Make the token of the recipient valid if it is new."""
        if recipient.new is None:
            return
        secret, issuer = self.tried.secrets.token(), self.claim.issuer if self.claim.joins else None
        await identity.issue(
            connection, recipient.token, secret, label, recipient.new, issuer=issuer
        )


async def _name(parts: Parts, claim: ClaimCode) -> str:
    with await parts.sessions.fresh(claim.session) as session:
        return session.state.table.name(claim.seat)
