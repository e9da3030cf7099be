"""Following a session over a WebSocket, with a third-party client."""

import json
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from urllib.parse import urlencode

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from tests.support.client import Json, Player
from tests.support.patience import PATIENCE_SECONDS


def address(player: Player, **query: object) -> str:
    """The address of the stream of a player's session."""
    base = str(player.http.base_url).replace("http", "ws", 1).rstrip("/")
    return f"{base}{player.home}/events?{urlencode(query, doseq=True)}"


def listening(
    player: Player, *, subprotocols: Sequence[str] = (), **query: object
) -> AbstractContextManager[ClientConnection]:
    """Connect with the token in a header, or with only these subprotocols if some are given."""
    return connect(
        address(player, **query),
        additional_headers=None if subprotocols else player.authorization,
        subprotocols=[Subprotocol(name) for name in subprotocols] or None,
        open_timeout=PATIENCE_SECONDS,
        ping_interval=None,
        proxy=None,
    )


def ticketed(
    player: Player, ticket: str, **query: object
) -> AbstractContextManager[ClientConnection]:
    """A connection as a browser makes it: with a ticket in its address, and no header."""
    where = address(player, ticket=ticket, **query)
    return connect(where, open_timeout=PATIENCE_SECONDS, ping_interval=None, proxy=None)


def messages(socket: ClientConnection) -> Iterator[Json]:
    """Yield the messages until the end. Fail if a message takes too long."""
    while True:
        try:
            yield json.loads(socket.recv(timeout=PATIENCE_SECONDS))
        except ConnectionClosed:
            return


def ending(socket: ClientConnection) -> tuple[int, str]:
    """Skip all messages, and return the code and the reason of the server's close."""
    for _ in messages(socket):
        pass
    closed = socket.protocol.close_rcvd
    assert closed is not None, "the connection broke"
    return closed.code, closed.reason
