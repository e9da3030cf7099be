"""The questions of this game: their answers, and the default answers in time limits (`table.time`)."""

from collections.abc import Mapping
from typing import Any

from verger.domain.core.decider import Answer, Question, Silence
from verger.domain.core.identifier import SeatId
from verger.domain.games.verge.pool import ways
from verger.domain.games.verge.rolling import goes_without, unfit_to_use
from verger.domain.games.verge.state import State

_NOTHING = Silence()
"""The answer needs words or a decision of the seat. The others can empty the seat."""
_DROP_OUT = Answer("drop_out", "Your side goes on without you.", destroys=True)
_PREMISES = (
    Answer("adopt_premise", "It holds when everybody agrees."),
    Answer("drop_premise", "If everybody agrees, it holds no longer.", destroys=True),
)

_STEPS = {
    "write_node": "It is in the network at once.",
    "write_edge": "It is in the network at once.",
    "claim": "You play this character.",
    "tie": "Your character cares about it.",
    "mark": "A ratified element gains power, a struck one loses it.",
}


def _step(first: str) -> Question:
    """Return the question of a turn in Load. Its steps can be done in another order."""
    moves = (first, *[move for move in _STEPS if move != first])
    return Question(tuple([Answer(move, _STEPS[move]) for move in moves]), _NOTHING)


_EDGES = 6
"""The most edges of a path that is chosen for a silent seat."""


def _way(state: State, seat: SeatId) -> Mapping[str, Any]:
    """Return the shortest path of a roll, with the most dice of its length (`conflict.pool`)."""
    conflict = state.play.conflict
    own = conflict.participant(seat) if conflict else None
    if conflict is None or own is None:
        return {}
    target = conflict.goals[own.goal - 1].target
    if goes_without(state, seat, own.node, target):
        return {"path": []}
    for edges in range(1, _EDGES + 1):
        for way in ways(state.play.network, own.node, target, edges).ways:
            if not unfit_to_use(state, seat, way.path):
                return {"path": list(way.path)}
    return {}


QUESTIONS: Mapping[str, Question] = {
    "finish_compile": Question(
        (Answer("finish_compile", "Load begins when everybody agrees."), *_PREMISES)
    ),
    "node": _step("write_node"),
    "edge": _step("write_edge"),
    "claim": _step("claim"),
    "tie": _step("tie"),
    "mark": _step("mark"),
    "end_turn": Question(
        (
            Answer("end_turn", "The next seat has its turn."),
            Answer("relabel", "The words change, and your turn goes on."),
        ),
        Silence(("end_turn",)),
    ),
    "accept_network": Question(
        (
            Answer("accept_network", "Play begins when everybody agrees."),
            Answer("scrap_network", "If everybody agrees, Load begins again.", destroys=True),
        )
    ),
    "negotiate": Question(
        (
            Answer("reword", "All who are asked answer the new wording."),
            Answer("override", "The objections do not count. Their seats can raise the price."),
            Answer("call_conflict", "Dice decide about the change.", about="declaration"),
            Answer("withdraw", "The change is not made.", destroys=True),
        ),
        Silence(("withdraw",)),
    ),
    "consent": Question(
        (
            Answer("consent", "The change is made when all who are asked consent."),
            Answer("object", "The change waits until its mover answers you."),
        ),
        Silence(("consent",)),
    ),
    "match_raise": Question(
        (
            Answer("match_raise", "You pay the raise, and everybody can raise again."),
            Answer("call_conflict", "Dice decide about the change.", about="declaration"),
            Answer("give_up", "The change is not made, and its price is spent.", destroys=True),
        ),
        Silence(("give_up",)),
    ),
    "pass_raise": Question(
        (
            Answer("pass_raise", "The change is made when nobody raises the price."),
            Answer("raise_override", "The mover must pay more, or give up."),
        ),
        Silence(("pass_raise",)),
    ),
    "choose_loss": Question(
        (Answer("choose_loss", "Your first notice of loss is about it."),), _NOTHING
    ),
    "call_conflict": Question(
        (Answer("call_conflict", "Everybody joins it or stands aside.", values={"notice": True}),),
        _NOTHING,
    ),
    "frame": Question((Answer("frame", "The scene begins."),), _NOTHING),
    "join_conflict": Question(
        (
            Answer("join_conflict", "You roll for this goal."),
            Answer("stand_aside", "You take no part in this conflict."),
        ),
        Silence(("stand_aside",)),
    ),
    "roll": Question(
        (Answer("roll", "The dice fall."), _DROP_OUT),
        Silence(("roll", "drop_out"), {"explanation": "No explanation in time."}, _way),
    ),
    "narrate": Question(
        (
            Answer("narrate", "Everybody reads it, and the next one tells."),
            Answer("pass_conclusion", "The others tell what comes of it."),
            _DROP_OUT,
        ),
        Silence(("pass_conclusion", "drop_out")),
    ),
    "reword_narration": Question(
        (
            Answer("reword_narration", "It replaces the narration that is in doubt."),
            Answer("accept_narration", "If everybody agrees, the narration stands."),
            _DROP_OUT,
        )
    ),
    "go_on": Question(
        (
            Answer("go_on", "Everybody can burn an edge or reroll."),
            Answer("stop_conflict", "The dice decide as they lie."),
            _DROP_OUT,
        ),
        Silence(("stop_conflict",)),
    ),
    "act_in_round": Question(
        (
            Answer("pass_round", "Your dice stay as they are."),
            Answer("reroll", "All dice outside your signal are rolled again."),
            Answer("burn", "The edge is gone, and you roll more dice.", destroys=True),
            _DROP_OUT,
        ),
        Silence(("pass_round",)),
    ),
    "trade_dice": Question(
        (Answer("trade_dice", "Its signal is your development."),), Silence(("trade_dice",))
    ),
    "lose_interest": Question(
        (Answer("lose_interest", "The seat loses a point of interest.", destroys=True),),
        Silence(("lose_interest",)),
    ),
    "play": Question(
        (
            Answer("declare", "The others are asked about your change."),
            Answer("frame", "The scene begins."),
            Answer("call_conflict", "Everybody joins it or stands aside."),
            Answer("join_scene", "You are in the scene when everybody agrees."),
            Answer("add_to_camera", "Everybody sees it."),
            Answer("award_boost", "The seat can use it for a roll."),
            Answer("place_bribe", "The seat that does it gets the tokens."),
            Answer("award_bribe", "The tokens go to this seat."),
            Answer("grant_control", "This seat decides about the element too."),
            Answer("end_scene", "The GM frames the next one."),
        )
    ),
}
