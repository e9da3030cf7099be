"""Answer requests that need no ruling: without rights, repeated, or made for another version than the newest.

Keys and senders are stored as digests. They can be compared, but do not reveal an anonymous seat.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256

from verger.domain.core.identifier import SeatId
from verger.domain.core.ruling import Refused
from verger.domain.judging.answering import is_asked
from verger.service.database.pool import Database
from verger.service.identity.grant import MissingScope, Scope
from verger.service.keyring import Keyring
from verger.service.log.chain import DIGEST_BYTES
from verger.service.log.refusals import Asker
from verger.service.log.row import Row
from verger.service.log.store import Store
from verger.service.play.answer import (
    SINCE_EVENTS,
    Answer,
    Appended,
    Late,
    NotAppended,
    QuestionClosed,
    Stale,
)
from verger.service.play.request import MoveRequest
from verger.service.play.session import Seen, Session


class Recognition:
    """Answers requests that need no ruling. All processes compute the same digests."""

    def __init__(self, database: Database, store: Store, keyring: Keyring) -> None:
        self._database, self._store, self._keyring = database, store, keyring
        self.replayed: Counter[str] = Counter()
        """The number of repeated requests that got their original answer, by ruleset."""

    async def answer(
        self, session: Session, asked: MoveRequest, key: bytes | None
    ) -> Answer | None:
        """Return the answer to a request that needs no ruling. None if it needs one.

        Stale and QuestionClosed are right only if memory has the newest event of the log. The caller checks this.
        """
        if asked.check is not None:
            await asked.check(session)
        needed = _needed(session, asked)
        if needed not in asked.by.scopes:
            return MissingScope((needed,), asked.by.scopes)
        if is_timely(session, asked) and key not in session.acknowledged:
            return None
        if repeated := await self.repeated(session, asked, key):
            return repeated
        return await self.late(session, asked)

    async def late(self, session: Session, asked: MoveRequest) -> Late | None:
        """Return the answer to a request for another version than the newest, or for a closed question.

        None for all other requests.
        """
        if not asked.expected or is_at(session, asked.expected):
            if _is_open(session, asked):
                return None
            return QuestionClosed(asked.question or "", session.version)
        expected = asked.expected[0]
        rows = await self._store.at(session.id, [expected.version]) if expected.digits else ()
        is_named = any(row.hash.hex().startswith(expected.digits) for row in rows)
        # Return the missed events only to clients that may read. Also leave them out if the log went back
        # and now has another event with the expected version: they would not follow the client's event.
        reads_on = "read" in asked.by.scopes and (is_named or not expected.digits)
        since: Sequence[Row] = ()
        if reads_on:
            since = await self._store.read(session.id, expected.version, SINCE_EVENTS + 1)
        head = max(session.version, since[-1].version if since else 0)
        return Stale(session.id, expected.version, head, since)

    async def stored_key(self, session: Session, asked: MoveRequest) -> bytes | None:
        """Return the stored key of a request. None if it has no Idempotency-Key.

        The key is bound to the current holder of the seat. A later holder cannot repeat the request,
        and cannot use it to find out whether the seat made an anonymous move.
        """
        if asked.key is None:
            return None
        return await self._stored(session, asked, asked.key, is_hidden=asked.is_anonymous)

    def is_plain(self, session: Session, asked: MoveRequest) -> bool:
        """Return whether memory is enough to know that a request needs a ruling, and to compute its stored key."""
        if _needed(session, asked) not in asked.by.scopes:
            return False
        if not is_timely(session, asked):
            return False
        if asked.key is None:
            return True
        is_known = asked.seat in session.seating.held_since and not session.seating.hides_keys
        is_hidden = asked.is_anonymous or session.seating.hides_keys is None
        return is_known and not is_hidden and (asked.seat, asked.key) not in session.running

    def known_key(self, session: Session, asked: MoveRequest) -> bytes | None:
        """Return the stored key of a plain request. None if it has no Idempotency-Key."""
        if asked.key is None:
            return None
        return request_key(asked.seat, asked.key, session.seating.held_since[asked.seat])

    async def repeated(
        self, session: Session, asked: MoveRequest, key: bytes | None
    ) -> Appended | NotAppended | None:
        """Return the answer to the first request with this stored key. None if the log has no event with the key."""
        row = await self._row(session, key) if key else None
        if row is None:
            return None
        if not is_print_of(row.request_print, asked.print):
            return NotAppended.KEY_REUSED
        if key not in session.acknowledged:
            # Perhaps the first request ended with an unknown outcome. Wait until its event is durable.
            await self._store.confirm()
        self.replayed[session.codec.ruleset.name] += 1
        return Appended(row, replayed=True)

    async def is_reused(self, session: Session, asked: MoveRequest) -> bool:
        """Return whether the seat has used the same key before, for an anonymous move if this one is named, or the reverse.

        This is an error, because the two requests have different bodies.
        """
        if asked.key is None:
            return False
        is_hidden = not asked.is_anonymous
        if is_hidden and session.seating.hides_keys is None:
            session.seating.hides_keys = await self._store.hides_keys(session.id)
        if is_hidden and not session.seating.hides_keys:
            return False
        other = await self._stored(session, asked, asked.key, is_hidden=is_hidden)
        return await self._store.by_request(session.id, other) is not None

    async def sender_of(
        self, session: Session, asked: MoveRequest, refused: Refused
    ) -> Asker | None:
        """Return the sender of a refused move. None if the facts of the refusal would reveal an anonymous seat."""
        if seat := asked.seat_on_record:
            return Asker(seat, seat)
        named = session.state.table.name(asked.seat)
        if any(fact in (asked.seat, named) for fact in refused.facts.values()):
            return None
        digest = await self._hidden(f"sender {asked.session} {asked.seat}")
        return Asker(None, digest.hex())

    async def _row(self, session: Session, key: bytes) -> Row | None:
        """Return the event with a stored key, from memory if that is fresh, or from the log."""
        version = session.acknowledged.version(key)
        if version is not None and session.is_fresh:
            recent = session.after(version - 1)
            if recent:
                return recent[0]
        return await self._store.by_request(session.id, key)

    async def _stored(
        self, session: Session, asked: MoveRequest, key: str, *, is_hidden: bool
    ) -> bytes:
        since = await self._held_since(session, asked.seat)
        if is_hidden:
            return await self._hidden(f"key {session.id} {asked.seat} {since} {key}")
        return request_key(asked.seat, key, since)

    async def _hidden(self, text: str) -> bytes:
        # There are few seats. Without the operator's key, anybody could compute the digests of all of them.
        return (await self._keyring.digest_in_use(self._database))(text)

    async def _held_since(self, session: Session, seat: SeatId) -> int:
        known = session.seating.held_since
        if seat not in known:
            known[seat] = await self._store.held_since(session.id, seat)
        return known[seat]


def _needed(session: Session, asked: MoveRequest) -> Scope:
    return "gm" if asked.seat == session.state.table.gm else "play"


def request_key(seat: SeatId, key: str, since: int = 0) -> bytes:
    """Return the stored digest of an Idempotency-Key. It is different for each holder of a seat.

    `since` is the version of the event that gave the seat to its holder; 0 for the first holder.
    """
    holder = f"{seat}\0{since}" if since else seat
    return sha256(f"{holder}\0{key}".encode()).digest()


def is_print_of(kept: bytes | None, print: bytes) -> bool:
    """Return whether a request can be the one whose print was stored.

    A redacted event has a print of 32 bytes, like `blind_print`. It counts as equal to every request's print.
    """
    if kept is None:
        return False
    return len(kept) == DIGEST_BYTES or sha256(kept[:16] + print).digest() == kept[16:]


def is_timely(session: Session, asked: MoveRequest) -> bool:
    """Return whether a request fits the session in memory: its expected version and its question, if it names them."""
    is_expected = not asked.expected or is_at(session, asked.expected)
    return is_expected and _is_open(session, asked)


def _is_open(session: Session, asked: MoveRequest) -> bool:
    if asked.question is None:
        return True
    return is_asked(session.codec.ruleset, session.state, asked.seat, asked.question)


def is_at(session: Session, expected: Iterable[Seen]) -> bool:
    """Return whether one of these versions is the newest event in memory."""
    held = session.hash.hex()
    return any(
        seen.version == session.version and held.startswith(seen.digits) for seen in expected
    )
