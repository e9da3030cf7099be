"""The questions of this game that have a time limit, and the default answers (`table.time`)."""

from collections.abc import Mapping
from typing import Any

from verger.domain.core.decider import Silence
from verger.domain.core.identifier import SeatId
from verger.domain.games.verge.pool import ways
from verger.domain.games.verge.rolling import goes_without, unfit_to_use
from verger.domain.games.verge.state import State

_NOTHING = Silence()
"""The answer needs words or a decision of the seat. The others can empty the seat."""

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


SILENCE: Mapping[str, Silence] = {
    "node": _NOTHING,
    "edge": _NOTHING,
    "claim": _NOTHING,
    "tie": _NOTHING,
    "mark": _NOTHING,
    "end_turn": Silence(("end_turn",)),
    "choose_loss": _NOTHING,
    "frame": _NOTHING,
    "consent": Silence(("consent",)),
    "negotiate": Silence(("withdraw",)),
    "match_raise": Silence(("give_up",)),
    "pass_raise": Silence(("pass_raise",)),
    "join_conflict": Silence(("stand_aside",)),
    "roll": Silence(("roll", "drop_out"), {"explanation": "No explanation in time."}, _way),
    "narrate": Silence(("pass_conclusion", "drop_out")),
    "go_on": Silence(("stop_conflict",)),
    "act_in_round": Silence(("pass_round",)),
    "trade_dice": Silence(("trade_dice",)),
    "lose_interest": Silence(("lose_interest",)),
}
