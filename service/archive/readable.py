"""Check that all readers can read a log with excused events.

The verifier does not judge an event that a redaction excuses, so the event can have any effects.
"""

import re
from collections.abc import Container
from datetime import datetime
from pathlib import Path
from typing import Any

from verger.domain.core.decider import Event, Facts, Ruleset, State
from verger.domain.core.dice import RecordedDice, commitment
from verger.domain.core.force import Force
from verger.domain.core.identifier import SessionId
from verger.domain.core.past import Deed
from verger.domain.core.ruling import Refused
from verger.domain.history.fork import ForkSession
from verger.domain.judging.deed import deed
from verger.domain.judging.judge import judge
from verger.domain.judging.offer import awaited_of, options_of
from verger.projections.diff import document
from verger.projections.disputes import SessionReference, shown
from verger.projections.games import shown_by
from verger.projections.history import HistoryFinder
from verger.projections.landmarks import LandmarkFinder
from verger.projections.picture.written import WrittenSheets
from verger.projections.timeline import timeline
from verger.service.archive.format import UnreadableError
from verger.service.archive.read import read_as, states
from verger.service.archive.verify import Finding
from verger.service.log.codec import Codec, encode_state

_SEAT = re.compile(r"s[0-9]{1,9}")


def unreadable(file: Path, head: int, excused: Container[int]) -> Finding | None:
    """Return the first version whose state cannot be read, or None.

    Only the excused versions and the last one are checked.
    """
    readers: _Readers | None = None
    version = 0
    try:
        for row, playback in states(file):
            version = row.version
            readers = readers or _Readers(playback.codec)
            event = read_as(playback.codec.events, row)
            readers.take(version, event)
            if version in excused or version == head:
                readers.read(playback.state, version, event.at)
    except (MemoryError, UnreadableError):
        raise
    except Exception as error:  # noqa: BLE001, nothing has judged the results of these effects
        return Finding(version, f"the state after it cannot be read: {type(error).__name__}")
    return None


class _Readers:
    """All code that reads a session's log and state."""

    def __init__(self, codec: Codec) -> None:
        self._codec = codec
        self._finders = (LandmarkFinder(codec.ruleset), HistoryFinder(codec.ruleset))
        self._deeds: dict[int, Deed] = {}
        pictures = shown_by(codec.ruleset.name).pictures.values()
        self._written = [WrittenSheets(picture.reader()) for picture in pictures]

    def take(self, version: int, event: Event[Any, Any]) -> None:
        """Process the next event with the code of landmarks, histories and pictures."""
        repeats = event.repeats is not None
        self._deeds[version] = deed(self._codec.ruleset, event)
        for finder in self._finders:
            finder.take(version, event.effects, repeats=repeats)
        for written in self._written:
            written.take(version, event.effects, repeats=repeats)

    def read(self, state: State[Any], version: int, at: datetime) -> None:
        """Read a state with all read models. Raises the error of a model that fails."""
        ruleset, table = self._codec.ruleset, state.table
        if self._codec.states.decode(encode_state(state)) != state:
            raise ValueError("a snapshot of it differs")
        ids = {seat.id for seat in table.seats if _SEAT.fullmatch(seat.id)}
        if len(ids) < len(table.seats):
            raise ValueError("two seats have one id, or one has none")
        request = table.timeline.request
        if request and request.to >= version:
            raise ValueError("a rewind is asked for to a version that is to come")
        for seat in (table.gm, *table.sitting):
            document(ruleset, state, seat, version)
            options_of(ruleset, state, version, seat)
        awaited_of(ruleset, state)
        timeline(table.timeline, version, self._deeds)
        desk = SessionReference("", "", ruleset)
        force = Force(table.timeline, version)
        for id, dispute in (*table.disputes.open.items(), *table.disputes.closed.items()):
            int(id[1:])
            shown(desk, id, dispute, force)
        _require_fork(ruleset, state, version, at)


def _require_fork(ruleset: Ruleset[Any], state: State[Any], version: int, at: datetime) -> None:
    move = ForkSession(
        title=state.table.title,
        parent=SessionId(""),
        version=version,
        hash="",
        dice_commitment=commitment(bytes(32)),
    )
    facts = Facts(state.table.gm, at, RecordedDice(()), version + 1)
    judged = judge(ruleset, state, move, facts)
    if isinstance(judged, Refused):
        raise ValueError(judged.sentence)  # noqa: TRY004, it is a refusal and no wrong type
