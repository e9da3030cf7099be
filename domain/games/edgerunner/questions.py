"""The questions of this game: their answers, and the default answers in time limits (`table.time`)."""

from collections.abc import Mapping

from verger.domain.core.decider import Answer, Question, Silence

_NOTHING = Silence()
"""The answer needs words or a decision of the seat. The others can empty the seat."""
_FINISHED = Silence(("finish_action",))
_END_TURN = Answer("end_turn", "Somebody else acts next.")
_CLAIM = Answer("claim_turn", "The caller gives the turn to somebody who wants it.")
_GIVE = Answer("give_turn", "This character acts next.")
_YIELD = Answer("yield_turn", "You act later in this exchange.")
_FREE_MOVE = Answer("free_move", "You move there without a roll.")
_STAND = Answer("stand", "The roll stands as it is.")
_MORE = (
    Answer("invoke", "The aspect counts for you, for a fate point or for free."),
    Answer("use_spin", "It counts as a shift more."),
    Answer("keep_threshold", "The defense keeps its threshold, without shifts."),
    Answer("take_stress", "The box is full, and its shifts count for you.", destroys=True),
    Answer("take_consequence", "It stays with you, and its shifts count for you.", destroys=True),
    Answer("give_in", "The attack has its effect, and nothing more is rolled.", destroys=True),
)
_SHIFTS = (
    Answer("turn_door", "The door is open or closed, for shifts."),
    Answer("finish_action", "The shifts that are left are lost.", destroys=True),
)

QUESTIONS: Mapping[str, Question] = {
    "add_zone": Question((Answer("add_zone", "The zone is on the map."),)),
    "place": Question((Answer("place", "The character stands there, on this side."),)),
    "begin_conflict": Question((Answer("begin_conflict", "The first exchange begins."),)),
    "claim_turn": Question(
        (_CLAIM, _GIVE),
        Silence(("claim_turn",)),
    ),
    "give_turn": Question((_GIVE, _CLAIM, _YIELD), Silence(("give_turn",))),
    "call_auction": Question(
        (
            Answer("call_auction", "Those who want to act bid shifts for the turn."),
            _GIVE,
            _CLAIM,
            _YIELD,
        ),
        Silence(("call_auction",)),
    ),
    "bid": Question(
        (
            Answer("bid", "The highest bid acts next, and pays it from the roll."),
            _YIELD,
        ),
        Silence(("yield_turn",)),
    ),
    "act": Question(
        (
            Answer("declare", "The others answer it, and then you roll."),
            Answer("continue", "The action of the last exchange goes on, with its roll."),
            Answer("deploy", "The thing is in this zone."),
            Answer("act_simply", "It happens, and uses your action."),
            _FREE_MOVE,
            _END_TURN,
        ),
        Silence(("end_turn",)),
    ),
    "end_turn": Question((_END_TURN, _FREE_MOVE), Silence(("end_turn",))),
    "close_compels": Question(
        (
            Answer("close_compels", "The dice of the action can be rolled."),
            Answer("compel", "The actor takes a fate point and gives in, or pays one."),
        ),
        Silence(("close_compels",)),
    ),
    "answer_compel": Question(
        (Answer("answer_compel", "You give in for a fate point, or pay one and go on."),),
        Silence(("answer_compel",), {"take": True}),
    ),
    "oppose": Question(
        (Answer("oppose", "The rating of the skill is against the roll."),), Silence(("oppose",))
    ),
    "accept_help": Question(
        (Answer("accept_help", "If you accept, the action goes on."),),
        Silence(("accept_help",), {"accept": False}),
    ),
    "roll": Question((Answer("roll", "The dice fall."),), Silence(("roll",))),
    "stand": Question((_STAND, *_MORE), Silence(("stand",))),
    "resist": Question((_STAND, *_MORE), Silence(("stand",))),
    "go": Question((Answer("go", "You move there, for shifts."), *_SHIFTS), _FINISHED),
    "turn_door": Question((*_SHIFTS, Answer("go", "You move there, for shifts.")), _FINISHED),
    "clear_box": Question(
        (Answer("clear_box", "The box is empty again, for shifts."), *_SHIFTS), _FINISHED
    ),
    "finish_action": Question(_SHIFTS, _FINISHED),
    "redefine_border": Question(
        (Answer("redefine_border", "The border can be crossed in these ways."),),
        Silence(("redefine_border",)),
    ),
    "decide_fate": Question(
        (Answer("decide_fate", "It is gone from the map, as you tell it."),), _NOTHING
    ),
}
