"""Ports of the loopback interface for servers under test."""

import socket
from collections import deque

KEPT_AT_MOST = 200
_KEPT: deque[socket.socket] = deque()
"""Sockets that hold the ports that were returned last, so that other processes do not get them."""


def free_port() -> int:
    """Return a port that nobody uses, and that no other process gets for a while.

    A server can still listen on it, because both sockets may share the address.
    """
    keeper = socket.socket()
    keeper.bind(("127.0.0.1", 0))
    keeper.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    _KEPT.append(keeper)
    if len(_KEPT) > KEPT_AT_MOST:
        _KEPT.popleft().close()
    port: int = keeper.getsockname()[1]
    return port
