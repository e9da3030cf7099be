"""Streamed answers: count them, limit them, and always close them."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import AbstractContextManager, aclosing
from typing import NamedTuple

from litestar.response import Stream

from verger.service.database.outage import UnavailableError
from verger.service.edge.asking import Reader, Seated
from verger.service.edge.body import AnyRequest, parts_of
from verger.service.edge.form import BrokenOffError
from verger.service.identity.stream_limit import Holder
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError
from verger.service.wiring import Parts
from verger.service.work import measured

SEND_SECONDS = 30.0
"""The seconds that a reader may read nothing before its stream is cut off."""


class StreamBody(NamedTuple):
    """A streamed answer's chunks, type and headers."""

    chunks: AsyncGenerator[bytes, None]
    media_type: str
    headers: Mapping[str, str]
    last_words: bytes = b""
    """Sent at the end to a reader that is cut off because it read nothing for a long time."""


def streamed(request: AnyRequest, holder: Holder, sent: StreamBody) -> Stream:
    """Return an answer made of these chunks."""
    taken = place(parts_of(request), holder)
    # A proxy that compressed or buffered a stream would hold back its latest line.
    own = {"Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no", **sent.headers}
    if "is_head" in request.scope:
        return Stream((), media_type=sent.media_type, headers=own)
    source = counted(taken, sent.chunks)
    # `front.py` closes it, even if the reader disconnects.
    request.scope["stream"] = source  # type: ignore[typeddict-unknown-key]
    request.scope["last_words"] = sent.last_words  # type: ignore[typeddict-unknown-key]
    return Stream(source, media_type=sent.media_type, headers=own)


Place = AbstractContextManager[None]
"""A context manager that counts one stream of a holder against the limits of streams."""


def require_no_handshake(request: AnyRequest) -> None:
    """Refuse an invalid WebSocket handshake. Valid handshakes never arrive here."""
    if request.headers.get("upgrade", "").lower() == "websocket":
        problem = ProblemError(
            ProblemCode.BAD_HANDSHAKE, reason="no handshake of version 13 with a key"
        )
        problem.headers["Sec-WebSocket-Version"] = "13"
        raise problem


def holder_of(request: AnyRequest, asking: Reader) -> Holder:
    """Return the holder of a stream of a session: the reader's token, or else the client's address."""
    address: str = request.scope["address"]  # type: ignore[typeddict-item]
    return asking.bearer.token if isinstance(asking, Seated) else address


def place(parts: Parts, holder: Holder) -> Place:
    """Return a place for one more stream. Raises the problem if the limit is reached."""
    if full := parts.streams.full_for(holder):
        if full.of == "process":
            raise ProblemError(ProblemCode.TOO_MANY_STREAMS, streams_allowed=full.limit)
        raise ProblemError(ProblemCode.STREAM_LIMIT, policy=full.of, streams_allowed=full.limit)
    return parts.streams.one(holder)


async def counted(place: Place, chunks: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
    """Yield the same chunks, counted as one of the process's streams."""
    with place:
        async with aclosing(chunks):
            # The framework sends the chunks in another task, so charge the work for each chunk here.
            while (chunk := await measured(anext(chunks, None))) is not None:
                yield chunk


def is_broken_off(error: Exception) -> bool:
    """Return whether an error means that a stream ended before all of it was sent.

    The framework wraps the original error in a group, and this group in another error.
    """
    of_streams, wrapped = (BrokenOffError, UnavailableError), error.__cause__
    return isinstance(wrapped, ExceptionGroup) and wrapped.split(of_streams)[1] is None
