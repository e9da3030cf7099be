"""Device codes: a code, as text and as a picture, that gives another device access to your seat."""

from datetime import datetime
from functools import partial
from io import BytesIO

import msgspec
import segno
from litestar import Response, post

from verger.domain.core.identifier import SeatId
from verger.service.database.pool import Connection
from verger.service.edge.asking import (
    Seated,
    require_seats,
    seated,
)
from verger.service.edge.body import AnyRequest, parts_of
from verger.service.edge.operation import Link, Operation
from verger.service.edge.reading import Seat
from verger.service.edge.repeating import answered_once, write_once
from verger.service.identity import claim_code
from verger.service.identity.claim_code import Issuer
from verger.service.identity.grant import ends_after
from verger.service.identity.repeatable import Repeatable
from verger.service.problem.code import ProblemCode
from verger.service.wiring import Parts

HOST_MOST = 300
"""The maximum length of a host in a picture. A name has at most 253 characters, and 259 with its
port."""


class DeviceCodeView(msgspec.Struct, frozen=True):
    """A code for another device.

    A device that claims this code in time can also act for the seat.
    """

    seat: SeatId
    """The id of the seat."""
    expires_at: datetime
    """The time when the code expires."""
    code: str | None = None
    """The code, shown once."""
    address: str | None = None
    """The address of the session's page with the code after `#`. No server log contains this
    part."""
    picture: str | None = None
    """A QR code of the address, as an SVG picture."""


@post(
    "/sessions/{session:str}/device-codes",
    operation_id="offerDeviceCode",
    opt=Operation(
        key="secret",
        scope="all",
        problems=(ProblemCode.READ_ONLY,),
        links=(Link("claimSeat", "Claim the seat on the other device.", {"code": "code"}),),
    ),
)
async def offer_device_code(
    request: AnyRequest, session: str, seat: Seat = None
) -> Response[DeviceCodeView]:
    """Get a code for another device.

    Use it to play on a second device with the same seat. The other device claims the code with
    `claimSeat` and gets a second token for the seat. The code works only once, within ten minutes,
    and only while the token of the request holds the seat. A newer code replaces it. Each of the
    two tokens can revoke the other.
    """
    parts = parts_of(request)
    asking = await seated(parts, request.headers.get("authorization"), session, seat, "all")
    name = f"device {session} {asking.mover} {asking.bearer.token}"
    work = partial(_offer, parts, asking)
    answer, secrets = await answered_once(request, name, b"", DeviceCodeView, work)
    code = secrets.code(answer.seat)
    address = f"{_home(request, parts)}/watch/{session}#claim={code}"
    shown = msgspec.structs.replace(answer, code=code, address=address, picture=_picture(address))
    return Response(shown, status_code=201)


async def _offer(parts: Parts, asking: Seated, tried: Repeatable) -> DeviceCodeView:
    seat, token = asking.mover, asking.bearer.token
    ends = asking.bearer.until(ends_after(claim_code.DEVICE_LIFE))
    assert ends is not None
    answer = DeviceCodeView(seat, ends)

    async def work(connection: Connection) -> None:
        await require_seats(connection, asking.bearer, asking.session, (seat,))
        await tried.keep(connection, answer)
        code = tried.secrets.code(seat)
        await claim_code.offer(
            connection, code, asking.session, seat, Issuer(token, ends), joins=True
        )

    await write_once(parts, work)
    return answer


def _home(request: AnyRequest, parts: Parts) -> str:
    """Return the server's address from its settings, or else from the request, also through a trusted proxy."""
    if parts.settings.url:
        return parts.settings.home
    base, forwarded = request.base_url, request.headers.get("x-forwarded-proto")
    is_told = request.client is not None and parts.addresses.is_trusted(request.client.host)
    scheme = forwarded if is_told and forwarded in {"http", "https"} else base.scheme
    return f"{scheme}://{base.netloc[:HOST_MOST]}"


def _picture(address: str) -> str:
    """Return a QR code (ISO/IEC 18004) as a picture on a white background."""
    file = BytesIO()
    segno.make_qr(address).save(file, kind="svg", scale=6, light="#fff", xmldecl=False)
    return file.getvalue().decode().strip()
