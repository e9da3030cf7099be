"""Seats: adding, removing and claiming them."""

from datetime import datetime
from functools import partial
from typing import Annotated
from uuid import UUID

import msgspec
from litestar import Response, delete, post
from msgspec import Meta

from domain.core.identifier import SeatId
from domain.core.reason import Code
from domain.core.seat import SeatKind
from domain.core.table import SeatAdded
from domain.core.text import Label
from domain.table.seating import AddSeat, RemoveSeat, TakeSeat
from service.database.pool import Connection
from service.edge.answering import appended
from service.edge.asking import (
    SECRET_KEY_LEAST,
    bearer,
    grant_for_seat,
    idempotency_key,
    seated,
)
from service.edge.body import AnyRequest, parts_of, read
from service.edge.operation import MADE, InWords, Link, Operation
from service.edge.reading import Seat
from service.http.links import BEGUN
from service.identity import identity
from service.identity.grant import Grant
from service.identity.identity import Bearer, ClaimCode
from service.identity.repeatable import Repeatable, once, repeatable
from service.log.insert import AppendConflict
from service.log.row import Row
from service.play.damage import read_event
from service.play.request import MoveRequest
from service.problem.code import ProblemCode, RefusalCode
from service.problem.problem import ProblemError
from service.webhook import registry
from service.wiring import Parts


class NewSeatBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place to set at the table."""

    kind: SeatKind
    name: Label


class SeatOfferedView(msgspec.Struct, frozen=True):
    """A new seat, with the code by which somebody takes it."""

    version: int
    seat: SeatId
    claim_code: str | None = None
    """Shown once."""


class ClaimBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A claim code, and the name to sit down under."""

    code: Annotated[str, Meta(min_length=1, max_length=100)]
    name: Label | None = None
    """Without one the seat keeps the name that it was set with."""
    via: Label | None = None
    """The program that will act with the token of the answer, as each event is to name it."""


class ClaimedView(msgspec.Struct, frozen=True):
    """A seat that was taken."""

    session: UUID
    version: int
    seat: SeatId
    token: str | None = None
    """The seat's token, shown once; nothing where the request's own token got the seat."""
    token_expires_at: datetime | None = None
    """When that ends, unless it is renewed."""


class SeatRemovedView(msgspec.Struct, frozen=True):
    """A seat that is gone."""

    version: int
    seat: SeatId


SIT_DOWN = Link("claimSeat", "Sit down there.", {"code": "claim_code"})


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
            Code.NO_GM,
            ProblemCode.CONTENDED,
        ),
        links=(
            SIT_DOWN,
            Link("removeSeat", "Take the seat away while nobody sits there.", {"removed": "seat"}),
        ),
    ),
)
async def add_seat(
    request: AnyRequest, session: str, seat: Seat = None
) -> Response[SeatOfferedView]:
    """Set one more place at the table (the GM does).

    The answer holds the new seat's claim code, shown once.
    """
    parts = parts_of(request)
    asking = await seated(parts, request.headers.get("authorization"), session, seat, "gm")
    body, raw = await read(request, NewSeatBody)
    key = idempotency_key(request.headers.get("idempotency-key"), SECRET_KEY_LEAST)
    look = partial(repeatable, parts.database, f"seats {session} {asking.mover}", key, raw)
    move = AddSeat(body.kind, body.name)
    asked = MoveRequest(asking.session, asking.mover, move, by=asking.bearer.grant)
    answer, secrets = await once(look, SeatOfferedView, partial(_add, parts, asked))
    shown = msgspec.structs.replace(answer, claim_code=secrets.code(answer.seat))
    return Response(shown, status_code=201, headers={"ETag": f'"{answer.version}"'})


async def _add(parts: Parts, asked: MoveRequest, tried: Repeatable) -> SeatOfferedView:
    answers: list[SeatOfferedView] = []

    async def side_rows(connection: Connection, row: Row) -> None:
        new = _seat_added(row)
        answers[:] = [SeatOfferedView(row.version, new)]
        await tried.keep(connection, answers[0])
        await identity.offer(connection, tried.secrets.code(new), asked.session, new)

    appended(await parts.playing.move(asked, side_rows))
    return answers[0]


class _Effects(msgspec.Struct):
    effects: tuple[msgspec.Raw, ...]


_effects = msgspec.json.Decoder(_Effects)


def _seat_added(row: Row) -> SeatId:
    said = read_event(row.session, row, _effects.decode)
    raw = said.effects[0]
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
    """Take away a place that nobody has taken (the GM does)."""
    parts = parts_of(request)
    asking = await seated(parts, request.headers.get("authorization"), session, seat, "gm")
    gone = SeatId(removed[:40])
    move, grant = RemoveSeat(gone), asking.bearer.grant
    asked = MoveRequest(asking.session, asking.mover, move, by=grant)
    answer = appended(await parts.playing.move(asked))
    return SeatRemovedView(answer.row.version, gone)


@post(
    "/seats/claim",
    operation_id="claimSeat",
    opt=Operation(
        takes=ClaimBody,
        key="secret",
        bearer="optional",
        scope=InWords("With a token, that needs the scope `play`, and `gm` for a GM's seat."),
        headers=MADE,
        problems=(
            ProblemCode.NO_SUCH_CLAIM_CODE,
            ProblemCode.CLAIM_CODE_USED,
            ProblemCode.CLAIM_CODE_EXPIRED,
            Code.SEAT_TAKEN,
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
    """Take a seat by its claim code.

    Needs no token; the answer holds the seat's, shown once. With a token in the request the seat
    is added to that token instead, so that one bot may hold several seats. A code for another
    device (`offerDeviceCode`) takes the seat from nobody and changes no name.
    """
    parts = parts_of(request)
    body, raw = await read(request, ClaimBody)
    sent = request.headers.get("authorization")
    holder = await bearer(parts, sent, None) if sent else None
    by = grant_for_seat(holder, body.via)
    key = idempotency_key(request.headers.get("idempotency-key"), SECRET_KEY_LEAST)
    scope = f"claim {holder.token if holder else ''}"
    look = partial(repeatable, parts.database, scope, key, raw)
    answer, secrets = await once(look, ClaimedView, partial(_claim, parts, body, (holder, by)))
    token = secrets.token() if holder is None else None
    shown = msgspec.structs.replace(answer, token=token)
    location = {"Location": f"/v1/sessions/{answer.session}", "ETag": f'"{answer.version}"'}
    return Response(shown, status_code=201, headers=location)


async def _claim(
    parts: Parts, body: ClaimBody, getting: tuple[Bearer | None, Grant], tried: Repeatable
) -> ClaimedView:
    holder, by = getting
    claim = await parts.identity.claim(body.code)
    if claim is None:
        raise ProblemError(ProblemCode.NO_SUCH_CLAIM_CODE)
    if claim.is_used:
        raise ProblemError(ProblemCode.CLAIM_CODE_USED)
    if claim.has_expired:
        raise ProblemError(ProblemCode.CLAIM_CODE_EXPIRED)
    if claim.token is not None:
        return await _join(parts, body.code, claim, tried, (holder, by))
    name = body.name or await _name(parts, claim)
    answers: list[ClaimedView] = []

    async def side_rows(connection: Connection, row: Row) -> None:
        if not await identity.use_up(connection, body.code, claim.session, claim.seat):
            raise ProblemError(ProblemCode.CLAIM_CODE_USED)
        ends = None if holder else by.expires_at
        answers[:] = [ClaimedView(claim.session, row.version, claim.seat, token_expires_at=ends)]
        await tried.keep(connection, answers[0])
        token = holder.token if holder else tried.secrets.id("token")
        if holder is None:
            await identity.issue(connection, token, tried.secrets.token(), "claimed the seat", by)
        await identity.take_over(connection, token, claim.session, claim.seat)
        await registry.dismiss(connection, claim.session, claim.seat)

    asked = MoveRequest(claim.session, claim.seat, TakeSeat(name), by=by)
    appended(await parts.playing.move(asked, side_rows))
    parts.identity.forget()
    return answers[0]


async def _join(
    parts: Parts,
    code: str,
    claim: ClaimCode,
    tried: Repeatable,
    getting: tuple[Bearer | None, Grant],
) -> ClaimedView:
    """Let another device act for a seat, beside the token whose holder asked for the code."""
    holder, by = getting
    with await parts.sessions.fresh(claim.session) as hot:
        answers = [ClaimedView(claim.session, hot.version, claim.seat)]

    async def work(connection: Connection) -> None:
        assert claim.token is not None
        # Who has lost the seat meanwhile must not leave a successor behind.
        if claim.seat not in await identity.held(connection, claim.token, claim.session):
            raise ProblemError(ProblemCode.CLAIM_CODE_EXPIRED)
        if not await identity.use_up(connection, code, claim.session, claim.seat):
            raise ProblemError(ProblemCode.CLAIM_CODE_USED)
        given = (await identity.grant_of(connection, claim.token))._replace(via=by.via)
        if holder is None:
            answers[0] = msgspec.structs.replace(answers[0], token_expires_at=given.expires_at)
        await tried.keep(connection, answers[0])
        token = holder.token if holder else tried.secrets.id("token")
        if holder is None:
            await identity.issue(connection, token, tried.secrets.token(), "another device", given)
        elif claim.seat in await identity.held(connection, token, claim.session):
            return
        await identity.seat_token(connection, token, claim.session, claim.seat)

    if await parts.store.append_with((), work) is AppendConflict.REQUEST_ANSWERED:
        raise ProblemError(ProblemCode.REQUEST_RUNNING)
    parts.identity.forget()
    return answers[0]


async def _name(parts: Parts, claim: ClaimCode) -> str:
    with await parts.sessions.fresh(claim.session) as hot:
        return hot.state.table.name(claim.seat)
