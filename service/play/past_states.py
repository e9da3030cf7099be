"""States at older versions, kept in memory for clients that step through a session.

Neighbours share most of their contents, because a state is made of persistent maps.
"""

from collections import OrderedDict
from typing import Any, NamedTuple

from verger.domain.core.decider import State

STATES = 32
"""The number of older states that are kept of a session: those that were read or passed last."""
NEAR = 64
"""The maximum number of events that are folded from a state in memory, rather than from a snapshot."""


class PastState(NamedTuple):
    """A state and its version."""

    version: int
    state: State[Any]


class PastStates:
    """The older states of one session that are in memory."""

    def __init__(self) -> None:
        self._states: OrderedDict[int, State[Any]] = OrderedDict()

    def near(self, version: int) -> PastState | None:
        """Return the newest kept state up to a version, unless it is too many events away."""
        at = max((one for one in self._states if one <= version), default=0)
        if not at or version - at > NEAR:
            return None
        self._states.move_to_end(at)
        return PastState(at, self._states[at])

    def keep(self, version: int, state: State[Any]) -> None:
        """Keep a state, and drop the one that was read or passed longest ago."""
        self._states[version] = state
        if len(self._states) > STATES:
            self._states.popitem(last=False)
