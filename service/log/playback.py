"""Fold a log in order, from its first event."""

import re
from collections.abc import Container, Iterable
from typing import Any

from verger.domain.core.decider import State
from verger.domain.core.past import GrowingPast
from verger.service.log.codec import Codec, codec_of
from verger.service.log.row import Row

_TO = re.compile(rb'"to":([0-9]{1,16})')


def gone_back_to(log: Iterable[bytes]) -> frozenset[int]:
    """Return the versions that rewinds in a log go back to, also proposed ones. `log` is the JSON of its events.

    Quotation marks in people's texts are escaped, so a text cannot look like the name of an effect.
    """
    found = (event for event in log if b'"effect":"rew' in event)
    return frozenset(int(to) for event in found for to in _TO.findall(event))


class Playback:
    """Folds a log event by event, and keeps the play of each version that a rewind goes back to."""

    def __init__(self, rewinds: Container[int]) -> None:
        self.codec: Codec
        self.state: State[Any]
        self._past = GrowingPast(rewinds)

    def take(self, row: Row) -> State[Any]:
        """Fold the next event. Return the state after it."""
        if row.version == 1:
            self.codec = codec_of(row)
            self.state = self.codec.ruleset.empty
        self.state = self.codec.fold(self.state, row, self._past)
        self._past.add(row.version, self.state.play, None)
        return self.state
