"""The types of ASGI that the server uses, and request bodies within their limits."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from typing import Any

from verger.service.connection.exchange import Exchange
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Message], Awaitable[None]]
Headers = Iterable[tuple[bytes, bytes]]
Reply = Callable[[int, bytes, Headers], Awaitable[None]]
"""Sends a whole JSON answer: its status, its body, and its own headers. The headers of every answer are added."""

RequestHeaders = Mapping[bytes, bytes]
"""A request's headers by lower-case name. If several have the same name, the last one counts."""

BODY_LIMIT = 256 * 1024
"""The largest body of a request, in bytes."""
BODY_SECONDS = 10.0
"""The maximum time for a body to arrive, in seconds."""


def check_body(
    headers: RequestHeaders,
    limit: int = BODY_LIMIT,
    media: bytes = b"application/json",
    taken: str = "Accept-Post",
) -> None:
    """Refuse a body that its headers show to be too long or of another type.

    For another type, the header `taken` of the answer names the accepted one (RFC 5789; LDP, 7.1).
    """
    length = headers.get(b"content-length")
    if length is not None and (not length.isdigit() or int(length) > limit):
        raise ProblemError(ProblemCode.BODY_TOO_LARGE, bytes_allowed=limit)
    sent, coded = headers.get(b"content-type", b""), headers.get(b"content-encoding")
    if coded is not None and coded.strip().lower() != b"identity":
        problem = ProblemError(ProblemCode.UNSUPPORTED_MEDIA_TYPE, media_type_sent=_told(coded))
        problem.headers["Accept-Encoding"] = "identity"
        raise problem
    if sent == media:
        return
    kind, *parameters = (part.strip().lower() for part in sent.split(b";"))
    # JSON is in UTF-8 (RFC 8259, 8.1). A body with another charset would be read wrongly.
    charsets = {part[8:].strip(b'"') for part in parameters if part.startswith(b"charset=")}
    if kind != media or charsets - {b"utf-8"}:
        problem = ProblemError(ProblemCode.UNSUPPORTED_MEDIA_TYPE, media_type_sent=_told(sent))
        problem.headers[taken] = media.decode()
        raise problem


def _told(sent: bytes) -> str:
    return sent.decode("latin-1")[:100]


async def read_body(headers: RequestHeaders, exchange: Exchange) -> bytes:
    """Read the request's body, within its limits."""
    check_body(headers)
    body = exchange.whole_body
    if body is None:
        return await _arriving(exchange.receive)
    _limited(body)
    return body


async def _arriving(receive: Receive) -> bytes:
    body, more = bytearray(), True
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    # A part of a body can be valid JSON too, but with another meaning.
                    raise ProblemError(ProblemCode.REQUEST_TIMEOUT)
                body += message.get("body", b"")
                more = message.get("more_body", False)
                _limited(body)
    except TimeoutError:
        raise ProblemError(ProblemCode.REQUEST_TIMEOUT) from None
    return bytes(body)


def _limited(body: bytes | bytearray) -> None:
    if len(body) > BODY_LIMIT:
        raise ProblemError(ProblemCode.BODY_TOO_LARGE, bytes_allowed=BODY_LIMIT)
