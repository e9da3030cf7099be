"""Conflicts in tests: the fighters, their dice, and the moved tokens."""

from collections.abc import Mapping
from typing import Any

from tests.support.play import Game
from verger.domain.core.decider import Accepted
from verger.domain.core.ledger import TokensMoved
from verger.domain.games.verge.model.conflict import (
    Concluding,
    Conflict,
    Gathering,
    Narrating,
    Participant,
)
from verger.domain.games.verge.model.network import NodeId

FIGHTERS = {
    "Ann": "Guards",
    "Bo": "Knight",
    "Cy": "Aliana",
    "Di": "Sarasvati",
}
"""The fighter of each player. Ann is the GM, and the others claim their nodes."""


def conflict_of(game: Game) -> Conflict:
    """The conflict that is under way."""
    conflict = game.state.play.conflict
    assert conflict is not None
    return conflict


def participant(game: Game, name: str) -> Participant:
    """Return the participant of a seat in the conflict."""
    one = conflict_of(game).participant(game.seat(name))
    assert one is not None
    return one


def dice_of(game: Game, name: str) -> str:
    """A participant's dice as signal and noise, such as `5555 133466`."""
    one = participant(game, name)
    noise = sorted(value for value in one.dice if value != one.face)
    return f"{str(one.face) * one.signal} {''.join(map(str, noise))}"


def goal(target: str, *changes: dict[str, Any], statement: str = "To win.") -> dict[str, Any]:
    """A new goal."""
    return {"statement": statement, "target": target, "changes": changes}


def fighter(game: Game, name: str, power: int) -> NodeId:
    """A node that a seat can join with: the GM's antagonist or a player's character."""
    text = FIGHTERS[name] + "!" * power
    return game.node(name, text) if name == "Ann" else game.character(name, text)


def call(game: Game, name: str, **fields: Any) -> Accepted:
    """Have somebody call a conflict."""
    return game.move(name, "call_conflict", reason="It is not that easy.", **fields)


def join(game: Game, name: str, node: str, wanted: int | dict[str, Any]) -> Accepted:
    """Have somebody join it."""
    return game.move(name, "join_conflict", node=node, goal=wanted)


def aside(game: Game) -> None:
    """Have everybody who has not answered stand aside."""
    while (conflict := game.state.play.conflict) and isinstance(conflict.stage, Gathering):
        game.move(conflict.stage.agreement.waiting[0], "stand_aside")


def roll(game: Game, name: str, dice: str, *path: str) -> Accepted:
    """Have a participant roll exactly these dice."""
    shown = game.dice(*map(int, dice))
    return shown.move(name, "roll", explanation="By force.", path=path)


def gathered(game: Game, *, allies: Mapping[str, str] | None = None, **powers: int) -> Game:
    """Call a conflict of fighters with these powers. The first calls it, and each joins with its own goal.

    A goal's target is the node of its author, so that every path is short. An ally joins for another fighter's goal instead, and has an
    edge to that fighter that costs the ally no dice.
    """
    caller, friends = next(iter(powers)), allies or {}
    nodes = {name: fighter(game, name, power) for name, power in powers.items()}
    call(game, caller)
    for name, node in nodes.items():
        if name not in friends:
            join(game, name, node, goal(node))
    for name, friend in friends.items():
        game.edge(name, nodes[name], "helps!!", nodes[friend])
        join(game, name, nodes[name], participant(game, friend).goal)
    aside(game)
    return game


def rolled(game: Game, *, allies: Mapping[str, str] | None = None, **dice: str) -> Game:
    """A conflict with these dice, which the seats have rolled. The first seat is the caller."""
    powers = {name: len(values) for name, values in dice.items()}
    gathered(game, allies=allies, **powers)
    for name, values in dice.items():
        path = _to_friend(game, name) if name in (allies or {}) else ()
        roll(game, name, values, *path)
    return game


def _to_friend(game: Game, name: str) -> tuple[str, str]:
    network, own = game.state.play.network, participant(game, name).node
    edge = network.nodes[own].edges[0]
    return edge, network.edges[edge].target


def narrate(game: Game) -> Game:
    """Have every participant narrate, in order."""
    while isinstance(conflict_of(game).stage, Narrating) and (seat := conflict_of(game).next):
        game.move(seat, "narrate", text="They fight.")
    return game


def narrated(game: Game, *, allies: Mapping[str, str] | None = None, **dice: str) -> Game:
    """A conflict with these dice after narration: the caller stops or goes on."""
    return narrate(rolled(game, allies=allies, **dice))


def acting(game: Game, **dice: str) -> Game:
    """A conflict with these dice in its first round of burning and rerolling."""
    narrated(game, allies=None, **dice).move(next(iter(dice)), "go_on")
    return game


def stop(game: Game) -> Accepted:
    """Have the spotlight seat stop, and nobody tell a conclusion."""
    return conclude(game, game.move(conflict_of(game).spotlight, "stop_conflict"))


def conclude(game: Game, decided: Accepted) -> Accepted:
    """After the conflict is decided, have each seat pass its turn to tell a conclusion."""
    while (conflict := game.state.play.conflict) and isinstance(conflict.stage, Concluding):
        assert conflict.next is not None
        decided = decided.followed_by(game.move(conflict.next, "pass_conclusion"))
    return decided


def trade(game: Game, name: str, dice: str) -> Accepted:
    """Have a side roll the other's dice."""
    return game.dice(*map(int, dice)).move(name, "trade_dice")


def moved(judgement: Accepted) -> list[tuple[int, str, str, str, str]]:
    """The moved tokens: how many, their kind, from where, to where, and the rule."""
    found = [effect for effect in judgement.effects if isinstance(effect, TokensMoved)]
    return [(one.amount, one.token, one.source, one.target, one.rule) for one in found]
