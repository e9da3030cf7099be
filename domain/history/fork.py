"""Forks: another session continues from a version of this one. Its seats must be claimed again."""

from typing import Any

from verger.domain.core.decider import Draft, Facts, Judgement, Ruleset
from verger.domain.core.identifier import SessionId, Sign
from verger.domain.core.reason import Code
from verger.domain.core.rule import house_rulebook
from verger.domain.core.ruling import refuse
from verger.domain.core.table import (
    DiceEpochStarted,
    SeatEmptied,
    SeatTaken,
    SessionForked,
)
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Label, tidy
from verger.domain.table import closing, onlookers

RULE = "table.fork"

RULES = house_rulebook(
    {
        RULE: (
            "Every person who may read a session, except an onlooker, may fork it at any version. "
            "Play goes on from this version in another session, with other dice. The person takes "
            "a seat that plays. The other seats are empty until they are claimed, and questions to "
            "them wait until then."
        ),
    }
)


class ForkSession(TaggedMove, frozen=True, tag="fork_session"):
    """Continue from a version of another session. This is the first event of the new session."""

    # The service fills in all fields except the title.
    title: Label
    parent: SessionId
    version: int
    hash: Sign
    """The hash of the parent's event at that version, in hex. The hash chain of the fork continues
    from this hash."""
    dice_commitment: Sign


def fork(draft: Draft[Any], move: ForkSession, facts: Facts, ruleset: Ruleset[Any]) -> Judgement:
    """Continue the play as it was. Only the seat of the mover is taken (`table.fork`)."""
    table = draft.table
    seat = table.seat(facts.seat)
    if seat is None:
        return refuse(Code.UNKNOWN_SEAT, RULE, seat=facts.seat)
    if not seat.plays:
        return refuse(Code.OBSERVERS_WATCH, RULE, seat_name=seat.name)
    draft.cite(RULE, parent_session=move.parent, version=move.version, seat=seat.id)
    draft.emit(SessionForked(move.parent, move.version, move.hash, tidy(move.title)))
    draft.emit(DiceEpochStarted(move.dice_commitment, facts.version))
    if not seat.taken:
        draft.emit(SeatTaken(seat.id, seat.name))
    draft.emit(*[SeatEmptied(other.id) for other in table.seats if other.taken and other != seat])
    onlookers.leave_behind(draft)
    closing.leave_behind(draft)
    sentence = f"{seat.name} forks the session at version {move.version}"
    return draft.accept(f"{sentence}: “{draft.table.title}”.")
