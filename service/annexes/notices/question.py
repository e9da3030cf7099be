"""Find the questions that are new to a webhook's seats.

If a question comes from a seat's own move, the seat is not notified, because its player has seen the
result. An anonymous move counts for no seat, because a missing notification would reveal its sender.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol
from uuid import UUID

import msgspec

from verger.projections.session import NowView
from verger.service.annexes.notices.news import Asked, Logged
from verger.service.keyring import Digest

MARK_BYTES = 8

Marks = Mapping[bytes, str]
"""A mark for each question to a seat, and that seat."""

DigestInUse = Callable[[], Awaitable[Digest]]
"""Returns the digest by the operator's key that is in use."""

StateAt = Callable[[UUID, int], Awaitable[NowView | None]]
"""Returns a session as it was at a version, or None if it cannot be read."""


class OwnMove(NamedTuple):
    """A seat's own move, up to the last of the older moves that the server made again because of it."""

    first: int
    last: int
    seat: str


class OwnMoves(Protocol):
    """Finds the newest moves of these seats between two versions, the newest first."""

    async def __call__(
        self, session: UUID, seats: Sequence[str], *, after: int, until: int
    ) -> Sequence[OwnMove]: ...


def marks(digest: Digest, now: NowView | None, seats: Iterable[str]) -> Marks:
    """Mark each question to these seats, so that it can be recognized later.

    Questions contain texts that can be redacted. Nobody can test a guess of one by its mark without the key.
    """
    found = {}
    for one in now.awaited if now else ():
        for seat in {*seats} & {*one.seats}:
            asked = msgspec.json.encode((seat, one.what, one.about, one.sentence)).decode()
            found[digest(asked)[:MARK_BYTES]] = seat
    return found


class Questions:
    """Finds the questions that are new to a webhook's seats."""

    def __init__(self, at: StateAt, own_moves: OwnMoves, digest_in_use: DigestInUse) -> None:
        self._at = at
        self._own_moves = own_moves
        self._digest_in_use = digest_in_use

    async def asked(self, log: Logged, now: NowView | None) -> Asked:
        """Return the questions to a webhook's seats, and whether other movers caused any since the cursor."""
        digest = await self._digest_in_use()
        found = marks(digest, now, log.seats)
        fresh = {mark: found[mark] for mark in found.keys() - await self._known(digest, log)}
        is_new = now is not None and await self._is_of_others(digest, log, now.version, fresh)
        return Asked(stored(digest, found), is_new)

    async def _known(self, digest: Digest, log: Logged) -> Iterable[bytes]:
        if log.asked == b"":
            return ()
        if log.asked is None or not log.asked.startswith(_key_mark(digest)):
            # They are not known, or not by the key that is in use.
            return await self._marks(digest, log.session, log.cursor, log.seats)
        places = range(0, len(log.asked), MARK_BYTES)
        return {log.asked[place : place + MARK_BYTES] for place in places}

    async def _is_of_others(self, digest: Digest, log: Logged, until: int, fresh: Marks) -> bool:
        """Return whether any new question did not come from the seat's own move.

        It goes back through the own moves, and removes the questions that each move led to.
        """
        if not fresh:
            return False
        seats = sorted({*fresh.values()})
        for move in await self._own_moves(log.session, seats, after=log.cursor, until=until):
            own = {mark for mark, seat in fresh.items() if seat == move.seat}
            if not own:
                continue
            if own - (await self._marks(digest, log.session, move.last, (move.seat,))).keys():
                return True  # a question from after this own move
            before = await self._marks(digest, log.session, move.first - 1, (move.seat,))
            fresh = {mark: fresh[mark] for mark in fresh if mark not in own or mark in before}
        return bool(fresh)

    async def _marks(
        self, digest: Digest, session: UUID, version: int, seats: Iterable[str]
    ) -> Marks:
        return marks(digest, await self._at(session, version) if version else None, seats)


def stored(digest: Digest, found: Marks) -> bytes:
    """Marks as the database has them, after a mark of their key; nothing if there are none."""
    return b"".join([_key_mark(digest), *sorted(found)]) if found else b""


def _key_mark(digest: Digest) -> bytes:
    return digest("questions")[:MARK_BYTES]
