"""A log whose events are only about dice: rolls from seeds, nonces, and revealed seeds."""

from collections.abc import Callable
from typing import Any, Self

from msgspec.structs import replace

from tests.support.play import NOON, effect
from verger.domain.core.decider import Event
from verger.domain.core.dice import Roll, SeededDice, commitment
from verger.domain.core.identifier import SeatId, SessionId, in_order
from verger.domain.core.ruling import Allowed
from verger.domain.secrets.fairness import Fairness
from verger.domain.table.safety import Signal

SESSION = SessionId("00000000-0000-4000-8000-000000000000")
FORK = SessionId("00000000-0000-4000-8000-000000000001")


def seed(number: int) -> bytes:
    """A seed for a log's epoch, by number."""
    return bytes([number]) * 32


class Throwing:
    """Events as a fair server writes them; the first has version 1."""

    def __init__(self, session: SessionId = SESSION) -> None:
        self.session = session
        self.events: list[Event[Any, Any]] = []
        self.rolled = 0
        self.epoch = 0
        self.nonces: dict[SeatId, str] = {}
        start = {"title": "Dice", "ruleset": "verge", "ruleset_version": 1, "house_rules": {}}
        self.happens(effect("session_started", **start, dice_commitment=commitment(seed(0))))

    def happens(self, *effects: Any, dice: tuple[Roll, ...] = (), **more: Any) -> Self:
        """Add an event with these effects."""
        ruling = Allowed("It happens.")
        self.events.append(Event(NOON, SeatId("s1"), Signal(), ruling, effects, dice, **more))
        return self

    def rolls(self, *counts: int, faces: int = 6, eyes: tuple[str, ...] = ()) -> Self:
        """Add an event with a roll of each of these numbers of dice, face down if `eyes` names seats."""
        nonces = [nonce for _, nonce in in_order(self.nonces.items())]
        dice = SeededDice(seed(self.epoch), self.session, self.rolled, nonces)
        seats = tuple(SeatId(seat) for seat in eyes)
        rolls = tuple(dice.roll(count, faces, seats) for count in counts)
        self.rolled += sum(counts)
        return self.happens(effect("dice_rolled", count=sum(counts)), dice=rolls)

    def gives(self, seat: str, nonce: str) -> Self:
        """Add an event with a nonce from a seat."""
        self.nonces[SeatId(seat)] = nonce
        return self.happens(effect("nonce_given", seat=seat, nonce=nonce))

    def reveals(self) -> Self:
        """Add an event that closes the epoch, and begins the next."""
        version, shown = len(self.events) + 1, seed(self.epoch)
        where = {"first": 1, "last": self.rolled, "version": version}
        old = effect("dice_revealed", seed=shown.hex(), commitment=commitment(shown), **where)
        self.epoch += 1
        self.nonces = {}
        return self.happens(old, self.begins(version))

    def begins(self, version: int) -> Any:
        """Return the effect that begins the current epoch."""
        committed = commitment(seed(self.epoch))
        return effect("dice_epoch_started", commitment=committed, version=version)

    def change(self, version: int, **changes: Any) -> Self:
        """Alter a member of an event."""
        self.events[version - 1] = replace(self.events[version - 1], **changes)
        return self

    def change_dice(self, version: int, change: Callable[[Roll], Roll]) -> Self:
        """Alter the first roll of an event."""
        first, *others = self.events[version - 1].dice
        return self.change(version, dice=(change(first), *others))

    def change_effect(self, version: int, **changes: Any) -> Self:
        """Alter the first effect of an event."""
        first, *others = self.events[version - 1].effects
        return self.change(version, effects=(replace(first, **changes), *others))

    def checked(self) -> Fairness:
        """The result of a check that reads only the events."""
        fairness = Fairness()
        for version, event in enumerate(self.events, 1):
            fairness.take(self.session, version, event)
        return fairness

    @property
    def found(self) -> list[tuple[int, str]]:
        """The version and the fault of each finding."""
        return [(finding.version, finding.fault) for finding in self.checked().wrong]
