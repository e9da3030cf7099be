"""Previews: the state after an open wish, if all seats that are asked say yes."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from verger.domain.core.decider import Draft, Facts, Ruleset, State, Wish
from verger.domain.core.dice import NewDiceNeededError
from verger.domain.core.identifier import DisputeId, ProposalId, SeatId
from verger.domain.core.option import Awaited
from verger.domain.core.ruling import Refused
from verger.domain.core.timeline import Rewound, left_out
from verger.domain.dispute.settling import CastVote
from verger.domain.judging.judge import judge_briefly
from verger.domain.judging.offer import awaited_of
from verger.domain.table.proposal import Agree

_Answer = Agree | CastVote


def foreseen(ruleset: Ruleset[Any], state: State[Any], facts: Facts) -> Iterator[Wish]:
    """Yield every open wish separately: those of the game, proposals, rewinds and settlements.

    Wishes whose result depends on dice are left out. If a wish leaves a move out, its state is the
    one before the later moves are repeated. Raises PastNeededError for a rewind to a play that
    `facts` does not have.
    """
    yield from ruleset.wishes(Draft(state, ruleset.evolve, facts))
    for wait in awaited_of(ruleset, state):
        asked = _asked(state, wait)
        agreed = _agreed(ruleset, state, facts, wait.seats, asked[1]) if asked else None
        if asked and agreed:
            after, rewound = agreed
            yield Wish(wait.about, asked[0], after, rewound=rewound)


def _asked(state: State[Any], wait: Awaited) -> tuple[SeatId, _Answer] | None:
    """Return the seat that asked the table a question, and the answer that the seat wants."""
    if wait.what == "vote":
        dispute = state.table.disputes.open.get(DisputeId(wait.about))
        proposed = dispute.settlement if dispute else None
        return (proposed.by, CastVote(DisputeId(wait.about), yes=True)) if proposed else None
    if wait.what != "agreement":
        return None
    id = ProposalId(wait.about)
    question = state.table.timeline.request
    if question is None or question.id != id:
        question = state.play.proposals.open.get(id)
    return (question.by, Agree(id)) if question else None


def _agreed(
    ruleset: Ruleset[Any],
    state: State[Any],
    facts: Facts,
    seats: tuple[SeatId, ...],
    answer: _Answer,
) -> tuple[State[Any], Rewound | None] | None:
    """Return the state after these seats say yes, and the rewind that leaves a move out.

    None if the result cannot be known in advance.
    """
    rewound = None
    for later, seat in enumerate(seats):
        if isinstance(answer, CastVote) and not _is_under_vote(state, answer.dispute):
            break
        try:
            asked = replace(facts, mover=seat, version=facts.version + later)
            judged = judge_briefly(ruleset, state, answer, asked)
        except NewDiceNeededError:
            return None
        if isinstance(judged, Refused):
            return None
        state, rewound = judged.after, left_out(judged.effects)
    is_open = isinstance(answer, CastVote) and _is_under_vote(state, answer.dispute)
    return None if is_open else (state, rewound)


def _is_under_vote(state: State[Any], id: DisputeId) -> bool:
    dispute = state.table.disputes.open.get(id)
    return dispute is not None and dispute.settlement is not None
