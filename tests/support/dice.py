"""Dice that show what a test has said beforehand."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import msgspec

from domain.dice import Revealed, Roll, SeededDice, commitment
from domain.fairness import Fairness
from domain.identifier import SessionId
from domain.table import Table
from domain.verge import RULESET

EVENTS = msgspec.json.Decoder(RULESET.event_type)

SEEDS = (bytes(32), bytes([1]) * 32)
"""The seed that a test's dice are said to come from, and the one in its place."""


def seed_after(seed: bytes, revealed: int = 1) -> bytes:
    """The seed that dice come from when this one is revealed, and some after it."""
    return seed_after(sha256(seed).digest(), revealed - 1) if revealed else seed


def dice_of(first: bytes, session: SessionId, table: Table) -> SeededDice:
    """The dice of a table whose seeds follow from its first one."""
    seed = seed_after(first, len(table.epochs))
    nonces = table.nonces_in_order
    return SeededDice(seed, session, table.dice_rolled, nonces, seed_after(seed))


class ShownDice:
    """Show these values in turn; a test that rolls more of them fails."""

    def __init__(self, values: Sequence[int], rolled: int = 0) -> None:
        self.left = list(values)
        self.rolls: list[Roll] = []
        self.revealed: Revealed | None = None
        self._next = rolled + 1

    def roll(self, count: int, faces: int) -> Roll:
        """The next values, which have to be there and to be on such dice."""
        assert count > 0, "nobody rolls no dice"
        assert len(self.left) >= count, f"{count} dice are rolled where {self.left} are left"
        values, self.left = tuple(self.left[:count]), self.left[count:]
        assert all(1 <= value <= faces for value in values)
        roll = Roll(self._next, faces, values)
        self._next += count
        self.rolls.append(roll)
        return roll

    def reveal(self) -> Revealed:
        """A seed that these dice do not come from."""
        self.revealed = Revealed(SEEDS[0].hex(), commitment(SEEDS[1]))
        return self.revealed


def checked(session: str, served: Sequence[Any]) -> Fairness:
    """What the events of a session, as they are served, say of its dice."""
    fairness = Fairness()
    for item in served:
        event = EVENTS.decode(msgspec.json.encode(item["event"]))
        fairness.take(SessionId(session), item["version"], event)
    return fairness
