"""The head of a request: its fields, and the checks that RFC 9110 and RFC 9112 require."""

import re
from collections.abc import Iterable

from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError

Fields = list[tuple[bytes, bytes]]

TARGET_BYTES = 8_000
"""The longest request target, which is path and query. Every server should accept this length (RFC 9110, 4.1)."""

_SINGLE = {
    b"authorization", b"content-type", b"host", b"idempotency-key", b"last-event-id", b"origin",
    b"sec-websocket-key", b"sec-websocket-version",
}  # fmt: skip
"""Fields that are no lists (RFC 9110, 5.3). If there are two, a proxy and the server could use different ones."""
_HOST = re.compile(rb"[\w!$&'()*+,;=\-.~:\[\]@%]+", re.ASCII)


class RequestRefusedError(Exception):
    """A request is refused with a problem, and the connection ends. `over` names the budget that it exceeds."""

    def __init__(self, problem: ProblemError, over: str = "") -> None:
        super().__init__(problem.code)
        self.problem = problem
        self.over = over


def merged(fields: Fields) -> dict[bytes, bytes]:
    """Return the fields with the lines of each list joined (RFC 9110, 5.2)."""
    found: dict[bytes, bytes] = {}
    for name, value in fields:
        if name not in found:
            found[name] = value
        elif name in _SINGLE:
            raise malformed(f"it has two {name.decode().title()} fields")
        else:
            found[name] += (b"; " if name == b"cookie" else b", ") + value
    return found


def check(version: str, fields: dict[bytes, bytes]) -> None:
    """Refuse a head that the server cannot or must not serve."""
    if version not in ("1.0", "1.1"):
        raise RequestRefusedError(ProblemError(ProblemCode.UNSUPPORTED_HTTP_VERSION))
    host = fields.get(b"host", b"" if version == "1.1" else b"0")
    if not _HOST.fullmatch(host):
        raise malformed("its Host is not an address" if host else "it has no Host")
    if b"transfer-encoding" in fields:
        if version == "1.0":
            raise malformed("HTTP/1.0 has no Transfer-Encoding")
        if fields[b"transfer-encoding"].lower() != b"chunked":
            raise RequestRefusedError(ProblemError(ProblemCode.UNSUPPORTED_TRANSFER_CODING))
    if version == "1.1" and fields.get(b"expect", b"100-continue").lower() != b"100-continue":
        raise RequestRefusedError(ProblemError(ProblemCode.UNKNOWN_EXPECTATION))


def drop_empty_token(fields: dict[bytes, bytes]) -> None:
    """Remove an `Authorization` that has no token: generated clients send it if nobody gave them one."""
    if fields.get(b"authorization", b"").lower() == b"bearer":
        del fields[b"authorization"]


def malformed(reason: str, over: str = "") -> RequestRefusedError:
    """Return the refusal of bytes that are not a request of HTTP/1.1."""
    return RequestRefusedError(ProblemError(ProblemCode.MALFORMED_REQUEST, reason=reason), over)


def lines(headers: Iterable[tuple[bytes, bytes]]) -> bytes:
    """Return headers as they go over the wire."""
    return b"".join([b"%b: %b\r\n" % header for header in headers])
