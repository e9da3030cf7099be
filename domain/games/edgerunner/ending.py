"""The end of a conflict: a side is taken out, or a concession is accepted (`end.taken_out`)."""

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.identifier import SeatId, in_order
from verger.domain.core.ledger import BANK, held, transfer
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Prose
from verger.domain.core.unicode import trimmed
from verger.domain.games.edgerunner.model.aspect import AspectRemoved
from verger.domain.games.edgerunner.model.condition import NO_SIDE, ConsequenceHealed
from verger.domain.games.edgerunner.model.conflict import Deciding
from verger.domain.games.edgerunner.model.conflict_effect import ConflictEnded, FateDecided
from verger.domain.games.edgerunner.model.purse import NOTHING, Purse, aspect_account
from verger.domain.games.edgerunner.model.subject import Concede, PoseProblem, RedrawMap
from verger.domain.games.edgerunner.model.target import AspectId, BorderId, TargetId
from verger.domain.games.edgerunner.moment import own_turn, under_way
from verger.domain.games.edgerunner.outcome import over
from verger.domain.games.edgerunner.reason import Code as Own
from verger.domain.games.edgerunner.state import (
    Draft,
    Play,
    State,
    actors,
    leader,
    name_of,
    player_of,
    takes_turns,
    titled,
)
from verger.domain.judging.chapters import Judges
from verger.domain.table.proposal import ProposalClosed
from verger.domain.table.sheet import CharacterId

TAKEN_OUT, CONCESSION = "end.taken_out", "end.concession"
FATE = "stress.taken_out"


class DecideFate(TaggedMove, frozen=True, tag="decide_fate"):
    """Describe the fate of something that you took out. It must follow from the attack."""

    story: Prose


def decide_fate(draft: Draft, move: DecideFate, facts: Facts) -> Judgement:
    """Judge describing a fate by the character that took it out (`stress.taken_out`)."""
    current = own_turn(draft.state, facts.seat, FATE, Deciding)
    if isinstance(current, Refused):
        return current
    target = current[1].target
    if BorderId(target) in draft.play.chart.borders:
        return refuse(
            Own.REDEFINE_IT, "action.attack_thing", border_name=titled(draft.state, target)
        )
    name = titled(draft.state, target)
    draft.cite(FATE, target=target, deciding_character=current[0].actor)
    draft.emit(FateDecided(target, trimmed(move.story)))
    if AspectId(target) in draft.play.aspects.held:
        draft.cite("action.maneuver_end", aspect=target)
        remove_aspect(draft, AspectId(target))
    by = name_of(draft.state, current[0].actor)
    sentence = f"{by} says what becomes of {name}: {trimmed(move.story)}"
    return draft.accept(sentence + _ended(draft, target))


def remove_aspect(draft: Draft, aspect: AspectId) -> None:
    """Remove an aspect. Its tokens go back to the bank, and a consequence that it names ends."""
    gone = draft.play.aspects.held[aspect]
    if gone.severity:
        draft.emit(ConsequenceHealed(CharacterId(gone.on), gone.severity))
    account = aspect_account(aspect)
    free_invokes = held(draft.play.ledger, account, NOTHING)
    draft.emit(*transfer(free_invokes, account, BANK, "an aspect is gone", "action.maneuver_end"))
    draft.emit(AspectRemoved(aspect))


def _ended(draft: Draft, target: TargetId) -> str:
    """End the conflict if only one side has actors left. Return a sentence."""
    side, sides = draft.play.condition(CharacterId(target)).side, sides_left(draft.state)
    if side == NO_SIDE or side in sides or not takes_turns(draft.state, CharacterId(target)):
        return over(draft)
    draft.cite(TAKEN_OUT, side=side, remaining_sides=tuple(str(remaining) for remaining in sides))
    if len(sides) > 1:
        others = " and ".join(str(remaining) for remaining in sides)
        return f" Side {side} is taken out; sides {others} are left.{over(draft)}"
    end(draft, ConflictEnded("taken_out", side, None))
    return f" Side {side} is taken out, and the conflict is over."


def sides_left(state: State) -> list[int]:
    """Return the sides that have an actor on the map who is not taken out (`end.taken_out`)."""
    conditions = state.play.conditions
    return sorted({conditions[id].side for id in actors(state) if conditions[id].zone})


def end(draft: Draft, ended: ConflictEnded) -> None:
    """End the conflict, and everything that lasts only during it (`end.taken_out`)."""
    for account, purse in sorted(draft.play.ledger.items()):
        lapsing = Purse(invoke=purse.invoke, spin=purse.spin)
        if account != BANK:
            draft.emit(*transfer(lapsing, account, BANK, "the conflict is over", TAKEN_OUT))
    for id, proposal in in_order(draft.play.proposals.open.items()):
        if isinstance(proposal.subject, Concede | PoseProblem | RedrawMap):
            draft.emit(ProposalClosed(id, "lapsed"))
    draft.emit(ended)


def cannot_concede(state: State, subject: Concede, seat: SeatId) -> Refused | None:
    """Return why a seat cannot offer this concession, or None (`end.concession`)."""
    conflict = under_way(state, CONCESSION)
    if isinstance(conflict, Refused):
        return conflict
    own = sides_of(state, seat)
    if subject.side in own:
        return None
    sides = tuple(str(side) for side in own)
    return refuse(Own.NOT_YOUR_SIDE, CONCESSION, side=subject.side, own_sides=sides)


def sides_of(state: State, seat: SeatId) -> list[int]:
    """Return the sides of a seat's actors who are not taken out."""
    own = [id for id in actors(state) if player_of(state, id) == seat]
    return sorted({state.play.condition(id).side for id in own})


def concerned(state: State, seat: SeatId) -> tuple[SeatId, ...]:
    """Return the seats that must accept a concession (`end.concession`).

    These are the referee and all seats that play for a side.
    """
    players = {leader(state), *[player_of(state, id) for id in actors(state)]} - {seat}
    return tuple(other for other in state.table.others(seat) if other in players)


def concede(draft: Draft, subject: Concede) -> str:
    """End the conflict after everybody has accepted the story (`end.concession`)."""
    draft.cite(CONCESSION, side=subject.side)
    end(draft, ConflictEnded("concession", subject.side, trimmed(subject.story)))
    return f"Side {subject.side} concedes, and the conflict is over: {trimmed(subject.story)}"


CHAPTER: Judges[Play] = {
    DecideFate: decide_fate,
}
