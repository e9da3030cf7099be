"""The questions of this game that have a time limit, and the default answers (`table.time`)."""

from collections.abc import Mapping

from verger.domain.core.decider import Silence

_NOTHING = Silence()
"""The answer needs words or a decision of the seat. The others can empty the seat."""
_CANCELLED = Silence(("cancel_roll",))
_SPENT = Silence(("finish_spending",))

SILENCE: Mapping[str, Silence] = {
    "state_view": _NOTHING,
    "give_ruling": _NOTHING,
    "mark_excess": Silence(("mark_excess",)),
    "pass_turn": Silence(("pass_turn",)),
    "next_round": Silence(("next_round",)),
    "set_scene": _NOTHING,
    "suggest_roll": _CANCELLED,
    "choose_roll": _CANCELLED,
    "set_target": _CANCELLED,
    "set_threshold": _CANCELLED,
    "cancel_roll": _CANCELLED,
    "judge_difficulty": _NOTHING,
    "answer_claim": Silence(("answer_claim",), {"valid": True}),
    "roll_check": Silence(("roll_check",)),
    "roll_bonus": Silence(("roll_bonus",)),
    "accept_failure": Silence(("accept_failure",)),
    "take_job": Silence(("take_job",)),
    "lack_job": Silence(("lack_job",)),
    "put_job": _NOTHING,
    "answer_aid": Silence(("answer_aid",), {"accept": False}),
    "roll_task": Silence(("roll_task",)),
    "finish_kissing": Silence(("finish_kissing",)),
    "answer_stunt": Silence(("answer_stunt",), {"stands": True}),
    "buy": _SPENT,
    "finish_spending": _SPENT,
    "tell_surprise": _NOTHING,
    "let_be": Silence(("let_be",)),
}
