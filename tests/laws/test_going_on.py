"""Generated play has no dead end, and rewinds restore earlier play."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from tests.laws.answers import answering
from tests.laws.law import each_walk, version_after
from tests.laws.played import Played, Step, told
from verger.domain.core.decider import Accepted
from verger.domain.core.identifier import SeatId
from verger.domain.core.option import Awaited
from verger.domain.core.table import (
    DiceRolled,
    GmHandedOver,
    SeatAdded,
    SeatLeft,
    SeatRemoved,
    SeatTaken,
)
from verger.domain.core.timeline import RewindAsked, Rewound
from verger.domain.judging.offer import awaited_of
from verger.domain.table.closing import is_closed
from verger.domain.table.proposal import ProposalClosed, too_many

ALWAYS_OPEN = ("add_limit", "signal", "give_nonce", "reveal_dice")
COMING_AND_GOING = {SeatAdded, SeatRemoved, SeatTaken, SeatLeft, GmHandedOver}


@each_walk
def test_play_always_waits_for_somebody_who_can_go_on(played: Played) -> None:
    for step, _ in played.accepted():
        waits = awaited_of(played.ruleset, step.after)
        # Play does not wait for an open dispute (`dispute.open`).
        play = [wait for wait in waits if wait.what != "settle_dispute"]
        assert play or is_still(played, step), told(played, step)
        for wait in waits:
            assert wait.seats, (wait, told(played, step))
            assert wait.rule in played.ruleset.rules
            seat = played.one_of(wait, step)
            assert can_give(played, step, seat, wait), (wait, seat, told(played, step))


def is_still(played: Played, step: Step) -> bool:
    """Return whether no move is needed, because play or the session has ended."""
    return played.is_over(step.after) or is_closed(step.after.table)


def can_give(played: Played, step: Step, seat: SeatId, wait: Awaited) -> bool:
    """Return whether a seat has an option that answers a wait, found without knowledge of the game."""
    state = step.after
    taken = state.table.seat(seat)
    assert taken is not None
    # Seats are added and claimed at their own addresses, so no option lists these moves.
    if wait.what == "add_seat":
        return seat == state.table.gm
    if wait.what == "claim_seat":
        return not taken.taken
    options = played.options_at(state, version_after(step), seat)
    if wait.what == "play":
        return any(option.fixed["move"] not in ALWAYS_OPEN for option in options)
    # A seat can have so many open proposals that it must retract one before it proposes more.
    is_flooded = too_many(state.play.proposals, seat) is not None
    return bool(answering(options, wait)) or is_flooded


@each_walk
def test_no_seat_and_no_question_about_a_rewind_has_the_id_of_another(played: Played) -> None:
    effects = [effect for effects in played.history for effect in effects]
    for kind in (SeatAdded, RewindAsked):
        ids = [own_id(effect) for effect in effects if isinstance(effect, kind)]
        assert len(ids) == len(set(ids))


def own_id(effect: Any) -> str:
    """Return the id of the thing that an effect creates. It is the first field."""
    return str(next(iter(msgspec.structs.asdict(effect).values())))


@each_walk
def test_a_rewind_leaves_the_table_as_it_is(played: Played) -> None:
    for step, judgement in rewound(played):
        before, after = step.before.table, step.after.table
        # A rewind can settle a dispute, also if it happens because somebody leaves. An earlier proposal can be adopted now, because the
        # seats that had not answered are empty.
        timeless = replace(after, due=before.due, silent=before.silent)
        same = replace(timeless, timeline=before.timeline, disputes=before.disputes)
        if not any(is_of_people(effect) for effect in judgement.effects):
            assert same == before, told(played, step)
        assert after.timeline.rewinds[-1].version == step.facts.version
        assert not any(isinstance(effect, DiceRolled) for effect in judgement.effects)


def is_of_people(effect: Any) -> bool:
    """Return whether an effect is that a person or a seat left, or that an earlier proposal is adopted."""
    adopted = isinstance(effect, ProposalClosed) and effect.outcome == "adopted"
    return adopted or isinstance(effect, SeatLeft | SeatRemoved)


@each_walk
def test_a_rewind_to_the_same_table_changes_nothing_of_the_play_of_then(played: Played) -> None:
    for step, judgement in rewound(played):
        # The restored play is adapted to people that have come or gone since.
        rewind = next(effect for effect in judgement.effects if isinstance(effect, Rewound))
        since = {type(e) for effects in played.history[rewind.to :] for e in effects}
        if not since & (COMING_AND_GOING | played.habits.realigning):
            assert step.after.play == played.past.play(rewind.to), told(played, step)


def rewound(played: Played) -> Iterator[tuple[Step, Accepted]]:
    """Yield the accepted moves of a walk that rewound play."""
    for step, judgement in played.accepted():
        if any(isinstance(effect, Rewound) for effect in judgement.effects):
            yield step, judgement
