"""The questions of this game: their answers, and the default answers in time limits (`table.time`)."""

from collections.abc import Mapping
from typing import Any

from verger.domain.core.decider import Answer, Question, Silence
from verger.domain.core.identifier import SeatId
from verger.domain.games.verge.pool import ways
from verger.domain.games.verge.rolling import goes_without, unfit_to_use
from verger.domain.games.verge.state import State

_NOTHING = Silence()
"""Silence means nothing, because only the seat can write or decide this. The others can empty the
seat."""
_DROP_OUT = Answer(
    "drop_out",
    "You are out of the conflict, without insurance. If nobody else is on your side, your side has "
    "lost.",
    destroys=True,
)
_PREMISES = (
    Answer("adopt_premise", "The premise holds when everybody agrees."),
    Answer("drop_premise", "If everybody agrees, the premise no longer holds.", destroys=True),
)

_TIE = Answer("tie", "The character cares about this thing.")
_RELABEL = Answer("relabel", "The words change, and your turn goes on.")

_EDGES = 6
"""The maximum number of edges in a path that is chosen for a silent seat."""


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
    "node": Question(
        (
            Answer("write_node", "The node is in the network at once."),
            Answer("claim", "You play this character."),
        ),
        _NOTHING,
    ),
    "edge": Question(
        (Answer("write_edge", "The edge is in the network at once."), _RELABEL), _NOTHING
    ),
    "tie": Question((_TIE,), _NOTHING),
    "mark": Question(
        (
            Answer("mark", "Ratify: the element gains 1 power. Strike: it loses 1 power."),
            _TIE,
            _RELABEL,
        ),
        _NOTHING,
    ),
    "end_turn": Question(
        (Answer("end_turn", "Your turn is over, and Load goes on."), _TIE, _RELABEL),
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
            Answer(
                "reword",
                "The other seats answer the new wording. If nobody can object, the change is made.",
            ),
            Answer(
                "override",
                "You pay, and the objections do not count. Every other seat can raise the price.",
            ),
            Answer(
                "call_conflict",
                "The price is spent, and a conflict decides about the change.",
                about="declaration",
            ),
            Answer(
                "withdraw", "The change is not made, and you get its price back.", destroys=True
            ),
        ),
        Silence(("withdraw",)),
    ),
    "consent": Question(
        (
            Answer(
                "consent", "The change is made when all seats that are asked consent.", says="yes"
            ),
            Answer(
                "object",
                "The change waits for its mover. If you only call it bogus, it does not wait.",
                says="no",
            ),
        ),
        Silence(("consent",)),
    ),
    "match_raise": Question(
        (
            Answer(
                "match_raise", "You pay the raise, and every other seat can raise the price again."
            ),
            Answer(
                "call_conflict",
                "The price is spent, and a conflict decides about the change.",
                about="declaration",
            ),
            Answer(
                "give_up",
                "The change is not made, and all that you paid for it is lost.",
                destroys=True,
            ),
        ),
        Silence(("give_up",)),
    ),
    "pass_raise": Question(
        (
            Answer("pass_raise", "The change is made when nobody raises the price."),
            Answer(
                "raise_override", "The mover must match the raise, call a conflict, or give up."
            ),
        ),
        Silence(("pass_raise",)),
    ),
    "choose_loss": Question(
        (Answer("choose_loss", "Your first notice of loss is about this edge."),), _NOTHING
    ),
    "call_conflict": Question(
        (
            Answer(
                "call_conflict",
                "You fight in it. The others join or stand aside.",
                values={"notice": True},
                verb="Call its conflict",
            ),
        ),
        _NOTHING,
    ),
    "frame": Question((Answer("frame", "The new scene begins."),), _NOTHING),
    "join_conflict": Question(
        (
            Answer("join_conflict", "You fight for this goal."),
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
            Answer("narrate", "Everybody can read your text, and the conflict goes on."),
            Answer("pass_conclusion", "You describe no conclusion, and the conflict goes on."),
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
            Answer(
                "stop_conflict",
                "The conflict is decided at once. In a first notice of loss, the GM's goal wins.",
            ),
            _DROP_OUT,
        ),
        Silence(("stop_conflict",)),
    ),
    "act_in_round": Question(
        (
            Answer("pass_round", "Your dice stay as they are."),
            Answer("reroll", "All dice outside your signal are rolled again."),
            Answer("burn", "The edge loses 1 power, and you roll new dice."),
            _DROP_OUT,
        ),
        Silence(("pass_round",)),
    ),
    "trade_dice": Question(
        (
            Answer(
                "trade_dice",
                "The side with the better signal gets the difference in development tokens.",
            ),
        ),
        Silence(("trade_dice",)),
    ),
    "lose_interest": Question(
        (Answer("lose_interest", "The seat loses a point of interest."),),
        Silence(("lose_interest",)),
    ),
    "play": Question(
        (
            Answer(
                "declare",
                "The other seats are asked. If nobody can object, the change is made at once.",
            ),
            Answer("frame", "The new scene begins."),
            Answer("call_conflict", "Everybody joins it or stands aside."),
            Answer("join_scene", "You join the scene when the GM agrees."),
            Answer("add_to_camera", "Everybody sees it."),
            Answer(
                "award_boost", "The seat gets a boost, which pays for a story or development token."
            ),
            Answer("place_bribe", "A boost lies on the element. You decide who gets it."),
            Answer("award_bribe", "The boost goes to this seat."),
            Answer("grant_control", "This seat also decides about the element."),
            Answer("take_back_bribe", "The boost is yours again."),
            Answer("revoke_control", "The seat no longer decides about the element."),
            Answer("buy_interest", "You get one more interest point."),
            Answer(
                "doubt_narration", "The seat words its narration again, or the table lets it stand."
            ),
            Answer("end_scene", "The scene ends. You can frame the next one."),
        )
    ),
}
