"""Receive a body for a route of the framework, within the limits of size and time of moves, or of archives."""

import asyncio
import time

from verger.service.archive.format import MEDIA_TYPE as ARCHIVE
from verger.service.edge.asgi import BODY_LIMIT, BODY_SECONDS, Message, Receive, Scope, check_body
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError

ARCHIVE_SECONDS = 300.0
"""The maximum time for an archive to arrive, in seconds."""


class LimitedBody:
    """Receives a body for the framework, within the limits of moves or of archives."""

    def __init__(self, scope: Scope, receive: Receive, archive_bytes: int) -> None:
        self._scope = scope
        self._receive = receive
        self._bytes = 0
        self._is_archive = scope["path"] == "/v1/imports"
        self._limit = archive_bytes if self._is_archive else BODY_LIMIT
        self._until = time.monotonic() + (ARCHIVE_SECONDS if self._is_archive else BODY_SECONDS)
        self._whole = False

    async def __call__(self) -> Message:
        """Receive one message of the request."""
        if self._whole or self._scope["method"] not in {"POST", "PUT", "PATCH"}:
            later: Message = await self._receive()
            return later
        if not self._bytes:
            # Check the headers only when the body is read. An operation without a body then ignores a
            # wrong one.
            media = ARCHIVE.encode() if self._is_archive else b"application/json"
            # Other methods have no such header, so the answer has `Accept` (RFC 9110, 15.5.16).
            own = {"POST": "Accept-Post", "PATCH": "Accept-Patch"}
            taken = own.get(self._scope["method"], "Accept")
            check_body(dict(self._scope["headers"]), self._limit, media, taken)
        try:
            async with asyncio.timeout(max(0.0, self._until - time.monotonic())):
                message: Message = await self._receive()
        except TimeoutError:
            raise ProblemError(ProblemCode.REQUEST_TIMEOUT) from None
        if message["type"] == "http.disconnect":
            raise ProblemError(ProblemCode.REQUEST_TIMEOUT)
        self._bytes += len(message.get("body", b""))
        self._whole = not message.get("more_body")
        if self._bytes > self._limit:
            raise ProblemError(ProblemCode.BODY_TOO_LARGE, bytes_allowed=self._limit)
        return message
