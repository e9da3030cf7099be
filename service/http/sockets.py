"""A session, or the feed, followed over a WebSocket: the same as in every other form, as messages."""

import asyncio
import re
import time
from collections.abc import AsyncGenerator, Mapping
from typing import NamedTuple, cast, get_args
from uuid import UUID

import structlog

from service.database.outage import UnavailableError
from service.edge import streaming
from service.edge.answering import unavailable
from service.edge.asgi import Headers, Message, Receive, RequestHeaders, Scope, Send
from service.edge.asking import Seated, bearer, follower
from service.edge.cross_origin import NOT_KEPT, OF_DATA
from service.edge.feeding import feeding
from service.edge.following import chunks, shown
from service.edge.form import MessageForm
from service.edge.parameters import parameters
from service.edge.socket import GONE, Socket
from service.http.feed import named_place
from service.play.presence import Attention
from service.problem.code import ProblemCode
from service.problem.problem import MEDIA_TYPE, ProblemError
from service.wiring import Parts

SUBPROTOCOL = "verger.v1"
TOKEN = "verger.token."  # noqa: S105, the prefix of a token
"""A browser can send no Authorization with a WebSocket, but subprotocols that it offers."""

CLOSING: Mapping[str, int] = {
    "": 1000,
    "unexpected_message": 1003,
    "slow_reader": 1008,
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
"""The close code (RFC 6455, 7.4) of each reason; the reason is sent with it."""

_PATH = re.compile(r"/v1/sessions/([^/]+)/events")
ROUTE = "/v1/sessions/{session}/events"
FEED = "/v1/feed"
PARAMETERS: Mapping[str, tuple[str, ...]] = {
    ROUTE: ("after", "follow", "ticket", "presence"),
    FEED: ("after", "follow"),
}
"""What a handshake takes in its query; pages alone take the rest of the operations'."""
_NUMBER = re.compile(r"[0-9]{1,16}")

_log = structlog.get_logger()


async def follow(
    parts: Parts,
    scope: Scope,
    receive: Receive,
    send: Send,
    headers: Headers,
    refused: ProblemError | None,
) -> str:
    """Serve one WebSocket: a problem before the handshake, or events; gives why it ended.

    `headers` are those of every answer; `refused` is the problem of a client over its limits.
    """
    began = time.perf_counter()
    await receive()
    status, code = 101, ""
    try:
        if refused:
            raise refused
        heard = await _asked(parts, scope)
        place = streaming.place(parts, heard.holder)
        await _accept(scope, send, headers)
        source = streaming.counted(place, heard.source)
        code = await _serve(scope["socket"], source, heard.form, receive, send)
    except GONE:
        pass
    except (ProblemError, UnavailableError) as error:
        problem = error if isinstance(error, ProblemError) else unavailable(error)
        status, code = problem.status, problem.code
        await _refuse(problem, scope, send, headers)
    parts.requests.over("GET", FEED if scope["path"] == FEED else ROUTE, status, code)
    _log.info(
        "request",
        method="GET",
        path=scope["path"],
        status=status,
        code=code,
        ms=round((time.perf_counter() - began) * 1_000, 2),
        trace_id=scope["trace_id"],
    )
    return code


class _Heard(NamedTuple):
    """What is listened to, in which form, and who is counted for it: a token or an address."""

    holder: UUID | str
    source: AsyncGenerator[bytes, None]
    form: MessageForm


async def _asked(parts: Parts, scope: Scope) -> _Heard:
    """What a handshake asks for; a path names a session's events, or the feed."""
    path = _PATH.fullmatch(scope["path"])
    if not path and scope["path"] != FEED:
        raise ProblemError(ProblemCode.NO_SUCH_PAGE)
    offered = scope["subprotocols"]
    if offered and SUBPROTOCOL not in offered:
        raise ProblemError(
            ProblemCode.BAD_HANDSHAKE, reason=f"{SUBPROTOCOL} is not among the subprotocols"
        )
    sent = authorization(dict(scope["headers"]), offered)
    told = None if sent is None else sent.decode("latin-1")
    query = parameters(scope["query_string"], PARAMETERS[ROUTE if path else FEED])
    if query.get("follow", "true") not in ("true", "false"):
        raise _takes("follow", "true or false")
    if path:
        return await _session(parts, scope, path[1], told, query)
    return await _feed(parts, told, query)


async def _session(
    parts: Parts, scope: Scope, session: str, sent: str | None, query: Mapping[str, str]
) -> _Heard:
    after = query.get("after", "0")
    if not _NUMBER.fullmatch(after) or int(after) > 2**53:
        raise _takes("after", "a version")
    attention = _attention(query.get("presence"))
    # Last: a handshake that is refused for anything else leaves a ticket as it was.
    asking = await follower(parts, sent, query.get("ticket"), session)
    follows = query.get("follow") != "false"
    form = MessageForm(int(after), follow=follows, attention=shown(asking, attention))
    holder = asking.bearer.token if isinstance(asking, Seated) else scope["address"]
    return _Heard(holder, chunks(parts, asking, sent, form), form)


async def _feed(parts: Parts, sent: str | None, query: Mapping[str, str]) -> _Heard:
    holder = await bearer(parts, sent, None, "read")
    place = await named_place(parts, query.get("after", ""))
    form = MessageForm(follow=query.get("follow") != "false")
    return _Heard(holder.token, feeding(parts, holder, place, form), form)


def _takes(parameter: str, what: str) -> ProblemError:
    return ProblemError(
        ProblemCode.INVALID_PARAMETER, parameter=parameter, reason=f"it takes {what}"
    )


def _attention(sent: str | None) -> Attention | None:
    if sent not in (None, *get_args(Attention)):
        raise _takes("presence", "here or away")
    return cast("Attention | None", sent)


def authorization(headers: RequestHeaders, offered: list[str]) -> bytes | None:
    """A handshake's token, in the form in which other requests have it."""
    sent = headers.get(b"authorization")
    tokens = [name.removeprefix(TOKEN) for name in offered if name.startswith(TOKEN)]
    if sent is None and tokens:
        return b"Bearer " + tokens[0].encode("latin-1")
    return sent


async def _accept(scope: Scope, send: Send, headers: Headers) -> None:
    message: Message = {"type": "websocket.accept", "headers": headers}
    if scope["subprotocols"]:
        message["subprotocol"] = SUBPROTOCOL
    await send(message)


async def _refuse(problem: ProblemError, scope: Scope, send: Send, headers: Headers) -> None:
    body = problem.body(scope["path"], scope["trace_id"])
    own = {"Content-Type": MEDIA_TYPE, **problem.all_headers()}
    sent = [(name.lower().encode(), value.encode()) for name, value in own.items()]
    start = {"type": "websocket.http.response.start", "status": problem.status}
    await send({**start, "headers": [*sent, OF_DATA, NOT_KEPT, *headers]})
    await send({"type": "websocket.http.response.body", "body": body})
    scope["socket"].refused()


async def _serve(
    socket: Socket,
    source: AsyncGenerator[bytes, None],
    form: MessageForm,
    receive: Receive,
    send: Send,
) -> str:
    """Send events until either side ends it; gives why."""
    sending, hearing = (
        asyncio.ensure_future(_send(socket, source)),
        asyncio.ensure_future(receive()),
    )
    try:
        await asyncio.wait((sending, hearing), return_when=asyncio.FIRST_COMPLETED)
        if hearing.done():
            gone = hearing.result()["type"] == "websocket.disconnect"
            code = "unexpected_message"
            if gone:
                return "slow_reader" if socket.is_silent else ""
        else:
            code = sending.result() or form.ended
    finally:
        sending.cancel()
        hearing.cancel()
        await asyncio.gather(sending, hearing, return_exceptions=True)
        await source.aclose()
    if code == "slow_reader":
        socket.cut_off(CLOSING[code], code)
    else:
        await send({"type": "websocket.close", "code": CLOSING[code], "reason": code})
    return code


async def _send(socket: Socket, source: AsyncGenerator[bytes, None]) -> str:
    """Send all the frames; gives the reason where that went wrong."""
    try:
        async for frames in source:
            try:
                await socket.send_frames(frames, streaming.SEND_SECONDS)
            except TimeoutError:
                return "slow_reader"
    except GONE:
        raise
    except Exception:  # noqa: BLE001, the outermost edge
        _log.exception("internal_error")
        return "internal_error"
    return ""
