"""The short way of moves: in each turn of the event loop, all moves that arrived go through each step together.

The steps are: find the seat, decode the move, judge it, append its event. When the events are durable, the
answers are sent.
"""

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID

from verger.domain.core.decider import State
from verger.domain.core.identifier import SeatId
from verger.domain.core.ruling import Refused
from verger.domain.dispute.arguing import DisputeRuling
from verger.domain.secrets.sealing import RevealNote, SealNote
from verger.service.account import RequestAccount
from verger.service.connection.exchange import Exchange
from verger.service.edge.asgi import check_body
from verger.service.edge.asking import Seated, seated, seated_at_once, text
from verger.service.edge.responder import Responder
from verger.service.front import Front
from verger.service.http.moves import ROUTE, headers_of, requested
from verger.service.log.insert import AppendConflict
from verger.service.log.rewriting import rewrites
from verger.service.log.row import Row, wire
from verger.service.play.notes import sealed_for_asker
from verger.service.play.request import MoveRequest
from verger.service.play.session import Session
from verger.service.play.side_tables import side_rows
from verger.service.wiring import Parts
from verger.service.work import CURRENT

_APART = (DisputeRuling, SealNote, RevealNote)
"""Moves that the short way does not take: they need older events, or their text must be sealed or read first."""

TOGETHER = 64
"""The maximum number of moves that go through the steps in one turn of the event loop. They take about 10 ms."""

Append = asyncio.Future[AppendConflict | None]


class _Move:
    """A move on the short way. Each step adds its result."""

    __slots__ = (
        "after", "append", "asked", "asking", "began", "id", "is_held", "is_looked_up", "responder",
        "row", "running", "session",
    )  # fmt: skip
    asking: Seated
    session: Session
    asked: MoveRequest
    row: Row
    after: State[Any]
    append: Append
    began: float
    """The time when the present stage began: judging or appending."""

    def __init__(self, responder: Responder, id: UUID) -> None:
        self.responder, self.id = responder, id
        self.is_looked_up = False
        """Whether its token was looked up in the database for it."""
        self.is_held = False
        """Whether it holds the lock of the session."""
        self.running: tuple[SeatId, str] | None = None
        """Its entry in `Session.running` while its event is being appended."""

    @property
    def account(self) -> RequestAccount:
        """The account of the request."""
        return self.responder.received.work.account


Step = Callable[[_Move], bool | None]
"""Takes a move one step further. Returns False if it must take the ordinary way, and None if it will arrive again."""


class ShortMoves:
    """The moves of this turn of the event loop, and those whose events have just become durable."""

    def __init__(self, parts: Parts, front: Front, most: int) -> None:
        self._parts, self._front, self._most = parts, front, most
        self._arrived: list[_Move] = []
        self._durable: list[_Move] = []

    def take(self, exchange: Exchange, session: UUID) -> bool:
        """Take a request for a move in a session. Return False if there are too many."""
        if len(self._arrived) >= self._most:
            return False
        self._arrive(_Move(self._front.received(exchange), session))
        return True

    def _arrive(self, move: _Move) -> None:
        if not self._arrived:
            asyncio.get_running_loop().call_soon(self._make)
        self._arrived.append(move)

    def _make(self) -> None:
        """Take the arrived moves through the steps up to the append."""
        moves, self._arrived = self._arrived[:TOGETHER], self._arrived[TOGETHER:]
        if self._arrived:
            asyncio.get_running_loop().call_soon(self._make)
        self._front.plays()
        for step in (self._asks, self._decodes, self._judges, self._appends):
            moves = [move for move in moves if self._is_taken(step, move)]

    def _is_taken(self, step: Step, move: _Move) -> bool:
        try:
            is_taken = step(move)
        except Exception:  # noqa: BLE001, the ordinary way meets the same error, and answers it
            is_taken = False
        if is_taken is False:
            self._leave(move)
        return is_taken is True

    def _leave(self, move: _Move) -> None:
        """Let a move continue on the ordinary way."""
        self._release(move)
        self._front.go_on(move.responder)

    def _asks(self, move: _Move) -> bool | None:
        """Find the seat of the token, and take the lock of the session."""
        received = move.responder.received
        if received.is_refused:
            return False
        session = self._parts.sessions.in_memory(move.id)
        if session is None or session.is_behind or session.is_contested:
            return False
        authorization = text(received.headers, b"authorization")
        asking = seated_at_once(self._parts, authorization, move.id, received.work)
        if asking is None:
            return self._looks_up(move, authorization)
        if not session.lock_at_once():
            return False
        session.__enter__()
        move.asking, move.session, move.is_held = asking, session, True
        return True

    def _looks_up(self, move: _Move, authorization: str | None) -> bool | None:
        """Begin to look up the token in the database, unless that was done before."""
        if move.is_looked_up:
            return False
        move.is_looked_up = True
        move.responder.received.exchange.connection.start(self._look_up(move, authorization))
        return None

    async def _look_up(self, move: _Move, authorization: str | None) -> None:
        CURRENT.set(move.responder.received.work)
        try:
            await seated(self._parts, authorization, str(move.id), None, None)
        except Exception as error:  # noqa: BLE001, it is answered
            self._fail(move, error)
        else:
            self._arrive(move)

    def _decodes(self, move: _Move) -> bool:
        """Decode the move."""
        headers, session = move.responder.received.headers, move.session
        check_body(headers)
        body = move.responder.received.exchange.whole_body or b""
        request = requested(move.asking, session.codec, headers, body)
        move.account.is_anonymous = request.is_anonymous
        if isinstance(request.move, _APART):
            return False
        prepared = sealed_for_asker(session.codec.ruleset, request)
        if isinstance(prepared, Refused):
            return False
        move.asked = prepared
        return self._parts.recognition.is_plain(session, prepared)

    def _judges(self, move: _Move) -> bool:
        """Judge the move, and make the row of its event."""
        session, work = move.session, move.responder.received.work
        key = self._parts.recognition.known_key(session, move.asked)
        if key and key in session.acknowledged:
            return False
        work.begin()
        move.began = time.perf_counter()
        try:
            decided = self._parts.playing.decisions.decided(session, move.asked, key)
        finally:
            work.end(is_inner=False)
            move.account.spent("judge", move.began)
        if decided is None:
            return False
        move.row, move.after = decided
        return not rewrites(move.row)

    def _appends(self, move: _Move) -> bool:
        """Append the event. If other tables must be written with it, return False."""
        session, row = move.session, move.row
        if side_rows(session.state, move.after, row, None):
            return False
        if move.asked.key is not None:
            move.running = move.asked.seat, move.asked.key
            session.running.add(move.running)
        move.began = time.perf_counter()
        move.append = self._parts.store.append([row])
        move.append.add_done_callback(lambda _: self._settled(move))
        return True

    def _settled(self, move: _Move) -> None:
        if not self._durable:
            asyncio.get_running_loop().call_soon(self._publish)
        self._durable.append(move)

    def _publish(self) -> None:
        """Take the durable events into memory, and send the answers."""
        moves, self._durable = self._durable[:TOGETHER], self._durable[TOGETHER:]
        if self._durable:
            asyncio.get_running_loop().call_soon(self._publish)
        for step in (self._publishes, self._answers):
            moves = [move for move in moves if self._is_done(step, move)]

    def _is_done(self, step: Callable[[_Move], bool], move: _Move) -> bool:
        try:
            return step(move)
        except Exception as error:  # noqa: BLE001, the others of the same commit are answered all the same
            self._fail(move, error)
            return False

    def _fail(self, move: _Move, error: Exception) -> None:
        """Answer with an error that a step met."""
        self._release(move)
        # The error belongs to this route, for the log and the metrics.
        move.responder.route = ROUTE
        self._front.go_on(move.responder, partial(_raise, error))

    def _publishes(self, move: _Move) -> bool:
        """Take the event into memory. If the log refused it, let the move be judged again on the ordinary way."""
        move.account.spent("append", move.began)
        if error := move.append.exception():
            raise error
        conflict = move.append.result()
        if conflict is None:
            self._parts.playing.publish(move.session, [(move.row, move.after)])
            self._release(move)
            return True
        if conflict is AppendConflict.VERSION_TAKEN:
            move.session.contend()
        move.session.doubt()
        self._leave(move)
        return False

    def _answers(self, move: _Move) -> bool:
        responder, row = move.responder, move.row
        responder.route = ROUTE
        if app := move.asking.bearer.app:
            self._parts.identity.last_use.apps.moved(app)
        headers = headers_of(str(move.id), row.version)
        if responder.received.exchange.can_answer:
            responder.made(201, wire(row), headers)
            self._front.over(responder)
        else:
            self._front.go_on(responder, lambda waiting: waiting.whole(201, wire(row), headers))
        return True

    def _release(self, move: _Move) -> None:
        """Release the session and its lock."""
        if move.is_held:
            move.is_held = False
            if move.running:
                move.session.running.discard(move.running)
            move.session.lock.release()
            move.session.__exit__()


async def _raise(error: BaseException, _: Responder) -> None:
    raise error
