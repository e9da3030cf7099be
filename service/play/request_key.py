"""The stored digests that identify the sender of a request, but do not name a seat that the log hides."""

from verger.domain.core.identifier import SeatId
from verger.domain.core.ruling import Refused
from verger.service.database.pool import Database
from verger.service.keyring import Keyring
from verger.service.log.entry import request_key
from verger.service.log.refusals import Asker
from verger.service.log.store import Store
from verger.service.play.request import MoveRequest, is_anonymous, on_record
from verger.service.play.session import Session


class RequestKeys:
    """Computes the digests. They are the same in every process."""

    def __init__(self, database: Database, store: Store, keyring: Keyring) -> None:
        self._database, self._store, self._keyring = database, store, keyring

    async def of(self, session: Session, asked: MoveRequest) -> bytes | None:
        """Return the stored key of a request; None if it has no Idempotency-Key.

        The key belongs to the current holder of the seat. A later holder cannot repeat the request, or
        learn from a repetition that the seat made an anonymous move.
        """
        if asked.key is None:
            return None
        return await self._stored(session, asked, asked.key, is_hidden=is_anonymous(asked.move))

    async def is_reused(self, session: Session, asked: MoveRequest) -> bool:
        """Return whether the seat has used the key for a move of the other kind, anonymous or named.

        The bodies of two such moves differ, so they need two keys.
        """
        if asked.key is None:
            return False
        is_hidden = not is_anonymous(asked.move)
        if is_hidden and session.seating.hides_keys is None:
            session.seating.hides_keys = await self._store.hides_keys(session.id)
        if is_hidden and not session.seating.hides_keys:
            return False
        other = await self._stored(session, asked, asked.key, is_hidden=is_hidden)
        return await self._store.by_request(session.id, other) is not None

    async def asker(self, session: Session, asked: MoveRequest, refused: Refused) -> Asker | None:
        """Return the sender of a refused move; None if the refusal itself would reveal an anonymous seat."""
        if seat := on_record(asked):
            return Asker(seat, seat)
        named = session.state.table.name(asked.seat)
        if any(fact in (asked.seat, named) for fact in refused.facts.values()):
            return None
        digest = await self._hidden(f"sender {asked.session} {asked.seat}")
        return Asker(None, digest.hex())

    async def _stored(
        self, session: Session, asked: MoveRequest, key: str, *, is_hidden: bool
    ) -> bytes:
        since = await self._held_since(session, asked.seat)
        if is_hidden:
            return await self._hidden(f"key {session.id} {asked.seat} {since} {key}")
        return request_key(asked.seat, key, since)

    async def _hidden(self, text: str) -> bytes:
        # There are few seats. Without the operator's key in the digest, anybody could try them all.
        return (await self._keyring.digest_in_use(self._database))(text)

    async def _held_since(self, session: Session, seat: SeatId) -> int:
        known = session.seating.held_since
        if seat not in known:
            known[seat] = await self._store.held_since(session.id, seat)
        return known[seat]
