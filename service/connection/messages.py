"""The messages of one connection. llhttp (`httptools`) parses one at a time. Sizes are checked before data are kept."""

import os
import re
import time
from collections.abc import Callable
from typing import NamedTuple, cast

import httptools

from verger.service.connection.exchange import Exchange
from verger.service.connection.head import (
    TARGET_BYTES,
    Fields,
    RequestRefusedError,
    check,
    drop_empty_token,
    malformed,
    merged,
)
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError

HEAD_BYTES = 64 * 1024
"""The maximum size of a head, with the empty lines before it."""
FRAMING_BYTES = 64 * 1024
"""A chunked body can have as many bytes of sizes, extensions and trailers as of content, and this number more."""

FIELDS = 200
"""The maximum number of fields in a head."""

_EMPTY = re.compile(rb"[\r\n]*")
_HEAD_END = re.compile(rb"\n\r?\n")
_UPGRADE = re.compile(rb"(?<=\n)upgrade(?=[ \t]*:)", re.IGNORECASE)
_HIDDEN = f"x-{os.urandom(8).hex()}".encode()
"""The name that the parser sees instead of Upgrade. No client can know it."""
_REQUEST_LINE = re.compile(
    rb"[!#$%&'*+.^_`|~0-9A-Za-z-]++ ([^ ?\r\n]*+)[^ \r\n]*+ HTTP/(\d\.\d)\r?\n"
)
"""The request line (RFC 9112, 3), with any method. The pattern does not backtrack, so a long line takes linear time."""
_FOREIGN = {b"CONNECT": ProblemCode.UNKNOWN_METHOD, b"PRI": ProblemCode.UNSUPPORTED_HTTP_VERSION}
"""Methods that begin another protocol: a tunnel, or HTTP/2 (RFC 9113, 3.4)."""


def _too_large() -> RequestRefusedError:
    return RequestRefusedError(
        ProblemError(ProblemCode.HEAD_TOO_LARGE, bytes_allowed=HEAD_BYTES), "head"
    )


class Request(NamedTuple):
    """The head of a request."""

    method: str
    path: bytes
    query: bytes
    version: str
    fields: dict[bytes, bytes]
    """The fields, by their names in lower case."""
    keep_alive: bool


class Messages:
    """Parses bytes. `begin` makes an exchange of each head, and the exchange takes the body."""

    def __init__(self, begin: Callable[[Request], Exchange]) -> None:
        self._begin = begin
        self._parser = httptools.HttpRequestParser(self)
        self._exchange: Exchange | None = None
        self._fields: Fields | None = None
        """The fields of the head that is arriving; None outside of a head."""
        self.head_since: float | None = None
        """The start of the head that is arriving, by the monotonic clock."""
        self.target = b""
        """The part of the request target that has arrived."""
        self._is_line_start = False
        self._head_bytes = self._framing_bytes = self._body_bytes = 0
        self._body_left: int | None = None
        """The number of bytes that are missing of a body with a stated length. None for one in chunks."""

    @property
    def is_between(self) -> bool:
        """Whether neither a head nor a body is arriving."""
        return self._fields is None and (self._exchange is None or not self._exchange.more_body)

    @property
    def is_in_body(self) -> bool:
        """Whether a body is arriving."""
        return self._fields is None and not self.is_between

    @property
    def method(self) -> str:
        """Return the method of the head that is arriving."""
        return "" if self._fields is None else self._parser.get_method().decode()

    def close(self) -> None:
        """Forget all data. Nothing more can be parsed. The parser is part of a cycle of references."""
        del self._parser, self._begin
        self._exchange = self._fields = None

    def take(self, data: bytes, at: int) -> int:
        """Parse bytes from a position on, up to the end of a head or a body. Return the position after them.

        If this is the given position, more bytes are needed. After RequestRefusedError, nothing more can be parsed.
        """
        return self._take_body(data, at) if self.is_in_body else self._take_head(data, at)

    def _take_head(self, data: bytes, at: int) -> int:
        if self._fields is None:
            begin = cast("re.Match[bytes]", _EMPTY.match(data, at)).end()
            self._count_head(begin - at)
            if begin > at:
                return begin
            self._fields, self.target, self._is_line_start = [], b"", False
            self.head_since = time.monotonic()
        was_line_start = self._is_line_start
        end = self._end_of_head(data, at) or self._end_of_lines(data, at)
        self._count_head(end - at, len(data) - end if end == at else 0)
        piece = data[at:end]
        if b"PGRADE" in piece.upper():
            before = b"\n" if was_line_start else b""
            piece = _UPGRADE.sub(_HIDDEN, before + piece)[len(before) :]
        self._parse(piece)
        return end

    def _count_head(self, taken: int, kept: int = 0) -> None:
        self._head_bytes += taken
        if self._head_bytes + kept > HEAD_BYTES:
            raise _too_large()

    def _end_of_head(self, data: bytes, at: int) -> int:
        """Return the end of a head, after its empty line; 0 if it goes on."""
        if self._is_line_start and data.startswith((b"\n", b"\r\n"), at):
            return data.index(b"\n", at) + 1
        found = _HEAD_END.search(data, at)
        return found.end() if found else 0

    def _end_of_lines(self, data: bytes, at: int) -> int:
        """Return the end of the last complete line. A field is parsed only as a whole, because its name may have to be hidden."""
        end = data.rfind(b"\n", at) + 1
        if not end and not self._is_line_start:
            return len(data)
        self._is_line_start = True
        return end or at

    def _take_body(self, data: bytes, at: int) -> int:
        if self._body_left is not None:
            end = min(len(data), at + self._body_left)
            self._body_left -= end - at
            self._parse(data[at:end])
            return end
        # A body in chunks ends with these bytes. If they are in its content, it is only parsed in two pieces.
        end = data.find(b"\r\n\r\n", at) + 4
        if end < 4:
            held = next((n for n in (3, 2, 1) if data.endswith(b"\r\n\r"[:n], at)), 0)
            end = len(data) - held
        before = self._body_bytes
        self._parse(data[at:end])
        self._framing_bytes += end - at - (self._body_bytes - before)
        if self._framing_bytes > FRAMING_BYTES + self._body_bytes:
            raise malformed("its body is more framing than content", "framing")
        return end

    def _parse(self, piece: bytes) -> None:
        try:
            self._parser.feed_data(piece)
        except httptools.HttpParserError as error:
            raise self._refusal_of(error, piece) from None

    def _refusal_of(self, error: httptools.HttpParserError, piece: bytes) -> RequestRefusedError:
        """Return the refusal that answers an error of the parser in a piece of a message."""
        # The parser wraps an exception of a callback, such as on_header, in its own error.
        if isinstance(error.__context__, RequestRefusedError):
            return error.__context__
        # After the first field, a piece does not begin with the request line.
        line = None if self._fields else _REQUEST_LINE.match(piece)
        if line and isinstance(error, httptools.HttpParserInvalidMethodError):
            # RFC 9110, 9.1: 405 is for methods that a server knows.
            self.target = line[1][:TARGET_BYTES]
            return RequestRefusedError(ProblemError(ProblemCode.UNKNOWN_METHOD))
        if line and line[2] not in (b"1.0", b"1.1"):
            return RequestRefusedError(ProblemError(ProblemCode.UNSUPPORTED_HTTP_VERSION))
        return malformed(str(error))

    def on_url(self, url: bytes) -> None:
        """Take a part of the request target. Refuse it as soon as it is too long."""
        if refused := _FOREIGN.get(self._parser.get_method()):
            raise RequestRefusedError(ProblemError(refused))
        self.target = (self.target + url)[: TARGET_BYTES + 1]
        if len(self.target) > TARGET_BYTES:
            raise RequestRefusedError(
                ProblemError(ProblemCode.URI_TOO_LONG, bytes_allowed=TARGET_BYTES)
            )

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a field of the head. A trailer field has no effect (RFC 9110, 6.5.1)."""
        if self._fields is not None:
            if len(self._fields) == FIELDS:
                raise _too_large()
            name = name.lower()
            self._fields.append((b"upgrade" if name == _HIDDEN else name, value.rstrip(b" \t")))

    def on_headers_complete(self) -> None:
        """Begin to serve the request."""
        assert self._fields is not None
        fields, version = self._fields, self._parser.get_http_version()
        named = dict(fields)
        if len(named) < len(fields):
            named = merged(fields)
        check(version, named)
        drop_empty_token(named)
        keep_alive = version == "1.1" and bool(self._parser.should_keep_alive())
        try:
            url = httptools.parse_url(self.target)
        except httptools.HttpParserInvalidURLError:
            raise malformed("its target cannot be read") from None
        request = Request(
            method=self.method,
            path=url.path or b"/",
            query=url.query or b"",
            version=version,
            fields=named,
            keep_alive=keep_alive,
        )
        self._exchange = self._begin(request)
        length = named.get(b"content-length")
        self._body_left = None if b"transfer-encoding" in named else int(length or 0)
        self._body_bytes = self._framing_bytes = self._head_bytes = 0
        self._fields = self.head_since = None

    def on_body(self, body: bytes) -> None:
        """Take a part of the body."""
        assert self._exchange
        self._body_bytes += len(body)
        self._exchange.take(body)

    def on_message_complete(self) -> None:
        """Note the end of the body."""
        assert self._exchange
        self._exchange.more_body = False
        self._exchange.wake()
