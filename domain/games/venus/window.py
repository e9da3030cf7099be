"""The time of the peers for a difficulty: if all are silent, the FC settles it without them."""

from datetime import datetime, timedelta

from verger.domain.core.clock import TimePasses
from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.table import Table, house_rule
from verger.domain.games.venus.house_rules import HOUSE_RULES
from verger.domain.games.venus.model.throw import Judging
from verger.domain.games.venus.model.throw_effect import JudgingTimeOver, JudgingTimeSet
from verger.domain.games.venus.state import Draft, Play, State, of_roll, other_peers
from verger.domain.judging.chapters import Judges

RULE = "check.difficulty"


def end(table: Table, at: datetime) -> datetime | None:
    """Return the end of a time that begins now, or None if the house rule sets no limit."""
    seconds = int(house_rule(table, HOUSE_RULES, "answer_seconds"))
    return at + timedelta(seconds=seconds) if seconds else None


def due(state: State) -> datetime | None:
    """Return the end of the peers' time if all of them are silent, or None.

    A pause stops the clock.
    """
    roll = state.play.roll
    if roll is None or not isinstance(roll.stage, Judging) or state.table.paused:
        return None
    if roll.stage.given(state.table.gm) or not other_peers(state, roll):
        return None
    return roll.stage.until


def close(draft: Draft, _move: TimePasses, _facts: Facts) -> Judgement:
    """Judge the end of the time: the FC can settle the difficulty (`check.difficulty`)."""
    roll = draft.play.roll
    assert roll is not None, "something is due"
    draft.cite(RULE, roll=roll.id, silent_seats=other_peers(draft.state, roll))
    draft.cite("table.time")
    draft.emit(JudgingTimeOver())
    what = of_roll(draft.state, roll)
    return draft.accept(
        f"Time is over for {what}: the FC may settle the difficulty without a peer."
    )


def reopen(draft: Draft) -> None:
    """Give the peers their whole time again, after the clock was stopped (`table.time`)."""
    roll = draft.play.roll
    if roll is None or not isinstance(roll.stage, Judging) or roll.stage.is_time_over:
        return
    until = end(draft.table, draft.facts.at)
    if until != roll.stage.until:
        draft.emit(JudgingTimeSet(until))


CHAPTER: Judges[Play] = {
    TimePasses: close,
}
