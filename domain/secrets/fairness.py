"""A check that the dice of a session come from its seeds. It needs only the events."""

from enum import StrEnum
from typing import Any

import msgspec

from verger.domain.core.decider import Event
from verger.domain.core.dice import Roll, commitment, face, face_down, salt
from verger.domain.core.identifier import SeatId, SessionId
from verger.domain.core.ruling import Fact
from verger.domain.core.table import (
    DiceEpochStarted,
    DiceRevealed,
    DiceRolled,
    NonceGiven,
    SessionStarted,
)

FACES = range(2, 257)
"""The possible numbers of faces. A single byte of a digest must be able to select any face."""


class DiceFault(StrEnum):
    """The possible faults in the dice of an event."""

    NOT_COMMITTED = "not_committed"
    COMMITTED_BEFORE = "committed_before"
    WRONG_NUMBER = "wrong_number"
    WRONG_COUNT = "wrong_count"
    WRONG_FACES = "wrong_faces"
    WRONG_VALUE = "wrong_value"
    WRONG_SEAL = "wrong_seal"
    WRONG_SEED = "wrong_seed"
    NOT_REPEATED = "not_repeated"


_SENTENCES = {
    DiceFault.NOT_COMMITTED: "Die {number} was rolled while the server was not committed to a seed.",
    DiceFault.COMMITTED_BEFORE: "The seed of commitment {commitment} was used before.",
    DiceFault.WRONG_NUMBER: "A roll begins with die {found}, but die {needed} comes next.",
    DiceFault.WRONG_COUNT: "{found} dice are counted, but {needed} were rolled.",
    DiceFault.WRONG_FACES: "Die {number} has {faces} faces, but a die has 2 to 256 faces.",
    DiceFault.WRONG_VALUE: "Die {number} shows {found}, but the seed gives {needed}.",
    DiceFault.WRONG_SEAL: "The face-down dice from die {number} on have the digest {found}, but the seed gives {needed}.",
    DiceFault.WRONG_SEED: "The SHA-256 of the seed is {found}, but the server committed to {needed}.",
    DiceFault.NOT_REPEATED: "This repeats the move of version {repeats}, but with other dice.",
}


class DiceFinding(msgspec.Struct, frozen=True):
    """A fault, and the event that has it."""

    version: int
    fault: DiceFault
    facts: dict[str, Fact]

    @property
    def sentence(self) -> str:
        """The sentence for people. Every number in it is also one of the facts."""
        return _SENTENCES[self.fault].format_map(self.facts)


class _Thrown(msgspec.Struct, frozen=True):
    """A roll of the open epoch, and the nonces at the time of the roll."""

    version: int
    roll: Roll
    nonces: tuple[str, ...]


class Fairness:
    """Receives a session's events in order, and keeps the rolls whose seed is not revealed yet."""

    def __init__(self) -> None:
        self.verified = 0
        """The number of dice that match a revealed seed."""
        self.repeated = 0
        """The number of dice of repeated moves that match the dice of the original moves."""
        self.reported = 0
        """The number of dice that players typed in. They cannot be checked."""
        self._wrong: list[DiceFinding] = []
        self._thrown = 0
        self._checked = 0
        self._last = 0
        self._session = SessionId("")
        self._commitment = ""
        self._commitments: set[str] = set()
        self._nonces: dict[SeatId, str] = {}
        self._open: list[_Thrown] = []
        self._rolls: dict[int, tuple[Roll, ...]] = {}

    @property
    def unrevealed(self) -> int:
        """The number of dice that cannot be checked, because their seed is not revealed."""
        return self._thrown - self._checked

    @property
    def wrong(self) -> tuple[DiceFinding, ...]:
        """All faults so far, by version."""
        return tuple(sorted(self._wrong, key=lambda finding: finding.version))

    def take(self, session: SessionId, version: int, event: Event[Any, Any]) -> None:
        """Process the next event.

        `session` is the session that recorded it, perhaps a fork's parent.
        """
        self.reported += len(getattr(event.move, "reported", None) or ())
        if event.repeats is None:
            self._throw(version, event)
        else:
            self._repeat(version, event.repeats, event.dice)
        if event.dice:
            self._rolls[version] = event.dice
        for effect in event.effects:
            match effect:
                case SessionStarted():
                    self._commit(session, version, effect.dice_commitment)
                case DiceEpochStarted():
                    self._commit(session, version, effect.commitment)
                case NonceGiven():
                    self._nonces[effect.seat] = effect.nonce
                case DiceRevealed():
                    self._settle(version, effect.seed)
                case _:
                    pass

    def _commit(self, session: SessionId, version: int, commitment: str) -> None:
        """Begin a new epoch with a new seed. Its dice are computed with the id of this session."""
        if commitment in self._commitments:
            self._find(version, DiceFault.COMMITTED_BEFORE, commitment=commitment)
        self._commitments.add(commitment)
        self._session, self._commitment = session, commitment
        self._nonces.clear()
        self._open.clear()

    def _throw(self, version: int, event: Event[Any, Any]) -> None:
        # This is the seat order. It also works for the invented ids of a forged log.
        seats = sorted(self._nonces, key=lambda seat: (len(seat), seat))
        nonces = tuple(self._nonces[seat] for seat in seats)
        rolled = sum(len(roll.values) for roll in event.dice)
        counted = sum(effect.count for effect in event.effects if isinstance(effect, DiceRolled))
        if rolled != counted:
            self._find(version, DiceFault.WRONG_COUNT, found=counted, needed=rolled)
        for roll in event.dice:
            if not self._commitment:
                self._find(version, DiceFault.NOT_COMMITTED, number=roll.first)
            if roll.first != self._last + 1:
                needed = self._last + 1
                self._find(version, DiceFault.WRONG_NUMBER, found=roll.first, needed=needed)
            self._last = roll.first + len(roll.values) - 1
            self._thrown += len(roll.values)
            self._open.append(_Thrown(version, roll, nonces))

    def _repeat(self, version: int, repeats: int, rolls: tuple[Roll, ...]) -> None:
        """Check that a repeated move has the dice of the original move, as many as it needed."""
        if rolls == self._rolls.get(repeats, ())[: len(rolls)]:
            self.repeated += sum(len(roll.values) for roll in rolls)
        else:
            self._find(version, DiceFault.NOT_REPEATED, repeats=repeats)

    def _settle(self, version: int, text: str) -> None:
        """Check all rolls of the epoch against its seed, which is known now."""
        seed = _seed(text)
        if commitment(seed) == self._commitment:
            for thrown in self._open:
                self._check(seed, thrown)
        else:
            given, needed = commitment(seed), self._commitment
            self._find(version, DiceFault.WRONG_SEED, found=given, needed=needed)
        self._open.clear()
        self._commitment = ""

    def _check(self, seed: bytes, thrown: _Thrown) -> None:
        roll, faces = thrown.roll, thrown.roll.faces
        self._checked += len(roll.values)
        if faces not in FACES:
            self._find(thrown.version, DiceFault.WRONG_FACES, number=roll.first, faces=faces)
            return
        given = self._given(seed, thrown)
        if roll.sealed != given.sealed:
            sealed: dict[str, Fact] = {"found": roll.sealed, "needed": given.sealed}
            self._find(thrown.version, DiceFault.WRONG_SEAL, number=roll.first, **sealed)
            return
        shown = zip(roll.values, given.values, strict=True)
        for number, (value, needed) in enumerate(shown, roll.first):
            if value != needed:
                facts: dict[str, Fact] = {"number": number, "found": value, "needed": needed}
                self._find(thrown.version, DiceFault.WRONG_VALUE, **facts)
                return
        self.verified += len(roll.values)

    def _given(self, seed: bytes, thrown: _Thrown) -> Roll:
        """Return the roll that follows from the seed."""
        roll = thrown.roll
        numbers = range(roll.first, roll.first + len(roll.values))
        values = [face(seed, self._session, n, thrown.nonces, roll.faces) for n in numbers]
        given = Roll(roll.first, roll.faces, tuple(values))
        if not roll.is_face_down:
            return given
        lying, _ = face_down(given, roll.eyes, salt(seed, self._session, roll.first))
        return lying

    def _find(self, version: int, fault: DiceFault, **facts: Fact) -> None:
        self._wrong.append(DiceFinding(version, fault, facts))


def _seed(text: str) -> bytes:
    """Return the seed from its hex, or an empty one if the hex is invalid."""
    try:
        return bytes.fromhex(text)
    except ValueError:
        return b""
