"""Streams of a session or of the feed over a WebSocket, with the same content as in the other formats."""

import asyncio
import re
from collections.abc import AsyncGenerator, Callable, Mapping
from typing import NamedTuple, cast, get_args
from uuid import UUID

import structlog

from verger.service.connection.messages import Request
from verger.service.connection.socket import Socket, SocketGoneError, is_handshake
from verger.service.edge import streaming
from verger.service.edge.asgi import RequestHeaders, Scope
from verger.service.edge.asking import Seated, bearer, follower
from verger.service.edge.feeding import feeding
from verger.service.edge.following import chunks, shown
from verger.service.edge.form import MessageForm
from verger.service.edge.parameters import flag, parameters
from verger.service.http.feed import named_place
from verger.service.play.presence import Attention
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError
from verger.service.wiring import Parts

SUBPROTOCOL = "verger.v1"
TOKEN = "verger.token."  # noqa: S105, the prefix of a token
"""Begins a subprotocol that contains a token. A browser cannot send Authorization with a WebSocket."""

CLOSING: Mapping[str, int] = {
    "": 1000,
    "unexpected_message": 1003,
    "slow_reader": 1008,
    "too_many_frames": 1008,
    "internal_error": 1011,
    "log_damaged": 1011,
    "stopping": 1012,
    "unavailable": 1013,
    "invalid_token": 4401,
    "missing_token": 4401,
    "no_such_session": 4401,
    "session_archived": 4410,
    "session_deleted": 4410,
}
"""The close code (RFC 6455, 7.4) of each reason. The reason is sent with it."""

_PATH = re.compile(r"/v1/sessions/([^/]+)/events")
ROUTE = "/v1/sessions/{session}/events"
FEED = "/v1/feed"
PARAMETERS: Mapping[str, tuple[str, ...]] = {
    ROUTE: ("after", "follow", "ticket", "presence"),
    FEED: ("after", "follow"),
}
"""The query parameters that a handshake can have. The operations have further parameters for other
forms."""
_NUMBER = re.compile(r"[0-9]{1,16}")

_log = structlog.get_logger()


def is_followed(request: Request, path: str) -> bool:
    """Return whether a request is a WebSocket handshake at an address that accepts one."""
    is_new = request.version == "1.1" and b"upgrade" in request.fields
    is_whole = is_new and is_handshake(request.method, request.fields)
    return is_whole and (path == FEED or _PATH.fullmatch(path) is not None)


def route_of(path: str) -> str:
    """Return the route of a handshake's path."""
    return FEED if path == FEED else ROUTE


async def follow(
    parts: Parts,
    scope: Scope,
    headers: RequestHeaders,
    accept: Callable[[str | None], Socket],
) -> str:
    """Serve one WebSocket, and return the reason for its end. To refuse the handshake, raise a problem."""
    offered = _offered(headers)
    heard = await _request(parts, scope, headers, offered)
    place = streaming.place(parts, heard.holder)
    socket = accept(SUBPROTOCOL if offered else None)
    source = streaming.counted(place, heard.source)
    try:
        return await _serve(socket, source, heard.form)
    except SocketGoneError:
        return ""


class _Heard(NamedTuple):
    """A stream: its source and its form, and the token or address that the limits count it for."""

    holder: UUID | str
    source: AsyncGenerator[bytes, None]
    form: MessageForm


async def _request(
    parts: Parts, scope: Scope, headers: RequestHeaders, offered: list[str]
) -> _Heard:
    """Return the stream that a handshake asks for: the events of a session, or the feed."""
    if offered and SUBPROTOCOL not in offered:
        raise ProblemError(
            ProblemCode.BAD_HANDSHAKE, reason=f"{SUBPROTOCOL} is not among the subprotocols"
        )
    sent = headers.get(b"authorization")
    token = None if sent is None else sent.decode("latin-1")
    path = _PATH.fullmatch(scope["path"])
    query = parameters(scope["query_string"], PARAMETERS[ROUTE if path else FEED])
    if path:
        return await _session(parts, scope, path[1], token, query)
    return await _feed(parts, token, query)


async def _session(
    parts: Parts, scope: Scope, session: str, sent: str | None, query: Mapping[str, str]
) -> _Heard:
    after, follows = query.get("after", "0"), flag(query, "follow", default=True)
    if not _NUMBER.fullmatch(after) or int(after) > 2**53:
        raise _takes("after", "a version")
    attention = _attention(query.get("presence"))
    # Do this last, so that a refused handshake does not use up its ticket.
    asking = await follower(parts, sent, query.get("ticket"), session)
    form = MessageForm(int(after), follow=follows, attention=shown(asking, attention))
    holder = asking.bearer.token if isinstance(asking, Seated) else scope["address"]
    return _Heard(holder, chunks(parts, asking, sent, form), form)


async def _feed(parts: Parts, sent: str | None, query: Mapping[str, str]) -> _Heard:
    follows = flag(query, "follow", default=True)
    holder = await bearer(parts, sent, None, "read")
    place = await named_place(parts, query.get("after", ""))
    form = MessageForm(follow=follows)
    return _Heard(holder.token, feeding(parts, holder, place, form), form)


def _takes(parameter: str, what: str) -> ProblemError:
    return ProblemError(
        ProblemCode.INVALID_PARAMETER, parameter=parameter, reason=f"it takes {what}"
    )


def _attention(sent: str | None) -> Attention | None:
    if sent not in (None, *get_args(Attention)):
        raise _takes("presence", "here or away")
    return cast("Attention | None", sent)


def _offered(headers: RequestHeaders) -> list[str]:
    sent = headers.get(b"sec-websocket-protocol", b"").decode("latin-1")
    return [name.strip() for name in sent.split(",")] if sent else []


def authorization(headers: RequestHeaders) -> RequestHeaders:
    """Return a handshake's headers. If a subprotocol contains a token, it becomes `Authorization`."""
    tokens = [name.removeprefix(TOKEN) for name in _offered(headers) if name.startswith(TOKEN)]
    if tokens and b"authorization" not in headers:
        return {**headers, b"authorization": b"Bearer " + tokens[0].encode("latin-1")}
    return headers


async def _serve(socket: Socket, source: AsyncGenerator[bytes, None], form: MessageForm) -> str:
    """Send events until either side ends the connection. Return the reason."""
    sending, hearing = (
        asyncio.ensure_future(_send(socket, source)),
        asyncio.ensure_future(socket.heard()),
    )
    try:
        await asyncio.wait((sending, hearing), return_when=asyncio.FIRST_COMPLETED)
        if not hearing.done():
            code = sending.result() or form.ended
        elif hearing.result():
            return "slow_reader" if socket.is_silent else ""
        else:
            code = "unexpected_message"
    finally:
        sending.cancel()
        hearing.cancel()
        await asyncio.gather(sending, hearing, return_exceptions=True)
        await source.aclose()
    socket.close(CLOSING[code], code)
    return code


async def _send(socket: Socket, source: AsyncGenerator[bytes, None]) -> str:
    """Send all frames. Return "" at the end, or the reason of a failure."""
    try:
        async for frames in source:
            try:
                await socket.send_frames(frames, streaming.SEND_SECONDS)
            except TimeoutError:
                return "slow_reader"
    except SocketGoneError:
        raise
    except Exception:  # noqa: BLE001, the outermost edge
        _log.exception("internal_error")
        return "internal_error"
    return ""
