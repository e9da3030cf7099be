"""Bytes that are no request: they never reach the front door, and are answered as a problem all the same."""

import re
import sys
from typing import Any

import structlog
from httptools import HttpParserInvalidMethodError
from uvicorn.protocols.http.httptools_impl import STATUS_LINE

from service.edge.cross_origin import NOT_KEPT, OF_DATA
from service.edge.exchange import (
    TARGET_BYTES,
    Connection,
    Exchange,
    TargetTooLongError,
    lines,
)
from service.log.entropy import sixteen_bytes
from service.problem.code import ProblemCode
from service.problem.problem import MEDIA_TYPE, ProblemError

_REQUEST_LINE = re.compile(
    rb"[!#$%&'*+.^_`|~0-9A-Za-z-]++ ([^ ?\r\n]*+)[^ \r\n]*+ HTTP/1\.[01]\r?\n"
)
"""RFC 9112, 3, whatever the method. Nothing is tried twice, so that a long line takes linear time."""

_log = structlog.get_logger()


class AnsweringConnection(Connection):
    """A connection that answers what is no request, and ends then."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._last = b""
        """What arrived last."""

    def data_received(self, data: bytes) -> None:
        """Take what arrives."""
        self._last = data
        super().data_received(data)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002, uvicorn's own words
        """Answer with a problem, in turn."""
        cycle: Exchange | None = self.cycle
        if cycle is not None and not cycle.response_complete:
            if self.pipeline or cycle.response_started or not cycle.more_body:
                # It would be taken for the answer to what was asked before, which comes first.
                cycle.keep_alive = False
                self.flow.pause_reading()
                return
            cycle.disconnected = True
            cycle.message_event.set()
        self.ended_at = self.loop.time()
        self.transport.write(self._answer(sys.exception()))
        # Closed at once, the connection would be reset by bytes that still arrive, and with it the
        # answer lost. The client closes it, or the sweep.
        self.transport.write_eof()

    def _answer(self, error: BaseException | None) -> bytes:
        """The whole answer to bytes that the parser refused for an error, after which nothing follows."""
        if error and isinstance(error.__context__, TargetTooLongError):
            head, end, body = _whole(
                ProblemError(ProblemCode.URI_TOO_LONG, limit=TARGET_BYTES), self.url
            ).partition(b"\r\n\r\n")
            return head + end + (b"" if self.parser.get_method() == b"HEAD" else body)
        is_method = isinstance(error, HttpParserInvalidMethodError)
        if is_method and (line := _REQUEST_LINE.match(self._last)):
            # RFC 9110, 9.1: 405 is for methods that a server knows.
            return _whole(ProblemError(ProblemCode.UNKNOWN_METHOD), line[1][:TARGET_BYTES])
        return _whole(ProblemError(ProblemCode.MALFORMED_REQUEST, reason=str(error)), self.url)


def _whole(problem: ProblemError, url: bytes) -> bytes:
    path, trace = url.partition(b"?")[0].decode("latin-1"), sixteen_bytes().hex()
    body = problem.body(path, trace)
    headers = (
        (b"content-type", MEDIA_TYPE.encode()),
        (b"content-length", b"%d" % len(body)),
        OF_DATA,
        NOT_KEPT,
        (b"access-control-allow-origin", b"*"),
        (b"trace-id", trace.encode()),
        (b"connection", b"close"),
    )
    _log.info(
        "request",
        method="",
        path=path,
        status=problem.status,
        code=problem.code,
        ms=0,
        trace_id=trace,
    )
    return STATUS_LINE[problem.status] + lines(headers) + b"\r\n" + body
