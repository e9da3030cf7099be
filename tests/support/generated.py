"""Archives of generated play: any game, any times, any texts, as another server could have written them."""

from collections.abc import Callable
from copy import copy
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from tests.laws.disputing import Outside
from tests.laws.walk import Walk
from tests.support.asked import wire
from tests.support.dice import dice_of
from tests.support.log import archived, chained
from verger.domain.core.decider import Accepted, Event, Facts, Ruleset, State, fold
from verger.domain.core.identifier import SessionId
from verger.domain.core.mover import Mover, Unseated
from verger.domain.core.past import GrowingPast
from verger.domain.judging.deed import deed
from verger.domain.judging.judge import judge
from verger.service.log.chain import BEFORE_FIRST
from verger.service.log.form import FORMAT
from verger.service.log.row import Row
from verger.service.log.texts import written

SEED = b"a seed of thirty-two known bytes"
Times = Callable[[int], datetime]
"""The time of the event of a version."""


class Generated:
    """A session that is played move by move. A refused move changes nothing."""

    def __init__(self, ruleset: Ruleset[Any], session: UUID, times: Times) -> None:
        self.ruleset, self.session, self._times = ruleset, session, times
        self.state: State[Any] = ruleset.empty
        self.rows: list[Row] = []
        self._past, self._outside = GrowingPast(), Outside()

    def copy(self) -> "Generated":
        """Return a copy of the session, to continue from here."""
        other = copy(self)
        other.rows = list(self.rows)
        return other

    @property
    def archive(self) -> bytes:
        """Return the session's archive, as seat `s2` may see it."""
        return b"".join(archived(self.rows, "s2"))

    def play(self, walk: Walk, most: int) -> "Generated":
        """Make the accepted moves of a walk, until there are `most` events."""
        for step, _ in walk.accepted():
            if len(self.rows) < most and step.sent["move"] not in ("redact", "fork_session"):
                self.ask(step.mover, step.sent)
        return self

    def ask(self, mover: Mover, move: dict[str, Any]) -> bool:
        """Make a move; return whether it was accepted."""
        version, before = len(self.rows) + 1, self.state
        dice = dice_of(SEED, SessionId(str(self.session)), before.table, version)
        facts = Facts(mover, self._times(version), dice, version, self._past)
        asked = wire(self._outside.told(move), before, facts.seat, self.ruleset)
        judged = judge(self.ruleset, before, asked, facts)
        self._outside.keep(version, facts.seat, move, judged)
        if not isinstance(judged, Accepted):
            return False
        seat = None if isinstance(mover, Unseated) else mover
        if getattr(asked, "anonymous", False):
            seat = None
        event = Event(
            facts.at,
            seat,
            asked,
            judged.ruling,
            judged.effects,
            tuple(dice.rolls),
            tuple(part.digest for part in dice.sealed),
            revealed=dice.revealed,
        )
        self._keep(event, msgspec.json.encode(dice.sealed).decode() if dice.sealed else None)
        return True

    def _keep(self, event: Event[Any, Any], sealed: str | None) -> None:
        version = len(self.rows) + 1
        self.state = fold(self.ruleset, self.state, event.effects, self._past)
        self._past.add(version, self.state.play, deed(self.ruleset, event))
        now = written(event, FORMAT)
        tag = type(event.move).__struct_config__.tag
        told = now.data.decode(), sealed, bytes(16), b"", now.format, event.at, now.places
        row = Row(self.session, version, tag, event.seat, None, None, *told)
        self.rows.append(chained(row, self.rows[-1].hash if self.rows else BEFORE_FIRST))
