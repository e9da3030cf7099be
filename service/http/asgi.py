"""The few words of ASGI that the server speaks itself: reading a body, sending an answer."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from typing import Any

from service.problem import MEDIA_TYPE, ProblemError

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = Iterable[tuple[bytes, bytes]]

RequestHeaders = Mapping[bytes, bytes]
"""A request's headers by name, in lower case; the last, should there be several of a name."""

BODY_LIMIT = 256 * 1024
"""Bytes of a request's body."""
BODY_SECONDS = 10.0
"""How long a body may take to arrive."""


def check_body(headers: RequestHeaders) -> None:
    """Refuse a body by what its headers say of it."""
    length = headers.get(b"content-length")
    if length is not None and (not length.isdigit() or int(length) > BODY_LIMIT):
        raise ProblemError("body_too_large", limit=BODY_LIMIT)
    sent = headers.get(b"content-type", b"")
    if sent == b"application/json":
        return
    kind = sent.split(b";")[0].strip().lower()
    if kind != b"application/json":
        raise ProblemError("unsupported_media_type", sent=kind.decode("latin-1")[:100])


async def read_body(headers: RequestHeaders, receive: Receive) -> bytes:
    """The request's body, within its limits."""
    check_body(headers)
    body, more = bytearray(), True
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    # Half a body may well be whole JSON: it is not what was asked.
                    raise ProblemError("request_timeout")
                body += message.get("body", b"")
                more = message.get("more_body", False)
                _limited(body)
    except TimeoutError:
        raise ProblemError("request_timeout") from None
    return bytes(body)


def _limited(body: bytearray) -> None:
    if len(body) > BODY_LIMIT:
        raise ProblemError("body_too_large", limit=BODY_LIMIT)


async def respond(
    send: Send, status: int, body: bytes, headers: Headers = (), media: bytes = b"application/json"
) -> None:
    """Send a whole answer."""
    head = [(b"content-type", media), (b"content-length", str(len(body)).encode()), *headers]
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": body})


async def respond_problem(send: Send, problem: ProblemError, instance: str, trace: str) -> None:
    """Send a problem."""
    headers = [(k.lower().encode(), v.encode()) for k, v in problem.all_headers().items()]
    body = problem.body(instance, trace)
    await respond(send, problem.status, body, headers, MEDIA_TYPE.encode())
