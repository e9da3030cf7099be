"""The laws of judging, on generated play; a failure names its seed and the number of its move."""

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any, get_args, get_origin

import msgspec
import pytest
from msgspec.structs import replace

from domain.clock import NOBODY
from domain.decider import Accepted, Facts, fold
from domain.dice import RecordedDice, commitment
from domain.fairness import Fairness
from domain.fork import ForkSession
from domain.identifier import SeatId
from domain.judge import judge
from domain.ledger import BANK
from domain.offer import awaited_of
from domain.option import Awaited
from domain.past import Remembered
from domain.proposal import OPEN_LIMIT
from domain.reason import Code
from domain.ruling import Refused
from domain.table import (
    DiceRevealed,
    DiceRolled,
    GmHandedOver,
    SeatAdded,
    SeatLeft,
    SeatRemoved,
    SeatTaken,
)
from domain.timeline import RewindAsked, Rewound
from domain.verge import RULESET
from domain.verge.declaration import WindowSet
from domain.verge.moves import Move, RecordedMove
from domain.verge.network import EdgeAdded, NodeAdded
from domain.verge.purse import SUPPLY, Token, held
from domain.verge.state import Run, State
from tests.laws.answers import answers
from tests.laws.anything import decodes, stray
from tests.laws.walk import SEED, SEEDS, SESSION, Step, Walk, event_of, options_at, walk
from tests.support.asked import wire
from tests.support.dice import dice_of, seed_of
from tests.support.options import listed
from tests.support.play import NOON
from tests.support.snapshot import decode, encode

each_walk = pytest.mark.parametrize("seed", SEEDS)
EVENTS = msgspec.json.Decoder(RULESET.event_type)

# Two walks with the same labels may ask for the same; whether a label is new no option tells.
PROBES = 3

REFERENCE = re.compile(r'"a[0-9]+\.(node|edge)"')
ALWAYS_OPEN = ("add_limit", "signal", "give_nonce", "reveal_dice")
OF_LABELS = (Code.SIMILAR, Code.CLOSE)
COMING_AND_GOING = {SeatAdded, SeatRemoved, SeatTaken, SeatLeft, GmHandedOver, WindowSet}


def told(seed: int, step: Step) -> str:
    """Say where a law is broken."""
    return f"seed {seed}, move {step.number}, {step.seat} asks {step.sent}: {step.judgement}"


def accepted(seed: int) -> Iterator[tuple[Step, Accepted]]:
    """Give the accepted moves of a walk."""
    for step in walk(seed).steps:
        if step.accepted:
            yield step, step.accepted


@each_walk
def test_every_move_gets_a_ruling(seed: int) -> None:
    for step in walk(seed).steps:
        assert isinstance(step.judgement, Accepted | Refused), told(seed, step)


@each_walk
def test_every_ruling_is_of_known_rules_and_can_be_said(seed: int) -> None:
    for step in walk(seed).steps:
        if isinstance(step.judgement, Refused):
            assert step.judgement.rule in RULESET.rules, told(seed, step)
            assert step.judgement.sentence, told(seed, step)
            assert step.judgement.remedy, told(seed, step)
        elif isinstance(step.judgement, Accepted):
            cited = {applied.rule for applied in step.judgement.ruling.rules}
            assert cited <= set(RULESET.rules), told(seed, step)
            assert cited, told(seed, step)


@each_walk
def test_what_is_listed_is_accepted(seed: int) -> None:
    for step in walk(seed).steps:
        if step.drawn:
            assert step.accepted, told(seed, step)
        elif is_comparable(step) and step.is_listed:
            assert step.accepted or is_of_labels(step), told(seed, step)


@each_walk
def test_what_is_not_listed_is_refused(seed: int) -> None:
    for step in walk(seed).steps:
        if is_comparable(step) and not step.is_listed:
            assert not step.accepted, told(seed, step)


@each_walk
def test_whatever_else_is_accepted_is_listed(seed: int) -> None:
    random = Random(seed)  # noqa: S311  # the same probes in every run
    for step, _ in accepted(seed):
        state = step.after
        for seat in state.table.sitting:
            for _ in range(PROBES):
                move = stray(state, random)
                version = versions_after(step)
                if is_accepted(seed, state, seat, move, version) and has_no_series(move):
                    where = f"seed {seed}, after move {step.number}, {seat} asks {move}"
                    assert listed(options_at(state, version, seat), move), where


def versions_after(step: Step) -> int:
    """The version after a step."""
    return step.facts.version if step.accepted else step.facts.version - 1


def is_accepted(seed: int, state: State, seat: SeatId, move: dict[str, Any], head: int) -> bool:
    """Whether a move would be accepted, if it is one."""
    if not decodes(move):
        return False
    dice = dice_of(SEED, SESSION, state.table, head + 1)
    facts = Facts(seat, NOON, dice, head + 1, walk(seed).past)
    asked = wire(walk(seed).outside.told(move), state, seat)
    return isinstance(judge(RULESET, state, asked, facts), Accepted)


def is_comparable(step: Step) -> bool:
    """Seats are set and taken elsewhere, and only declarations of one action are listed."""
    return decodes(step.sent, Move) and has_no_series(step.sent)


def has_no_series(move: dict[str, Any]) -> bool:
    """Whether a move is of one action at most, and names elements by their ids.

    Of several actions each is listed by itself, and `a1.node` stands for an id that is listed.
    """
    goal = move.get("goal")
    changes = goal.get("changes", ()) if isinstance(goal, dict) else ()
    by_id = not REFERENCE.search(json.dumps(move))
    remedy = move.get("remedy")
    corrections = remedy.get("corrections", ()) if isinstance(remedy, dict) else ()
    several = (move.get("actions", ()), changes, corrections)
    return by_id and all(len(parts) <= 1 for parts in several)


def is_of_labels(step: Step) -> bool:
    """Whether a move was refused for a label alone."""
    return isinstance(step.judgement, Refused) and step.judgement.code in OF_LABELS


@each_walk
def test_judging_changes_nothing(seed: int) -> None:
    for step in walk(seed).steps:
        if step.bytes_before is not None:
            assert encode(step.before) == step.bytes_before, told(seed, step)


@each_walk
def test_judging_again_gives_the_same(seed: int) -> None:
    for step in walk(seed).steps:
        facts = replace(step.facts, dice=RecordedDice(step.dice.rolls, step.dice.revealed))
        asked = wire(step.judged, step.before, step.seat)
        assert judge(RULESET, step.before, asked, facts) == step.judgement, told(seed, step)


@each_walk
def test_an_event_comes_back_from_the_log_as_it_was(seed: int) -> None:
    for step, _ in accepted(seed):
        event = event_of(step)
        stored = msgspec.json.encode(event)
        assert EVENTS.decode(stored) == event, told(seed, step)
        assert msgspec.json.encode(EVENTS.decode(stored)) == stored, told(seed, step)


@each_walk
def test_judging_what_the_log_holds_gives_the_same(seed: int) -> None:
    for step, _ in accepted(seed):
        event = EVENTS.decode(msgspec.json.encode(event_of(step)))
        # Nobody knows who sent an anonymous signal, and nobody has to.
        seat = event.seat or (NOBODY if step.seat == NOBODY else step.before.table.sitting[0])
        dice = RecordedDice(event.dice, event.revealed)
        facts = replace(step.facts, seat=seat, dice=dice)
        again = judge(RULESET, step.before, event.move, facts)
        assert again == Accepted(event.ruling, event.effects, step.after), told(seed, step)


@each_walk
def test_what_a_move_leads_to_is_the_fold_of_its_effects(seed: int) -> None:
    for step, judgement in accepted(seed):
        folded = fold(RULESET, step.before, judgement.effects, step.facts.past)
        assert judgement.after == folded == step.after, told(seed, step)


@each_walk
def test_the_fold_of_the_log_is_the_state(seed: int) -> None:
    played = walk(seed)
    state, past = RULESET.empty, Remembered()
    for version, effects in enumerate(played.history, start=1):
        state = fold(RULESET, state, effects, past)
        past.add(version, state.play, None)
    assert state == played.state
    assert encode(state) == encode(played.state)


@each_walk
@pytest.mark.parametrize("part", [0.0, 0.3, 0.7, 1.0])
def test_the_fold_from_any_snapshot_is_the_state(seed: int, part: float) -> None:
    played = walk(seed)
    version = int(len(played.history) * part)
    snapshot = RULESET.empty
    for effects in played.history[:version]:
        snapshot = fold(RULESET, snapshot, effects, played.past)
    state = decode(encode(snapshot))
    assert state == snapshot
    for effects in played.history[version:]:
        state = fold(RULESET, state, effects, played.past)
    assert encode(state) == encode(played.state)


@each_walk
def test_the_dice_of_a_walk_are_those_of_its_seeds(seed: int) -> None:
    fairness, last = Fairness(), seed_of(SEED, walk(seed).state.table.dice_epoch)
    events = [(step.facts.version, event_of(step)) for step, _ in accepted(seed)]
    version, event = events[-1]
    shown = DiceRevealed(last.hex(), commitment(last), 1, 1, version)
    for at, one in [*events, (version + 1, replace(event, effects=(shown,), dice=()))]:
        fairness.take(SESSION, at, one)
    rolled = walk(seed).state.table.dice_rolled
    assert (fairness.wrong, fairness.verified + fairness.unrevealed) == ((), rolled)
    # A fork begins an epoch of its own and leaves the one before it as it was.
    has_forked = any(isinstance(event.move, ForkSession) for _, event in events)
    assert has_forked or not fairness.unrevealed


@each_walk
def test_tokens_are_conserved(seed: int) -> None:
    for step in walk(seed).steps:
        purses = step.after.play.ledger.values()
        totals = [sum(getattr(purse, token) for purse in purses) for token in Token]
        assert totals == [0, 0, 0], told(seed, step)


@each_walk
def test_no_account_is_overdrawn(seed: int) -> None:
    for step in walk(seed).steps:
        for account, purse in step.after.play.ledger.items():
            kinds = (purse.story, purse.development, purse.boost)
            bounded = {BANK: kinds[2:], SUPPLY: kinds[:2]}.get(account, kinds)
            assert min(bounded) >= 0, (account, told(seed, step))


@each_walk
def test_the_boosts_number_exactly_the_seats(seed: int) -> None:
    for step in walk(seed).steps:
        boosts = -held(step.after.play.ledger, SUPPLY).boost
        assert boosts == len(step.after.table.players), told(seed, step)


@each_walk
def test_play_always_waits_for_somebody_who_can_go_on(seed: int) -> None:
    for step, _ in accepted(seed):
        waits = awaited_of(RULESET, step.after)
        assert waits, told(seed, step)
        for wait in waits:
            assert wait.seats, (wait, told(seed, step))
            assert wait.rule in RULESET.rules
            # One seat a move, each in turn: where all may play, asking all takes long.
            seat = wait.seats[step.number % len(wait.seats)]
            assert can_give(step, seat, wait), (wait, seat, told(seed, step))


def can_give(step: Step, seat: SeatId, wait: Awaited) -> bool:
    """Whether a seat has an option for what it is awaited for."""
    state = step.after
    taken = state.table.seat(seat)
    assert taken is not None
    # Seats are set and claimed at addresses of their own, and so are not among the options.
    if wait.what == "add_seat":
        return seat == state.table.gm
    if wait.what == "claim_seat":
        return not taken.taken
    options = options_at(state, versions_after(step), seat)
    if wait.what == "play":
        return any(option.fixed["move"] not in ALWAYS_OPEN for option in options)
    return bool(answers(options, wait)) or is_flooded(state)


def is_flooded(state: State) -> bool:
    """Whether so many questions are open that some have to be answered before another."""
    return len(state.play.proposals.open) >= OPEN_LIMIT


@each_walk
def test_no_id_is_given_twice_in_one_line_of_play(seed: int) -> None:
    for step, judgement in accepted(seed):
        back = [effect for effect in judgement.effects if isinstance(effect, Rewound)]
        # Play of then may go on at once, where it waited for somebody who has left since.
        start = walk(seed).past.play(back[0].to) if back else step.before.play
        network = start.network
        nodes = [effect.node for effect in judgement.effects if isinstance(effect, NodeAdded)]
        edges = [effect.edge for effect in judgement.effects if isinstance(effect, EdgeAdded)]
        assert nodes == [f"n{network.nodes_ever + 1 + place}" for place in range(len(nodes))]
        assert edges == [f"e{network.edges_ever + 1 + place}" for place in range(len(edges))]


@each_walk
def test_no_seat_and_no_question_about_a_rewind_has_the_id_of_another(seed: int) -> None:
    effects = [effect for effects in walk(seed).history for effect in effects]
    for kind in (SeatAdded, RewindAsked):
        ids = [next(iter(ids_of(e))) for e in effects if isinstance(e, kind)]
        assert len(ids) == len(set(ids))


@each_walk
def test_a_rewind_leaves_the_table_as_it_is(seed: int) -> None:
    for step, judgement in rewound(seed):
        before, after = step.before.table, step.after.table
        # A dispute may be settled so, even by somebody's leaving.
        same = replace(after, timeline=before.timeline, disputes=before.disputes)
        if not any(isinstance(effect, SeatLeft) for effect in judgement.effects):
            assert same == before, told(seed, step)
        assert after.timeline.rewinds[-1].version == step.facts.version
        assert not any(isinstance(effect, DiceRolled) for effect in judgement.effects)


@each_walk
def test_a_rewind_to_the_same_table_changes_nothing_of_the_play_of_then(seed: int) -> None:
    played = walk(seed)
    for step, judgement in rewound(seed):
        # Who has come or gone since is left out of it, or comes in; and windows open anew.
        rewind = next(effect for effect in judgement.effects if isinstance(effect, Rewound))
        since = {type(e) for effects in played.history[rewind.to :] for e in effects}
        if not since & COMING_AND_GOING:
            assert step.after.play == played.past.play(rewind.to), told(seed, step)


def rewound(seed: int) -> Iterator[tuple[Step, Accepted]]:
    """Give the moves with which a walk went back or forth."""
    for step, judgement in accepted(seed):
        if any(isinstance(effect, Rewound) for effect in judgement.effects):
            yield step, judgement


def ids_of(effect: Any) -> list[str]:
    """Give the ids that an effect carries, its own first."""
    return list(msgspec.structs.asdict(effect).values())


def walks() -> list[Walk]:
    """Give all the walks."""
    return [walk(seed) for seed in SEEDS]


def test_the_walks_come_as_far_as_run() -> None:
    arrived = [isinstance(played.state.play.step, Run) for played in walks()]
    assert sum(arrived) >= len(SEEDS) - 2


def test_the_walks_make_every_move() -> None:
    made = {step.sent["move"] for played in walks() for step in played.steps if step.accepted}
    known = {kind.__struct_config__.tag for kind in structs(RecordedMove)}
    # The table of a walk does not play with a window of consent, so that nothing happens by itself.
    assert known - made == set()


def test_the_walks_see_every_effect() -> None:
    seen = {type(e) for played in walks() for effects in played.history for e in effects}
    # A change that was won and is no longer possible takes more walks than these.
    assert {kind.__name__ for kind in structs(RULESET.effect_type) - seen} <= {"ChangeFailed"}


def test_the_walks_meet_most_refusals() -> None:
    met = {
        step.judgement.code
        for played in walks()
        for step in played.steps
        if isinstance(step.judgement, Refused)
    }
    assert len(met) >= len(Code) * 2 // 3, set(Code) - met


def structs(union: Any) -> set[Any]:
    """Give the classes of a union, generic ones without their parameters."""
    return {get_origin(member) or member for member in get_args(union)}
