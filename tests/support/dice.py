"""Dice with values set by a test."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import msgspec

from tests.support.sealed import keep
from verger.domain.core.dice import Revealed, Roll, SeededDice, commitment, face_down, salt
from verger.domain.core.identifier import SeatId, SessionId
from verger.domain.core.note import SealedPart
from verger.domain.core.table import Table
from verger.domain.games.verge import RULESET
from verger.domain.secrets.fairness import Fairness

EVENTS = msgspec.json.Decoder(RULESET.event_type)

SEEDS = (bytes(32), bytes([1]) * 32)
"""The seed that is recorded for a test's dice, and the next seed."""


def seed_of(first: bytes, epoch: int) -> bytes:
    """Return the seed of the epoch that began with a version, for a session with this first seed."""
    return first if epoch == 1 else sha256(first + b"%d" % epoch).digest()


class KeptDice(SeededDice):
    """Dice from a seed, with a record of face-down ones."""

    def roll(self, count: int, faces: int, eyes: tuple[SeatId, ...] = ()) -> Roll:
        """Throw new dice."""
        roll = super().roll(count, faces, eyes)
        keep(self.sealed)
        return roll


def dice_of(first: bytes, session: SessionId, table: Table, version: int) -> SeededDice:
    """The dice for the event of this version, at a table whose seeds are all derived from its first seed."""
    seed, coming = seed_of(first, table.dice_epoch), seed_of(first, version)
    return KeptDice(seed, session, table.dice_rolled, table.nonces_in_order, coming)


class ShownDice:
    """Dice that show these values in turn. A test that rolls more dice fails."""

    def __init__(self, values: Sequence[int], rolled: int = 0) -> None:
        self.left = list(values)
        self.rolls: list[Roll] = []
        self.revealed: Revealed | None = None
        self.sealed: list[SealedPart] = []
        self._next = rolled + 1

    def roll(self, count: int, faces: int, eyes: tuple[SeatId, ...] = ()) -> Roll:
        """Return the next values. There must be enough, and the dice must have such faces."""
        assert count > 0, "nobody rolls no dice"
        assert len(self.left) >= count, f"{count} dice are rolled where {self.left} are left"
        values, self.left = tuple(self.left[:count]), self.left[count:]
        assert all(1 <= value <= faces for value in values)
        roll = Roll(self._next, faces, values)
        if eyes:
            roll, part = face_down(roll, eyes, salt(SEEDS[0], SessionId(""), self._next))
            self.sealed.append(part)
            keep(self.sealed)
        self._next += count
        self.rolls.append(roll)
        return roll

    def reveal(self) -> Revealed:
        """Return an invented seed, because these dice come from none."""
        self.revealed = Revealed(SEEDS[0].hex(), commitment(SEEDS[1]))
        return self.revealed


def checked(session: str, served: Sequence[Any]) -> Fairness:
    """The result of a check of the dice in a session's served events."""
    fairness = Fairness()
    for item in served:
        event = EVENTS.decode(msgspec.json.encode(item["event"]))
        fairness.take(SessionId(session), item["version"], event)
    return fairness
