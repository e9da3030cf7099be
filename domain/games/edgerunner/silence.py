"""The questions of this game that have a time limit, and the default answers (`table.time`)."""

from collections.abc import Mapping

from verger.domain.core.decider import Silence

_NOTHING = Silence()
"""The answer needs words or a decision of the seat. The others can empty the seat."""
_FINISHED = Silence(("finish_action",))

SILENCE: Mapping[str, Silence] = {
    "claim_turn": Silence(("claim_turn",)),
    "give_turn": Silence(("give_turn",)),
    "call_auction": Silence(("call_auction",)),
    "bid": Silence(("yield_turn",)),
    "act": Silence(("end_turn",)),
    "end_turn": Silence(("end_turn",)),
    "close_compels": Silence(("close_compels",)),
    "answer_compel": Silence(("answer_compel",), {"take": True}),
    "oppose": Silence(("oppose",)),
    "accept_help": Silence(("accept_help",), {"accept": False}),
    "roll": Silence(("roll",)),
    "stand": Silence(("stand",)),
    "resist": Silence(("stand",)),
    "go": _FINISHED,
    "clear_box": _FINISHED,
    "turn_door": _FINISHED,
    "finish_action": _FINISHED,
    "redefine_border": Silence(("redefine_border",)),
    "decide_fate": _NOTHING,
}
