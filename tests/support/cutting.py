"""A relay to a server that cuts connections in the middle of a transfer."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from socketserver import BaseRequestHandler, ThreadingTCPServer


class Cutting(ThreadingTCPServer):
    """A relay to a port. It cuts each of the first connections after the given number of bytes of the answer."""

    daemon_threads = True

    def __init__(self, port: int, *cuts: int) -> None:
        super().__init__(("127.0.0.1", 0), _Link)
        self.port, self.cuts, self.numbers = port, cuts, count()
        self.cut = 0
        """The number of connections that were cut."""

    @property
    def url(self) -> str:
        """The address that clients use."""
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Link(BaseRequestHandler):
    server: Cutting

    def handle(self) -> None:
        """Relay bytes in both directions, up to the cut."""
        number = next(self.server.numbers)
        left = self.server.cuts[number] if number < len(self.server.cuts) else None
        with (
            socket.create_connection(("127.0.0.1", self.server.port)) as there,
            _shut(self.request),
        ):
            threading.Thread(target=_pass_on, args=(self.request, there), daemon=True).start()
            while said := there.recv(65_536):
                self.request.sendall(said[:left])
                if left is not None and (left := left - len(said)) <= 0:
                    self.server.cut += 1
                    return


@contextmanager
def _shut(link: socket.socket) -> Iterator[None]:
    """Shut a connection down at the end. To close it would wait for the thread that reads from it."""
    try:
        yield
    finally:
        with suppress(OSError):
            link.shutdown(socket.SHUT_RDWR)


def _pass_on(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError):
        while said := one.recv(65_536):
            other.sendall(said)
        other.shutdown(socket.SHUT_WR)


@contextmanager
def cutting(port: int, *cuts: int) -> Iterator[Cutting]:
    """Run a relay to a server."""
    with Cutting(port, *cuts) as way:
        threading.Thread(target=way.serve_forever, args=(0.05,), daemon=True).start()
        try:
            yield way
        finally:
            way.shutdown()
