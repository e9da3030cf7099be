"""A log folded in order, from its first event."""

import re
from collections.abc import Container, Iterable
from typing import Any

from verger.domain.core.decider import State
from verger.domain.core.past import GrowingPast
from verger.service.log.codec import Codec, codec_of
from verger.service.log.row import Row

_TO = re.compile(rb'"to":([0-9]{1,16})')


def gone_back_to(log: Iterable[bytes]) -> frozenset[int]:
    """The versions that a log asks or decides to go back to, found in its events' texts.

    The quotes in people's texts are escaped, so they cannot look like an effect's name.
    """
    found = (event for event in log if b'"effect":"rew' in event)
    return frozenset(int(to) for event in found for to in _TO.findall(event))


class Playback:
    """Folds a log event by event, and keeps the plays that rewinds go back to."""

    def __init__(self, rewinds: Container[int]) -> None:
        self.codec: Codec
        self.state: State[Any]
        self._past = GrowingPast(rewinds)

    def take(self, row: Row) -> State[Any]:
        """The state after the next event."""
        if row.version == 1:
            self.codec = codec_of(row)
            self.state = self.codec.ruleset.empty
        self.state = self.codec.fold(self.state, row, self._past)
        self._past.add(row.version, self.state.play, None)
        return self.state
