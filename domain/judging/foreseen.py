"""Previews: the state after an open wish, if all seats that are asked say yes."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from verger.domain.core.decider import Draft, Facts, Ruleset, State, Wish
from verger.domain.core.dice import NewDiceNeededError
from verger.domain.core.identifier import ProposalId, SeatId
from verger.domain.core.ruling import Refused
from verger.domain.judging.judge import judge_briefly
from verger.domain.judging.offer import awaited_of
from verger.domain.table.proposal import Agree


def foreseen(ruleset: Ruleset[Any], state: State[Any], facts: Facts) -> Iterator[Wish]:
    """Yield every open wish separately: those of the game, proposals and a requested rewind.

    Wishes whose result depends on dice are left out. Raises PastNeededError for a rewind to a play
    that `facts` does not have.
    """
    yield from ruleset.wishes(Draft(state, ruleset.evolve, facts))
    for wait in awaited_of(ruleset, state):
        by = _asker(state, ProposalId(wait.about))
        if wait.what == "agreement" and by is not None:
            after = _agreed(ruleset, state, facts, ProposalId(wait.about), wait.seats)
            if after is not None:
                yield Wish(wait.about, by, after)


def _asker(state: State[Any], id: ProposalId) -> SeatId | None:
    request, open = state.table.timeline.request, state.play.proposals.open.get(id)
    if request and request.id == id:
        return request.by
    return open.by if open else None


def _agreed(
    ruleset: Ruleset[Any],
    state: State[Any],
    facts: Facts,
    id: ProposalId,
    seats: tuple[SeatId, ...],
) -> State[Any] | None:
    """Return the state after all these seats agree, or None if it cannot be known in advance."""
    for seat in seats:
        try:
            judged = judge_briefly(ruleset, state, Agree(id), replace(facts, mover=seat))
        except NewDiceNeededError:
            return None
        if isinstance(judged, Refused):
            return None
        state = judged.after
    return state
