"""The HTTP client of the tests: httpx's requests and answers, without its slow parts.

Redirects are not followed, cookies not kept, and answers are parsed by httptools, not h11.
`tests/clients` tests the server with other clients.
"""

import select
import socket
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from typing import Any

import httptools
import httpx

AT_ONCE = 65_536
"""The number of bytes that are read at a time."""


class HttpClient(httpx.Client):
    """Asks one server, also from several threads; connections stay open for the next request."""

    def __init__(self, base_url: str, timeout: float) -> None:
        # With compression, the length of an answer would change its tag.
        headers = {"Accept-Encoding": "identity"}
        # By default, it would send by another transport, which first reads all certificates.
        unused = httpx.BaseTransport()
        super().__init__(base_url=base_url, headers=headers, timeout=timeout, transport=unused)
        self._home = base_url
        self._idle: list[socket.socket] = []

    def build_request(self, method: str, url: httpx.URL | str, **more: Any) -> httpx.Request:
        """Make a request. Each address is parsed only once, because tests use it many times."""
        path = str(url)
        whole = path if path.startswith("http") else f"{self._home}/{path.lstrip('/')}"
        return super().build_request(method, _address(whole), **more)

    def send(self, request: httpx.Request, *, stream: bool = False, **_: Any) -> httpx.Response:
        """Send a request, and read its answer at least to the end of its head."""
        link = self._linked(request)
        # A server may refuse a body before it has come whole.
        with suppress(BrokenPipeError, ConnectionResetError):
            for part in _written(request):
                link.sendall(part)
        body = _Body(link, self._idle, has_none=request.method == "HEAD")
        answer = httpx.Response(body.status, headers=body.headers, stream=body, request=request)
        if not stream:
            answer.read()
        return answer

    def close(self) -> None:
        """Close the connections."""
        for link in self._idle:
            link.close()
        super().close()

    def _linked(self, request: httpx.Request) -> socket.socket:
        seconds = request.extensions["timeout"]["read"]
        while self._idle:
            link = self._idle.pop()
            link.settimeout(seconds)
            if not _is_readable(link):
                return link
            link.close()
        try:
            link = socket.create_connection((request.url.host, request.url.port or 80), seconds)
        except OSError as error:
            raise httpx.ConnectError(str(error), request=request) from error
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return link


_address = lru_cache(1_000)(httpx.URL)


def _is_readable(link: socket.socket) -> bool:
    """Return whether an idle connection has something to read, which means that it has ended."""
    poll = select.poll()
    poll.register(link, select.POLLIN)
    return bool(poll.poll(0))


def _written(request: httpx.Request) -> Iterator[bytes]:
    target = request.extensions.get("target", request.url.raw_path)
    lines = [b"%s %s HTTP/1.1" % (request.method.encode(), target)]
    lines += [b"%s: %s" % field for field in request.headers.raw]
    head = b"%s\r\n\r\n" % b"\r\n".join(lines)
    assert isinstance(request.stream, httpx.SyncByteStream)
    if "Transfer-Encoding" not in request.headers:
        yield head + b"".join(request.stream)
        return
    yield head
    for part in request.stream:
        yield b"%x\r\n%s\r\n" % (len(part), part)
    yield b"0\r\n\r\n"


class _Body(httpx.SyncByteStream):
    """An answer as it arrives. As soon as all of it has arrived, the next request can use its connection."""

    def __init__(self, link: socket.socket, idle: list[socket.socket], *, has_none: bool) -> None:
        self.headers: list[tuple[bytes, bytes]] = []
        self._link, self._idle = link, idle
        self._parts: deque[bytes] = deque()
        self._parser = httptools.HttpResponseParser(self)
        self._has_begun = self._is_whole = self._is_kept = False
        while not self._has_begun:
            self._read()
        self._is_whole |= has_none
        self.status: int = self._parser.get_status_code()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a line of the head."""
        self.headers.append((name, value))

    def on_headers_complete(self) -> None:
        """Take the end of the head."""
        self._has_begun = True
        self._is_kept = self._parser.should_keep_alive()

    def on_body(self, part: bytes) -> None:
        """Take a part of the body."""
        self._parts.append(part)

    def on_message_complete(self) -> None:
        """Take the end of the body."""
        assert not self._is_whole, "one request has two answers"
        self._is_whole = True

    def __iter__(self) -> Iterator[bytes]:
        while self._parts or not self._is_whole:
            if self._parts:
                yield self._parts.popleft()
            else:
                self._read()

    def close(self) -> None:
        """Leave the connection to the next request, if the whole answer has arrived."""
        if self._is_whole and self._is_kept:
            self._idle.append(self._link)
        else:
            self._link.close()

    def _read(self) -> None:
        try:
            if came := self._link.recv(AT_ONCE):
                self._parser.feed_data(came)
            else:
                self._end()
        except (OSError, httptools.HttpParserError, httpx.RemoteProtocolError) as error:
            self._link.close()
            raise _as_httpx(error) from error

    def _end(self) -> None:
        """Take the end of the connection. It is the body's end if the head names no other."""
        named = {name.lower() for name, _ in self.headers}
        if not self._has_begun or named & {b"content-length", b"transfer-encoding"}:
            raise httpx.RemoteProtocolError("the connection ended in the middle of an answer")
        self._is_whole = True


def _as_httpx(error: Exception) -> httpx.TransportError:
    match error:
        case TimeoutError():
            return httpx.ReadTimeout(str(error))
        case OSError():
            return httpx.ReadError(str(error))
        case _:
            return httpx.RemoteProtocolError(str(error))
