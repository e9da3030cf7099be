"""The short way through the server, for moves and for reads of sessions in memory.

All requests that arrive in one turn of the event loop are served together. A request can wait only for its commit and for
the look-up of its token. If it must wait for anything else, or is refused, it continues on the ordinary way
(`Front.go_on`). The answer is the same there, only later.
"""

import re

from verger.service import tracing
from verger.service.connection.exchange import Exchange
from verger.service.edge.asking import canonical_id
from verger.service.front import Front
from verger.service.short.moves import ShortMoves
from verger.service.short.reads import ShortReads
from verger.service.wiring import Parts

TURN = 1_000
"""The maximum number of moves, and of reads, that wait here. Further requests take the ordinary way."""
_PATH = re.compile(rb"/v1/sessions/([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})(/[a-z]+)?")


class ShortWay:
    """Takes the requests that the short way serves."""

    def __init__(self, parts: Parts, front: Front) -> None:
        self._moves, self._reads = ShortMoves(parts, front, TURN), ShortReads(parts, front, TURN)

    def take(self, exchange: Exchange) -> bool:
        """Take a request that has arrived completely. Return False if it is of a kind that is not served here."""
        request = exchange.request
        path = _PATH.fullmatch(request.path)
        session = canonical_id(path[1].decode()) if path else None
        if path is None or session is None or b"upgrade" in request.fields or tracing.is_on():
            return False
        name = path[2].decode() if path[2] else ""
        if request.method == "POST" and name == "/moves" and not request.query:
            return self._moves.take(exchange, session)
        return request.method == "GET" and self._reads.take(exchange, session, name)
