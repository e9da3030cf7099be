"""The questions of this game that have a time limit, and the default answers (`table.time`)."""

from collections.abc import Mapping

from verger.domain.core.decider import Silence

_NOTHING = Silence()
"""The answer needs words or a decision of the seat. The others can empty the seat."""
_CALLED_OFF = Silence(("call_off",))

SILENCE: Mapping[str, Silence] = {
    "join_test": _CALLED_OFF,
    "call_off": _CALLED_OFF,
    "set_threshold": _CALLED_OFF,
    "tell_outcome": _CALLED_OFF,
    "roll": Silence(("roll", "let_be")),
    "let_be": Silence(("let_be",)),
    "keep_roll": Silence(("keep_roll",)),
    "count_rolls": Silence(("count_rolls",)),
    "take_result": Silence(("take_result",), {"critical": False}),
    "answer": Silence(("turn_away",)),
    "weigh_fact": Silence(("reject_fact",)),
    "reject_fact": Silence(("reject_fact",)),
}
