"""What is open to a seat, and whom play waits for: what every table has, and its ruleset's own."""

from typing import Any

from domain import log
from domain.decider import Ruleset, State
from domain.identifier import SeatId
from domain.option import Awaited, Option


def options_of(
    ruleset: Ruleset[Any], state: State[Any], version: int, seat: SeatId
) -> list[Option]:
    """The moves open to a seat at a version."""
    own = state.table.seat(seat)
    found = list(ruleset.options(state, seat))
    if own is None or not own.taken or not own.plays:
        return found
    return found + log.options(state, version, seat)


def awaited_of(ruleset: Ruleset[Any], state: State[Any]) -> list[Awaited]:
    """Whom play waits for; in every state there is somebody."""
    return [*log.awaited(state), *ruleset.awaited(state)]
