"""The answer to a request that the connection refuses before `Front` receives it."""

from http import HTTPStatus

import structlog

from verger.service.connection.exchange import Headers
from verger.service.connection.head import lines
from verger.service.edge.cross_origin import NOT_KEPT, OF_DATA
from verger.service.log.entropy import sixteen_bytes
from verger.service.problem.problem import MEDIA_TYPE, ProblemError

_log = structlog.get_logger()


def refusal(base: str, problem: ProblemError, target: bytes, method: str, always: Headers) -> bytes:
    """Return the bytes of an answer that ends the connection, and log the request."""
    path, trace = target.partition(b"?")[0].decode("latin-1"), sixteen_bytes().hex()
    body, status = problem.body(path, trace, base), HTTPStatus(problem.status)
    headers = (
        *always,
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
        status=status.value,
        code=problem.code,
        ms=0,
        trace_id=trace,
    )
    first = f"HTTP/1.1 {status.value} {status.phrase}\r\n".encode()
    return first + lines(headers) + b"\r\n" + (b"" if method == "HEAD" else body)
