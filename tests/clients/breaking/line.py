"""A TCP forwarder that breaks about every fourth exchange: either the request or its answer is cut off."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import Random
from socketserver import BaseRequestHandler, ThreadingTCPServer

SHARE = 0.25
"""The share of exchanges that break."""
READ_BYTES = 65_536


class Line(ThreadingTCPServer):
    """Forwards connections to a port, and cuts some of them in the middle of a piece of data, in either direction."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, port: int, seed: int) -> None:
        super().__init__(("127.0.0.1", 0), _Link)
        self.port, self._lock = port, threading.Lock()
        self._random = Random(seed)  # noqa: S311
        self.sent = self.broken = 0
        """The number of pieces that were sent in both directions, and how many of them were cut off."""

    @property
    def url(self) -> str:
        """Return the address of the forwarder."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    def kept(self, piece: bytes) -> bytes:
        """Return the part of a piece that arrives: the whole piece, or less if the connection breaks now."""
        with self._lock:
            self.sent += 1
            if self._random.random() >= SHARE / 2:
                return piece
            self.broken += 1
            return piece[: self._random.randrange(len(piece))]


class _Link(BaseRequestHandler):
    server: Line

    def handle(self) -> None:
        """Forward data in both directions until one side ends or the connection is cut."""
        with socket.create_connection(("127.0.0.1", self.server.port)) as there:
            ways = [(self.request, there), (there, self.request)]
            for way in ways[1:]:
                threading.Thread(target=self._pass_on, args=way, daemon=True).start()
            self._pass_on(*ways[0])

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while piece := one.recv(READ_BYTES):
                kept = self.server.kept(piece)
                other.sendall(kept)
                if len(kept) < len(piece):
                    break
        for link in (one, other):
            with suppress(OSError):
                link.shutdown(socket.SHUT_RDWR)


@contextmanager
def breaking(port: int, seed: int = 1) -> Iterator[Line]:
    """Run a forwarder to this port."""
    with Line(port, seed) as line:
        threading.Thread(target=line.serve_forever, args=(0.05,), daemon=True).start()
        try:
            yield line
        finally:
            line.shutdown()
