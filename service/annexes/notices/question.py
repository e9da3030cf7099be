"""Find the questions that are new to a webhook's seats.

If a question comes from a seat's own move, the seat is not notified, because its player has seen the
result. After an anonymous move, every seat is notified, because a missing notification would reveal the sender.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol
from uuid import UUID

import msgspec

from verger.projections.session import NowView
from verger.service.keyring import Digest

MARK_BYTES = 8

Marks = Mapping[bytes, str]
"""The mark of each question to a seat, with the id of that seat."""

DigestInUse = Callable[[], Awaitable[Digest]]
"""Returns the digest function with the operator's key that is in use."""

StateAt = Callable[[UUID, int], Awaitable[NowView | None]]
"""Returns a session as it was at a version, or None if it cannot be read."""


class LogCursor(NamedTuple):
    """The place of a webhook in the log of a session."""

    session: UUID
    cursor: int
    """The newest version that the webhook has processed."""
    asked: bytes | None
    """The stored marks of the questions to its seats at the cursor; None if they are not known yet."""
    seats: list[str]
    """Its seats in the session."""


class OpenQuestions(NamedTuple):
    """The questions to a webhook's seats in a session."""

    marks: bytes | None
    """The marks of the questions as they are stored: empty if there are none, None if they are not known."""
    is_new: bool
    """Whether a question is new to its seat and did not come from that seat's own move."""


UNKNOWN = OpenQuestions(None, is_new=False)


class OwnMove(NamedTuple):
    """The versions of a seat's own move, and of older moves that the server repeated because of it."""

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

    Questions contain texts that can be redacted. Without the key, nobody can use a mark to test a guess of such a text.
    """
    marked = {}
    for question in now.awaited if now else ():
        for seat in {*seats} & {*question.seats}:
            parts = (seat, question.what, question.about, question.sentence)
            marked[digest(msgspec.json.encode(parts).decode())[:MARK_BYTES]] = seat
    return marked


class Questions:
    """Finds the questions that are new to a webhook's seats."""

    def __init__(
        self, now: StateAt, at: StateAt, own_moves: OwnMoves, digest_in_use: DigestInUse
    ) -> None:
        self._now = now
        self._at = at
        self._own_moves = own_moves
        self._digest_in_use = digest_in_use

    async def find(self, log: LogCursor, version: int) -> OpenQuestions:
        """Return the questions at a version or later. Say whether others' moves since the cursor led to a new one."""
        now = await self._now(log.session, version)
        digest = await self._digest_in_use()
        open_marks = marks(digest, now, log.seats)
        fresh = {
            mark: open_marks[mark] for mark in open_marks.keys() - await self._known(digest, log)
        }
        is_new = now is not None and await self._is_of_others(digest, log, now.version, fresh)
        return OpenQuestions(stored(digest, open_marks), is_new)

    async def _known(self, digest: Digest, log: LogCursor) -> Iterable[bytes]:
        if log.asked == b"":
            return ()
        if log.asked is None or not log.asked.startswith(_key_mark(digest)):
            # The marks are not stored, or were made with an older key.
            return await self._marks(digest, log.session, log.cursor, log.seats)
        places = range(0, len(log.asked), MARK_BYTES)
        return {log.asked[place : place + MARK_BYTES] for place in places}

    async def _is_of_others(self, digest: Digest, log: LogCursor, until: int, fresh: Marks) -> bool:
        """Return whether any new question did not come from its seat's own move.

        From the newest own move to the oldest, remove the questions that the move led to.
        """
        if not fresh:
            return False
        seats = sorted({*fresh.values()})
        for move in await self._own_moves(log.session, seats, after=log.cursor, until=until):
            own = {mark for mark, seat in fresh.items() if seat == move.seat}
            if not own:
                continue
            if own - (await self._marks(digest, log.session, move.last, (move.seat,))).keys():
                return True  # a question that came after this own move
            before = await self._marks(digest, log.session, move.first - 1, (move.seat,))
            fresh = {mark: fresh[mark] for mark in fresh if mark not in own or mark in before}
        return bool(fresh)

    async def _marks(
        self, digest: Digest, session: UUID, version: int, seats: Iterable[str]
    ) -> Marks:
        return marks(digest, await self._at(session, version) if version else None, seats)


def stored(digest: Digest, of: Marks) -> bytes:
    """Return marks in their stored form: the mark of their key, then the marks. Empty if there are none."""
    return b"".join([_key_mark(digest), *sorted(of)]) if of else b""


def _key_mark(digest: Digest) -> bytes:
    return digest("questions")[:MARK_BYTES]
