"""The short way of reads: views of a session at its newest version, and pages of its log."""

import asyncio
import time
from collections import OrderedDict, deque
from functools import partial
from typing import NamedTuple
from uuid import UUID

import msgspec

from verger.service.connection.exchange import Exchange
from verger.service.edge.asking import Seated, is_known, seated_at_once, tag, text
from verger.service.edge.event_pages import EventQuery, page, page_answer, plain_page
from verger.service.edge.reading import VIEWS, SessionAt, header_lines, headers_of
from verger.service.edge.responder import Responder
from verger.service.edge.whole import whole, whole_at_once
from verger.service.front import Front
from verger.service.play.session import Session
from verger.service.wiring import Parts
from verger.service.work import SLICE_SECONDS, measured

KEPT_BYTES = 32 * 2**20
"""The maximum size of all kept views, in bytes."""
LONG_BYTES = 64 * 2**10
"""The maximum size of one kept view, in bytes."""
_EVENTS = "/events"
_IN_JSON = (None, b"*/*", b"application/json")
"""Values of Accept that ask for pages of events."""

_encode = msgspec.json.Encoder().encode


class Views:
    """Encoded views of sessions. A view is valid until its session changes in memory."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[object, ...], _Kept] = OrderedDict()
        """The kept views, by session, path and the seats of the reader."""
        self._bytes = 0

    def body(self, name: str, parts: Parts, found: SessionAt) -> bytes | None:
        """Return the body of a view. None if it cannot be made without waiting."""
        key = found.session.id, name, found.asking.seats
        session, kept = found.session, self._kept.get(key)
        if kept and kept.generation is session.generation and kept.newest == session.hash:
            self._kept.move_to_end(key)
            return kept.body
        view = VIEWS[name](parts, found)
        if view is None:
            return None
        body = _encode(view)
        if len(body) <= LONG_BYTES:
            self._keep(key, _Kept(session.generation, session.hash, body))
        return body

    def _keep(self, key: tuple[object, ...], kept: "_Kept") -> None:
        old = self._kept.pop(key, None)
        self._kept[key] = kept
        self._bytes += len(kept.body) - (len(old.body) if old else 0)
        while self._bytes > KEPT_BYTES:
            _, oldest = self._kept.popitem(last=False)
            self._bytes -= len(oldest.body)


class _Kept(NamedTuple):
    """A kept view, and the state of the session that it is valid for."""

    generation: object
    newest: bytes
    """The hash of the newest event."""
    body: bytes


class _Read(NamedTuple):
    """A request for a read of a session. `name` is the end of its path."""

    responder: Responder
    session: UUID
    name: str


class ShortReads:
    """The reads of this turn of the event loop."""

    def __init__(self, parts: Parts, front: Front, most: int) -> None:
        self._parts, self._front, self._most = parts, front, most
        self._arrived: deque[_Read] = deque()
        self._views = Views()

    def take(self, exchange: Exchange, session: UUID, name: str) -> bool:
        """Take a request for a read of a session. Return False if it is not served here, or if there are too many."""
        is_view = name in VIEWS and not exchange.request.query
        if not (is_view or name == _EVENTS) or len(self._arrived) >= self._most:
            return False
        read = _Read(self._front.received(exchange), session, name)
        if not self._arrived:
            asyncio.get_running_loop().call_soon(self._serve)
        self._arrived.append(read)
        return True

    def _serve(self) -> None:
        until = time.perf_counter() + SLICE_SECONDS
        while self._arrived:
            read = self._arrived.popleft()
            try:
                is_served = self._is_served(read)
            except Exception:  # noqa: BLE001, the ordinary way meets the same error, and answers it
                is_served = read.responder.received.exchange.response_complete
            if not is_served:
                self._front.go_on(read.responder)
            if time.perf_counter() > until:
                break
        if self._arrived:
            asyncio.get_running_loop().call_soon(self._serve)

    def _is_served(self, read: _Read) -> bool:
        received = read.responder.received
        if received.is_refused or received.work.is_costly or not received.exchange.can_answer:
            return False
        token = text(received.headers, b"authorization")
        asking = seated_at_once(self._parts, token, read.session, received.work)
        if asking is None or "read" not in asking.bearer.grant.scopes:
            return False
        if read.name == _EVENTS:
            return self._shows_events(read, asking)
        session = self._parts.sessions.in_memory(read.session)
        if session is None or not session.is_fresh:
            return False
        received.work.begin()
        try:
            return self._shows(read, asking, session)
        finally:
            received.work.end(is_inner=False)

    def _shows(self, read: _Read, asking: Seated, session: Session) -> bool:
        found = SessionAt(
            asking=asking,
            session=session,
            state=session.state,
            version=session.version,
            tag=tag(session.version, session.hash),
        )
        headers = headers_of(found)
        asked = read.responder.received.headers
        if is_known(text(asked, b"if-none-match"), headers["ETag"].strip('"')):
            return False
        body = self._views.body(read.name, self._parts, found)
        return body is not None and self._answers(read, body, headers)

    def _shows_events(self, read: _Read, asking: Seated) -> bool:
        received = read.responder.received
        wanted = plain_page(received.exchange.request.query)
        if wanted is None or received.headers.get(b"accept") not in _IN_JSON:
            return False
        read.responder.route = self._route(read)
        # Read the log and not memory: this read must show gaps in the log, and the newest events of other processes.
        self._front.go_on(read.responder, partial(self._reads_events, read, asking, wanted))
        return True

    async def _reads_events(
        self, read: _Read, asking: Seated, wanted: EventQuery, responder: Responder
    ) -> None:
        """Answer with a page of events."""
        found = await measured(page(self._parts.store, asking, wanted))
        if not found.rows:
            # There may be no events because the session was just ended. If so, this raises the error.
            await self._parts.sessions.readable(read.session)
        exchange = responder.received.exchange
        body, headers = page_answer(found, wanted.order, exchange.path, exchange.request.query)
        sent = await whole(header_lines(headers, body), body, responder.received.headers)
        responder.read(sent)

    def _answers(self, read: _Read, body: bytes, headers: dict[str, str]) -> bool:
        responder = read.responder
        sent = whole_at_once(header_lines(headers, body), body, responder.received.headers)
        if sent is None:
            return False
        self._front.plays()
        responder.route = self._route(read)
        responder.read(sent)
        self._front.over(responder)
        return True

    def _route(self, read: _Read) -> str:
        return f"/v1/sessions/{{session}}{read.name}"
