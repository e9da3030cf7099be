"""Older states of sessions, kept in memory for clients that step through the versions.

States of neighbouring versions share most of their memory, because a state is made of persistent maps.
"""

from collections import OrderedDict
from typing import Any, NamedTuple

from verger.domain.core.decider import State

STATES = 32
"""The number of older states of a session to keep: those that were computed or read last."""
NEAR = 64
"""A state in memory is used if at most this number of events must be folded from it. If not, use a snapshot."""


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
        """Keep a state. If there are too many, drop the one that was computed or read longest ago."""
        self._states[version] = state
        if len(self._states) > STATES:
            self._states.popitem(last=False)
