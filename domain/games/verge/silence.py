"""The questions of this game that have a time limit, and the default answers (`table.time`)."""

from collections.abc import Mapping

from verger.domain.core.decider import Silence

_NOTHING = Silence()
"""The answer needs words or a decision of the seat. The others can empty the seat."""

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
    "roll": Silence(("roll", "drop_out"), {"explanation": "No explanation in time."}),
    "narrate": Silence(("pass_conclusion", "drop_out")),
    "go_on": Silence(("stop_conflict",)),
    "act_in_round": Silence(("pass_round",)),
    "trade_dice": Silence(("trade_dice",)),
    "lose_interest": Silence(("lose_interest",)),
}
