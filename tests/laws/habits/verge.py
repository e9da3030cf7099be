"""Walks of Verge: from Compile through Load into Run, with changes, scenes and conflicts."""

from collections.abc import Sequence
from random import Random
from typing import Any

from tests.laws.answers import about, named, proposing
from tests.laws.habit import Gift, Habits, Plan, Said, Walking
from tests.laws.played import Played, told
from tests.support.options import draw
from verger.domain.core.ledger import BANK, seat_account, transfer
from verger.domain.core.option import Awaited, Group, Option
from verger.domain.games.verge.calling import cannot_call, cannot_fight_notice
from verger.domain.games.verge.contest import OverrideMove
from verger.domain.games.verge.model.bribe import bribe_account
from verger.domain.games.verge.model.network import EdgeAdded, MarkAdded, NodeAdded
from verger.domain.games.verge.model.purse import SUPPLY, Purse, held
from verger.domain.games.verge.model.stake import InterestUncovered
from verger.domain.games.verge.model.subject import AcceptNarration, ScrapNetwork
from verger.domain.games.verge.moves import ConflictMove, Move, RunMove
from verger.domain.games.verge.phase import LoadMove
from verger.domain.games.verge.reason import Code as Own
from verger.domain.games.verge.state import Run, State, step_name

_OF_STEP: dict[str, Any] = {
    "compile": Move,
    "load": LoadMove,
    "run": RunMove | OverrideMove | ConflictMove,
}
_SORTS = {
    "dispute": "q",
    "proposal": "p",
    "declaration": "d",
    "premise": "g",
    "note": "k",
    "seat": "s",
    "element": "ne",
}

_STEPS = {"node": ("write_node", "claim"), "edge": ("write_edge",)}
_DEEDS = (
    *("declare",) * 9,
    *("frame", "add_to_camera", "end_scene") * 3,
    *("award_boost", *("place_bribe",) * 6, *("award_bribe", "take_back_bribe") * 4),
    *("grant_control", "revoke_control"),
    *("buy_interest",) * 6,
    *("doubt_narration",) * 2,
    *("call_conflict",) * 2,
    *("choose_loss", "choose_signal"),
)
_CONTEST = {
    "match_raise": ("match_raise",) * 8 + ("give_up",),
    "pass_raise": ("pass_raise", "raise_override"),
}
_TURNS = {
    "join_conflict": ("join_conflict",) * 4 + ("stand_aside",),
    "narrate": ("narrate", "choose_signal", "choose_signal", "pass_conclusion"),
    "go_on": ("go_on", "go_on", "stop_conflict"),
    "act_in_round": ("burn", *("reroll",) * 8, "pass_round"),
}


def answers(options: list[Option], wait: Awaited, *, deeds: bool = False) -> list[Option]:
    """List the options of a seat that answer a wait."""
    match wait.what:
        case "agreement":
            return about(
                named(options, *(("agree",) if deeds else ("agree", "decline"))), wait.about
            )
        case "vote":
            return about(named(options, "vote"), wait.about)
        case "consent":
            return about(named(options, "consent", "consent", "object"), wait.about)
        case "lose_interest":
            return about(named(options, "lose_interest"), wait.about)
        case "negotiate":
            ways = named(options, "withdraw", "reword", *("override",) * 6)
            dice = named(options, "call_conflict") if deeds else []
            return [*about(ways, wait.about), *dice]
        case "match_raise" | "pass_raise":
            return about(named(options, *_CONTEST[wait.what]), wait.about)
        case "join_conflict" | "narrate" | "go_on" | "act_in_round":
            return named(options, *_TURNS[wait.what])
        case "finish_compile" | "accept_network" | "resume_play":
            return [only for option in options for only in proposing(option, wait.what)]
        case "play":
            return named(options, *_DEEDS)
        case step:
            return named(options, *_STEPS.get(step, (step,)))


def _any_of(options: Sequence[Option], random: Random) -> Option:
    """Choose an option. `answers` already lists frequent options several times."""
    return random.choice(options)


def _said(state: State) -> Said:
    play = state.play
    elements = list(play.network.elements)
    ids = (
        *("n999", "e1", "a1.node", "a1.edge", "", "undo", "seat_limit"),
        *(id for id, _ in elements),
        *sorted(play.proposals.open),
        *sorted(play.declarations),
        *sorted(state.table.disputes.open),
        *sorted(state.table.disputes.closed),
        *("bank", "seat:s1", "seat:s2"),
        *(premise.id for premise in play.premises),
        *(seat.id for seat in state.table.seats),
        *(note.id for note in state.table.notes),
    )
    return Said(ids, [element.label for _, element in elements] or ["Magic"])


def _tokens(state: State, random: Random) -> Sequence[Any]:
    """Grant tokens, so that more can be paid. Grant boosts only while the bank has some."""
    seat = random.choice(state.table.sitting)
    boosts = min(random.choice((0, 0, 0, 1)), held(state.play.ledger, BANK).boost)
    purse = Purse(random.randint(0, 2), random.randint(0, 2), max(boosts, 0))
    return transfer(purse, BANK, seat_account(seat), "granted", "token.kinds")


def _won(state: State, random: Random) -> Sequence[Any] | None:
    """Return effects of a conflict: the winner weakens an element that has interest points, or ratifies an element.

    Eliminated elements are left out, because they take no marks.
    """
    stakes, elements = state.play.interest.stakes, state.play.network.elements
    standing = [id for id, element in elements if not element.eliminated]
    held_in = [id for id in standing if id in stakes]
    if held_in:
        element = random.choice(held_in)
        winner = random.choice(state.table.sitting)
        return MarkAdded(element, "??"), InterestUncovered(element, winner)
    if standing and isinstance(state.play.step, Run):
        return (MarkAdded(random.choice(standing), "!!!"),)
    return None


def _several_actions(walk: Walking) -> Plan:
    """Plan a declaration of several actions. Later ones may name elements that earlier ones write."""
    seat, random = walk.somebody(), walk.random
    shapes = [
        shape
        for option in walk.options(seat)
        if option.fixed["move"] == "declare"
        for field in option.fields
        if isinstance(field, Group)
        for shape in field.shapes
    ]
    if not shapes:
        return None
    drawn = [draw(_even(shapes, random), random) for _ in range(random.randint(2, 4))]
    actions = _with_references(drawn, random)
    return seat, {"move": "declare", "overview": "A plan.", "actions": actions}


def _notice_is_fought(walk: Walking) -> Plan:
    """Have the GM call the conflict of the current first notice of loss (`fnol.conflict`)."""
    gm = walk.state.table.gm
    if cannot_call(walk.state) or cannot_fight_notice(walk.state, gm):
        return None
    return gm, {"move": "call_conflict", "reason": "It is lost.", "notice": True}


def _narration_stands(walk: Walking) -> Plan:
    """Have the table accept a doubted narration (`interest.narration`)."""
    play = walk.state.play
    narrators = [one.seat for one in play.conflict.active if one.doubts] if play.conflict else []
    for id, proposal in play.proposals.open.items():
        if isinstance(proposal.subject, AcceptNarration) and proposal.agreement.waiting:
            return proposal.agreement.waiting[0], {"move": "agree", "proposal": id}
    if not narrators:
        return None
    subject = {"subject": "accept_narration", "seat": narrators[0]}
    return walk.somebody(), {"move": "propose", "subject": subject}


def _even(shapes: list[Option], random: Random) -> Option:
    """Choose a shape. Each kind of action is equally likely."""
    kind = random.choice(sorted({str(shape.fixed["action"]) for shape in shapes}))
    return random.choice([shape for shape in shapes if shape.fixed["action"] == kind])


def _with_references(actions: Sequence[dict[str, Any]], random: Random) -> list[dict[str, Any]]:
    linked = [dict(action) for action in actions]
    for place, action in enumerate(linked):
        for field in ("element", "other", "source", "target"):
            if place and field in action and random.random() < 0.4:
                part = "node" if field != "element" else random.choice(("node", "edge"))
                action[field] = f"a{random.randint(1, place)}.{part}"
    return linked


def the_boosts_number_exactly_the_seats(played: Played) -> None:
    for step in played.steps:
        boosts = -held(step.after.play.ledger, SUPPLY).boost
        assert boosts == len(step.after.table.players), told(played, step)


def each_bribe_holds_one_boost(played: Played) -> None:
    for step in played.steps:
        play = step.after.play
        accounts = {bribe_account(seat) for seat in play.bribes}
        holding = {
            one for one in play.ledger if one.startswith("bribe:") and play.ledger[one].boost
        }
        assert holding == accounts, told(played, step)


def the_supply_gives_nothing_but_boosts(played: Played) -> None:
    for step in played.steps:
        supply = held(step.after.play.ledger, SUPPLY)
        assert (supply.story, supply.development) == (0, 0), told(played, step)


def no_element_has_the_id_of_another_in_one_line_of_play(played: Played) -> None:
    for step, judgement in played.accepted():
        network = played.start_of(step).network
        nodes = [effect.node for effect in judgement.effects if isinstance(effect, NodeAdded)]
        edges = [effect.edge for effect in judgement.effects if isinstance(effect, EdgeAdded)]
        assert nodes == [f"n{network.nodes_ever + 1 + place}" for place in range(len(nodes))]
        assert edges == [f"e{network.edges_ever + 1 + place}" for place in range(len(edges))]


def _is_in_run(state: State) -> bool:
    return isinstance(state.play.step, Run)


def _moves_of_step(state: State) -> Any:
    return _OF_STEP[step_name(state)]


HABITS = Habits(
    seeds=28,
    moves=300,
    moves_at_most=1_300,
    arrived=_is_in_run,
    answers=answers,
    choose=_any_of,
    holding_up=("propose",),
    urgent=("conflict.",),
    declined=(ScrapNetwork,),
    rare_corrections=("eliminate", "restore"),
    gifts=(Gift(0.25, _tokens), Gift(0.08, _won)),
    plans=((0.06, _several_actions), (0.1, _notice_is_fought), (0.2, _narration_stands)),
    of_step=_moves_of_step,
    said=_said,
    sorts=_SORTS,
    sort="n",
    alike=("strike", "strengthen", "weaken", "repair"),
    series=("actions", "changes"),
    unlisted=(Own.SIMILAR, Own.CLOSE),
    # These walks seldom win a change that has become impossible.
    rare_effects=frozenset({"ChangeFailed"}),
    # Compile is short. The GM seldom ties, because a turn mostly has something to mark.
    rare_answers=frozenset({("finish_compile", "drop_premise"), ("end_turn", "tie")}),
    laws=(
        the_boosts_number_exactly_the_seats,
        each_bribe_holds_one_boost,
        the_supply_gives_nothing_but_boosts,
        no_element_has_the_id_of_another_in_one_line_of_play,
    ),
)
