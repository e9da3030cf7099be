"""New claim codes for a seat that nobody holds and whose code is lost or used."""

from datetime import datetime
from functools import partial

import msgspec
from litestar import Response, post

from verger.domain.core.identifier import SeatId
from verger.domain.core.mastery import gm_only
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.table import Table
from verger.domain.games.rulesets import RULESETS
from verger.service.database.pool import Connection
from verger.service.edge.asking import (
    Seated,
    require_seats,
    seated,
)
from verger.service.edge.body import AnyRequest, parts_of
from verger.service.edge.operation import Operation
from verger.service.edge.reading import Seat
from verger.service.edge.repeating import answered_once, write_once
from verger.service.http.seats import SIT_DOWN
from verger.service.identity import app, claim_code
from verger.service.identity.claim_code import Issuer
from verger.service.identity.grant import ends_after
from verger.service.identity.repeatable import Repeatable
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import refusal
from verger.service.wiring import Parts


class ClaimCodeView(msgspec.Struct, frozen=True):
    """The code for taking a seat that nobody holds."""

    seat: SeatId
    """The id of the seat."""
    claim_code: str | None = None
    """The code, shown once."""
    expires_at: datetime | None = None
    """The time when the code expires."""


@post(
    "/sessions/{session:str}/seats/{seat_id:str}/code",
    operation_id="renewClaimCode",
    opt=Operation(
        key="secret",
        scope="gm",
        problems=(
            ProblemCode.READ_ONLY,
            Code.GM_ONLY,
            Code.OBSERVERS_WATCH,
            Code.UNKNOWN_SEAT,
            Code.SEAT_TAKEN,
            Code.SEAT_NOT_TAKEN,
        ),
        links=(SIT_DOWN,),
    ),
)
async def renew_claim_code(
    request: AnyRequest, session: str, seat_id: str, seat: Seat = None
) -> Response[ClaimCodeView]:
    """Renew a seat's claim code.

    Use it if a code was lost or has expired. The GM and the app that started the session can do
    this. While the GM's seat is empty, any player can also do it. The seat must not be taken
    (`seat_taken`). The answer shows the new code once. It works for a day, and earlier codes stop
    working. If a player has lost the token of a seat, reissue the seat first: propose
    `reissue_seat`.
    """
    parts = parts_of(request)
    asking = await seated(parts, request.headers.get("authorization"), session, seat, "gm")
    empty = SeatId(seat_id[:40])
    asker = await hander(parts, asking)
    name = f"code {session} {empty} {asker or asking.bearer.app}"
    work = partial(_renew, parts, asking, asker, empty)
    answer, secrets = await answered_once(request, name, b"", ClaimCodeView, work)
    shown = msgspec.structs.replace(answer, claim_code=secrets.code(answer.seat))
    return Response(shown, status_code=201)


async def _renew(
    parts: Parts, asking: Seated, asker: SeatId | None, seat: SeatId, tried: Repeatable
) -> ClaimCodeView:
    with await parts.sessions.fresh(asking.session) as session:
        refused = _cannot_renew(session.state.table, asker, seat)
    if refused:
        raise refusal(refused)
    ends = asking.bearer.until(ends_after(claim_code.LIFE))
    answer = ClaimCodeView(seat, expires_at=ends)

    async def work(connection: Connection) -> None:
        await tried.keep(connection, answer)
        await require_seats(connection, asking.bearer, asking.session, filter(None, (asker,)))
        issuer = Issuer(asking.bearer.token, ends)
        await claim_code.offer(connection, tried.secrets.code(seat), asking.session, seat, issuer)

    await write_once(parts, work)
    return answer


async def hander(parts: Parts, asking: Seated) -> SeatId | None:
    """Return the seat that asks for a claim code. None for the app that started the session and has no seat in it."""
    own = asking.bearer.app
    if own and not asking.seats and await app.has_started(parts.database, own, asking.session):
        return None
    return asking.mover


def _cannot_renew(table: Table, asker: SeatId | None, seat: SeatId) -> Refused | None:
    """Return the refusal of a new claim code for an empty seat, or None if the asker can have it.

    An asker of None is the app that started the session: see `hander`.
    """
    if asker and (refused := may_not_hand_out(table, asker)):
        return refused
    empty = table.seat(seat)
    if empty is None:
        return refuse(Code.UNKNOWN_SEAT, "table.seats", seat=seat)
    if empty.taken:
        return refuse(Code.SEAT_TAKEN, "table.claim", seat=seat, seat_name=empty.name)
    return None


def may_not_hand_out(table: Table, asker: SeatId) -> Refused | None:
    """Return the refusal of a seat that cannot hand out claim codes for other seats, or None.

    The GM can. If the GM's own seat is empty, every player can.
    """
    own, gm = table.seat(asker), table.seat(table.gm)
    if own is None:
        return refuse(Code.UNKNOWN_SEAT, "table.seats", seat=asker)
    if not own.taken:
        return refuse(Code.SEAT_NOT_TAKEN, "table.claim", seat=asker, seat_name=own.name)
    if not own.plays:
        return refuse(Code.OBSERVERS_WATCH, "table.observers", seat_name=own.name)
    if own != gm and gm and gm.taken:
        return gm_only(table, "table.seats", gm_title=RULESETS[table.ruleset].gm_title)
    return None
